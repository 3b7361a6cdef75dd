"""French-suited cards: ranks, suits, their notation, and the pack of 32.

A card is written as its rank and its suit, `KH` the king of hearts, `TS` the ten of spades.
"""

from typing import NamedTuple

from .errors import N_, InvalidMove
from .notation import plain

RANKS = "AKQJT987"
"""The ranks of the pack of 32, highest first; T is the ten."""

SUITS = "CSHD"
"""Clubs, spades, hearts, diamonds: the German order of the suits, best first."""


class Card(NamedTuple):
    """A card. It prints as it is written."""

    rank: str
    suit: str

    def __repr__(self) -> str:
        return self.rank + self.suit


Hand = tuple[Card, ...]

PACK: Hand = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 32 cards A K Q J 10 9 8 7 of four suits, in order."""

_BY_TEXT = {str(card): card for card in PACK}
# Suits as screens show them; some keyboards add a sign that asks for the emoji.
_SIGNS = str.maketrans(
    dict(zip("♣♠♥♦♧♤♡♢", "cshdcshd", strict=True)) | dict.fromkeys("\ufe0e\ufe0f", "")
)
_PLACE = {card: place for place, card in enumerate(PACK)}


def find_card(text: str) -> Card | None:
    """The card that is written so, or None."""
    return _BY_TEXT.get(text)


def parse_card(text: str) -> Card:
    """The card that is written so. Raises InvalidMove."""
    card = find_card(text)
    if card is None:
        raise InvalidMove(N_("Write a card as its rank and suit, such as KH or TS."))
    return card


def typed(text: str) -> str:
    """Return typed text in plain lower case, with cards in notation: `10♥` is `th`."""
    return plain(text).translate(_SIGNS).replace("10", "t")


def arranged(cards: tuple[Card, ...] | list[Card]) -> Hand:
    """Return the cards by suit and rank, so that their order reveals nothing."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))
