"""Matches of Schwimmen."""

from simcord import MemberActor

from games.cards import Card

from ..evening import Evening


def sitting(e: Evening) -> MemberActor:
    """Return the person whose hand has controls."""
    (person,) = e.unsealed()
    return person


def shown(card: Card) -> str:
    """Return a card as screens show it."""
    suit = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}[card.suit]
    return ("10" if card.rank == "T" else card.rank) + suit


async def to_a_turn(e: Evening) -> MemberActor:
    """Keep all dealt hands until a swap or a pass is due, and return the person to act."""
    while "keep" in e.moves(sitting(e)):
        await e.play(sitting(e), "keep")
    return sitting(e)
