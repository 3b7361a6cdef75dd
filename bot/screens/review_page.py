"""The screen of a review: one moment drawn, the others in a line each, and what went well."""

from collections.abc import Sequence

import discord

from games.core import Seat

from ..drawing.picture import Picture
from ..wire.ui import Attached, Control, Drawn, Part, address, button, button_rows, screen
from ..words.i18n import Tongue
from .hints import STRENGTH
from .replay import MINE, Replay, moment_picture, moment_words
from .review import Moment, Review, place, praise, sentence


def picture(r: Replay, review: Review, at: int, t: Tongue) -> Picture | None:
    """Return the picture of a moment, or None without one."""
    return moment_picture(r, review.moments[at], t) if review.moments else None


def draw(r: Replay, review: Review, at: int, t: Tongue, files: Sequence[Attached] = ()) -> Drawn:
    """Draw a review of the person's own seat, open at one of its moments.

    Without files the position stands in words.
    """
    assert r.own is not None
    table, look = r.past.table, r.look
    title = f"## 🔍 {t('My match')} · {look.emoji} {t(look.name)} · "
    title += t("match {number}", number=table.id)
    if not review.moments:
        return screen(look.colour, title, _praised(r, review, r.own, t), _note(t))
    moment = review.moments[at]
    head = f"**{place(r.past, look, moment.ply, t)}**"
    here = f"{head}\n{sentence(r.past, look, r.own, moment, t)}"
    position: Sequence[Part] = files or moment_words(r, moment, t)
    after = [*_others(r, review, at, r.own, t), *_end(r, review, r.own, t)]
    below: list[Part] = ["\n".join(after)] if after else []
    buttons = button_rows(_ways(r, review, at, r.own, t))
    return screen(look.colour, title, *position, here, *below, *buttons, _note(t))


def _others(r: Replay, review: Review, at: int, seat: Seat, t: Tongue) -> list[str]:
    """Return the other moments, a line each."""
    moments = [(number, one) for number, one in enumerate(review.moments) if number != at]
    return [_brief(r, number, one, seat, t) for number, one in moments]


def _brief(r: Replay, number: int, moment: Moment, seat: Seat, t: Tongue) -> str:
    view = r.past.view(moment.due, seat)
    return f"-# {number + 1} · {place(r.past, r.look, moment.ply, t)}: " + t(
        "{played}, about {cost}",
        played=r.look.label(view, moment.played, t),
        cost=r.look.cost(moment.cost, t),
    )


def _praised(r: Replay, review: Review, seat: Seat, t: Tongue) -> str:
    """Return the praise of a match without a costly move."""
    who = r.look.computers[STRENGTH].first
    told = "💎 " + t(
        "No costly move: {who} would have played as you did, or about as well.",
        who=f"{who.sign} {t(who.name)}",
    )
    return "\n".join([told, *_end(r, review, seat, t)])


def _end(r: Replay, review: Review, seat: Seat, t: Tongue) -> list[str]:
    """Return the good moment, and skill against luck."""
    score = r.past.table.players[seat].score
    told = [] if review.best is None else [praise(r.past, r.look, seat, review.best, t)]
    if review.expected is not None and score is not None:
        told.append("🍀 " + r.look.luck(review.expected, score, t))
    return told


def _note(t: Tongue) -> str:
    return "-# " + t("Only you see this. It counts only what you could know then.")


def _ways(r: Replay, review: Review, at: int, seat: Seat, t: Tongue) -> list[Control]:
    table, moment = r.past.table, review.moments[at]
    numbered = [
        button(
            address(table, "mine", text=str(number)),
            str(number + 1),
            emoji="",
            style=discord.ButtonStyle.primary if number == at else discord.ButtonStyle.secondary,
            disabled=number == at,
        )
        for number in range(len(review.moments))
    ]
    there = address(table, "replay", moment.ply, f"{seat}/{MINE}")
    shown = button(there, t("Show it in the replay"))
    return [*(numbered if len(numbered) > 1 else []), shown]
