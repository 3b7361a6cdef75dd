"""Dice and bids of Bluff as text."""

from games import bluff
from games.bluff import Bid, Dice

PIPS = "⚀⚁⚂⚃⚄"
WILD = "★"


def face_text(face: bluff.Face) -> str:
    """Return a die as text: `4⚃`, `★`."""
    return WILD if face == bluff.WILD else f"{face}{pip_text(face)}"


def pip_text(face: bluff.Face) -> str:
    """Return the part of a die that repeats its number: `⚃`, or nothing for a wild."""
    return "" if face == bluff.WILD else PIPS[face - 1]


def dice_text(dice: Dice) -> str:
    """Return dice as text."""
    return " ".join(map(face_text, dice))


def bid_text(bid: Bid) -> str:
    """Return a bid as text: `3 × 4`. Its die is named once."""
    return f"{bid.count} × {WILD if bid.face == bluff.WILD else bid.face}"
