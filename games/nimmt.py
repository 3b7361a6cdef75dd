"""6 nimmt!: avoid taking bulls.

seats          2–10
pack           104 number cards; with jokers, ten more valued 0.0 … 0.9
hidden         hands, the card chosen for a trick, undealt cards
simultaneous   the choice of a card
ends           after a round in which a total goes over the target, or after `rounds` rounds
scoring        fewest bulls ranks first, equal totals share a rank
source         rules/nimmt.md; source document 004

A card is a whole number of tenths, so that jokers and row ends add up exactly: 55 is 550, the
joker 0.4 is 4.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal, NamedTuple, cast

from .chance import Chance
from .core import Event, Outcome, Seat, Step
from .errors import (
    N_,
    IllegalMove,
    InvalidMove,
    InvalidOptions,
    MatchOver,
    NotToAct,
)

Card = int
Row = tuple[Card, ...]

_HIGHEST = 104
_HAND = 10
_ROWS = 4
_ROW_FULL = 5
_JOKERS = tuple(range(10))


def is_joker(card: Card) -> bool:
    """Whether a card is one of the jokers 0.0 … 0.9."""
    return card < 10


@cache
def bulls(card: Card) -> int:
    """The bulls on a card (rules: "On the table"; jokers carry none)."""
    number = card // 10
    if is_joker(card):
        return 0
    if number == 55:
        return 7
    if number % 11 == 0:
        return 5
    if number % 10 == 0:
        return 3
    return 2 if number % 5 == 0 else 1


def card_text(card: Card) -> str:
    """A card as the rules write it: `55`, `0.4`."""
    return f"0.{card}" if is_joker(card) else str(card // 10)


def row_end(row: Row) -> Card:
    """What a number must beat to go there, in tenths: the last number plus the jokers after it."""
    end = 0
    for card in row:
        end = end + card if is_joker(card) else card
    return end


@dataclass(frozen=True, slots=True)
class NimmtOptions:
    """How a match is played. Raises InvalidOptions.

    `target`: 10–200 bulls; `rounds`: 1–20 or None; `deck`: full or tactical; `jokers`.
    """

    target: int = 66
    rounds: int | None = None
    deck: str = "full"
    jokers: bool = False

    def __post_init__(self) -> None:
        if type(self.target) is not int or not 10 <= self.target <= 200:
            raise InvalidOptions(N_("The target is a number from 10 to 200."))
        if self.rounds is not None and (type(self.rounds) is not int or not 1 <= self.rounds <= 20):
            raise InvalidOptions(N_("The rounds are a number from 1 to 20, or none."))
        if self.deck not in ("full", "tactical"):
            raise InvalidOptions(N_("The deck is full or tactical."))
        if type(self.jokers) is not bool:
            raise InvalidOptions(N_("Jokers are played or not."))
        if self.jokers and self.deck == "tactical":
            raise InvalidOptions(N_("Jokers can't be played with the tactical deck."))


@dataclass(frozen=True, slots=True)
class Choose:
    """Seal a card of the own hand for this trick."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakeRow:
    """Choose a row (0 = the first shown) for a low card or a joker."""

    row: int


Move = Choose | TakeRow


class State(NamedTuple):
    """The full truth. `chosen` and `hands` by seat; `waiting` are revealed cards to be placed.

    A named tuple, being made several times as fast as a dataclass.
    """

    options: NimmtOptions
    round: int
    trick: int
    stage: int
    rows: tuple[Row, ...]
    hands: tuple[tuple[Card, ...], ...]
    chosen: tuple[Card | None, ...]
    waiting: tuple[tuple[Card, Seat], ...]
    round_bulls: tuple[int, ...]
    history: tuple[tuple[int, ...], ...]
    over: bool

    def totals(self) -> tuple[int, ...]:
        """Bulls taken in all rounds, by seat."""
        if not self.history:
            return self.round_bulls
        return tuple(map(sum, zip(*self.history, self.round_bulls, strict=True)))


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (None: a spectator) may know. Cards in tenths, rounds and tricks from 1.

    `ends`: what a number must beat, by row; `revealed`: cards turned up but not yet placed,
    lowest first, the first one's owner choosing a row; `hand` still holds the sealed `choice`.
    """

    seat: Seat | None
    seats: int
    options: NimmtOptions
    round: int
    trick: int
    tricks: int
    rows: tuple[Row, ...]
    ends: tuple[Card, ...]
    bulls: tuple[int, ...]
    round_bulls: tuple[int, ...]
    history: tuple[tuple[int, ...], ...]
    hand_sizes: tuple[int, ...]
    chosen: frozenset[Seat]
    revealed: tuple[tuple[Seat, Card], ...]
    to_act: frozenset[Seat]
    hand: tuple[Card, ...]
    choice: Card | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event):
    """A round was dealt; the four rows as turned up, ascending."""

    round: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Event):
    """A seat's hand, told to that seat alone."""

    seat: Seat
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chose(Event):
    """A seat has sealed its card for the trick; told once, whatever it changes later."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed(Event):
    """Which card a seat has sealed, told to that seat alone."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """All cards of a trick, lowest first."""

    cards: tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MustTakeRow(Event):
    """A seat has to choose a row for its card; the others wait."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Event):
    """A card went to the right end of a row."""

    seat: Seat
    card: Card
    row: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Took(Event):
    """A seat took a row, which its card starts anew."""

    seat: Seat
    card: Card
    row: int
    cards: Row
    bulls: int
    why: Literal["sixth", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Event):
    """A round was scored: bulls taken in it and in all, by seat."""

    round: int
    bulls: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Event):
    """The match is over."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]


_CARD = re.compile(r"0\.([0-9])|([1-9][0-9]{0,2})")
_ROW = re.compile(r"row([1-4])")


class Nimmt:
    """The rules of 6 nimmt!."""

    key: ClassVar[str] = "nimmt"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 11)
    Options: ClassVar[type[NimmtOptions]] = NimmtOptions

    def deal(self, seats: int, options: NimmtOptions, chance: Chance) -> Step[State]:
        """The first round (rules: "Round")."""
        nothing = (0,) * seats
        empty = State(options, 0, 0, 0, (), (), (), (), nothing, (), over=False)
        events: list[Event] = []
        state = _deal_round(empty, seats, chance, events)
        return Step(state, tuple(events))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Who has not chosen yet, or whoever must choose a row."""
        if state.over:
            return frozenset()
        if state.waiting:
            return _ONLY[state.waiting[0][1]]
        return frozenset([s for s, card in zip(_SEATS, state.chosen, strict=False) if card is None])

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every card but the one sealed; or, when a row is due, every row."""
        if state.over:
            return ()
        if state.waiting:
            return _ROW_MOVES if state.waiting[0][1] == seat else ()
        sealed = state.chosen[seat]
        if sealed is None:
            return tuple(map(_CHOOSE.__getitem__, state.hands[seat]))
        return tuple([_CHOOSE[card] for card in state.hands[seat] if card != sealed])

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Seal a card, or choose a row. Raises MoveError."""
        if state.over:
            raise MatchOver(N_("That match is over."))
        if isinstance(move, Choose):
            return _choose(state, seat, move.card, chance)
        return _take_row(state, seat, move.row, chance, [])

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may know (rules: "Who sees what")."""
        chosen = frozenset(Seat(s) for s, card in enumerate(state.chosen) if card is not None)
        return View(
            seat=seat,
            seats=len(state.hands),
            options=state.options,
            round=state.round,
            trick=state.trick,
            tricks=_tricks(state.options),
            rows=state.rows,
            ends=tuple(row_end(row) for row in state.rows),
            bulls=state.totals(),
            round_bulls=state.round_bulls,
            history=state.history,
            hand_sizes=tuple(len(hand) for hand in state.hands),
            chosen=chosen,
            revealed=tuple((owner, card) for card, owner in state.waiting),
            to_act=self.to_act(state),
            hand=() if seat is None else state.hands[seat],
            choice=None if seat is None else state.chosen[seat],
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Fewest bulls ranks first; scores are the bulls taken."""
        if not state.over:
            return None
        totals = state.totals()
        return Outcome(_ranks(totals), totals)

    def stage(self, state: State) -> int:
        """Grows with every trick and every row chosen."""
        return state.stage

    def default_move(self, state: State, seat: Seat) -> Move:
        """The card that would cost least if placed now, or the row with the fewest bulls."""
        if state.waiting:
            costs = [_worth(row) for row in state.rows]
            return TakeRow(costs.index(min(costs)))
        legal = [m.card for m in self.legal_moves(state, seat) if isinstance(m, Choose)]
        if not legal:
            raise NotToAct(N_("Your card is chosen already."))
        return Choose(min(legal, key=lambda card: (_cost_now(state.rows, card), card)))

    def parse_move(self, text: str) -> Move:
        """`55`, `0.4` or `row1` … `row4`. Raises InvalidMove."""
        if (row := _ROW.fullmatch(text)) is not None:
            return TakeRow(int(row[1]) - 1)
        card = _CARD.fullmatch(text)
        if card is not None and card[1] is not None:
            return Choose(int(card[1]))
        if card is not None and int(card[2]) <= _HIGHEST:
            return Choose(int(card[2]) * 10)
        raise InvalidMove(N_("Write a card, such as 55 or 0.4, or a row from row1 to row4."))

    def move_text(self, move: Move) -> str:
        """The notation of the rules page."""
        return f"row{move.row + 1}" if isinstance(move, TakeRow) else card_text(move.card)


GAME = Nimmt()
# Made once: these are asked for at every ply.
_ROW_MOVES: tuple[Move, ...] = tuple(TakeRow(row) for row in range(_ROWS))
_CHOOSE = {card: Choose(card) for card in (*_JOKERS, *range(10, _HIGHEST * 10 + 1, 10))}
_SEATS = tuple(map(Seat, range(Nimmt.seats[-1])))
_ONLY = tuple(frozenset((Seat(seat),)) for seat in range(Nimmt.seats[-1]))


@cache
def _chose(seat: Seat) -> Chose:
    return Chose(seat=seat)


@cache
def _sealed(seat: Seat, card: Card) -> Sealed:
    return Sealed(to=_ONLY[seat], seat=seat, card=card)


@cache
def _placed(seat: Seat, card: Card, row: int) -> Placed:
    return Placed(seat=seat, card=card, row=row)


def _with_chosen(state: State, chosen: tuple[Card | None, ...]) -> State:
    """`state._replace(chosen=chosen)`, three times as fast: it happens at most plies."""
    options, number, trick, stage, rows, hands, _, waiting, taken, history, over = state
    return State(options, number, trick, stage, rows, hands, chosen, waiting, taken, history, over)


def _tricks(options: NimmtOptions) -> int:
    return _HAND + options.jokers


def _deal_round(state: State, seats: int, chance: Chance, events: list[Event]) -> State:
    options = state.options
    highest = _HAND * seats + _ROWS if options.deck == "tactical" else _HIGHEST
    pack: tuple[Card, ...] = tuple(range(10, highest * 10 + 1, 10))
    first: tuple[Card, ...] = ()
    if options.jokers:
        # One joker each; the rest are shuffled in (rules: "Jokers").
        jokers = chance.shuffled(_JOKERS)
        first, pack = jokers[:seats], pack + jokers[seats:]
    pack = chance.drawn(pack, seats * _HAND + _ROWS)
    hands = tuple(
        tuple(sorted(first[s : s + 1] + pack[s * _HAND : (s + 1) * _HAND])) for s in range(seats)
    )
    turned = pack[seats * _HAND :]
    rows = tuple((card,) for card in sorted(turned))
    events.append(RoundBegan(round=state.round + 1, rows=rows))
    events.extend(Dealt(to=_ONLY[s], seat=Seat(s), hand=hand) for s, hand in enumerate(hands))
    return state._replace(
        round=state.round + 1,
        trick=1,
        stage=state.stage + 1,
        rows=rows,
        hands=hands,
        chosen=(None,) * seats,
        waiting=(),
        round_bulls=(0,) * seats,
    )


def _choose(state: State, seat: Seat, card: Card, chance: Chance) -> Step[State]:
    if state.waiting:
        raise NotToAct(N_("The cards of this trick are revealed; wait for the next one."))
    if card not in state.hands[seat]:
        raise IllegalMove(N_("You don't hold {card}."), card=card_text(card))
    chosen = state.chosen
    before = chosen[seat]
    if before == card:
        raise IllegalMove(N_("You have chosen {card} already."), card=card_text(card))
    chosen = (*chosen[:seat], card, *chosen[seat + 1 :])
    told: tuple[Event, ...] = (_sealed(seat, card),)
    if before is None:
        told = (_chose(seat), *told)
    if None in chosen:
        return Step(_with_chosen(state, chosen), told)
    return _reveal(state, cast("tuple[Card, ...]", chosen), chance, list(told))


def _reveal(
    state: State, chosen: tuple[Card, ...], chance: Chance, events: list[Event]
) -> Step[State]:
    waiting = sorted(zip(chosen, _SEATS, strict=False))
    events.append(Revealed(cards=tuple([(owner, card) for card, owner in waiting])))
    hands = []
    for hand, played in zip(state.hands, chosen, strict=True):
        at = hand.index(played)
        hands.append(hand[:at] + hand[at + 1 :])
    return _place(state, tuple(hands), waiting, None, chance, events)


def _take_row(
    state: State, seat: Seat, row: int, chance: Chance, events: list[Event]
) -> Step[State]:
    if not state.waiting:
        raise IllegalMove(N_("No row is to be chosen now; choose a card."))
    if state.waiting[0][1] != seat:
        raise NotToAct(N_("Somebody else chooses a row now."))
    return _place(state, state.hands, list(state.waiting), row, chance, events)


def _place(
    state: State,
    hands: tuple[tuple[Card, ...], ...],
    waiting: list[tuple[Card, Seat]],
    taken: int | None,
    chance: Chance,
    events: list[Event],
) -> Step[State]:
    """Place revealed cards, lowest first, as far as no choice is due; then go on.

    `taken` is the row that the first card's player has chosen, if that was asked.
    """
    rows, bulls_now = list(state.rows), list(state.round_bulls)
    row, low, placed = taken, taken is not None and not is_joker(waiting[0][0]), 0
    for card, seat in waiting:
        if row is None:
            row = _row_for(rows, card)
        if row is None:
            events.append(MustTakeRow(seat=seat, card=card))
            break
        before = rows[row]
        if low or len(before) == _ROW_FULL:
            cost = _worth(before)
            bulls_now[seat] += cost
            rows[row] = (card,)
            why: Literal["low", "sixth"] = "low" if low else "sixth"
            took = Took(seat=seat, card=card, row=row, cards=before, bulls=cost, why=why)
            events.append(took)
        else:
            rows[row] = (*before, card)
            events.append(_placed(seat, card, row))
        row, low = None, False
        placed += 1
    left = tuple(waiting[placed:])
    more = bool(hands[0])
    after = State(
        options=state.options,
        round=state.round,
        trick=state.trick + (more and not left),
        stage=state.stage + 1,
        rows=tuple(rows),
        hands=hands,
        chosen=(None,) * len(hands),
        waiting=left,
        round_bulls=tuple(bulls_now),
        history=state.history,
        over=False,
    )
    if not (left or more):
        after = _end_round(after, chance, events)
    return Step(after, tuple(events))


def _row_for(rows: Sequence[Row], card: Card) -> int | None:
    """The row whose end is the highest among those lower than the card (rules: "Placing").

    None where its player must choose: the card is lower than every row, or a joker.
    """
    if card < 10:
        return None
    best, best_end = None, -1
    for number, row in enumerate(rows):
        end = row[-1]
        if end < 10:
            end = row_end(row)
        if best_end < end < card:
            best, best_end = number, end
    return best


def _worth(row: Row) -> int:
    return sum([bulls(card) for card in row])


def _end_round(state: State, chance: Chance, events: list[Event]) -> State:
    totals = state.totals()
    events.append(RoundEnded(round=state.round, bulls=state.round_bulls, totals=totals))
    last = state.options.rounds is not None and state.round >= state.options.rounds
    if last or max(totals) > state.options.target:
        events.append(MatchEnded(ranks=_ranks(totals), totals=totals))
        return state._replace(over=True)
    scored = state._replace(history=(*state.history, state.round_bulls))
    return _deal_round(scored, len(state.hands), chance, events)


def _ranks(totals: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other < total for other in totals) for total in totals)


def _cost_now(rows: tuple[Row, ...], card: Card) -> int:
    """What a card would cost if it were the only one placed now."""
    if is_joker(card):
        return 0 if any(len(row) < _ROW_FULL for row in rows) else min(_row_costs(rows))
    row = _row_for(rows, card)
    if row is None:
        return min(_row_costs(rows))
    return _worth(rows[row]) if len(rows[row]) == _ROW_FULL else 0


def _row_costs(rows: tuple[Row, ...]) -> list[int]:
    return [_worth(row) for row in rows]
