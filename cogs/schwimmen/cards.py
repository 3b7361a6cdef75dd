"""Cards of Schwimmen as text, K♥ 10♠, and the worth of a hand."""

from games.cards import Card, Hand
from games.schwimmen.thirty_one import FIRE, counting_suit, worth

SUITS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
"""The suits by their letters."""


def rank_text(card: Card) -> str:
    """Return the rank on a card. The ten has two digits."""
    return "10" if card.rank == "T" else card.rank


def card_text(card: Card) -> str:
    """Return a card as `10♠`."""
    return rank_text(card) + SUITS[card.suit]


def cards_text(cards: Hand) -> str:
    """Return cards in a row."""
    return "  ".join(map(card_text, cards))


def worth_text(hand: Hand) -> str:
    """Return the worth of a hand with its suit: `24♥`, `30½`."""
    suit = counting_suit(hand)
    return points_text(hand) + (SUITS[suit] if suit and worth(hand) != FIRE else "")


def points_text(hand: Hand) -> str:
    """Return the worth of a hand as a number: `24`, `30½`."""
    return "32 🔥" if worth(hand) == FIRE else number_text(hand)


def number_text(hand: Hand) -> str:
    """Return the worth of a hand as digits, as on a picture: `30½`."""
    points = worth(hand)
    return f"{points // 2}{'½' * (points % 2)}"
