"""Sinomilia on screen: its table, hands, rules and end."""

from collections.abc import Sequence
from operator import attrgetter
from types import MappingProxyType

import discord

from bot.play.computers import cast_of
from bot.screens.look import Facts, Look, Scene, divided, since
from bot.wire.fitting import Head, Prompt, Story
from bot.wire.ui import Part, button_rows
from bot.words.i18n import Tongue
from bot.words.speech import joined, listed
from games import sinomilia
from games.core import Event, Seat
from games.errors import N_

from .._shared.examples import pictured
from . import picture
from .drawing.moment import move_alt
from .rules_pages import EXAMPLES, pages, pause, tie
from .story import FACES, fortunes, recap, told, why

_SIGNS = {"🎴": "{prediction}"} | {plain: f"{{{face}}}" for face, plain in FACES.items()}
_TURNS = sinomilia.ChipLaid, sinomilia.Changed, sinomilia.Passed
_EMPTY = "○"
_STRUCK = "\u0336"
_LINES = 8


class SinomiliaLook(Look):
    """The look of Sinomilia. Chips are ☀️ and 🌙. Used cards are struck out."""

    key = "sinomilia"
    name = N_("Sinomilia")
    # The source has no length. 70 to 80 moves of 15 seconds are usual.
    facts = Facts(minutes=20)
    emoji = "🌗"
    colour = 0xD9A514
    computers = cast_of("sinomilia")
    round_begins = sinomilia.RoundBegan
    seals = (sinomilia.Laid,)
    # A pass leads to the next step of a replay.
    turns = sinomilia.ChipLaid, sinomilia.Changed, sinomilia.RoundEnded
    hides = sinomilia.Lay, sinomilia.Change
    waits = True
    signs = MappingProxyType(_SIGNS)
    film = staticmethod(picture.film)
    moment = staticmethod(picture.moment)
    decisive = staticmethod(picture.decisive)
    picture = staticmethod(picture.picture)
    fortunes = staticmethod(fortunes)
    recap = staticmethod(recap)
    chapter = staticmethod(attrgetter("round"))
    totals = staticmethod(attrgetter("chips"))
    example = pictured(EXAMPLES)
    why = staticmethod(why)
    rules = staticmethod(pages)

    def options(self, options: sinomilia.SinomiliaOptions, t: Tongue) -> list[str]:
        """Return the options of a match in words."""
        return [tie(options, t), pause(options, t)]

    def due(self, view: sinomilia.View, t: Tongue) -> str:
        """Return the due decision in a few words for a notice."""
        if view.phase == "toss":
            return t("call the coin")
        return t("lay a prediction") if view.phase == "lay" else t("chip, change or pass?")

    def pause(self, view: sinomilia.View, events: Sequence[Event]) -> float:
        """Return the option's pause between the two cards of a reveal."""
        turned = [event for event in events if isinstance(event, sinomilia.Turned)]
        return view.options.pause if turned else 0

    def between(self, view: sinomilia.View) -> float:
        """Return the option's pause between the two cards of a reveal."""
        return view.options.pause

    def costs(self, events: Sequence[Event]) -> frozenset[Seat]:
        """Return the seat that paid."""
        paid = [event for event in events if isinstance(event, sinomilia.Paid)]
        return frozenset(Seat(1 - event.winner) for event in paid)

    def table(self, scene: Scene) -> list[Part]:
        """Return the chips in the middle, each seat's chips and used cards, the latest turns."""
        if scene.held and not scene.whole:
            return _held(scene)
        return [*_state_and_story(scene), Prompt(_awaited(scene, scene.mentions))]

    def question(self, scene: Scene) -> list[Part]:
        """Return the card that is turned up next."""
        if not scene.part or not scene.view.options.pause:
            return [scene.t("The cards are being turned up …")]
        [first, *_] = [e for e in scene.latest(*self.seals) if isinstance(e, sinomilia.Turned)]
        return [_next(scene, first)]

    def last(self, scene: Scene) -> list[Part]:
        """Return the table without the awaited seats."""
        if scene.held:
            chips = [] if scene.pictured else [_chips_held(scene, scene.view.chips)]
            return [_story(scene), *chips]
        return _state_and_story(scene, awaited=False)

    def story_line(self, scene: Scene) -> str:
        """Return the payment of the last round."""
        paid = [event for event in scene.events if isinstance(event, sinomilia.Paid)]
        if scene.view.outcome is None or not paid:
            return super().story_line(scene)
        return scene.voice.counting(
            paid[-1].winner,
            ("The last round brought you {n} chip.", "The last round brought you {n} chips."),
            ("The last round brought {who} {n} chip.", "The last round brought {who} {n} chips."),
            sum(item.paid for item in paid[-1].items),
        )

    def hand(self, scene: Scene) -> list[Part]:
        """Return the table with the own prediction, and the controls of a due decision."""
        if scene.held and not scene.whole:
            return [*_held(scene), *_own_numbers(scene)]
        view = scene.view
        parts = _state_and_story(scene)
        if view.phase == "lay":
            return parts + _laying(scene)
        if view.seat not in view.to_act:
            return parts + _waiting(scene)
        if view.phase == "toss":
            return parts + _calling(scene)
        if scene.picked == "change" and not view.changed[view.seat]:
            return parts + _changing(scene)
        return parts + _turn(scene)

    def label(self, view: sinomilia.View, move: str, t: Tongue) -> str:
        """Return a move in words."""
        chosen = sinomilia.GAME.parse_move(move)
        if isinstance(chosen, sinomilia.Call):
            return _called(chosen.face, t)
        sign = f"{FACES[chosen.face]} " if isinstance(chosen, sinomilia.Chip) else ""
        return sign + move_alt(chosen, view.prediction, t)


def _chips(table: Sequence[str]) -> str:
    """Return the nine places for chips. Chips show their faces."""
    return "".join([FACES[face] for face in table] + [_EMPTY] * (9 - len(table)))


def _state_and_story(scene: Scene, *, awaited: bool = True) -> list[Part]:
    """Return the round with its story. The end of the last round stands above."""
    state, story = _state(scene, awaited=awaited), [line for line in [_story(scene)] if line]
    ended = _last_ended(scene)
    above = ended is not None and ended.round < scene.view.round
    return divided(story, state) if above else divided(state, story)


def _state(scene: Scene, *, awaited: bool) -> list[Part]:
    """Return the round, the chips in the middle, and the public data of the seats.

    `awaited`: the seats that must lay a card are named.
    """
    t, view = scene.t, scene.view
    parts: list[Part] = [Head(t("round {round}", round=view.round))]
    if view.starter is not None and not scene.pictured:
        # In the picture the arrow is the starter's.
        parts.append(scene.voice.about(view.starter, "➡️ You start", "➡️ {who} starts"))
    if view.nines and view.phase != "over":
        row = t("Two 9s in a row: **{n}** of 3, then the match ends.", n=view.nines)
        parts.append(f"-# {row}")
    between = view.phase == "lay" and scene.seat is None and picture.reveals(scene)
    if scene.pictured and not between:
        return parts
    seats = "\n".join(_seat(scene, Seat(seat), awaited=awaited) for seat in range(2))
    if scene.pictured:
        # The picture shows the ended round, without the cards that are left.
        return [*parts, seats]
    table, ended = view.table, _last_ended(scene)
    if view.phase == "over" and ended is not None:
        table = ended.table
    lies = t("In the middle: **{count}** of 9", count=len(table))
    if table:
        lies += f" (☀️ {table.count('sun')} · 🌙 {table.count('moon')})"
    return [*parts, f"{lies}\n## {_chips(table)}", seats]


def _seat(scene: Scene, seat: Seat, *, awaited: bool) -> str:
    """Return a seat's chips and cards. The reader's own prediction is in brackets.

    Beside a picture its cards are enough.
    """
    t, view = scene.t, scene.view
    if scene.pictured:
        return f"-# **{scene.names[seat]}** {_numbers(view.used[seat], None)}"
    change = t("🔄🌙 changed") if view.changed[seat] else t("🔄☀️ can change")
    line = f"**{scene.seat_name(seat)}** · {view.chips[seat]} 🪙 · {change}"
    if view.phase == "lay" and seat in view.laid:
        line += " · " + t("🎴 laid")
    elif view.phase == "lay" and awaited:
        line += " · " + t("⏳ choosing")
    own = view.prediction if seat == view.seat else None
    return line + "\n" + _numbers(view.used[seat], own)


def _numbers(used: Sequence[int], own: int | None) -> str:
    """Return a seat's number cards, with the used ones struck out."""
    cards = {card: f"~~{card}~~" for card in used}
    if own is not None:
        cards[own] = f"**[{own}]**"
    return "  ".join(cards.get(card, str(card)) for card in sinomilia.CARDS)


def _awaited(scene: Scene, who: Sequence[str]) -> str:
    t, view = scene.t, scene.view
    if not view.to_act:
        return ""
    waiting = listed((who[seat] for seat in sorted(view.to_act)), t)
    if view.phase == "toss":
        text = N_("Waiting for {who}: call the coin that {tosser} tosses.")
        if scene.reader == 0:
            text = N_("Waiting for {who}: call the coin that you toss.")
        return t(text, tosser=scene.names[0], who=waiting)
    if view.phase == "lay":
        return t("Both lay a prediction face down. Waiting for {who}.", who=waiting)
    turn = t("Waiting for {who}: chip, change or pass?", who=waiting)
    return "\n".join(line for line in (turn, _without_chips(scene)) if line)


def _without_chips(scene: Scene) -> str:
    """Return the seat that passes automatically, and the consequence."""
    t, view = scene.t, scene.view
    if view.phase != "turns" or 0 not in view.chips:
        return ""
    seat = view.chips.index(0)
    if seat == scene.reader:
        return t(
            "You hold no chips and pass automatically: a moon or a pass by {who} ends the round.",
            who=scene.names[1 - seat],
        )
    return t(
        "**{who}** holds no chips and passes automatically: a moon or a pass ends the round.",
        who=scene.names[seat],
    )


# Controls of a hand


def _calling(scene: Scene) -> list[Part]:
    t = scene.t
    calls = [
        scene.move(
            _called(face, t), face, style=discord.ButtonStyle.primary, emoji=face, plain=plain
        )
        for face, plain in FACES.items()
    ]
    ask = t("**{who} tosses a coin: call it.** If you are right, you start.", who=scene.names[0])
    return [Prompt(ask), *button_rows(calls)]


def _called(face: str, t: Tongue) -> str:
    return t("☀️ Sun") if face == "sun" else t("🌙 Moon")


def _waiting(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    awaited = Prompt(_awaited(scene, scene.names))
    if view.prediction is None or scene.pictured:
        return [awaited]
    return [t("Your prediction: **{card}**", card=view.prediction), awaited]


def _laying(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    ask = (
        t("**Prediction?**")
        if view.prediction is None
        else t("Chosen: **{card}**. You can still change it.", card=view.prediction)
    )
    cards = [
        scene.move(
            _card(view, card),
            str(card),
            style=discord.ButtonStyle.primary,
            chosen=card == view.prediction,
            disabled=card not in view.unused,
        )
        for card in sinomilia.CARDS
    ]
    return [Prompt(ask), *button_rows(cards)]


def _card(view: sinomilia.View, card: int) -> str:
    """Return the label of a number card, struck out if it is used."""
    return str(card) if card in view.unused else f"{card}{_STRUCK}"


def _turn(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    lines = []
    if len(view.table) == sinomilia.FULL_TABLE - 1:
        lines.append(t("A ninth chip ends the round."))
    if without := _without_chips(scene):
        lines.append(without)
    elif view.before in ("pass", "moon"):
        lines.append(t("A pass ends the round now."))
    if view.chips[view.seat] == 1:
        lines.append(t("This is your last chip. Without chips you pass automatically."))
    acts = [
        *(
            scene.move(
                _called(face, t) if scene.pictured else LOOK.label(view, f"chip-{face}", t),
                f"chip-{face}",
                style=discord.ButtonStyle.primary,
                emoji=face,
                plain=plain,
            )
            for face, plain in FACES.items()
        ),
        scene.pick(t("🔄 Change …"), "change", disabled=view.changed[view.seat]),
        scene.move(t("Pass"), "pass"),
    ]
    ask = Prompt(t("**Chip, change or pass?**"))
    own = [] if scene.pictured else [t("Your prediction: **{card}**", card=view.prediction)]
    return [ask, *own, "\n".join(f"-# {line}" for line in lines), *button_rows(acts)]


def _changing(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    ask = t(
        "**Change to which card?** It costs a chip. Your **{card}** again is a feint.",
        card=view.prediction,
    )
    cards = [
        scene.move(t("{card} (feint)", card=card), f"change{card}")
        if card == view.prediction
        else scene.move(
            _card(view, card),
            f"change{card}",
            style=discord.ButtonStyle.primary,
            disabled=card not in view.unused,
        )
        for card in sinomilia.CARDS
    ]
    return [Prompt(ask), *button_rows([*cards, scene.pick(t("Back"), "back")])]


# Events


def _held(scene: Scene) -> list[Part]:
    """Return the reveal up to its first card, without any later event."""
    t = scene.t
    if not (events := _at_end(scene)):
        return [t("The cards are being turned up …")]
    ended, first, *_ = since(events, sinomilia.RoundEnded)
    assert isinstance(ended, sinomilia.RoundEnded)
    assert isinstance(first, sinomilia.Turned)
    head = t("**Round {round}**", round=ended.round)
    held = _chips_held(scene, ended.chips)
    told = _lines(scene, events[: events.index(first) + 1])
    return [
        head if scene.pictured else f"{head}\n## {_chips(ended.table)}\n{held}",
        Story(f"{told}\n{_next(scene, first)}"),
    ]


def _next(scene: Scene, first: sinomilia.Turned) -> str:
    """Return the line about the second card of a reveal."""
    own, other = N_("🎴 You turn up the other next …"), N_("🎴 **{who}** turns up the other next …")
    return scene.voice.about(1 - first.seat, own, other)


def _chips_held(scene: Scene, held: Sequence[int]) -> str:
    """Return each seat's chips."""
    seats = enumerate(held)
    return " · ".join(f"**{scene.seat_name(seat)}** {chips} 🪙" for seat, chips in seats)


def _own_numbers(scene: Scene) -> list[Part]:
    """Return the reader's number cards as before the reveal."""
    view = scene.view
    turned = [event for event in scene.events if isinstance(event, sinomilia.Turned)]
    own = [event.card for event in turned if event.seat == view.seat]
    if not own:
        return []
    used = [card for card in view.used[view.seat] if card != own[-1]]
    return [f"**{scene.seat_name(view.seat)}**\n{_numbers(used, own[-1])}"]


def _at_end(scene: Scene) -> list[Event]:
    """Return the events since the move that ended the last round, or none without one."""
    plies = [ply for ply, event in scene.story if isinstance(event, sinomilia.RoundEnded)]
    return [event for ply, event in scene.story if plies and ply >= plies[-1]]


def _last_ended(scene: Scene) -> sinomilia.RoundEnded | None:
    """Return the round with its end in `_story`, if there is one."""
    last = next(iter(since(scene.events, *_TURNS, sinomilia.RoundEnded)), None)
    return last if isinstance(last, sinomilia.RoundEnded) else None


def _story(scene: Scene) -> Story:
    """Return the latest turns of this round, or the end of the last round."""
    events = scene.events
    if not any(isinstance(event, _TURNS) for event in events):
        return _lines(scene, events)
    if _last_ended(scene) is not None:
        # A pass for want of chips belongs to the move before.
        return _lines(scene, _at_end(scene))
    return _lines(scene, (since(events, sinomilia.RoundBegan) or events)[-_LINES:])


def _lines(scene: Scene, events: Sequence[Event]) -> Story:
    lines = list[str]()
    for event in events:
        new = told(event, scene.voice, scene.pictured)
        if scene.pictured and lines and isinstance(event, sinomilia.Paid):
            # Beside a picture only the last line is sure of room: it needs the reason, too.
            new = [joined([lines.pop(), *new], scene.t)]
        lines += new
    return Story("\n".join(lines))


LOOK = SinomiliaLook()
