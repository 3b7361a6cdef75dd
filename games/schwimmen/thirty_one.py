"""The worth of three cards in Schwimmen, and the better of two hands.

Worth is kept doubled, so that 30½ is a whole number: 24 is 48, 30½ is 61.
"""

from functools import cache

from ..cards import RANKS, SUITS, Card, Hand, arranged

THREE_OF_A_RANK = 61
THIRTY_ONE = 62
FIRE = 64

POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}
"""The points of each rank."""


@cache
def strength(hand: Hand) -> tuple[int, int]:
    """The key that orders hands, higher is better: doubled worth, then rank or suit."""
    if len({card.rank for card in hand}) == 1:
        rank = hand[0].rank
        return (FIRE if rank == "A" else THREE_OF_A_RANK, -RANKS.index(rank))
    points = dict.fromkeys((card.suit for card in hand), 0)
    for card in hand:
        points[card.suit] += POINTS[card.rank]
    return max((2 * total, -SUITS.index(suit)) for suit, total in points.items())


def worth(hand: Hand) -> int:
    """The doubled worth of a hand (rules: "Worth of a hand")."""
    return strength(hand)[0]


def counting_suit(hand: Hand) -> str | None:
    """The suit that makes a hand's worth. None for three of a rank."""
    value, place = strength(hand)
    return None if value in (THREE_OF_A_RANK, FIRE) else SUITS[-place]


def swapped(hand: Hand, give: Card, take: Card) -> Hand:
    """A hand after one card was swapped for another."""
    return arranged([take if card == give else card for card in hand])
