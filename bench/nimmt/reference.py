"""6 nimmt!: flat Monte Carlo in numpy, at least as strong as the best public computers.

All cards of the hand are tried in the same worlds. Random cards finish the round. The card with the
fewest own bulls is played. A low card takes the cheapest row.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.nimmt import Choose, Move, TakeRow, View, row_bulls
from games.nimmt.computers.ahead import deal_hands, generator, knowledge
from games.nimmt.computers.many import same_rows, trick
from games.thinking.players import Told


@dataclass(frozen=True)
class FlatMonteCarlo:
    """Shares a number of playouts among the cards of a decision."""

    playouts: int

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the card with the fewest average bulls until the end of the round."""
        rows = [move for move in legal if isinstance(move, TakeRow)]
        if rows:
            return min(rows, key=lambda move: row_bulls(view.rows[move.row]))
        if len(legal) == 1:
            return legal[0]
        chance, worlds = generator(rng), max(1, self.playouts // len(legal))
        known, own = knowledge(view, told), []
        for move in legal:
            assert isinstance(move, Choose)
            # The own hand in playing order, the tried card first.
            rest = np.array([[card] for card in known.hand if card != move.card], np.int16)
            mixed = chance.permuted(rest.repeat(worlds, 1), axis=0)
            own.append(np.concatenate([np.full((1, worlds), move.card, np.int16), mixed]))
        others = np.tile(deal_hands(known, worlds, chance), (1, 1, len(legal)))
        placed, bulls = same_rows(view.rows, others.shape[2]), np.zeros(others.shape[2], np.int16)
        for at, mine in enumerate(np.concatenate(own, 1)):
            bulls += trick(placed, np.concatenate([mine[None], others[:, at]]))[0]
        return legal[int(bulls.reshape(len(legal), worlds).sum(1).argmin())]


REFERENCES = {f"flat Monte Carlo, {n}": FlatMonteCarlo(n) for n in (100, 1_000)}
