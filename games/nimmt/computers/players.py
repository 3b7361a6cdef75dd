"""6 nimmt!: computer players in three strengths."""

import random
from collections.abc import Sequence

from ...core import Frozen
from ...thinking.players import Told
from .. import Choose, Move, TakeRow
from ..cards import FULL, is_joker, row_bulls
from ..state import View
from .ahead import Ahead
from .nets import worth


class Free(Frozen):
    """Sees only the rows as they lie.

    Beginners' errors: it lays any card that costs nothing now. It forgets that others may place
    theirs first, the cards that fill the row, and its later hand. It takes the cheapest row,
    without a look at the rest.
    """

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """One of the cheapest moves as things lie now."""
        costs = [_alone(view, move) for move in legal]
        least = min(costs)
        return rng.choice([move for move, cost in zip(legal, costs, strict=True) if cost == least])


def _alone(view: View, move: Move) -> int:
    """Return the bulls of a row taken, or of a card placed alone."""
    if isinstance(move, TakeRow):
        row = view.rows[move.row]
        free = is_joker(view.revealed[0][1]) and len(row) < FULL
        return 0 if free else row_bulls(row)
    if is_joker(move.card):
        return 0
    below = [(end, n) for n, end in enumerate(view.ends) if end < move.card]
    if not below:
        return min(map(row_bulls, view.rows))
    row = view.rows[max(below)[1]]
    return row_bulls(row) if len(row) == FULL else 0


class Thoughtful(Frozen):
    """Tries its cards one trick ahead in sampled worlds, and weighs the hand that each leaves.

    Few worlds mislead it, as few imagined answers mislead people. `spite` and
    `spite_with_jokers` weigh a bull of the others against an own one. Jokers make the others'
    bulls harder to foresee.
    """

    worlds: int
    spite: float
    spite_with_jokers: float

    def ahead(self, *, jokers: bool) -> Ahead:
        """Return its search, with the nets learned with or without jokers."""
        spite = self.spite_with_jokers if jokers else self.spite
        return Ahead(worth(jokers=jokers), self.worlds, spite)

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
        ahead = self.ahead(jokers=view.options.jokers)
        if isinstance(legal[0], TakeRow):
            choices = [move.row for move in legal if isinstance(move, TakeRow)]
            costs = ahead.rows(view, told, choices)
        else:
            cards = [move.card for move in legal if isinstance(move, Choose)]
            costs = ahead.cards(view, told, cards, rng)
        return [(move, -cost) for move, cost in zip(legal, costs, strict=True)]

    def expects(self, view: View, told: Told) -> float:
        """Return the own bulls that a hand brings until the round's end, played well."""
        ahead = self.ahead(jokers=view.options.jokers)
        return ahead.expects(view, told)


EASY = Free()
NORMAL = Thoughtful(worlds=3, spite=0.0, spite_with_jokers=0.0)
HARD = Thoughtful(worlds=250, spite=1.0, spite_with_jokers=0.5)
