"""6 nimmt!: avoid taking bulls.

seats          2–10.
pack           104 number cards. With jokers, ten more valued 0.0 … 0.9.
hidden         Hands, the card chosen for a trick, undealt cards.
simultaneous   The choice of a card.
ends           After a round that brings a total over the limit, `rounds` rounds, or 101 rounds.
scoring        Fewest bulls ranks first. Equal totals share a rank.
source         rules/nimmt.md, source document 004.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar

from ..chance import Chance
from ..core import Event, Frozen, Outcome, Rulings, Seat, Step
from ..errors import N_, IllegalMove, InvalidMove, MatchOver, NotToAct, check_seats
from ..notation import plain
from .cards import FULL, JOKERS, NUMBERS, ROWS, Card, Row, card_text, is_joker, row_bulls, row_end
from .events import (
    Chose,
    Dealt,
    MatchEnded,
    MustTakeRow,
    Placed,
    Revealed,
    RoundBegan,
    RoundEnded,
    Sealed,
    Took,
    Why,
)
from .state import HAND, NimmtOptions, State, View


class Choose(Frozen):
    """Seal a card of the own hand for this trick."""

    card: Card


class TakeRow(Frozen):
    """Choose a row (0 = the first shown) for a low card or a joker."""

    row: int


Move = Choose | TakeRow

_CARD = re.compile(r"0\.([0-9])|([1-9][0-9]{0,2})")
_ROW = re.compile(r"row([1-4])")


@dataclass(frozen=True, eq=False)
class Nimmt:
    """The rules of 6 nimmt!."""

    key: ClassVar[str] = "nimmt"
    RULINGS: ClassVar[Mapping[int, Rulings]] = {2: frozenset()}
    seats: ClassVar[range] = range(2, 11)
    Options: ClassVar[type[NimmtOptions]] = NimmtOptions
    version: int = max(RULINGS)

    def deal(self, seats: int, options: NimmtOptions, chance: Chance) -> Step[State]:
        """The first round (rules: "Round")."""
        check_seats(self.seats, seats)
        return _deal_round(State(options, hands=((),) * seats), chance, [])

    def usual_moves(self, seats: int, options: NimmtOptions) -> int:
        """Return the usual number of decisions: ten cards each, in about four rounds to 66."""
        return 10 * seats * max(1, min(options.rounds or 100, options.target // 15))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats without a choice, or the seat that must choose a row."""
        if state.over:
            return frozenset()
        if state.waiting:
            return frozenset({state.waiting[0][0]})
        return frozenset(Seat(n) for n, card in enumerate(state.chosen) if card is None)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return every card except the sealed one, or every row when a row is due."""
        if state.waiting:
            return tuple(map(TakeRow, range(ROWS))) if state.waiting[0][0] == seat else ()
        # When the match is over, no hand holds a card.
        return tuple(Choose(card) for card in state.hands[seat] if card != state.chosen[seat])

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Seal a card, or choose a row. Raises MoveError."""
        if state.over:
            raise MatchOver(N_("That match is over."))
        if isinstance(move, TakeRow):
            return _take_row(state, seat, move.row, chance)
        return _choose(state, seat, move.card, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the data that a seat may see (rules: "Who sees what")."""
        return View(
            seat=seat,
            seats=len(state.hands),
            options=state.options,
            round=state.round,
            trick=state.trick,
            tricks=state.options.tricks,
            rows=state.rows,
            ends=tuple(map(row_end, state.rows)),
            bulls=state.totals(),
            round_bulls=state.round_bulls,
            history=state.history,
            hand_sizes=tuple(map(len, state.hands)),
            chosen=frozenset(Seat(n) for n, card in enumerate(state.chosen) if card is not None),
            revealed=state.waiting,
            to_act=self.to_act(state),
            hand=() if seat is None else state.hands[seat],
            choice=None if seat is None else state.chosen[seat],
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return ranks by fewest bulls. Scores are the bulls taken."""
        if not state.over:
            return None
        totals = state.totals()
        return Outcome(_ranks(totals), totals)

    def stage(self, state: State) -> int:
        """Grows with every trick and every row chosen."""
        return state.stage

    def default_move(self, view: View) -> Move:
        """The number, or the row, that costs least now (rules: "Rulings")."""
        if view.seat not in view.to_act:
            raise NotToAct(N_("Your card is chosen already."))
        if view.revealed:
            costs = _costs(view.rows, view.revealed[0][1])
            return TakeRow(costs.index(min(costs)))
        numbers = [card for card in view.hand if not is_joker(card)]
        # Hands are sorted: the first of equals is the lowest.
        return Choose(min(numbers or view.hand, key=lambda card: _cost_alone(view, card)))

    def completes(self, view: View) -> bool:
        """The row for the card that was chosen (rules: "Rulings")."""
        return bool(view.revealed) and view.seat in view.to_act

    def parse_move(self, text: str) -> Move:
        """`55`, `0.4` or `row1` … `row4`. Raises InvalidMove."""
        text = plain(text)
        if (row := _ROW.fullmatch(text)) is not None:
            return TakeRow(int(row[1]) - 1)
        if (card := _CARD.fullmatch(text)) is not None:
            joker, number = card.groups()
            value = int(number) * 10 if joker is None else int(joker)
            if value in JOKERS + NUMBERS:
                return Choose(value)
        raise InvalidMove(N_("Write a card, such as 55 or 0.4, or a row from row1 to row4."))

    def move_text(self, move: Move) -> str:
        """The notation of the rules page."""
        return f"row{move.row + 1}" if isinstance(move, TakeRow) else card_text(move.card)


GAME = Nimmt()


def _deal_round(state: State, chance: Chance, events: list[Event]) -> Step[State]:
    options, seats = state.options, len(state.hands)
    pack: tuple[Card, ...] = NUMBERS
    first: tuple[Card, ...] = ()
    if options.deck == "tactical":
        pack = pack[: HAND * seats + ROWS]
    if options.jokers:
        # One joker each; the rest are shuffled in (rules: "Jokers").
        jokers = chance.shuffled(JOKERS)
        first, pack = jokers[:seats], pack + jokers[seats:]
    pack = chance.drawn(pack, HAND * seats + ROWS)
    hands = [
        tuple(sorted(first[seat : seat + 1] + pack[HAND * seat : HAND * (seat + 1)]))
        for seat in range(seats)
    ]
    rows = tuple((card,) for card in sorted(pack[HAND * seats :]))
    events.append(RoundBegan(round=state.round + 1, rows=rows))
    for seat, hand in enumerate(hands):
        events.append(Dealt(to=frozenset({Seat(seat)}), seat=Seat(seat), hand=hand))
    dealt = state._replace(
        round=state.round + 1,
        trick=1,
        stage=state.stage + 1,
        rows=rows,
        hands=tuple(hands),
        chosen=(None,) * seats,
        round_bulls=(0,) * seats,
    )
    return Step(dealt, tuple(events))


def _choose(state: State, seat: Seat, card: Card, chance: Chance) -> Step[State]:
    if state.waiting and state.waiting[0][0] == seat:
        raise IllegalMove(N_("Choose a row first."))
    if state.waiting:
        raise NotToAct(N_("These cards are revealed already; wait for the next."))
    if card not in state.hands[seat]:
        raise IllegalMove(N_("You don't hold {card}."), card=card_text(card))
    before = state.chosen[seat]
    if before == card:
        raise IllegalMove(N_("You have chosen {card} already."), card=card_text(card))
    sealed = Sealed(to=frozenset({seat}), seat=seat, card=card)
    told = (sealed,) if before is not None else (Chose(seat=seat), sealed)
    chosen = (*state.chosen[:seat], card, *state.chosen[seat + 1 :])
    if None in chosen:
        return Step(state._replace(chosen=chosen), told)
    return _reveal(state, chosen, told, chance)


def _reveal(
    state: State, chosen: tuple[Card | None, ...], told: tuple[Event, ...], chance: Chance
) -> Step[State]:
    cards, hands = list[tuple[Seat, Card]](), []
    for card, hand in zip(chosen, state.hands, strict=True):
        assert card is not None
        cards.append((Seat(len(cards)), card))
        at = hand.index(card)
        hands.append(hand[:at] + hand[at + 1 :])
    waiting = tuple(sorted(cards, key=itemgetter(1)))
    rows, taken = list(state.rows), list(state.round_bulls)
    events = [*told, Revealed(cards=waiting)]
    return _place(state, tuple(hands), waiting, rows, taken, events, chance)


def _take_row(state: State, seat: Seat, row: int, chance: Chance) -> Step[State]:
    if not state.waiting:
        raise IllegalMove(N_("No row is to be chosen now; choose a card."))
    owner, card = state.waiting[0]
    if owner != seat:
        raise NotToAct(N_("Someone else chooses a row now."))
    rows, taken = list(state.rows), list(state.round_bulls)
    if is_joker(card):
        event = _lay(rows, taken, seat, card, row)
    else:
        event = _take(rows, taken, seat, card, row, "low")
    return _place(state, state.hands, state.waiting[1:], rows, taken, [event], chance)


def _place(
    state: State,
    hands: tuple[tuple[Card, ...], ...],
    waiting: tuple[tuple[Seat, Card], ...],
    rows: list[Row],
    taken: list[int],
    events: list[Event],
    chance: Chance,
) -> Step[State]:
    """Place revealed cards, lowest first, until a choice is due. Then continue.

    All arguments except `state` and `chance` are the current values of this trick.
    """
    ends = [row_end(row) for row in rows]
    for placed, (seat, card) in enumerate(waiting):
        row = fitting(ends, card)
        if row is None:
            events.append(MustTakeRow(seat=seat, card=card))
            waiting = waiting[placed:]
            break
        events.append(_lay(rows, taken, seat, card, row))
        ends[row] = card
    else:
        waiting = ()
    after = state._replace(
        trick=state.trick if waiting or not hands[0] else state.trick + 1,
        stage=state.stage + 1,
        rows=tuple(rows),
        hands=hands,
        chosen=(None,) * len(hands),
        waiting=waiting,
        round_bulls=tuple(taken),
    )
    if waiting or hands[0]:
        return Step(after, tuple(events))
    return _end_round(after, chance, events)


def fitting(ends: Sequence[Card], card: Card) -> int | None:
    """Return the row of a card: the highest end lower than it, the upper row of equals.

    None if its player has to choose: for a joker, and for a number not above the lowest end (rules:
    "Placing", "Rulings").
    """
    fitting, highest = None, -1
    if not is_joker(card):
        for row, end in enumerate(ends):
            if highest < end < card:
                fitting, highest = row, end
    return fitting


def _lay(rows: list[Row], taken: list[int], seat: Seat, card: Card, row: int) -> Event:
    if len(rows[row]) == FULL:
        return _take(rows, taken, seat, card, row, "sixth")
    rows[row] = (*rows[row], card)
    return Placed(seat=seat, card=card, row=row)


def _take(rows: list[Row], taken: list[int], seat: Seat, card: Card, row: int, why: Why) -> Event:
    cards = rows[row]
    cost = row_bulls(cards)
    rows[row] = (card,)
    taken[seat] += cost
    return Took(seat=seat, card=card, row=row, cards=cards, bulls=cost, why=why)


def _end_round(state: State, chance: Chance, events: list[Event]) -> Step[State]:
    totals = state.totals()
    events.append(RoundEnded(round=state.round, bulls=state.round_bulls, totals=totals))
    if state.round >= state.options.most_rounds or max(totals) > state.options.target:
        events.append(MatchEnded(ranks=_ranks(totals), totals=totals))
        return Step(state._replace(over=True), tuple(events))
    scored = state._replace(history=(*state.history, state.round_bulls))
    return _deal_round(scored, chance, events)


def _ranks(totals: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other < total for other in totals) for total in totals)


def _costs(rows: Sequence[Row], card: Card) -> list[int]:
    """Return the bulls of each row for a seat that puts this card there by choice."""
    free = is_joker(card)
    return [0 if free and len(row) < FULL else row_bulls(row) for row in rows]


def _cost_alone(view: View, card: Card) -> int:
    """Return the bulls of a card placed alone now."""
    row = fitting(view.ends, card)
    if row is None:
        return min(_costs(view.rows, card))
    return row_bulls(view.rows[row]) if len(view.rows[row]) == FULL else 0
