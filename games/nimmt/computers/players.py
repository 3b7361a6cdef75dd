"""6 nimmt!: computer players in three strengths."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...thinking.thinker import Told
from .. import Choose, Move, TakeRow
from ..cards import FULL, Card, is_joker, row_bulls
from ..state import View
from .ahead import Ahead
from .weights import HABIT, WORTH
from .weights_jokers import WORTH_WITH_JOKERS


@dataclass(frozen=True)
class Nearest:
    """Sees only the rows as they lie.

    Beginners' errors: it looks for the card that costs nothing now and lies nearest to a row, and
    forgets that others place theirs before it, what fills the row, and what it keeps for later.
    It takes the cheapest row, whatever that leaves to it.
    """

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """The cheapest move as things lie now."""
        return min(legal, key=lambda move: self._cost(view, move))

    def _cost(self, view: View, move: Move) -> tuple[int, int]:
        if isinstance(move, TakeRow):
            row = view.rows[move.row]
            free = is_joker(view.revealed[0][1]) and len(row) < FULL
            return (0 if free else row_bulls(row), 0)
        return _alone(view, move.card)


def _alone(view: View, card: Card) -> tuple[int, int]:
    """What a card takes if no other is placed, and how far it lies from its row's end."""
    if is_joker(card):
        # Kept for the end: a joker is good at any time.
        return (0, view.ends[-1] + 2000)
    below = [(end, n) for n, end in enumerate(view.ends) if end < card]
    if not below:
        return (min(map(row_bulls, view.rows)), 0)
    end, n = max(below)
    full = len(view.rows[n]) == FULL
    return (row_bulls(view.rows[n]) if full else 0, card - end)


@dataclass(frozen=True)
class Thoughtful:
    """Tries its cards in worlds that fit, a trick ahead, and weighs what each leaves it.

    `ahead` says in how many worlds: the fewer, the more it is led astray by what it happens to
    imagine, as people are who think of one or two answers only. `with_jokers`: the same where
    jokers are in play, which make other hands good.
    """

    ahead: Ahead
    with_jokers: Ahead

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """The move that costs least."""
        weighed = self.weigh(view, told, legal, rng)
        return max(weighed, key=lambda pair: pair[1])[0]

    def weigh(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """Each move and its worth: bulls spared until the round's end, against the others'."""
        if len(legal) == 1:
            return [(legal[0], 0.0)]
        ahead = self.with_jokers if view.options.jokers else self.ahead
        if isinstance(legal[0], TakeRow):
            choices = [move.row for move in legal if isinstance(move, TakeRow)]
            costs = ahead.rows(view, told, choices)
        else:
            cards = [move.card for move in legal if isinstance(move, Choose)]
            costs = ahead.cards(view, told, cards, rng)
        return [(move, -cost) for move, cost in zip(legal, costs, strict=True)]


_AHEAD = Ahead(WORTH, HABIT, worlds=250, spite=1.0, care=0.6)
# With jokers the others' bulls are foreseen less well: they count half.
_WITH_JOKERS = replace(_AHEAD, worth=WORTH_WITH_JOKERS, spite=0.5)

EASY = Nearest()
NORMAL = Thoughtful(
    replace(_AHEAD, worlds=10, spite=0.0), replace(_WITH_JOKERS, worlds=10, spite=0.0)
)
HARD = Thoughtful(_AHEAD, _WITH_JOKERS)
