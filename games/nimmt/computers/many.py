"""6 nimmt!: tricks placed in many worlds at once. Worlds are the last axis.

A row is two whole numbers: its end and its contents. Each is packed with the values needed beside
it, because fetching and storing take most of the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import FULL, JOKERS, NUMBERS, ROWS, Card, Row, bulls, row_bulls, row_end

Ints = NDArray[np.int16]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Hands = Ints  # [card, world]
OthersHands = Ints  # [other seat, card, world]
Played = Ints  # [seat, world]
Taken = Ints  # [seat, world], in bulls

TOP = NUMBERS[-1] + len(JOKERS)
"""No row ends higher, not even with jokers."""

# Each card's addition to a row: its bulls, and itself.
ADDS = np.zeros(TOP, np.int16)
for _card in JOKERS + NUMBERS:
    ADDS[_card] = 8 * bulls(_card) + 1
_UP = np.arange(ROWS - 1, -1, -1, dtype=np.int16)[:, None]
_SEAT = 16


@dataclass(slots=True)
class Rows:
    """The four rows of many worlds.

    `at`: four times the row's end, plus 3 for the first row … 0 for the last. Of equal ends the
    upper row is then the highest. `holds`: eight times the row's bulls, plus its cards.
    """

    at: Ints
    holds: Ints

    def __post_init__(self) -> None:
        # Cards are placed through flat arrays: a copy in their stead would lose them.
        self.at = np.ascontiguousarray(self.at)
        self.holds = np.ascontiguousarray(self.holds)

    @property
    def ends(self) -> Ints:
        """The number that a card must beat there, in tenths."""
        return self.at >> 2

    @property
    def lengths(self) -> Ints:
        """The number of cards in the row."""
        return self.holds & 7

    @property
    def costs(self) -> Ints:
        """The bulls that lie there."""
        return self.holds >> 3

    def times(self, worlds: int) -> "Rows":
        """Repeat the rows of a single world."""
        return Rows(np.repeat(self.at, worlds, 1), np.repeat(self.holds, worlds, 1))

    def where(self, worlds: Any) -> "Rows":
        """The rows of some worlds."""
        return Rows(self.at[:, worlds], self.holds[:, worlds])


def same_rows(rows: Sequence[Row], worlds: int = 1) -> Rows:
    """Repeat these rows in a number of worlds."""
    at = np.array([4 * row_end(row) for row in rows], np.int16)[:, None] + _UP
    holds = np.array([8 * row_bulls(row) + len(row) for row in rows], np.int16)[:, None]
    return Rows(at, holds).times(worlds)


def started_rows(cards: Ints) -> Rows:
    """Rows of one card each: a round's start, by row and world."""
    return Rows(4 * cards + _UP, ADDS[cards])


def lowest_first(cards: Ints) -> tuple[Ints, Ints]:
    """The cards of a trick (by seat) in the order of placing, and whose they are."""
    packed = cards * _SEAT + np.arange(len(cards), dtype=np.int16)[:, None]
    lines = list(packed)
    for last in range(len(lines) - 1, 0, -1):
        for n in range(last):
            low, high = lines[n], lines[n + 1]
            lines[n], lines[n + 1] = np.minimum(low, high), np.maximum(low, high)
    packed = np.stack(lines)
    return packed // _SEAT, packed % _SEAT


def fits(rows: Rows, cards: Ints) -> Ints:
    """The row a number goes to, negative where it is lower than every end.

    For an array of cards by world, or by place and world.
    """
    at = rows.at if cards.ndim == 1 else rows.at[:, None, :]
    best = np.where(at < 4 * cards, at, np.int16(-1)).max(0)
    return np.where(best < 0, np.int16(-1), 3 - (best & 3))


def place(rows: Rows, cards: Ints, chosen: Ints | None = None) -> Ints:
    """Place a card in every world and return the bulls it takes. The rows change.

    `chosen`: the row for a low card or a joker. Without it a low card goes to the cheapest row, and
    a joker to the longest one with room.
    """
    worlds = rows.at.shape[1]
    row = fits(rows, cards)
    low = row < 0
    joker = cards < len(JOKERS)
    jokers = bool(joker.any())
    if low.any():
        if chosen is None:
            which = np.flatnonzero(low)
            row[which] = cheapest(rows.where(which))
            if jokers:
                which = np.flatnonzero(joker)
                row[which] = longest_free(rows.where(which))
        else:
            row = np.where(low, chosen, row)
    flat = row.astype(np.intp) * worlds + np.arange(worlds)
    at, holds = rows.at.reshape(-1), rows.holds.reshape(-1)
    before = holds[flat]
    takes = (before & 7) == FULL
    ends = cards
    if jokers:
        takes |= low & ~joker
        ends = np.where(joker & ~takes, (at[flat] >> 2) + cards, cards)
    else:
        takes |= low
    holds[flat] = np.where(takes, np.int16(0), before) + ADDS[cards]
    at[flat] = 4 * ends + (3 - row)
    return np.where(takes, before >> 3, np.int16(0))


def cheapest(rows: Rows) -> Ints:
    """The row with the fewest bulls, the longer of equals, then the upper."""
    worst = (rows.holds >> 3) * 32 + (7 - (rows.holds & 7)) * 4 + 3 - _UP
    row: Ints = worst.min(0) & 3
    return row


def longest_free(rows: Rows) -> Ints:
    """The longest row that a joker doesn't have to take, the upper of equals."""
    length = rows.holds & 7
    wish = np.where(length == FULL, np.int16(0), length)
    row: Ints = 3 - ((wish * 4 + _UP).max(0) & 3)
    return row


def split(hands: OthersHands, places: Ints) -> tuple[Played, OthersHands]:
    """The cards at these places (by seat and world), and the hands without them."""
    cards = np.take_along_axis(hands, places[:, None], 1)[:, 0]
    at = np.arange(hands.shape[1] - 1)[None, :, None]
    return cards, np.where(at >= places[:, None], hands[:, 1:], hands[:, :-1])


def trick(rows: Rows, cards: Played) -> Taken:
    """Place a trick's cards (by seat) in all worlds, lowest first.

    Return the bulls of each seat.
    """
    placed, seats = lowest_first(cards)
    worlds = cards.shape[1]
    taken = np.zeros(cards.shape, np.int16)
    flat, world = taken.reshape(-1), np.arange(worlds)
    for card, seat in zip(placed, seats, strict=True):
        flat[seat.astype(np.intp) * worlds + world] = place(rows, card)
    return taken


def numbers_at_most(unseen: Sequence[Card]) -> Ints:
    """Return the number of numbers up to 0, 1 … 104 among these cards."""
    there = np.zeros(len(NUMBERS) + 1, np.int16)
    for card in unseen:
        if card >= NUMBERS[0]:
            there[card // 10] = 1
    return np.cumsum(there, dtype=np.int16)
