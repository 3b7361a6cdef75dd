"""COLORSE: outguess a neighbour for cards, stack six without two of a colour touching.

seats          3–4
pack           48 cards: 8 of each of four colours, 2 of each pair of colours, 4 SPECIAL
hidden         signs until both are chosen, the face-down market card, the pack, a round winner's
               face-down starting card, a face-down card taken but not yet placed
simultaneous   the signs of the two duellists
ends           when a seat has won `rounds` rounds; a round is won by filling the box
scoring        rounds won, then cards in the box; a score is ten times the one plus the other,
               so that equal scores are equal ranks and a score still reads as both
source         rules/colorse.md; source document 002

Boxes are kept as all see them; what lies under a back is kept apart. What a duel brings about is
a queue of tasks, and a placement without a choice never waits in it.

Cards can't run out: four boxes hold 20 while nobody has won, the market 3, so that the pack and
the vanished cards always have 25 between them. A SPECIAL that vanished is without colour again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from .chance import Chance
from .colorse_cards import (
    BACK,
    COLOURS,
    DOWN,
    EMPTY,
    PACK,
    SIGNS,
    SPECIAL,
    Box,
    Card,
    Sign,
    coloured,
    fall,
)
from .colorse_events import (
    Chose,
    Dealt,
    DuelBegan,
    Looked,
    Lost,
    MatchEnded,
    Painted,
    Placed,
    Refilled,
    Reshuffled,
    Revealed,
    RoundBegan,
    RoundWon,
    Sealed,
    Took,
)
from .colorse_state import ColorseOptions, State, Taken, Task, View
from .core import Event, Outcome, Seat, Step
from .errors import (
    N_,
    IllegalMove,
    InvalidMove,
    MatchOver,
    NotToAct,
)

_BEATEN_BY: dict[Sign, Sign] = {"do": "zof", "zof": "rau", "rau": "do"}


@dataclass(frozen=True, slots=True)
class Paint:
    """Give the SPECIAL dealt at the start its colour."""

    colour: str


@dataclass(frozen=True, slots=True)
class Show:
    """Seal a sign for the duel."""

    sign: Sign


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card from the market; 2 is the face-down place."""

    place: int


@dataclass(frozen=True, slots=True)
class Place:
    """Place the first (1) or second (2) taken card; a SPECIAL in a colour."""

    number: int
    colour: str | None = None


Move = Paint | Show | Take | Place

_SEALS = "sign"
_ASKED = {
    "colour": N_("Choose a colour for your SPECIAL now."),
    "take": N_("Take a card from the market now."),
    "place": N_("Place a card you have taken now."),
    _SEALS: N_("Choose a sign now: do, zof or rau."),
}
_KINDS: dict[type[Move], str] = {Paint: "colour", Take: "take", Place: "place", Show: _SEALS}
_MOVE = re.compile(r"(do|zof|rau)|([RGBY])|take([123])|place([12])(?::([RGBY]))?")


class Colorse:
    """The rules of COLORSE."""

    key: ClassVar[str] = "colorse"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(3, 5)
    Options: ClassVar[type[ColorseOptions]] = ColorseOptions

    def deal(self, seats: int, options: ColorseOptions, chance: Chance) -> Step[State]:
        """The first round; its parent is random (rules: "Round")."""
        state = State(
            options=options,
            round=0,
            stage=0,
            parent=Seat(chance.below(seats)),
            wins=(0,) * seats,
            boxes=(),
            down=(),
            market=(),
            pack=(),
            vanished=(),
            signs=(None, None),
            tasks=(),
            taken=(),
            over=False,
        )
        events: list[Event] = []
        state = _deal_round(state, chance, events)
        return Step(state, tuple(events))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Whose task is first, or the duellists who have not chosen a sign yet."""
        if state.over:
            return frozenset()
        if state.tasks:
            return frozenset({state.tasks[0].seat})
        duellists = zip((state.parent, state.child()), state.signs, strict=True)
        return frozenset(seat for seat, sign in duellists if sign is None)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """What the seat's task allows; in a duel every sign but the one sealed."""
        if state.over or not _decides(state, seat):
            return ()
        if not state.tasks:
            sealed = state.signs[seat != state.parent]
            return tuple(Show(sign) for sign in SIGNS if sign != sealed)
        kind = state.tasks[0].kind
        if kind == "colour":
            return tuple(Paint(colour) for colour in COLOURS)
        if kind == "take":
            return tuple(Take(n) for n, card in enumerate(state.market) if card is not None)
        return tuple(
            Place(taken.number, colour)
            for taken in _held(state, seat)
            for colour in (COLOURS if taken.card == SPECIAL else (None,))
        )

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Make a decision, and all that follows without one. Raises MoveError."""
        if state.over:
            raise MatchOver(N_("That match is over."))
        if not _decides(state, seat):
            raise NotToAct(N_("The decision isn't yours now."))
        due = state.tasks[0].kind if state.tasks else _SEALS
        if _KINDS[type(move)] != due:
            raise IllegalMove(_ASKED[due])
        events: list[Event] = []
        match move:
            case Show(sign=sign):
                state = _show(state, seat, sign, events)
            case Paint(colour=colour):
                state = _paint(state, seat, colour, events)
            case Take(place=place):
                state = _take(state, seat, place, events)
            case Place(number=number, colour=colour):
                state = _place(state, seat, number, colour, events)
        return Step(_go_on(state, chance, events), tuple(events))

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may know (rules: "Who sees what")."""
        first, second = state.signs
        duellists = (state.parent, state.child())
        both = (first, second) if first is not None and second is not None else None
        sealed = {} if both else dict(zip(duellists, state.signs, strict=True))
        return View(
            seat=seat,
            seats=len(state.wins),
            options=state.options,
            round=state.round,
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
        """By rounds won, then by cards in the box; see the scoring above."""
        if not state.over:
            return None
        scores = state.score()
        return Outcome(tuple(1 + sum(o > score for o in scores) for score in scores), scores)

    def stage(self, state: State) -> int:
        """Grows with every decision but a sealed sign, and with every reveal."""
        return state.stage

    def default_move(self, view: View) -> Move:
        """Do, the sign that shares; else what would make the fewest cards vanish."""
        seat = view.seat
        if seat is None or seat not in view.to_act:
            raise NotToAct(N_("The decision isn't yours now."))
        return min(_choices(view), key=lambda move: _harm(view, view.boxes[seat], move))

    def parse_move(self, text: str) -> Move:
        """`do`, `R`, `take1`, `place1`, `place1:R`. Raises InvalidMove."""
        found = _MOVE.fullmatch(text)
        if found is None:
            raise InvalidMove(
                N_("Write do, zof or rau, take1 to take3, place1 or place2:R, or R, G, B or Y.")
            )
        sign, colour, take, place, placed = found.groups()
        if sign is not None:
            return Show(next(s for s in SIGNS if s == sign))
        if colour is not None:
            return Paint(colour)
        return Take(int(take) - 1) if take is not None else Place(int(place), placed)

    def move_text(self, move: Move) -> str:
        """The notation of the rules page."""
        match move:
            case Show(sign=sign):
                return sign
            case Paint(colour=colour):
                return colour
            case Take(place=place):
                return f"take{place + 1}"
            case Place(number=number, colour=colour):
                return coloured(f"place{number}", colour)


GAME = Colorse()


def _choices(view: View) -> tuple[Move, ...]:
    """The legal moves of a seat that is to act, by its view."""
    if not view.tasks:
        return tuple(Show(sign) for sign in SIGNS)
    kind = view.tasks[0].kind
    if kind == "colour":
        return tuple(Paint(colour) for colour in COLOURS)
    if kind == "take":
        return tuple(Take(n) for n, card in enumerate(view.market) if card is not None)
    return tuple(
        Place(taken.number, colour)
        for taken in view.taken
        if taken.seat == view.seat
        for colour in (COLOURS if taken.card == SPECIAL else (None,))
    )


def _decides(state: State, seat: Seat) -> bool:
    """Whether a decision is the seat's, or was and may still be changed."""
    if state.tasks:
        return state.tasks[0].seat == seat
    return seat in (state.parent, state.child())


def _held(state: State, seat: Seat) -> list[Taken]:
    return [taken for taken in state.taken if taken.seat == seat]


def _shown(market: Sequence[Card | None]) -> tuple[Card | None, ...]:
    return tuple(BACK if n == DOWN and card else card for n, card in enumerate(market))


def _harm(view: View, box: Box, move: Move) -> float:
    """How many cards a move would make vanish now; an unknown one may be any."""
    match move:
        case Take(place=place):
            card = view.market[place] or BACK
            return 1 if card == BACK else len(fall(box, card).vanished)
        case Place(number=number, colour=colour):
            (card,) = [t.card for t in view.taken if t.seat == view.seat and t.number == number]
            return len(fall(box, coloured(card, colour)).vanished)
        case _:
            return 0


def _with_box(state: State, seat: Seat, box: Box, gone: Sequence[Card]) -> State:
    """The state with another box, the cards gone from it out of the round."""
    boxes = (*state.boxes[:seat], box, *state.boxes[seat + 1 :])
    out = (SPECIAL if card.startswith(SPECIAL) else card for card in gone)
    return state._replace(boxes=boxes, vanished=(*state.vanished, *out))


def _deal_round(state: State, chance: Chance, events: list[Event]) -> State:
    pack, seats = chance.shuffled(PACK), len(state.wins)
    shown = tuple(BACK if won else card for won, card in zip(state.wins, pack, strict=False))
    down = tuple(card if won else None for won, card in zip(state.wins, pack, strict=False))
    events.append(RoundBegan(round=state.round + 1, cards=shown))
    events.extend(
        Dealt(to=frozenset({Seat(seat)}), seat=Seat(seat), card=card)
        for seat, card in enumerate(down)
        if card is not None
    )
    order = [Seat((state.parent + n) % seats) for n in range(seats)]
    state = state._replace(
        round=state.round + 1,
        stage=state.stage + 1,
        boxes=tuple((card, *EMPTY[1:]) for card in shown),
        down=down,
        market=(None, None, None),
        pack=pack[seats:],
        vanished=(),
        signs=(None, None),
        tasks=tuple(Task("colour", seat) for seat in order if shown[seat] == SPECIAL),
        taken=(),
    )
    return _go_on(state, chance, events)


def _paint(state: State, seat: Seat, colour: str, events: list[Event]) -> State:
    events.append(Painted(seat=seat, colour=colour))
    box = (coloured(SPECIAL, colour), *state.boxes[seat][1:])
    state = _with_box(state, seat, box, ())
    return state._replace(stage=state.stage + 1, tasks=state.tasks[1:])


def _show(state: State, seat: Seat, sign: Sign, events: list[Event]) -> State:
    mine = int(seat != state.parent)
    before = state.signs[mine]
    if before == sign:
        raise IllegalMove(N_("You have chosen {sign} already."), sign=sign)
    if before is None:
        events.append(Chose(seat=seat))
    events.append(Sealed(to=frozenset({seat}), seat=seat, sign=sign))
    other = state.signs[1 - mine]
    first, second = (other, sign) if mine else (sign, other)
    state = state._replace(signs=(first, second))
    if first is None or second is None:
        return state
    return _duel(state, first, second, events)


def _duel(state: State, first: Sign, second: Sign, events: list[Event]) -> State:
    """What two signs bring about (rules: "Duel")."""
    parent, child = state.parent, state.child()
    events.append(Revealed(parent=parent, child=child, signs=(first, second)))
    state = state._replace(stage=state.stage + 1)
    if first != second:
        winner, sign = (child, second) if _BEATEN_BY[first] == second else (parent, first)
        takers = [winner] * (2 if sign == "zof" else 1)
    elif first == "do":
        takers = [parent, child]
    elif first == "zof":
        state = _lose_last(_lose_last(state, parent, events), child, events)
        takers = [state.child(2)]
    else:
        return state._replace(signs=(None, None))
    takes = [Task("take", seat) for seat in takers]
    return state._replace(tasks=(*takes, *(Task("place", seat) for seat in takers)))


def _lose_last(state: State, seat: Seat, events: list[Event]) -> State:
    box = state.boxes[seat]
    cell = max((n for n, card in enumerate(box) if card is not None), default=None)
    if cell is None:
        return state
    card = box[cell] or ""
    under = state.down[seat]
    if card == BACK and under is not None:
        card = under
        state = state._replace(down=(*state.down[:seat], None, *state.down[seat + 1 :]))
    events.append(Lost(seat=seat, cell=cell, card=card))
    return _with_box(state, seat, (*box[:cell], None, *box[cell + 1 :]), (card,))


def _take(state: State, seat: Seat, place: int, events: list[Event]) -> State:
    card = state.market[place]
    if card is None:
        raise IllegalMove(N_("That card of the market is taken already."))
    down = place == DOWN
    events.append(Took(seat=seat, place=place, card=BACK if down else card))
    if down:
        events.append(Looked(to=frozenset({seat}), seat=seat, card=card))
    taken = Taken(seat, len(_held(state, seat)) + 1, card, down)
    return state._replace(
        stage=state.stage + 1,
        market=(*state.market[:place], None, *state.market[place + 1 :]),
        tasks=state.tasks[1:],
        taken=(*state.taken, taken),
    )


def _place(state: State, seat: Seat, number: int, colour: str | None, events: list[Event]) -> State:
    taken = next((taken for taken in _held(state, seat) if taken.number == number), None)
    if taken is None:
        raise IllegalMove(N_("You have no card {number} to place."), number=number)
    if taken.card == SPECIAL and colour is None:
        raise IllegalMove(N_("Choose a colour for the SPECIAL too."))
    if taken.card != SPECIAL and colour is not None:
        raise IllegalMove(N_("Only a SPECIAL is placed in a colour."))
    state = state._replace(stage=state.stage + 1)
    return _put(state, taken, coloured(taken.card, colour), events)


def _put(state: State, taken: Taken, card: Card, events: list[Event]) -> State:
    seat = taken.seat
    box = state.boxes[seat]
    cell, cells, after = fall(box, card)
    gone = tuple((n, card if n == cell else box[n] or "") for n in cells)
    events.append(Placed(seat=seat, card=card, cell=cell, vanished=gone))
    state = _with_box(state, seat, after, [c for _, c in gone])
    left = tuple(other for other in state.taken if other != taken)
    return state._replace(tasks=state.tasks[1:], taken=left)


def _go_on(state: State, chance: Chance, events: list[Event]) -> State:
    """All that happens without a decision: placements, the end of a duel or round."""
    while True:
        full = next((Seat(s) for s, box in enumerate(state.boxes) if None not in box), None)
        if full is not None:
            return _end_round(state, full, chance, events)
        if not state.tasks:
            break
        kind, seat = state.tasks[0]
        held = _held(state, seat)
        if kind != "place" or len(held) > 1 or held[0].card == SPECIAL:
            return state
        state = _put(state, held[0], held[0].card, events)
    if None not in state.market:
        return state
    state = _refill(state, chance, events)
    if None not in state.signs:
        state = state._replace(parent=state.child(), signs=(None, None))
    events.append(DuelBegan(parent=state.parent, child=state.child()))
    return state


def _refill(state: State, chance: Chance, events: list[Event]) -> State:
    market, pack, vanished = [], state.pack, state.vanished
    for card in state.market:
        if card is None and not pack:
            events.append(Reshuffled(cards=len(vanished)))
            pack, vanished = chance.shuffled(vanished), ()
        if card is None:
            card, pack = pack[0], pack[1:]
        market.append(card)
    events.append(Refilled(market=tuple(card or "" for card in _shown(market))))
    return state._replace(market=tuple(market), pack=pack, vanished=vanished)


def _end_round(state: State, seat: Seat, chance: Chance, events: list[Event]) -> State:
    """A full box wins the round at once; what was still to be placed is dropped."""
    wins = (*state.wins[:seat], state.wins[seat] + 1, *state.wins[seat + 1 :])
    box = state.boxes[seat]
    events.append(RoundWon(seat=seat, round=state.round, box=box, wins=wins))
    state = state._replace(wins=wins, tasks=(), taken=())
    if wins[seat] < state.options.rounds:
        next_parent = state._replace(parent=state.child())
        return _deal_round(next_parent, chance, events)
    state = state._replace(over=True)
    outcome = GAME.outcome(state)
    assert outcome is not None
    events.append(MatchEnded(ranks=outcome.ranks, scores=outcome.scores))
    return state
