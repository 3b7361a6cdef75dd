"""The cards of 6 nimmt!, their bulls, and what a row ends in.

A card is a whole number of tenths, so that jokers and row ends add up exactly: 55 is 550, the
joker 0.4 is 4.
"""

from functools import cache

Card = int
Row = tuple[Card, ...]

JOKERS = tuple(range(10))
NUMBERS = tuple(range(10, 1041, 10))
"""1 … 104."""

ROWS = 4
FULL = 5
"""Cards in a row that takes no further one: the sixth takes the five."""


def is_joker(card: Card) -> bool:
    """Return True if a card is one of the jokers 0.0 … 0.9."""
    return card < 10


@cache
def bulls(card: Card) -> int:
    """Return the bulls on a card (rules: "On the table"). Jokers carry none."""
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


def row_bulls(row: Row) -> int:
    """The bulls on all cards of a row."""
    return sum(map(bulls, row))


def row_end(row: Row) -> Card:
    """Return the number to beat, in tenths: the last number plus the jokers after it."""
    end = row[-1]
    if not is_joker(end):
        return end
    end = 0
    for card in row:
        end = end + card if is_joker(card) else card
    return end


@cache
def card_text(card: Card) -> str:
    """A card as the rules write it: `55`, `0.4`."""
    return f"0.{card}" if is_joker(card) else str(card // 10)


def end_text(end: Card) -> str:
    """A row's end as the rules write it: `19.4`, a whole one `20` (rules: "Rulings")."""
    whole, tenths = divmod(end, 10)
    return f"{whole}.{tenths}" if tenths else str(whole)
