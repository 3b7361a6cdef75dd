"""The screen of a replay: a step with its buttons and its list of rounds, eyes and moments."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.drawing.picture import Picture
from bot.play.endings import called_off
from bot.play.names import bare_name, seat_names
from bot.screens.ranking import ranking
from bot.screens.sight import story
from bot.screens.still import still
from bot.screens.transcript import told
from bot.wire.fitting import Story
from bot.wire.ui import Attached, Control, Drawn, Part, address, button, button_rows, choice, screen
from bot.words.i18n import Tongue
from bot.words.speech import Voice

from .bar import Barred, BarredFilm
from .replay import MINE, PLAY, SPECTATOR, Replay, film, held, podium, scene_at, stopped
from .review import offered, place, praise, praised, sentence

Option = tuple[str, str, str]
"""Sign, label and value of an option of the list."""

_OPTIONS = 25
_LINES = 2


def draw(r: Replay, t: Tongue, files: Sequence[Attached] = ()) -> Drawn:
    """Draw a step with its finished pictures, or in words without any."""
    title = t("replay of match {number}", number=r.past.table.id)
    head = [f"-# {r.look.emoji} {t(r.look.name)} · {title}\n{_head(r, t)}"]
    body = [*files, *_beside(r, t)] if files else [_move(r, t), *_in_words(r, t)]
    # A podium is among the pictures.
    end = [_end(r, t)] if r.last and not (files and podium(r, t)) else []
    ways = _ways(r, t, moves=bool(files) and film(r, t) is not None)
    return screen(r.look.colour, *head, *body, *_reviewed(r, t), *end, *ways)


def shared_step(r: Replay, t: Tongue, files: Sequence[Attached], below: Sequence[Part]) -> Drawn:
    """Draw a step as a person shares it: what all saw, and what stands below."""
    body = [*files, *_beside(r, t)] if files else [_move(r, t), *_in_words(r, t)]
    title = f"## {r.look.emoji} {t(r.look.name)} · " + t("match {number}", number=r.past.table.id)
    return screen(r.look.colour, title, f"**{r.words(t)}**", *body, *below)


def alternative(r: Replay, picture: Picture, t: Tongue) -> str:
    """Return the alternative text of a step's picture."""
    words = picture.alt(t)
    if not isinstance(picture, Barred | BarredFilm):
        return words
    return t("{step}: {picture}", step=r.words(t), picture=words)


def _head(r: Replay, t: Tongue) -> str:
    seen = t("As a spectator saw it")
    if r.eyes is not None:
        who = seat_names(r.past.table.players, t).short[r.eyes]
        seen = t("As {who} saw it: “you” is {who}", who=who)
    if r.eyes is not None and r.eyes == r.own:
        seen = t("As you saw it")
    return f"**{r.words(t)}** · 👁️ {seen}"


def _reviewed(r: Replay, t: Tongue) -> list[Part]:
    """Return what the review says of the step: a moment in a sentence, at the end the luck."""
    if r.own is None or r.review is None:
        return []
    lines = list[str]()
    if r.moment is not None:
        said = praise if r.moment == r.review.best else sentence
        lines.append(said(r.past, r.look, r.own, r.moment, t))
    elif r.asked:
        lines.append(praised(r.look, t))
    score = r.past.table.players[r.own].score
    if r.review.expected is not None and score is not None and (r.last or r.asked):
        lines.append("🍀 " + r.look.luck(r.review.expected, score, t))
    return ["\n".join(lines)] if lines else []


def _beside(r: Replay, t: Tongue) -> list[Part]:
    """Return the words beside the pictures: the step's events, and the sealed move of the eyes."""
    scene = scene_at(r, t, r.step.ply, None)
    now = [one for one in scene.story if one[0] >= r.step.first]
    # A match that stopped awaits no seat.
    shown = r.look.last if stopped(r, r.step.ply) else r.look.table
    parts = shown(replace(scene, story=now, pictured=True))
    lines = [line for part in parts if isinstance(part, Story) for line in part.splitlines()]
    # Lines with a bullet are details of others, which the picture shows.
    lines = [line for line in lines if line and not line.startswith("-# •")]
    sealed = _sealed(r, t)
    lines = lines[-max(1, _LINES - len(sealed)) :] or [_move(r, t)]
    small = [f"-# {line.removeprefix('-# ')}" for line in lines if line]
    return ["\n".join([*sealed, *small])]


def _sealed(r: Replay, t: Tongue) -> list[str]:
    """Return the last sealed move of the eyes in this step, below that of the moment.

    Ties may have revealed others before it.
    """
    moves = r.past.record.moves
    step = range(max(r.step.first, 1), r.step.ply + 1)
    mine = [ply for ply in step if moves[ply - 1][0] == r.eyes]
    sealed = [ply for ply in mine if not r.look.announced(moves[ply - 1][1])]
    shown = {*sealed[-1:], *([] if r.moment is None else [r.moment.ply])}
    return [_line(r, t, ply) for ply in sealed if ply in shown]


def _move(r: Replay, t: Tongue) -> str:
    """Return the move that ended the step, or nothing if all saw more than that."""
    return t("The match begins.") if r.step.ply == 0 else _line(r, t, r.step.ply)


def _line(r: Replay, t: Tongue, ply: int) -> str:
    seat, _ = r.past.record.moves[ply - 1]
    voice = Voice(t, seat_names(r.past.table.players, t).short, r.reads)
    move = told(r.past, r.look, t, ply, r.eyes)
    if move is not None:
        return voice.about(seat, "**You**: {move}", "**{who}**: {move}", move=move)
    if held(r, ply):
        # A secret choice that ended a trick says less than the trick.
        return ""
    return voice.about(seat, "**You** have decided.", "**{who}** has decided.")


def _in_words(r: Replay, t: Tongue) -> list[Part]:
    """Return the screen of the match in words, as the eyes had it, with dead controls.

    At a moment it is that of the decision.
    """
    ply, eyes = r.step.ply, r.eyes
    if r.moment is not None:
        ply, eyes = r.moment.due, r.own
    elif r.past.game.outcome(r.past.steps[ply].state) is not None:
        # Hands are gone and all readers see the table, as in the match.
        eyes = None
    scene = replace(scene_at(r, t, ply, eyes), story=story(r.past.steps[: ply + 1], eyes))
    if r.moment is not None:
        scene = replace(scene, held=False)
    draw = r.look.table if eyes is None else r.look.hand
    if stopped(r, ply):
        draw = r.look.last
    return [ui.Separator(), *still(draw(scene)), ui.Separator()]


def _end(r: Replay, t: Tongue) -> str:
    past = r.past
    if past.broken is not None:
        return t("The record can't be replayed further: {why}", why=t.refusal(past.broken))
    if past.table.phase == "cancelled":
        return called_off(past.table, t, r.reads)
    return ranking(past.table, r.look, t, ratings=past.ratings)


# Controls


def _ways(r: Replay, t: Tongue, *, moves: bool) -> list[Part]:
    """Return the buttons, signs alone to fit a line, and the list.

    `moves`: the step has a film to show again.
    """
    steps, table = r.timeline.steps, r.past.table
    by = SPECTATOR if r.eyes is None else str(r.eyes)

    def turn(word: str, emoji: str, to: int, *, there: bool = True) -> Control:
        there = there and 0 <= to < len(steps)
        # The word keeps the custom_ids apart where two ways lead to one step.
        at = address(table, "replay", steps[to if there else r.index].ply, f"{by}/{word}")
        return button(at, "", emoji=emoji, disabled=not there)

    turns = [
        turn("back", "⬅️", r.index - 1),
        turn(PLAY, "▶️", r.index, there=moves),
        turn("next", "➡️", r.index + 1),
    ]
    if table.phase == "over":
        # At its end, the whole match is shared.
        shared = address(table, "share")
        if not r.last:
            shared = address(table, "share", r.step.ply, f"{by}/")
        turns.append(button(shared, "", emoji="📌"))
    return [*button_rows(turns), *_list(r, t, by)]


def _list(r: Replay, t: Tongue, by: str) -> list[Part]:
    """Return a list of the own moments, the chapters with the end, and the eyes."""
    moments, eyes = _moments(r, t), _eyes(r, t)
    chapters = _chapters(r, t, by, _OPTIONS - len(moments) - len(eyes))
    options = [(label, value, None) for _, label, value in (*moments, *chapters, *eyes)]
    signs = {value: sign for sign, _, value in (*moments, *eyes)}
    at = address(r.past.table, "replay", r.step.ply, "list")
    return [*choice(at, t("Jump to …"), options, signs)]


def _moments(r: Replay, t: Tongue) -> list[Option]:
    """Return the stations of the review, or the offer to make it."""
    if r.own is None or not offered(r.past.table, r.look):
        return []
    if r.review is None:
        return [("🔍", t("Three moments worth a look"), f"{r.own}/{MINE}")]
    found, view = list[Option](), r.past.view
    for one in filter(None, (*r.review.moments, r.review.best)):
        sign = "⭐" if one == r.review.best else "🔍"
        label = r.look.label(view(one.due, r.own), one.played, t)
        where = place(r.past, r.look, one.ply, t)
        found.append((sign, f"{where}: {label}", f"{r.own}/{MINE}{one.ply}"))
    return found


def _chapters(r: Replay, t: Tongue, by: str, most: int) -> list[Option]:
    """Return all chapters and the end. In a long match, only each second or third chapter."""
    found, steps = r.timeline, r.timeline.steps
    if len(found.chapters) == 1:
        return []
    options: list[Option] = [
        ("", r.look.chapter_words(steps[first].chapter, t), f"{by}/{steps[first].ply}")
        for first in found.firsts[:: -(-len(found.firsts) // (most - 1))]
    ]
    # A last chapter of one step is the end itself.
    if found.firsts[-1] + 1 < len(steps):
        options.append(("", t("The end"), f"{by}/{steps[-1].ply}"))
    return options


def _eyes(r: Replay, t: Tongue) -> list[Option]:
    """Return the eyes to see the match by."""
    players = r.past.table.players
    seats: list[Option] = [
        ("👁️", t("As {who} saw it", who=bare_name(player, t)), str(seat))
        for seat, player in enumerate(players)
    ]
    return [("👁️", t("As a spectator saw it"), SPECTATOR), *seats]
