"""COLORSE on screen: its table, hands, rules and end."""

from collections import Counter
from collections.abc import Collection, Sequence
from operator import attrgetter
from types import MappingProxyType

import discord

from bot.play.computers import cast_of
from bot.screens.look import MOMENT, Facts, Look, Scene, divided, since
from bot.wire.fitting import Head, Prompt, Story
from bot.wire.ui import Control, Part, button_rows
from bot.words.i18n import Tongue
from bot.words.speech import joined, listed
from bot.workers.brain import Weighed
from games import colorse
from games.colorse.cards import BACK, COLOURS, SIGNS, SPECIAL, Box, Card, coloured, count, fall
from games.colorse.events import (
    Chose,
    DuelBegan,
    Lost,
    Painted,
    Placed,
    Revealed,
    RoundBegan,
    RoundDrawn,
    RoundWon,
)
from games.colorse.state import DUELS, TIES, ColorseOptions, Taken, View
from games.core import Event, Seat
from games.errors import N_

from .._shared.examples import pictured
from . import emojis, picture
from .cards import (
    CELLS,
    GONE,
    SQUARES,
    WON,
    card_text,
    cards_text,
    choice_text,
    grid,
    sign_text,
    squares,
)
from .drawing import SIGN_NAMES
from .rules_pages import EXAMPLES, first_to_win, pages
from .story import fortunes, recap, told, why

_LINES = 12
_LAST_DUELS = 10
_DUE = {
    "colour": N_("Waiting for {who}: choose a colour for a SPECIAL."),
    "take": N_("Waiting for {who}: take a card from the market."),
    "place": N_("Waiting for {who}: place a card."),
}
_TODO = {
    "colour": N_("choose a colour for a SPECIAL"),
    "take": N_("take a card"),
    "place": N_("place a card"),
}


class ColorseLook(Look):
    """The look of COLORSE. A card is its letters with its squares: GB 🟩🟦."""

    key = "colorse"
    name = N_("COLORSE")
    subtitle = N_("Catch the curses!")
    facts = Facts(minutes=15, age=9, easy=True)
    emoji = "👻"
    colour = 0xE84393
    computers = cast_of("colorse")
    round_begins = RoundBegan
    seals = (Chose,)
    reveals = MappingProxyType(dict.fromkeys((Revealed, RoundWon, RoundDrawn), MOMENT))
    # The order of two cards is secret: one lies face down, and equal cards look the same.
    hides = colorse.Show, colorse.Place
    opponents = 2
    signs = SQUARES
    film = staticmethod(picture.film)
    moment = staticmethod(picture.moment)
    decisive = staticmethod(picture.decisive)
    picture = staticmethod(picture.picture)
    fortunes = staticmethod(fortunes)
    recap = staticmethod(recap)
    chapter = staticmethod(attrgetter("round"))
    totals = staticmethod(attrgetter("wins"))
    example = pictured(EXAMPLES)
    rules = staticmethod(pages)

    def options(self, options: ColorseOptions, t: Tongue) -> list[str]:
        """Return the options of a match in words."""
        return [first_to_win(options, t)]

    def due(self, view: View, t: Tongue) -> str:
        """Return the due decision in a few words for a notice."""
        return t(_TODO[view.tasks[0].kind] if view.tasks else N_("choose a sign"))

    def turning(self, view: View, events: Sequence[Event]) -> bool:
        """Return True once a duel is over, with all its cards placed."""
        if any(isinstance(event, RoundWon | RoundDrawn) for event in events):
            return True
        # The first duel of a round begins without one before it.
        opens = any(isinstance(event, RoundBegan | Painted) for event in events)
        return not opens and any(isinstance(event, DuelBegan) for event in events)

    def costs(self, events: Sequence[Event]) -> frozenset[Seat]:
        """Return the seats that lost cards of their boxes."""
        lost = {event.seat for event in events if isinstance(event, Lost)}
        gone = {event.seat for event in events if isinstance(event, Placed) and event.vanished}
        return frozenset(lost | gone)

    def step_words(self, step: int, steps: int, t: Tongue) -> str:
        """Return the number of a duel."""
        return t("duel {duel} of {duels}", duel=step, duels=steps)

    def table(self, scene: Scene) -> list[Part]:
        """Return all boxes, the market, the last duel and the awaited seats."""
        before, since = _ended_round(scene)
        if scene.held and before:
            return [*_story(scene, before), *_next_round(scene)]
        awaited = Prompt(_awaited(scene, scene.voice.awaited if scene.held else scene.mentions))
        if scene.held and scene.pictured:
            return [*_story(scene, since), awaited]
        return [*self.last(scene), awaited]

    def question(self, scene: Scene) -> list[Part]:
        """Return the duel whose signs the film shows, or that cards fall.

        Its seat would reveal that another one must still choose a colour or an order.
        """
        now = scene.latest(*self.seals)
        if any(isinstance(event, Placed) for event in now):
            return [scene.t("**Watch it fall …**")]
        return [_duel(scene, e.parent, e.child) for e in now if isinstance(e, Revealed)]

    def parties(self, scene: Scene) -> Collection[Seat]:
        """Return the two seats of a duel whose signs are turned up."""
        now = scene.latest(*self.seals)
        duels = [{e.parent, e.child} for e in now if isinstance(e, Revealed)]
        return duels[0] if duels else ()

    def last(self, scene: Scene) -> list[Part]:
        """Return the table without the awaited seats."""
        t, view = scene.t, scene.view
        before, _ = _ended_round(scene)
        if scene.held and before:
            return _story(scene, before)
        head = t.many(
            "round {round} · first to win {n} round",
            "round {round} · first to win {n} rounds",
            view.options.rounds,
            round=view.round,
        )
        shown = [] if scene.pictured else [_boxes(scene), _market(scene)]
        return _told_around(scene, [Head(head), *_duels_left(scene), *shown])

    def story_line(self, scene: Scene) -> str:
        """Return the box that won the last round."""
        won = [event for event in scene.events if isinstance(event, RoundWon)]
        if scene.view.outcome is None or not won:
            return super().story_line(scene)
        return scene.voice.counting(
            won[-1].seat,
            (
                "You won round {round} with {n} card in the box.",
                "You won round {round} with {n} cards in the box.",
            ),
            (
                "{who} won round {round} with {n} card in the box.",
                "{who} won round {round} with {n} cards in the box.",
            ),
            count(won[-1].box),
            round=won[-1].round,
        )

    def hand(self, scene: Scene) -> list[Part]:
        """Return the boxes, the market, the last duel, and the decision with its effects."""
        t, view = scene.t, scene.view
        assert view.seat is not None
        head = t(
            "round {round} · won {won}, {n} to win",
            round=view.round,
            won=view.wins[view.seat],
            n=view.options.rounds,
        )
        if scene.pictured:
            # Crowns in the picture are rounds won.
            head = t("round {round}", round=view.round)
        shown = [] if scene.pictured else [_boxes(scene), _market(scene), *_offers(scene)]
        now = [Head(head), *_duels_left(scene), *shown]
        return [*_told_around(scene, now), *_decision(scene)]

    def label(self, view: View, move: str, t: Tongue) -> str:
        """Return a move in words."""
        if move in SIGNS:
            return t(SIGN_NAMES[move])
        match colorse.GAME.parse_move(move):
            case colorse.Paint(colour=colour):
                return choice_text(coloured(SPECIAL, colour), t)
            case colorse.Take(place=place):
                card = choice_text(view.market[place] or BACK, t)
                return t("Take {number}: {card}", number=place + 1, card=card)
            case colorse.Place(number=number, colour=colour) if view.seat is not None:
                held = [taken.card for taken in view.held(view.seat) if taken.number == number]
                if held:
                    return _fate(view.boxes[view.seat], coloured(held[0], colour), t)
        return move

    def why(self, view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
        """Return the chance to win, and the gain or the risk of the best move."""
        return why(view, weighed, t, _fate)


def _told_around(scene: Scene, now: list[Part]) -> list[Part]:
    """Return the last reveal, beside the buttons or above the next round."""
    before, since = _ended_round(scene)
    return divided(_story(scene, before), now, _story(scene, since))


def _ended_round(scene: Scene) -> tuple[list[Event], list[Event]]:
    """Return the result of the last duel, in the old round and in the new one."""
    events = _last_duel(scene)
    new = since(events[1:], RoundBegan) or events
    return events[: len(events) - len(new)], new


def _next_round(scene: Scene) -> list[Part]:
    """Return the line about the next round, shown in the pause before it."""
    view = scene.view
    own, other = N_("Next: round {round}, led by you"), N_("Next: round {round}, led by {who}")
    return [scene.voice.about(view.parent, own, other, round=view.round)]


def _duels_left(scene: Scene) -> list[Part]:
    """Return the number of duels left in the round, once they are few."""
    left = DUELS + 1 - scene.view.duel
    if left > _LAST_DUELS or scene.view.outcome is not None:
        return []
    told = scene.t.many(
        "{n} duel left in this round, this one counted; then the fullest box wins it.",
        "{n} duels left in this round, this one counted; then the fullest box wins it.",
        left,
    )
    return [f"-# {told}"]


def _boxes(scene: Scene) -> str:
    """Return every box under its owner's name. The reader's own is last, near the controls."""
    t, view = scene.t, scene.view
    first = 0 if view.seat is None else view.seat + 1
    parts = []
    for seat in (Seat((first + n) % view.seats) for n in range(view.seats)):
        name = f"**{scene.seat_name(seat)}**"
        marks = [t("{who} (you)", who=name) if seat == view.seat else name]
        marks += [f"{WON}{won}"] if (won := view.wins[seat]) else []
        if view.outcome is None:
            marks += _marks(scene, seat)
        parts.append(" · ".join(marks) + "\n" + grid(view.boxes[seat]))
        if seat == view.seat and view.down is not None:
            parts.append("-# " + t("Your face-down card: {card}", card=card_text(view.down)))
    return "\n".join(parts)


def _marks(scene: Scene, seat: Seat) -> list[str]:
    t, view = scene.t, scene.view
    marks = []
    colouring = bool(view.tasks) and view.tasks[0].kind == "colour"
    if seat in (view.parent, view.child) and not colouring:
        marks.append(t("lead") if seat == view.parent else t("rival"))
    # A sealed sign refreshes the table, but not the hands.
    if view.seat is None and seat in view.chosen:
        marks.append("✓ " + t("chosen"))
    if held := view.held(seat):
        marks.append(
            t("to be placed: {cards}", cards=cards_text([taken.card for taken in held], t))
        )
    return marks


def _market(scene: Scene) -> str:
    t, view = scene.t, scene.view
    cards = [
        f"{number}: " + ("–" if card is None else f"**{choice_text(card, t)}**")
        for number, card in enumerate(view.market, 1)
    ]
    lines = [t("Market · {cards}", cards=" · ".join(cards))]
    gone = [
        f"{card}×{number}" if number > 1 else card
        for card, number in sorted(Counter(c.replace(":", "") for c in view.vanished).items())
    ]
    lines.append(
        "-# " + t("Stock: {n} · vanished: {cards}", n=view.pack, cards=" ".join(gone) or "–")
    )
    return "\n".join(lines)


def _awaited(scene: Scene, names: Sequence[str]) -> str:
    """Return the seats to decide. A hand doesn't say which signs are chosen."""
    t, view = scene.t, scene.view
    if view.outcome is not None:
        return ""
    if view.tasks:
        kind, seat = view.tasks[0]
        return t(_DUE[kind], who=names[seat])
    seats = sorted(view.to_act) if view.seat is None else [view.parent, view.child]
    duel = _duel(scene, view.parent, view.child)
    return duel + "\n" + t("Waiting for {who}.", who=listed((names[seat] for seat in seats), t))


def _duel(scene: Scene, parent: Seat, child: Seat) -> str:
    """Return the two seats of a duel, the reader's own first."""
    one, other = (child, parent) if child == scene.voice.reader else (parent, child)
    return scene.voice.about(
        one,
        N_("⚔️ **You** against **{other}**"),
        N_("⚔️ **{who}** against **{other}**"),
        other=scene.voice.names[other],
    )


def _decision(scene: Scene) -> list[Part]:
    """Return the controls of a seat that must decide, or the names of those seats."""
    view = scene.view
    if view.outcome is not None:
        return []
    if view.tasks and view.tasks[0].seat == view.seat:
        kind = view.tasks[0].kind
        if kind == "colour":
            return _painting(scene)
        return _taking(scene) if kind == "take" else _placing(scene)
    if not view.tasks and view.seat in (view.parent, view.child):
        return _choosing_sign(scene)
    return [Prompt(_awaited(scene, scene.names))]


def _painting(scene: Scene) -> list[Part]:
    t = scene.t
    ask = t("**Choose a colour for your SPECIAL.** It keeps it as long as it lies in your box.")
    buttons = [
        scene.move(choice_text(card, t), colour, emoji=emojis.card(card), plain=squares(card))
        for colour, card in ((one, coloured(SPECIAL, one)) for one in COLOURS)
    ]
    return [Prompt(ask), *button_rows(buttons)]


def _choosing_sign(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    other = view.child if view.seat == view.parent else view.parent
    if view.sign is None:
        ask = t("**Choose a sign against {who}**, face down.", who=scene.names[other])
        if scene.pictured:
            # The rival has a frame in the picture.
            ask = t("**Choose a sign, face down.**")
    else:
        ask = t("Chosen: **{card}**. You can still change it.", card=t(SIGN_NAMES[view.sign]))
    buttons = [
        scene.move(
            t(SIGN_NAMES[sign]) if scene.pictured else sign_text(sign, t),
            sign,
            style=discord.ButtonStyle.primary,
            chosen=sign == view.sign,
            emoji=sign,
        )
        for sign in SIGNS
    ]
    # The rules have a picture of what signs bring.
    brings = [] if scene.pictured else [f"-# {_brings(scene)}"]
    return [Prompt(ask), *brings, *button_rows(buttons)]


def _brings(scene: Scene) -> str:
    """Return what each pair of signs brings in this duel."""
    t, view = scene.t, scene.view
    return t(
        "Do–Do: both take 1 · Do–Zof: Zof takes 2 · Do–Rau: Do takes 1 · Zof–Rau: Rau takes 1 · "
        "Zof–Zof: both lose their top right card, {who} takes 1 · Rau–Rau: {tie}",
        who=scene.names[(view.child + 1) % view.seats],
        tie=t("nobody takes") if view.raus == TIES - 1 else t("choose again"),
    )


def _offers(scene: Scene) -> list[Part]:
    """Return the effect of each market card on the own box, before a possible take."""
    t, view = scene.t, scene.view
    deciding = view.tasks[:1] or [("take", seat) for seat in (view.parent, view.child)]
    if ("take", view.seat) not in deciding or view.outcome is not None:
        return []
    box = view.boxes[view.seat]
    lines = [t("In your box now:")]
    lines += [_fate(box, card, t) for card in view.market if card is not None]
    return ["\n".join(f"-# {line}" for line in lines)]


def _taking(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    box = view.boxes[view.seat]
    left = view.tasks.count(("take", view.seat))
    ask = t("**Take a card.** You have {n} to take.", n=left) if left > 1 else t("**Take a card.**")
    buttons = [
        scene.move(
            _offered(number, card, scene) + _outlook(box, card),
            f"take{number}",
            style=discord.ButtonStyle.primary,
            emoji=emojis.card(card),
            plain=squares(card),
        )
        for number, card in enumerate(view.market, 1)
        if card is not None
    ]
    return [Prompt(ask), *button_rows(buttons)]


def _offered(number: int, card: Card, scene: Scene) -> str:
    """Return the label of a market card. Beside a picture its place is enough."""
    t = scene.t
    name = t("face down") if card == BACK else card_text(card)
    if scene.pictured:
        return t("{number}: {card}", number=number, card=name)
    return t("Take {number}: {card}", number=number, card=name)


def _placing(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    box = view.boxes[view.seat]
    held = view.held(view.seat)
    lines, offered = list[str](), list[Card]()
    rows: list[Part] = []
    # Two equal cards need no choice of order: the first is placed first.
    different = [h for n, h in enumerate(held) if h.card not in [o.card for o in held[:n]]]
    for taken in different:
        buttons = []
        for colour in COLOURS if taken.card == SPECIAL else (None,):
            card = coloured(taken.card, colour)
            offered.append(card)
            lines.append(_line(box, card, [other for other in held if other != taken], t))
            buttons.append(_place_button(scene, taken, colour))
        rows += button_rows(buttons)
    ask = t("**Place a card.**") if len(different) == 1 else t("**Which card first?**")
    if scene.pictured:
        lines = [line for card in offered if (line := _short_fate(box, card, t))]
        return [Prompt(ask), "-# " + " · ".join(lines) if lines else "", *rows]
    if any(taken.card == SPECIAL for taken in held):
        ask = joined([ask, t("A SPECIAL takes the colour you choose, for good.")], t)
    return [Prompt(ask), "\n".join(f"-# {line}" for line in lines), *rows]


def _place_button(scene: Scene, taken: Taken, colour: str | None) -> Control:
    card = coloured(taken.card, colour)
    return scene.move(
        choice_text(card, scene.t) + _outlook(scene.view.boxes[scene.view.seat], card),
        coloured(f"place{taken.number}", colour),
        style=discord.ButtonStyle.primary if taken.number == 1 else discord.ButtonStyle.secondary,
        emoji=emojis.card(card),
        plain=squares(card),
    )


def _line(box: Box, card: Card, others: Sequence[Taken], t: Tongue) -> str:
    """Return the effect of a card, and of the second one that is placed automatically."""
    line = _fate(box, card, t)
    after = fall(box, card).box
    if None in after and len(others) == 1 and others[0].card != SPECIAL:
        line = t("{line}; then {next}", line=line, next=_fate(after, others[0].card, t))
    return line


def _short_fate(box: Box, card: Card, t: Tongue) -> str:
    """Return the cards that would vanish, beside a picture of the boxes."""
    gone = fall(box, card).vanished[1:]
    if card in (BACK, SPECIAL) or not gone:
        return ""
    return f"{GONE} {choice_text(card, t)} + {cards_text([box[cell] or BACK for cell in gone], t)}"


def _fate(box: Box, card: Card, t: Tongue) -> str:
    """Return the cell of a card, and the cards that would vanish."""
    placed = fall(box, card)
    where = {"card": choice_text(card, t), "cell": t(CELLS[placed.cell])}
    if card == BACK:
        return t("{card} → {cell}: you see it once it is taken", **where)
    if card == SPECIAL:
        return t("{card} → {cell}: in the colour you choose then", **where)
    if None not in placed.box:
        return t("{card} → {cell}: fills the box", **where) + f" {WON}"
    if not placed.vanished:
        return t("{card} → {cell}: nothing vanishes", **where)
    gone = cards_text([box[cell] or BACK for cell in placed.vanished[1:]], t)
    return f"{GONE} " + t("{card} → {cell}: vanishes with {cards}", cards=gone, **where)


def _outlook(box: Box, card: Card) -> str:
    """Return the mark of a button: the number of vanishing cards, or a full box."""
    placed = fall(box, card)
    if card in (BACK, SPECIAL):
        return ""
    if None not in placed.box:
        return f" {WON}"
    return f" {GONE}{len(placed.vanished)}" if placed.vanished else ""


def _last_duel(scene: Scene) -> list[Event]:
    """Return the events since the last decided duel."""
    events = scene.events
    if not (revealed := since(events, Revealed)):
        return events
    # Ties before it belong to the same duel.
    return [*since(events[: -len(revealed)], DuelBegan), *revealed]


def _story(scene: Scene, events: Sequence[Event]) -> list[Part]:
    """Return events in words, a line each."""
    lines = []
    for event in events:
        if line := told(event, scene.voice, short=scene.pictured):
            lines.append(line)
        # At the end of the match the full box is still shown among the others.
        drawn = scene.view.outcome is not None or scene.pictured
        if isinstance(event, RoundWon) and not drawn:
            lines.append(grid(event.box))
    return [Story("\n".join(lines[-_LINES:]))] if lines else []


LOOK = ColorseLook()
