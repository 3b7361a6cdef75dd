"""COLORSE: computer players in three strengths."""

import random
from collections.abc import Sequence

from ...core import Frozen
from ...thinking.players import Told
from .. import Move, Place, Show, Take
from ..cards import DOWN, SIGNS, coloured, colours
from ..state import View
from . import takes
from .signs import fullest, read, tables


class Grasping(Frozen):
    """Looks at the card before it, not at the box.

    Beginners' errors: it sees only if a card suits its left neighbour, and ignores the cards below
    and above. It mostly shows do, which brings a card in most duels, and never fears zof. It never
    considers the signs that others have shown.
    """

    do: float = 0.7

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """A sign by greed, a card by its neighbour."""
        if isinstance(legal[0], Show):
            signs = [move.sign for move in legal if isinstance(move, Show)]
            weights = [self.do if sign == "do" else (1 - self.do) / 2 for sign in signs]
            return Show(rng.choices(signs, weights)[0])
        suiting = [move for move in legal if self._suits(view, move)]
        return rng.choice(suiting or legal)

    def _suits(self, view: View, move: Move) -> bool:
        assert view.seat is not None
        box = view.boxes[view.seat]
        cell = box.index(None)
        left = colours(box[cell - 1] or "") if cell % 3 else frozenset()
        match move:
            case Take(place=place):
                card = view.market[place] or ""
                return place != DOWN and not colours(card) & left
            case Place(number=number, colour=colour):
                card = next(t.card for t in view.held(view.seat) if t.number == number)
                return not colours(coloured(card, colour)) & left
            case _:
                return True


class Counting(Frozen):
    """Counts cards: it takes and places to fill its box most, and mixes its signs.

    Errors of occasional players: it considers the cards of this duel alone, not the box afterwards
    or a seat that is about to win. Its signs ignore the opponent's habits.
    """

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return one of the moves that gain most, or a sign in proportion to its gain."""
        if not isinstance(legal[0], Show):
            return rng.choice(fullest(view, legal))
        mine, theirs = tables(view.boxes, view.market[:DOWN], view.parent, 1 / 3)
        table = mine if view.seat == view.parent else [list(c) for c in zip(*theirs, strict=True)]
        worth = {sign: sum(row) for sign, row in zip(SIGNS, table, strict=True)}
        lowest = min(worth.values())
        signs = [move.sign for move in legal if isinstance(move, Show)]
        return Show(rng.choices(signs, [1 + worth[sign] - lowest for sign in signs])[0])


class Outguessing(Frozen):
    """Knows what boxes are worth, mixes signs in equilibrium, and reads who sits beside it."""

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the best card, or a sign at its solved frequency."""
        if not isinstance(legal[0], Show):
            return takes.weigh(view, legal)[0][0] if len(legal) > 1 else legal[0]
        mix = self.mix(view, told)
        signs = [move.sign for move in legal if isinstance(move, Show)]
        often = [mix[SIGNS.index(sign)] for sign in signs]
        return Show(rng.choices(signs, often)[0] if any(often) else rng.choice(signs))

    def mix(self, view: View, told: Told) -> list[float]:
        """Return the frequency of each sign."""
        mix: list[float] = read(view, told).mix.tolist()
        return mix

    def weigh(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """Each move and its worth, best first: the chance to win the match."""
        if not isinstance(legal[0], Show):
            return takes.weigh(view, legal)
        known = read(view, told)
        worth = known.worth @ known.likely
        found = [(m, float(worth[SIGNS.index(m.sign)])) for m in legal if isinstance(m, Show)]
        return sorted(found, key=lambda pair: -pair[1])


EASY = Grasping()
NORMAL = Counting()
HARD = Outguessing()
