"""Sinomilia: foretell how many chips will lie on the table, and talk the other into it.

seats          2
pack           each seat: number cards 0–9, a change card, 15 chips with a sun and a moon face
hidden         the two predictions of a round
simultaneous   the laying of the predictions
ends           when a seat holds no chips, or has only 2 unused number cards left
scoring        most chips ranks first; the option `tie` tells what equal chips mean
source         rules/sinomilia.md

The coin falls when it is called: before that there is nothing to know. Both cards of a round are
turned at once here; that the second is shown later is for whoever shows it (`pause`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from .chance import Chance
from .core import Event, Outcome, Seat, Step
from .errors import N_, IllegalMove, InvalidMove, InvalidOptions, MatchOver, NotToAct

Card = int
Face = Literal["sun", "moon"]
Phase = Literal["toss", "lay", "turns", "over"]
Turn = Literal["sun", "moon", "change", "pass"]
"""What a seat did in its turn; a chip by the face that it shows."""
Why = Literal["full", "passes", "moon"]
"""How a round ended: nine chips, two passes, a pass directly after a moon."""

CARDS = tuple(range(10))
FULL_TABLE = 9
_CHIPS = 15
_RETURNS = 9
_LEFT_AT_END = 2
_WIN = 2
_RESCUE = {0: 5, 1: 2}

_TOSSER, _CALLER = _SEATS = (Seat(0), Seat(1))
_FACES: tuple[Face, Face] = ("sun", "moon")
_ONLY = tuple(frozenset((seat,)) for seat in _SEATS)
_NOBODY: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class SinomiliaOptions:
    """How a match is played. Raises InvalidOptions.

    `tie`: starter or draw; `pause`: 0–30 seconds between the two cards turned.
    """

    tie: str = "starter"
    pause: int = 10

    def __post_init__(self) -> None:
        if self.tie not in ("starter", "draw"):
            raise InvalidOptions(N_("Equal chips go to the starter, or are a draw."))
        if type(self.pause) is not int or not 0 <= self.pause <= 30:
            raise InvalidOptions(N_("The pause is a number of seconds from 0 to 30."))


@dataclass(frozen=True, slots=True)
class Call:
    """Say which face the tossed coin will show."""

    face: Face


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a number card face down as the prediction of this round."""

    card: Card


@dataclass(frozen=True, slots=True)
class Chip:
    """Lay an own chip on the table."""

    face: Face


@dataclass(frozen=True, slots=True)
class Change:
    """Lay the prediction down again as this card, for a chip to the other seat."""

    card: Card


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""


Move = Call | Lay | Chip | Change | Pass


class State(NamedTuple):
    """The full truth; tuples of two are by seat.

    `starter` is None before the toss; `chips` are held, `table` the faces in the order laid;
    `changed` change cards with the moon up; `before` is the turn before in this round, `actor`
    who last laid a chip or changed in it.
    """

    options: SinomiliaOptions
    round: int = 1
    stage: int = 0
    starter: Seat | None = None
    chips: tuple[int, int] = (_CHIPS, _CHIPS)
    table: tuple[Face, ...] = ()
    changed: tuple[bool, bool] = (False, False)
    used: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    laid: tuple[Card | None, Card | None] = (None, None)
    turn: Seat = _TOSSER
    before: Turn | None = None
    actor: Seat | None = None
    over: bool = False

    @property
    def phase(self) -> Phase:
        """What is decided now."""
        if self.over:
            return "over"
        if self.starter is None:
            return "toss"
        return "lay" if None in self.laid else "turns"

    def unused(self, seat: Seat) -> tuple[Card, ...]:
        """The number cards a seat can still lay, a laid one included."""
        return tuple(card for card in CARDS if card not in self.used[seat])


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (None: a spectator) may know; tuples of two are by seat.

    `used` in the order they were turned; `laid` has the seats whose prediction lies; `before` is
    the turn before this one; `prediction` and `unused` are the seat's own.
    """

    seat: Seat | None
    options: SinomiliaOptions
    phase: Phase
    round: int
    starter: Seat | None
    chips: tuple[int, int]
    table: tuple[Face, ...]
    changed: tuple[bool, bool]
    used: tuple[tuple[Card, ...], tuple[Card, ...]]
    laid: frozenset[Seat]
    before: Turn | None
    actor: Seat | None
    to_act: frozenset[Seat]
    prediction: Card | None
    unused: tuple[Card, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tossed(Event):
    """The coin was called and fell."""

    caller: Seat
    call: Face
    coin: Face
    starter: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event):
    """Both change cards are sun up; both seats lay a prediction."""

    round: int
    starter: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid(Event):
    """A seat's prediction lies; told once, whatever it replaces it by."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicted(Event):
    """Which card a seat's prediction is now, told to that seat alone."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipLaid(Event):
    """A seat laid a chip; so many lie on the table now."""

    seat: Seat
    face: Face
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(Event):
    """A seat laid its prediction down again, as another card or the same, and gave a chip."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    """A seat did nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Event):
    """The turns of a round are over; what lies on the table and what the seats hold."""

    round: int
    why: Why
    table: tuple[Face, ...]
    chips: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    """A prediction was turned up: the `first` of the round, or the other."""

    seat: Seat
    card: Card
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWon(Event):
    """Who won: the nearer, or equally near, by the starter's or the last action's rule."""

    round: int
    winner: Seat
    why: Literal["nearer", "starter", "action"]


class Item(NamedTuple):
    """A part of a payment: `due` by the rules, `paid` of it."""

    why: Literal["none", "one", "moons", "win", "table"]
    due: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Event):
    """The payment to the winner, item by item in the order of the rules."""

    winner: Seat
    items: tuple[Item, ...]
    chips: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Event):
    """The match is over: a seat is out of chips, or of cards."""

    why: Literal["chips", "cards"]
    ranks: tuple[int, ...]
    chips: tuple[int, int]


_MOVE = re.compile(r"(change)?([0-9])|(chip-)?(sun|moon)|pass")


class Sinomilia:
    """The rules of Sinomilia."""

    key: ClassVar[str] = "sinomilia"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    Options: ClassVar[type[SinomiliaOptions]] = SinomiliaOptions

    def deal(self, seats: int, options: SinomiliaOptions, chance: Chance) -> Step[State]:
        """Before the toss (rules: "Toss")."""
        return Step(State(options), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        """Who calls the toss, whose prediction is missing, or whose turn it is."""
        match state.phase:
            case "over":
                return _NOBODY
            case "toss":
                return _ONLY[_CALLER]
            case "lay":
                return frozenset(s for s in _SEATS if state.laid[s] is None)
            case "turns":
                return _ONLY[state.turn]

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Sun or moon; every unused card but the one laid; or what a turn can be."""
        phase = state.phase
        if phase == "lay":
            return tuple(Lay(card) for card in state.unused(seat) if card != state.laid[seat])
        if seat not in self.to_act(state):
            return ()
        if phase == "toss":
            return tuple(Call(face) for face in _FACES)
        moves: list[Move] = []
        if state.chips[seat]:
            moves += [Chip(face) for face in _FACES]
            if not state.changed[seat]:
                moves += [Change(card) for card in state.unused(seat)]
        return (*moves, Pass())

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Call the toss, lay a prediction, or take a turn. Raises MoveError."""
        match state.phase:
            case "over":
                raise MatchOver(N_("That match is over."))
            case "toss":
                return _call(state, seat, move, chance)
            case "lay":
                return _lay(state, seat, move)
            case "turns":
                return _take_turn(state, seat, move)

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may know (rules: "Who sees what")."""
        return View(
            seat=seat,
            options=state.options,
            phase=state.phase,
            round=state.round,
            starter=state.starter,
            chips=state.chips,
            table=state.table,
            changed=state.changed,
            used=state.used,
            laid=frozenset(s for s in _SEATS if state.laid[s] is not None),
            before=state.before,
            actor=state.actor,
            to_act=self.to_act(state),
            prediction=None if seat is None else state.laid[seat],
            unused=() if seat is None else state.unused(seat),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Most chips ranks first; scores are the chips held."""
        return Outcome(_ranks(state), state.chips) if state.over else None

    def stage(self, state: State) -> int:
        """Grows with the toss, when both predictions lie, and with every turn."""
        return state.stage

    def default_move(self, view: View) -> Move:
        """Sun; the lowest card, since whoever only passes sees few chips laid; a pass."""
        if view.seat not in view.to_act:
            raise NotToAct(N_("It isn't your turn."))
        match view.phase:
            case "toss":
                return Call("sun")
            case "lay":
                return Lay(view.unused[0])
            case _:
                return Pass()

    def parse_move(self, text: str) -> Move:
        """`sun`, `7`, `chip-moon`, `change3` or `pass`. Raises InvalidMove."""
        found = _MOVE.fullmatch(text)
        if found is None:
            raise InvalidMove(
                N_("Write a card such as 7, chip-sun, chip-moon, change3, pass, sun or moon.")
            )
        change, card, chip, face = found.groups()
        if card is not None:
            return Change(int(card)) if change else Lay(int(card))
        if face is None:
            return Pass()
        shown: Face = "sun" if face == "sun" else "moon"
        return Chip(shown) if chip else Call(shown)

    def move_text(self, move: Move) -> str:
        """The notation of the rules page."""
        match move:
            case Call(face=face):
                return face
            case Lay(card=card):
                return str(card)
            case Chip(face=face):
                return f"chip-{face}"
            case Change(card=card):
                return f"change{card}"
            case Pass():
                return "pass"


GAME = Sinomilia()


def _other(seat: Seat) -> Seat:
    return Seat(1 - seat)


def _set(pair: tuple[int, int], seat: Seat, change: int) -> tuple[int, int]:
    """The pair, one seat's number changed by so much."""
    return (pair[0] + change, pair[1]) if seat == 0 else (pair[0], pair[1] + change)


def _call(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    if seat != _CALLER:
        raise NotToAct(N_("You toss the coin; the other player calls it."))
    if not isinstance(move, Call):
        raise IllegalMove(N_("Call the toss first: sun or moon."))
    coin = _FACES[chance.below(2)]
    starter = _CALLER if coin == move.face else _TOSSER
    tossed = Tossed(caller=seat, call=move.face, coin=coin, starter=starter)
    after = state._replace(starter=starter, turn=starter, stage=state.stage + 1)
    return Step(after, (tossed, RoundBegan(round=state.round, starter=starter)))


def _lay(state: State, seat: Seat, move: Move) -> Step[State]:
    if not isinstance(move, Lay):
        raise IllegalMove(N_("First both lay a prediction, a number card."))
    card, before = move.card, state.laid[seat]
    _must_have(state, seat, card)
    if card == before:
        raise IllegalMove(N_("Your {card} lies there already."), card=card)
    laid = (card, state.laid[1]) if seat == 0 else (state.laid[0], card)
    events: list[Event] = [] if before is not None else [Laid(seat=seat)]
    events.append(Predicted(to=_ONLY[seat], seat=seat, card=card))
    return Step(state._replace(laid=laid, stage=state.stage + (None not in laid)), tuple(events))


def _must_have(state: State, seat: Seat, card: Card) -> None:
    if card in state.used[seat]:
        raise IllegalMove(N_("Your {card} is used."), card=card)
    if card not in CARDS:
        raise IllegalMove(N_("There is no card {card}."), card=card)


def _take_turn(state: State, seat: Seat, move: Move) -> Step[State]:
    if seat != state.turn:
        raise NotToAct(N_("It is the other player's turn."))
    if isinstance(move, Call):
        raise IllegalMove(N_("The coin was tossed already."))
    if isinstance(move, Lay):
        raise IllegalMove(N_("Both predictions lie; yours can only be changed for a chip."))
    if isinstance(move, Pass):
        events: list[Event] = [Passed(seat=seat)]
        why = _ended_by_pass(state.before)
        after = state._replace(before="pass", turn=_other(seat), stage=state.stage + 1)
        return _end_round(after, why, events) if why else Step(after, tuple(events))
    if not state.chips[seat]:
        raise IllegalMove(N_("You hold no chip; you can only pass."))
    acted = state._replace(
        chips=_set(state.chips, seat, -1),
        turn=_other(seat),
        actor=seat,
        stage=state.stage + 1,
    )
    if isinstance(move, Chip):
        return _lay_chip(acted, seat, move.face)
    return _change(acted, seat, move.card)


def _ended_by_pass(before: Turn | None) -> Why | None:
    """How a pass ends the round, if it does, by the turn before it."""
    if before == "pass":
        return "passes"
    return "moon" if before == "moon" else None


def _lay_chip(acted: State, seat: Seat, face: Face) -> Step[State]:
    table = (*acted.table, face)
    after = acted._replace(table=table, before=face)
    events: list[Event] = [ChipLaid(seat=seat, face=face, count=len(table))]
    if len(table) == FULL_TABLE:
        return _end_round(after, "full", events)
    return Step(after, tuple(events))


def _change(acted: State, seat: Seat, card: Card) -> Step[State]:
    if acted.changed[seat]:
        raise IllegalMove(N_("You have changed in this round already."))
    _must_have(acted, seat, card)
    changed, laid = acted.changed, acted.laid
    after = acted._replace(
        chips=_set(acted.chips, _other(seat), 1),
        changed=(True, changed[1]) if seat == 0 else (changed[0], True),
        laid=(card, laid[1]) if seat == 0 else (laid[0], card),
        before="change",
    )
    return Step(after, (Changed(seat=seat), Predicted(to=_ONLY[seat], seat=seat, card=card)))


def _end_round(state: State, why: Why, events: list[Event]) -> Step[State]:
    """Reveal, winner, payment, used cards, and on to the next round or the end."""
    assert state.starter is not None
    events.append(RoundEnded(round=state.round, why=why, table=state.table, chips=state.chips))
    count, starter = len(state.table), state.starter
    first = state.actor if count and state.actor is not None else starter
    predictions = [0 if card is None else card for card in state.laid]
    for seat in (first, _other(first)):
        events.append(Turned(seat=seat, card=predictions[seat], first=seat == first))
    won = _winner(state, predictions)
    events.append(won)
    items, chips = _payment(state, won.winner)
    events.append(Paid(winner=won.winner, items=items, chips=chips))
    used = tuple(
        cards if card == _RETURNS else (*cards, card)
        for cards, card in zip(state.used, predictions, strict=True)
    )
    after = state._replace(
        chips=chips, table=(), used=(used[0], used[1]), laid=(None, None), before=None, actor=None
    )
    broke = 0 in chips
    if broke or max(map(len, used)) >= len(CARDS) - _LEFT_AT_END:
        ended = after._replace(over=True)
        end: Literal["chips", "cards"] = "chips" if broke else "cards"
        events.append(MatchEnded(why=end, ranks=_ranks(ended), chips=chips))
        return Step(ended, tuple(events))
    events.append(RoundBegan(round=state.round + 1, starter=won.winner))
    return Step(
        after._replace(
            round=state.round + 1, starter=won.winner, turn=won.winner, changed=(False, False)
        ),
        tuple(events),
    )


def _winner(state: State, predictions: list[Card]) -> RoundWon:
    """Who foretold best (rules: "Who wins the round")."""
    assert state.starter is not None
    off = [abs(card - len(state.table)) for card in predictions]
    if off[0] != off[1]:
        return RoundWon(round=state.round, winner=Seat(off.index(min(off))), why="nearer")
    if not state.table or state.actor is None:
        return RoundWon(round=state.round, winner=state.starter, why="starter")
    return RoundWon(round=state.round, winner=_other(state.actor), why="action")


def _payment(state: State, winner: Seat) -> tuple[tuple[Item, ...], tuple[int, int]]:
    """The items in the order of the rules, and the chips held after them."""
    loser, items = _other(winner), []
    held = state.chips[loser]
    rescue: dict[int, Literal["none", "one"]] = {0: "none", 1: "one"}
    dues: list[tuple[Literal["none", "one", "moons", "win"], int]] = []
    if (poor := state.chips[winner]) in rescue:
        dues.append((rescue[poor], _RESCUE[poor]))
    dues += [("moons", state.table.count("moon")), ("win", _WIN)]
    for why, due in dues:
        paid = min(due, held)
        held -= paid
        if due:
            items.append(Item(why, due, paid))
    if count := len(state.table):
        items.append(Item("table", count, count))
    gained = sum(item.paid for item in items)
    chips = _set(_set(state.chips, winner, gained), loser, held - state.chips[loser])
    return tuple(items), chips


def _ranks(state: State) -> tuple[int, ...]:
    first, second = state.chips
    if first == second and state.options.tie == "draw":
        return (1, 1)
    best = state.starter if first == second else Seat(int(second > first))
    return tuple(1 if seat == best else 2 for seat in _SEATS)
