"""Schwimmen: the rest of a deal played in many worlds at once. Worlds are the last axis.

A card is its place in the pack. Three cards in any order are one code, and tables by code hold the
facts about a hand. Seats are numbered by place among those still in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...cards import PACK, Card, Hand
from ...core import Frozen
from ..state import MOST_TURNS
from ..thirty_one import FIRE, THIRTY_ONE, strength, worth

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Hands = Ints  # [place, card, world]
Codes = Ints  # [move, world]

CODES = 1 << 15
PASS = 9
"""The move after the nine swaps, each `3 * give + take` by places in hand and on the table."""
ALL = 10

PLACE = {card: place for place, card in enumerate(PACK)}


def numbers(cards: Sequence[Card]) -> list[int]:
    """The cards as their places in the pack."""
    return [PLACE[card] for card in cards]


def codes(hand: Any) -> Any:
    """Return the code of three cards."""
    return (hand[0] << 10) + (hand[1] << 5) + hand[2]


@lru_cache(1)
def hands() -> tuple[Hand, ...]:
    """All hands there are."""
    return tuple(combinations(PACK, 3))


def by_code(values: Sequence[float], dtype: type, missing: float = 0) -> NDArray[Any]:
    """A table by code from a value for each of `hands()`."""
    table: NDArray[Any] = np.full(CODES, missing, dtype)
    cards = np.array([numbers(hand) for hand in hands()], np.int64).T
    for order in permutations(range(3)):
        table[codes(cards[list(order)])] = values
    return table


class Ranking(Frozen):
    """The strength of hands by code, in steps of one, the least that is shown, and Fire."""

    ranks: NDArray[np.int16]
    shown: int
    fire: int


@lru_cache(1)
def ranking() -> Ranking:
    """The hands in their order."""
    steps = sorted({strength(hand) for hand in hands()})
    place = {step: at for at, step in enumerate(steps)}
    return Ranking(
        by_code([place[strength(hand)] for hand in hands()], np.int16, -1),
        next(at for at, (value, _) in enumerate(steps) if value >= THIRTY_ONE),
        next(at for at, (value, _) in enumerate(steps) if value == FIRE),
    )


@lru_cache(1)
def worths() -> Floats:
    """The worth of a hand by code, in points."""
    return by_code([worth(hand) / 2 for hand in hands()], np.float32)


@dataclass
class Many:
    """A deal in many worlds, with the same seat to act in all.

    `hands`: axes [place, card, world]. `table`: axes [card, world]. `stock` by card, with `drawn`
    cards gone. `closer` is -1 without a close. `number`: the first world of each one still played.
    `lost`: the seats that lost a life, a bit for each place.
    """

    hands: Hands
    table: Ints  # [card, world]
    stock: Ints
    drawn: Ints
    passes: Ints
    closer: Ints
    place: int
    turns: int
    swap_all: bool
    rng: np.random.Generator
    number: Ints = field(init=False)
    lost: Ints = field(init=False)

    def __post_init__(self) -> None:
        self.number = np.arange(self.table.shape[1])
        self.lost = np.zeros(self.table.shape[1], np.int64)

    @property
    def seats(self) -> int:
        """The number of places still in."""
        return len(self.hands)

    def last_round(self) -> bool:
        """Return True if it is the last turn of all because the deal took too long."""
        return self.turns >= (MOST_TURNS - 1) * self.seats

    def after_moves(self) -> Codes:
        """Return the code of the hand after each move. Axes [move, world]."""
        return after_moves(self.hands[self.place], self.table, self.swap_all)

    def turn(self, moves: Ints, close: Bools) -> None:
        """One turn of the seat to act, in all worlds."""
        hand, best = self.hands[self.place], ranking()
        at = (moves < PASS).nonzero()[0]
        give, take = np.divmod(moves[at], 3)
        hand[give, at], self.table[take, at] = self.table[take, at], hand[give, at]
        if self.swap_all:
            at = (moves == ALL).nonzero()[0]
            hand[:, at], self.table[:, at] = self.table[:, at], hand[:, at]
        shown = best.ranks[codes(hand)] >= best.shown
        self.passes = np.where(moves == PASS, self.passes + 1, 0)
        self.closer[close & (self.closer < 0)] = self.place
        self.turns += 1
        self.place = (self.place + 1) % self.seats
        ended = shown | (self.closer == self.place)
        if self.turns >= MOST_TURNS * self.seats:
            ended[:] = True
        if ended.any():
            self.end(ended)
        again = self.passes == self.seats
        if again.any():
            self._renew(again.nonzero()[0])

    def end(self, ended: Bools) -> None:
        """Settle the deal in some worlds, and forget them."""
        best = ranking()
        ranks = best.ranks[codes(self.hands[:, :, ended].swapaxes(0, 1))]
        lost = np.where(
            (ranks >= best.fire).any(0), ranks < best.fire, ranks == ranks.min(0, keepdims=True)
        )
        self.lost[self.number[ended]] = (lost << np.arange(self.seats)[:, None]).sum(0)
        kept = ~ended
        self.hands, self.table = self.hands[:, :, kept], self.table[:, kept]
        self.stock, self.drawn = self.stock[:, kept], self.drawn[kept]
        self.passes, self.closer = self.passes[kept], self.closer[kept]
        self.number = self.number[kept]

    def _renew(self, at: Ints) -> None:
        short = at[self.drawn[at] + 3 > len(self.stock)]
        if len(short):
            # Cards outside all hands go into the stock.
            free = np.ones((len(PACK), len(short)), bool)
            for hand in self.hands:
                free[hand[:, short], np.arange(len(short))] = False
            order = np.where(free, self.rng.random(free.shape), 2.0).argsort(0)
            self.stock[:, short] = order[: len(self.stock)]
            self.drawn[short] = 0
        for card in range(3):
            self.table[card, at] = self.stock[self.drawn[at] + card, at]
        self.drawn[at] += 3
        self.passes[at] = 0


def after_moves(hand: Ints, table: Ints, swap_all: bool) -> Codes:
    """Return the code of the hand after each move. Axes [move, world]."""
    a, b, c = hand
    kept = np.stack([(b << 10) + (c << 5), (a << 10) + (c << 5), (a << 10) + (b << 5)])
    swaps = (kept[:, None] + table).reshape(9, -1)
    rest = [codes(hand)[None], codes(table)[None]] if swap_all else [codes(hand)[None]]
    return np.concatenate([swaps, *rest])


@lru_cache(1)
def reaches() -> Floats:
    """The mean worth of a hand by code after one more swap with a new table."""
    cards = np.array([numbers(hand) for hand in hands()], np.int64).T
    worth_of, most = worths(), np.zeros((len(PACK), cards.shape[1]), np.float32)
    for card in range(len(PACK)):
        fits = (cards != card).all(0)
        table = np.full((3, cards.shape[1]), card)
        with_it = worth_of[np.where(fits, after_moves(cards, table, False), 0)].max(0)
        most[card] = np.where(fits, with_it, -1.0)
    # Three of its cards are sorted below all others, so a hand's own cards are never drawn.
    most = np.sort(most, 0)[3:]
    others = len(most)
    best = np.array([comb(at, 2) for at in range(others)]) / comb(others, 3)
    return by_code(list((most * best[:, None]).sum(0)), np.float32)
