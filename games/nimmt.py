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
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, ClassVar, Literal, NamedTuple

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
Why = Literal["sixth", "low"]

_HIGHEST = 104
_HAND = 10
_ROWS = 4
_ROW_FULL = 5
_JOKERS = tuple(range(10))


def is_joker(card: Card) -> bool:
    """Whether a card is one of the jokers 0.0 … 0.9."""
    return card < 10


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
    waiting: tuple[tuple[Seat, Card], ...]
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
    why: Why


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
            return _ONLY[state.waiting[0][0]]
        chosen = state.chosen
        if chosen.count(None) == len(chosen):
            return _EVERYBODY[len(chosen)]
        return frozenset([s for s, card in zip(_SEATS, chosen, strict=False) if card is None])

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every card but the one sealed; or, when a row is due, every row."""
        if state.waiting:
            return _ROW_MOVES if state.waiting[0][0] == seat else ()
        # When the match is over, no hand holds a card.
        hand, sealed = state.hands[seat], state.chosen[seat]
        if sealed is None and len(hand) > 1:
            # The quickest way to look up many; it would give a single one bare.
            moves: tuple[Move, ...] = itemgetter(*hand)(_CHOOSE)
            return moves
        return tuple([_CHOOSE[card] for card in hand if card != sealed])

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Seal a card, or choose a row. Raises MoveError."""
        options, number, trick, stage, rows, hands, chosen, waiting, taken, history, over = state
        if over:
            raise MatchOver(N_("That match is over."))
        if isinstance(move, TakeRow):
            return _take_row(state, seat, move.row, chance)
        card = move.card
        if waiting:
            raise NotToAct(N_("The cards of this trick are revealed; wait for the next one."))
        if card not in hands[seat]:
            raise IllegalMove(N_("You don't hold {card}."), card=card_text(card))
        before = chosen[seat]
        if before == card:
            raise IllegalMove(N_("You have chosen {card} already."), card=card_text(card))
        told = _TOLD[seat][card]
        if before is not None:
            told = told[1:]
        now: list[Any] = list(chosen)
        now[seat] = card
        if None not in now:
            return _reveal(state, now, chance, told)
        # Most moves end here: the same position but for one more card chosen.
        chosen = tuple(now)
        after = (options, number, trick, stage, rows, hands, chosen, waiting, taken, history, over)
        return _new(Step, (_new(State, after), told))

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
            revealed=state.waiting,
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

    def default_move(self, view: View) -> Move:
        """The card that would cost least if placed now, or the row with the fewest bulls."""
        if view.seat not in view.to_act:
            raise NotToAct(N_("Your card is chosen already."))
        if view.revealed:
            costs = _row_costs(view.rows)
            return TakeRow(costs.index(min(costs)))
        return Choose(min(view.hand, key=lambda card: (_cost_now(view.rows, card), card)))

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
_NUMBERS = tuple(range(10, _HIGHEST * 10 + 1, 10))
_CARDS = _JOKERS + _NUMBERS
_SEATS = tuple(map(Seat, range(Nimmt.seats[-1])))
_BULLS = {card: bulls(card) for card in _CARDS}
_card_of = itemgetter(1)

# Made once, being asked for at every ply: sets of seats, moves, the events of few fields.
_ONLY = tuple(frozenset((seat,)) for seat in _SEATS)
_EVERYBODY = tuple(frozenset(_SEATS[:seats]) for seats in range(len(_SEATS) + 1))
_ROW_MOVES: tuple[Move, ...] = tuple(map(TakeRow, range(_ROWS)))
# By card; a tuple is looked into quicker than a dict, so what lies between cards is made too.
_CHOOSE = tuple(map(Choose, range(_NUMBERS[-1] + 1)))
_CHOSE = tuple(Chose(seat=seat) for seat in _SEATS)
_TOLD: tuple[dict[Card, tuple[Event, ...]], ...] = tuple(
    {card: (_CHOSE[seat], Sealed(to=_ONLY[seat], seat=seat, card=card)) for card in _CARDS}
    for seat in _SEATS
)
_MUST_TAKE_ROW = tuple(
    {card: MustTakeRow(seat=seat, card=card) for card in _CARDS} for seat in _SEATS
)
_PLACED = tuple(
    tuple({card: Placed(seat=seat, card=card, row=row) for card in _CARDS} for row in range(_ROWS))
    for seat in _SEATS
)
# Makes a named tuple in half the time of its constructor, which is Python: twice a ply.
_new = tuple.__new__


def _tricks(options: NimmtOptions) -> int:
    return _HAND + options.jokers


def _deal_round(state: State, seats: int, chance: Chance, events: list[Event]) -> State:
    options = state.options
    pack: tuple[Card, ...] = _NUMBERS
    first: tuple[Card, ...] = ()
    if options.deck == "tactical":
        pack = pack[: _HAND * seats + _ROWS]
    if options.jokers:
        # One joker each; the rest are shuffled in (rules: "Jokers").
        jokers = chance.shuffled(_JOKERS)
        first, pack = jokers[:seats], pack + jokers[seats:]
    pack = chance.drawn(pack, seats * _HAND + _ROWS)
    hands = tuple(
        [tuple(sorted(first[s : s + 1] + pack[s * _HAND : (s + 1) * _HAND])) for s in range(seats)]
    )
    rows = tuple([(card,) for card in sorted(pack[seats * _HAND :])])
    events.append(RoundBegan(round=state.round + 1, rows=rows))
    for seat, hand in enumerate(hands):
        events.append(Dealt(to=_ONLY[seat], seat=_SEATS[seat], hand=hand))
    return State(
        options=options,
        round=state.round + 1,
        trick=1,
        stage=state.stage + 1,
        rows=rows,
        hands=hands,
        chosen=(None,) * seats,
        waiting=(),
        round_bulls=(0,) * seats,
        history=state.history,
        over=False,
    )


def _reveal(
    state: State, chosen: list[Card], chance: Chance, told: tuple[Event, ...]
) -> Step[State]:
    ascending: list[Any] = sorted(enumerate(chosen), key=_card_of)
    waiting = tuple(ascending)
    hands = []
    for seat, hand in enumerate(state.hands):
        at = hand.index(chosen[seat])
        hands.append(hand[:at] + hand[at + 1 :])
    events = [*told, Revealed(cards=waiting)]
    taken = list(state.round_bulls)
    return _place(state, list(state.rows), taken, tuple(hands), waiting, chance, events)


def _take_row(state: State, seat: Seat, row: int, chance: Chance) -> Step[State]:
    if not state.waiting:
        raise IllegalMove(N_("No row is to be chosen now; choose a card."))
    owner, card = state.waiting[0]
    if owner != seat:
        raise NotToAct(N_("Somebody else chooses a row now."))
    rows, taken = list(state.rows), list(state.round_bulls)
    joker, full = card < 10, len(rows[row]) == _ROW_FULL
    if joker and not full:
        rows[row] = (*rows[row], card)
        event: Event = _PLACED[seat][row][card]
    else:
        event = _take(rows, taken, seat, card, row, "sixth" if joker else "low")
    return _place(state, rows, taken, state.hands, state.waiting[1:], chance, [event])


def _take(rows: list[Row], taken: list[int], seat: Seat, card: Card, row: int, why: Why) -> Took:
    cards, cost = rows[row], 0
    for one in cards:
        cost += _BULLS[one]
    rows[row] = (card,)
    taken[seat] += cost
    return Took(seat=seat, card=card, row=row, cards=cards, bulls=cost, why=why)


def _place(
    state: State,
    rows: list[Row],
    taken: list[int],
    hands: tuple[tuple[Card, ...], ...],
    waiting: tuple[tuple[Seat, Card], ...],
    chance: Chance,
    events: list[Event],
) -> Step[State]:
    """Place revealed cards, lowest first, as far as no choice is due; then go on.

    A card goes to the row whose end is the highest among those lower than it (rules: "Placing").
    The cards ascend, so each of the ends `ahead` has to be passed but once.
    """
    options, number, trick, stage, _, _, _, _, _, history, _ = state
    one, two, three, four = rows
    ends = [one[-1], two[-1], three[-1], four[-1]]
    if options.jokers:
        ends = list(map(row_end, rows))
    ahead = sorted(ends, reverse=True)
    row = -1
    queue = iter(waiting)
    for seat, card in queue:
        while ahead and ahead[-1] < card:
            row = ends.index(ahead.pop())
        if row < 0 or card < 10:
            # Lower than every end, or a joker: its player has to choose.
            events.append(_MUST_TAKE_ROW[seat][card])
            left = ((seat, card), *queue)
            break
        cards = rows[row]
        if len(cards) < _ROW_FULL:
            rows[row] = (*cards, card)
            events.append(_PLACED[seat][row][card])
        else:
            events.append(_take(rows, taken, seat, card, row, "sixth"))
    else:
        left = ()
        if hands[0]:
            trick += 1
    stage, nothing = stage + 1, (None,) * len(hands)
    placed, bulls_now = tuple(rows), tuple(taken)
    after = _new(
        State,
        (options, number, trick, stage, placed, hands, nothing, left, bulls_now, history, False),
    )
    if not (left or hands[0]):
        after = _end_round(after, chance, events)
    return _new(Step, (after, tuple(events)))


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
    ascending = sorted(totals)
    return tuple([1 + ascending.index(total) for total in totals])


def _cost_now(rows: tuple[Row, ...], card: Card) -> int:
    """What a card would cost if it were the only one placed now."""
    costs = _row_costs(rows)
    if is_joker(card):
        return 0 if any(len(row) < _ROW_FULL for row in rows) else min(costs)
    ends = list(map(row_end, rows))
    lower = [end for end in ends if end < card]
    if not lower:
        return min(costs)
    row = ends.index(max(lower))
    return costs[row] if len(rows[row]) == _ROW_FULL else 0


def _row_costs(rows: tuple[Row, ...]) -> list[int]:
    return [sum([_BULLS[card] for card in row]) for row in rows]
