"""The course of COLORSE: the effects of a decision, up to the next one.

Functions append events to the list handed in. The effects of a duel form a queue of tasks. A
placement without a choice never waits in it.

Cards can't run out. Without a winner four boxes hold 20 cards, the market and the taken cards 3.
The pack and the vanished cards always have 25 between them. A vanished SPECIAL is without colour
again.
"""

from collections.abc import Sequence

from ..chance import Chance
from ..core import Event, Seat
from ..errors import N_, IllegalMove
from .cards import BACK, DOWN, EMPTY, PACK, SPECIAL, Box, Card, Sign, coloured, count, fall
from .events import (
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
    RoundDrawn,
    RoundWon,
    Sealed,
    Took,
    TurnedUp,
)
from .state import DUELS, ROUNDS_A_WIN, TIES, State, Taken, Task

BEATEN_BY: dict[Sign, Sign] = {"do": "zof", "zof": "rau", "rau": "do"}


def deal_round(state: State, chance: Chance, events: list[Event]) -> State:
    """Shuffle the whole pack and begin the next round (rules: "Round")."""
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
        duel=0,
        raus=0,
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
    return go_on(state, chance, events)


def paint(state: State, seat: Seat, colour: str, events: list[Event]) -> State:
    """Give a SPECIAL dealt at the start its colour."""
    events.append(Painted(seat=seat, colour=colour))
    box = (coloured(SPECIAL, colour), *state.boxes[seat][1:])
    state = _with_box(state, seat, box, ())
    return state._replace(stage=state.stage + 1, tasks=state.tasks[1:])


def show(state: State, seat: Seat, sign: Sign, events: list[Event]) -> State:
    """Seal or change a sign. The second one decides the duel. Raises IllegalMove."""
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
    """Carry out a pair of signs (rules: "Duel")."""
    parent, child = state.parent, state.child()
    tie = first == second == "rau"
    raus = state.raus + tie
    events.append(Revealed(parent=parent, child=child, signs=(first, second), raus=raus))
    state = state._replace(stage=state.stage + 1)
    if tie and raus == TIES:
        return state
    if tie:
        return state._replace(signs=(None, None), raus=raus)
    if first != second:
        winner, sign = (child, second) if BEATEN_BY[first] == second else (parent, first)
        takers = [winner] * (2 if sign == "zof" else 1)
    elif first == "do":
        takers = [parent, child]
    else:
        state = _lose_last(_lose_last(state, parent, events), child, events)
        takers = [state.child(2)]
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


def take(state: State, seat: Seat, place: int, events: list[Event]) -> State:
    """Take a card from the market. Raises IllegalMove."""
    card = state.market[place]
    if card is None:
        raise IllegalMove(N_("That card of the market is taken already."))
    down = place == DOWN
    events.append(Took(seat=seat, place=place, card=BACK if down else card))
    if down:
        events.append(Looked(to=frozenset({seat}), seat=seat, card=card))
    taken = Taken(seat, len(state.held(seat)) + 1, card, down)
    return state._replace(
        stage=state.stage + 1,
        market=(*state.market[:place], None, *state.market[place + 1 :]),
        tasks=state.tasks[1:],
        taken=(*state.taken, taken),
    )


def place(state: State, seat: Seat, number: int, colour: str | None, events: list[Event]) -> State:
    """Place a taken card, a SPECIAL in a colour. Raises IllegalMove."""
    held = state.held(seat)
    taken = next((taken for taken in held if taken.number == number), None)
    if taken is None:
        raise IllegalMove(N_("You have no card {number} to place."), number=number)
    if taken.card == SPECIAL and colour is None:
        raise IllegalMove(N_("Choose a colour for the SPECIAL too."))
    if taken.card != SPECIAL and colour is not None:
        raise IllegalMove(N_("Only a SPECIAL is placed in a colour."))
    if taken.card == SPECIAL == held[0].card and taken != held[0]:
        raise IllegalMove(N_("Of two SPECIALs the one you took first is placed first."))
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


def _with_box(state: State, seat: Seat, box: Box, gone: Sequence[Card]) -> State:
    """The state with another box, the cards gone from it out of the round."""
    boxes = (*state.boxes[:seat], box, *state.boxes[seat + 1 :])
    out = (SPECIAL if card.startswith(SPECIAL) else card for card in gone)
    return state._replace(boxes=boxes, vanished=(*state.vanished, *out))


def go_on(state: State, chance: Chance, events: list[Event]) -> State:
    """All that happens without a decision: refill, placements, the end of a duel or round."""
    while True:
        due = state.tasks[0].kind if state.tasks else None
        if due not in ("colour", "take") and None in state.market:
            state = _refill(state, chance, events)
        full = next((Seat(s) for s, box in enumerate(state.boxes) if None not in box), None)
        if full is not None:
            return _end_round(state, full, chance, events)
        if due is None:
            break
        if due != "place":
            return state
        first, *others = state.held(state.tasks[0].seat)
        if first.card == SPECIAL or any(other.card != first.card for other in others):
            return state
        state = _put(state, first, first.card, events)
    if state.duel and None in state.signs:
        return state
    if state.duel == DUELS:
        return _end_round(state, _fullest(state), chance, events)
    if state.duel:
        state = state._replace(parent=state.child())
    events.append(DuelBegan(parent=state.parent, child=state.child()))
    return state._replace(duel=state.duel + 1, raus=0, signs=(None, None))


def _refill(state: State, chance: Chance, events: list[Event]) -> State:
    market: list[Card] = []
    pack, vanished = state.pack, state.vanished
    for card in state.market:
        if card is not None:
            market.append(card)
            continue
        if not pack:
            events.append(Reshuffled(cards=len(vanished)))
            pack, vanished = chance.shuffled(vanished), ()
        market.append(pack[0])
        pack = pack[1:]
    events.append(Refilled(market=(*market[:DOWN], BACK)))
    return state._replace(market=tuple(market), pack=pack, vanished=vanished)


def _fullest(state: State) -> Seat | None:
    """Return the seat with more cards in its box than any other, backs included."""
    counts = [count(box) for box in state.boxes]
    most = max(counts)
    return Seat(counts.index(most)) if counts.count(most) == 1 else None


def _end_round(state: State, winner: Seat | None, chance: Chance, events: list[Event]) -> State:
    """Turn up the winner's back, and drop the remaining placements."""
    if winner is None:
        events.append(RoundDrawn(round=state.round, boxes=state.boxes, wins=state.wins))
    else:
        state = _turn_up(state, winner, events)
        wins = (*state.wins[:winner], state.wins[winner] + 1, *state.wins[winner + 1 :])
        events.append(RoundWon(seat=winner, round=state.round, boxes=state.boxes, wins=wins))
        state = state._replace(wins=wins)
    state = state._replace(tasks=(), taken=())
    rounds = state.options.rounds
    if max(state.wins) < rounds and state.round < ROUNDS_A_WIN * rounds:
        return deal_round(state._replace(parent=state.child()), chance, events)
    for seat in range(len(state.wins)):
        state = _turn_up(state, Seat(seat), events)
    state = state._replace(over=True)
    outcome = state.outcome()
    assert outcome is not None
    events.append(MatchEnded(ranks=outcome.ranks, scores=outcome.scores))
    return state


def _turn_up(state: State, seat: Seat, events: list[Event]) -> State:
    """Show the card under a seat's back, if it has one. No card vanishes."""
    card = state.down[seat]
    if card is None:
        return state
    events.append(TurnedUp(seat=seat, card=card))
    box = tuple(card if cell == BACK else cell for cell in state.boxes[seat])
    down = (*state.down[:seat], None, *state.down[seat + 1 :])
    return _with_box(state._replace(down=down), seat, box, ())
