"""COLORSE: outguess a neighbour for cards, stack six without two of a colour touching.

seats          3–4.
pack           48 cards: 8 of each of four colours, 2 of each pair of colours, 4 SPECIAL.
hidden         Signs until both are chosen. The face-down market card and the pack.
               A round winner's face-down starting card. A face-down card taken but not yet placed.
simultaneous   The signs of the two duellists.
ends           When a seat has won `rounds` rounds.
               A full box wins a round. After 100 duels the fullest box wins it.
bound          4 × `rounds` × 1,004 decisions, thus 8,032 to win two rounds.
               A duel has at most 10: two ties with their signs, two takes, two placements.
               A round has 100 duels, and a SPECIAL to colour by each of 4 seats.
               A win takes at most 4 rounds.
scoring        Rounds won, then cards in the box.
               A score is ten times the first plus the second, so equal scores are equal ranks.
source         rules/colorse.md, source document 002.

Boxes are kept as all see them. The cards under backs are kept apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..chance import Chance
from ..core import Event, Outcome, Rulings, Seat, Step
from ..errors import N_, IllegalMove, MatchOver, NotToAct, check_seats
from .cards import BACK, COLOURS, DOWN, SIGNS, SPECIAL, Box, Card, coloured, fall
from .moves import Move, Paint, Place, Show, Take, read, written
from .rounds import deal_round, go_on, paint, place, show, take
from .state import ColorseOptions, State, Taken, View

_SEALS = "sign"
_ASKED = {
    "colour": N_("Choose a colour for your SPECIAL now."),
    "take": N_("Take a card from the market now."),
    "place": N_("Place a card you have taken now."),
    _SEALS: N_("Choose a sign now: do, zof or rau."),
}
_KINDS: dict[type[Move], str] = {Paint: "colour", Take: "take", Place: "place", Show: _SEALS}


@dataclass(frozen=True, eq=False)
class Colorse:
    """The rules of COLORSE."""

    key: ClassVar[str] = "colorse"
    RULINGS: ClassVar[Mapping[int, Rulings]] = {2: frozenset()}
    seats: ClassVar[range] = range(3, 5)
    Options: ClassVar[type[ColorseOptions]] = ColorseOptions
    version: int = max(RULINGS)

    def deal(self, seats: int, options: ColorseOptions, chance: Chance) -> Step[State]:
        """Return the first round with a random parent (rules: "Round")."""
        check_seats(self.seats, seats)
        events: list[Event] = []
        state = State(options, Seat(chance.below(seats)), (0,) * seats)
        state = deal_round(state, chance, events)
        return Step(state, tuple(events))

    def usual_moves(self, seats: int, options: ColorseOptions) -> int:
        """Return the usual number of decisions: about twenty of each seat in a round."""
        return 20 * seats * options.rounds

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seat of the first task, or the duellists without a sign."""
        if state.over:
            return frozenset()
        if state.tasks:
            return frozenset({state.tasks[0].seat})
        duellists = zip((state.parent, state.child()), state.signs, strict=True)
        return frozenset(seat for seat, sign in duellists if sign is None)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return the moves of the seat's task, or in a duel every sign except the sealed one."""
        if state.over or not _decides(state, seat):
            return ()
        if not state.tasks:
            sealed = state.signs[seat != state.parent]
            return tuple(Show(sign) for sign in SIGNS if sign != sealed)
        return _choices(state.tasks[0].kind, state.market, state.held(seat))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Make a decision, and all that follows without one. Raises MoveError."""
        if state.over:
            raise MatchOver(N_("That match is over."))
        if not _decides(state, seat):
            raise NotToAct(N_("It isn't your turn."))
        due = state.tasks[0].kind if state.tasks else _SEALS
        if _KINDS[type(move)] != due:
            raise IllegalMove(_ASKED[due])
        events: list[Event] = []
        match move:
            case Show(sign=sign):
                state = show(state, seat, sign, events)
            case Paint(colour=colour):
                state = paint(state, seat, colour, events)
            case Take(place=at):
                state = take(state, seat, at, events)
            case Place(number=number, colour=colour):
                state = place(state, seat, number, colour, events)
        return Step(go_on(state, chance, events), tuple(events))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the data that a seat may see (rules: "Who sees what")."""
        first, second = state.signs
        duellists = (state.parent, state.child())
        both = (first, second) if first is not None and second is not None else None
        sealed = {} if both else dict(zip(duellists, state.signs, strict=True))
        return View(
            seat=seat,
            seats=len(state.wins),
            options=state.options,
            round=state.round,
            duel=state.duel,
            raus=state.raus,
            parent=state.parent,
            child=state.child(),
            wins=state.wins,
            boxes=state.boxes,
            down=None if seat is None else state.down[seat],
            market=_shown(state.market),
            pack=len(state.pack),
            vanished=state.vanished,
            tasks=state.tasks,
            taken=tuple(
                taken if seat == taken.seat or not taken.down else taken._replace(card=BACK)
                for taken in state.taken
            ),
            chosen=frozenset(duellist for duellist, sign in sealed.items() if sign is not None),
            sign=None if seat is None else sealed.get(seat),
            signs=both,
            to_act=self.to_act(state),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return ranks by rounds won, then by cards in the box (see the scoring above)."""
        return state.outcome()

    def stage(self, state: State) -> int:
        """Grows with every decision but a sealed sign, and with every reveal."""
        return state.stage

    def default_move(self, view: View) -> Move:
        """Return do, the sign that shares, or the move that makes the fewest cards vanish."""
        seat = view.seat
        if seat is None or seat not in view.to_act:
            raise NotToAct(N_("It isn't your turn."))
        if not view.tasks:
            return Show("do")
        choices = _choices(view.tasks[0].kind, view.market, view.held(seat))
        return min(choices, key=lambda move: _harm(view, view.boxes[seat], move))

    def parse_move(self, text: str) -> Move:
        """`do`, `R`, `take1`, `place1`, `place1:R`. Raises InvalidMove."""
        return read(text)

    def move_text(self, move: Move) -> str:
        """The notation of the rules page."""
        return written(move)


GAME = Colorse()


def _choices(kind: str, market: Sequence[Card | None], held: Sequence[Taken]) -> tuple[Move, ...]:
    """Return the possible moves of a seat's task."""
    if kind == "colour":
        return tuple(Paint(colour) for colour in COLOURS)
    if kind == "take":
        return tuple(Take(n) for n, card in enumerate(market) if card is not None)
    # Only of different cards does it matter which is placed first.
    first = [taken for n, taken in enumerate(held) if n == 0 or taken.card != held[0].card]
    return tuple(
        Place(taken.number, colour)
        for taken in first
        for colour in (COLOURS if taken.card == SPECIAL else (None,))
    )


def _decides(state: State, seat: Seat) -> bool:
    """Return True if a decision is the seat's, or was its own and may still change."""
    if state.tasks:
        return state.tasks[0].seat == seat
    return seat in (state.parent, state.child())


def _shown(market: Sequence[Card | None]) -> tuple[Card | None, ...]:
    return tuple(BACK if n == DOWN and card else card for n, card in enumerate(market))


def _harm(view: View, box: Box, move: Move) -> float:
    """Return the number of cards that a move would make vanish now. An unknown card may be any."""
    match move:
        case Take(place=place):
            card = view.market[place] or BACK
            return 1 if card == BACK else len(fall(box, card).vanished)
        case Place(number=number, colour=colour):
            (card,) = [t.card for t in view.taken if t.seat == view.seat and t.number == number]
            return len(fall(box, coloured(card, colour)).vanished)
        case _:
            return 0
