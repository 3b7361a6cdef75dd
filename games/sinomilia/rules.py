"""Sinomilia: predict the number of chips on the table, and mislead the other player.

seats          2.
pack           Each seat: number cards 0–9, a change card, 15 chips with a sun and a moon face.
hidden         The two predictions of a round.
simultaneous   The laying of the predictions.
ends           When a seat holds no chips, or has only 2 unused number cards left.
               Also after the third round in a row of two 9s.
bound          The toss, and 45 rounds of 2 predictions and at most 21 turns.
scoring        Most chips ranks first. The option `tie` ranks equal chips.
source         rules/sinomilia.md.

The coin falls when it is called, so nothing is hidden before. Both cards of a round are turned at
once here. A screen may show the second one later (`pause`).

Every round except one of two 9s uses up a card. After fifteen such rounds a seat has 2 left.
Before each of them lie at most 2 rounds of two 9s. A round has 9 chips and 2 changes at most, and
a pass after each except one. Turns alternate, so two actions meet only when both seats change.

A seat without chips never acts in its turns: its pass is part of the move before.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..chance import Chance
from ..core import Event, Frozen, Outcome, Rulings, Seat, Step
from ..errors import N_, IllegalMove, InvalidMove, MatchOver, NotToAct, check_seats
from ..notation import plain
from .ends import end_round, ranks, round_end
from .events import Changed, ChipLaid, Laid, Passed, Predicted, RoundBegan, Tossed
from .state import (
    CALLER,
    CARDS,
    SEATS,
    TOSSER,
    Card,
    Face,
    SinomiliaOptions,
    State,
    Turn,
    View,
    added,
    other,
)

_FACES: tuple[Face, Face] = ("sun", "moon")
_ONLY = tuple(frozenset((seat,)) for seat in SEATS)
_NOBODY: frozenset[Seat] = frozenset()


class Call(Frozen):
    """Say which face the tossed coin will show."""

    face: Face


class Lay(Frozen):
    """Lay a number card face down as the prediction of this round."""

    card: Card


class Chip(Frozen):
    """Lay an own chip on the table."""

    face: Face


class Change(Frozen):
    """Lay the prediction down again as this card, for a chip to the other seat."""

    card: Card


class Pass(Frozen):
    """Do nothing."""


Move = Call | Lay | Chip | Change | Pass

_MOVE = re.compile(r"(change)?([0-9])|(chip-?)?(sun|moon)|pass")


@dataclass(frozen=True, eq=False)
class Sinomilia:
    """The rules of Sinomilia."""

    key: ClassVar[str] = "sinomilia"
    RULINGS: ClassVar[Mapping[int, Rulings]] = {2: frozenset()}
    seats: ClassVar[range] = range(2, 3)
    Options: ClassVar[type[SinomiliaOptions]] = SinomiliaOptions
    version: int = max(RULINGS)

    def deal(self, seats: int, options: SinomiliaOptions, chance: Chance) -> Step[State]:
        """Before the toss (rules: "Toss")."""
        check_seats(self.seats, seats)
        return Step(State(options), ())

    def usual_moves(self, seats: int, options: SinomiliaOptions) -> int:
        """Return the usual number of decisions, measured over random play."""
        return 48

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seat that calls, the seats without a prediction, or the seat in turn."""
        match state.phase:
            case "over":
                return _NOBODY
            case "toss":
                return _ONLY[CALLER]
            case "lay":
                return frozenset(s for s in SEATS if state.laid[s] is None)
            case "turns":
                return _ONLY[state.turn]

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return sun and moon, every unused card except the laid one, or all actions of a turn."""
        phase = state.phase
        if phase == "lay":
            return tuple(Lay(card) for card in state.unused(seat) if card != state.laid[seat])
        if seat not in self.to_act(state):
            return ()
        if phase == "toss":
            return tuple(Call(face) for face in _FACES)
        chips = tuple(Chip(face) for face in _FACES)
        if state.changed[seat]:
            return (*chips, Pass())
        return (*chips, *(Change(card) for card in state.unused(seat)), Pass())

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
        """Return the data that a seat may see (rules: "Who sees what")."""
        return View(
            seat=seat,
            options=state.options,
            phase=state.phase,
            round=state.round,
            starter=state.starter,
            nines=state.nines,
            chips=state.chips,
            table=state.table,
            changed=state.changed,
            used=state.used,
            laid=frozenset(s for s in SEATS if state.laid[s] is not None),
            before=state.before,
            actor=state.actor,
            to_act=self.to_act(state),
            prediction=None if seat is None else state.laid[seat],
            unused=() if seat is None else state.unused(seat),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return ranks by chips. Scores are the chips held."""
        return Outcome(ranks(state), state.chips) if state.over else None

    def stage(self, state: State) -> int:
        """Grows with the toss, when both predictions are down, and with every turn."""
        return state.stage

    def default_move(self, view: View) -> Move:
        """Return sun, the middle one of the unused cards (the lower of two), or a pass."""
        if view.seat not in view.to_act:
            raise NotToAct(N_("It isn't your turn."))
        match view.phase:
            case "toss":
                return Call("sun")
            case "lay":
                return Lay(view.unused[(len(view.unused) - 1) // 2])
            case _:
                return Pass()

    def parse_move(self, text: str) -> Move:
        """`sun`, `7`, `chip-moon`, `change3` or `pass`, as people type them. Raises InvalidMove."""
        found = _MOVE.fullmatch(plain(text))
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


def _call(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    if seat != CALLER:
        raise NotToAct(N_("You toss the coin; the other player calls it."))
    if not isinstance(move, Call):
        raise IllegalMove(N_("Call the toss first: sun or moon."))
    coin = _FACES[chance.below(2)]
    starter = CALLER if coin == move.face else TOSSER
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
        raise NotToAct(N_("It isn't your turn."))
    if isinstance(move, Call):
        raise IllegalMove(N_("The coin was tossed already."))
    if isinstance(move, Lay):
        raise IllegalMove(N_("Both predictions are down. From now on a change costs a chip."))
    match move:
        case Pass():
            return _go_on(state.before, _passed(state), [Passed(seat=seat)])
        case Chip(face=face):
            table = (*state.table, face)
            after = _acted(state)._replace(table=table, before=face)
            return _go_on(state.before, after, [ChipLaid(seat=seat, face=face, count=len(table))])
        case Change(card=card):
            after = _change(state, seat, card)
            hidden = Predicted(to=_ONLY[seat], seat=seat, card=card)
            return _go_on(state.before, after, [Changed(seat=seat), hidden])


def _passed(state: State) -> State:
    return state._replace(before="pass", turn=other(state.turn), stage=state.stage + 1)


def _acted(state: State) -> State:
    """Return the state after an action, which costs its seat a chip."""
    return state._replace(
        chips=added(state.chips, state.turn, -1),
        turn=other(state.turn),
        actor=state.turn,
        stage=state.stage + 1,
    )


def _change(state: State, seat: Seat, card: Card) -> State:
    if state.changed[seat]:
        raise IllegalMove(N_("You have changed in this round already."))
    _must_have(state, seat, card)
    acted, changed, laid = _acted(state), state.changed, state.laid
    return acted._replace(
        chips=added(acted.chips, other(seat), 1),
        changed=(True, changed[1]) if seat == 0 else (changed[0], True),
        laid=(card, laid[1]) if seat == 0 else (laid[0], card),
        before="change",
    )


def _go_on(previous: Turn | None, state: State, events: list[Event]) -> Step[State]:
    """After a turn: the round ends, the other seat is to act, or passes for want of chips."""
    if why := round_end(previous, state):
        return end_round(state, why, events)
    if state.chips[state.turn]:
        return Step(state, tuple(events))
    return _go_on(state.before, _passed(state), [*events, Passed(seat=state.turn)])
