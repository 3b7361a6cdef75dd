"""Schwimmen: computer players in three strengths."""

import random
from collections.abc import Sequence

from ...cards import Hand
from ...core import Frozen
from ...thinking.players import Told
from .. import Keep, Move, Pass, Swap, SwapAll, Take
from ..state import View
from ..thirty_one import counting_suit, strength, swapped, worth
from .ahead import Ahead, liking


def hand_after(view: View, move: Move) -> Hand:
    """The hand that a turn leads to."""
    match move:
        case Swap(give, take):
            return swapped(view.hand, give, take)
        case SwapAll():
            return view.table
        case _:
            return view.hand


def closed_if(legal: Sequence[Move], move: Move, close: bool) -> Move:
    """The same turn with a close, where it is wanted and may be."""
    closing: Move = move
    if isinstance(move, Swap):
        closing = Swap(move.give, move.take, close)
    elif isinstance(move, SwapAll | Pass):
        closing = type(move)(close)
    return closing if closing in legal else move


def open_turns(legal: Sequence[Move]) -> list[Move]:
    """Return the turns without their closes. The pass comes first, so that it wins ties."""
    return [move for move in reversed(legal) if not getattr(move, "close", False)]


class Content(Frozen):
    """Collects its suit, and is soon content.

    Beginners' errors: it sees only the suit that counts now, and so no three of a rank and no
    better suit on the table. It gives away all other cards. It keeps any dealt hand, and closes at
    20 points, often too early.
    """

    close: float = 20.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """The highest card of its suit."""
        if view.choosing:
            return Keep()
        suit = counting_suit(view.hand) or view.hand[0].suit
        best = max(open_turns(legal), key=lambda move: _in_suit(hand_after(view, move), suit))
        return closed_if(legal, best, worth(hand_after(view, best)) >= 2 * self.close)


def _in_suit(hand: Hand, suit: str) -> int:
    return sum(worth((card,)) for card in hand if card.suit == suit)


class Steady(Frozen):
    """Goes for what its hand is worth and may become, and closes from a fixed worth on.

    It doesn't ask what the others may hold, nor what it leaves them, nor about lives.
    """

    keep: float = 18.0
    close: float = 25.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """The best hand in sight."""
        if view.choosing:
            return Keep() if worth(view.hand) >= 2 * self.keep else Take()
        likes = strength if view.last_turns else liking
        best = max(open_turns(legal), key=lambda move: likes(hand_after(view, move)))
        return closed_if(legal, best, worth(hand_after(view, best)) >= 2 * self.close)


EASY = Content()
NORMAL = Steady()
HARD = Ahead(few=100, worlds=900, best=6)
