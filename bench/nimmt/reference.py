"""6 nimmt!: flat Monte Carlo in numpy, at least as strong as the best public computers.

All cards of the hand are tried in the same worlds. Random cards finish the round. The card with the
fewest own bulls is played.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.nimmt import Choose, Move, TakeRow, View
from games.nimmt.computers.hands import Knowledge, deal_hands, generator, knowledge
from games.nimmt.computers.many import Ints, Rows, place, same_rows, trick
from games.thinking.thinker import Told


@dataclass(frozen=True)
class FlatMonteCarlo:
    """Shares a number of playouts among the moves of a decision."""

    playouts: int

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the move with the fewest average bulls until the end of the round."""
        if len(legal) == 1:
            return legal[0]
        chance, worlds = generator(rng), max(1, self.playouts // len(legal))
        known = knowledge(view, told)
        tiled = np.tile(deal_hands(known, worlds, chance), (1, 1, len(legal)))
        rows = same_rows(view.rows, worlds * len(legal))
        taking = isinstance(legal[0], TakeRow)
        bulls = self._rows(view, legal, rows) if taking else np.zeros(rows.at.shape[1], np.int16)
        own = np.concatenate([_own(known, move, worlds, chance) for move in legal], 1)
        for at, mine in enumerate(own):
            bulls += trick(rows, np.concatenate([mine[None], tiled[:, at]]))[0]
        return legal[int(bulls.reshape(len(legal), worlds).sum(1).argmin())]

    def _rows(self, view: View, legal: Sequence[Move], rows: Rows) -> Ints:
        worlds = rows.at.shape[1] // len(legal)
        chosen = np.repeat(
            np.array([m.row for m in legal if isinstance(m, TakeRow)], np.int16), worlds
        )
        own = np.zeros(len(chosen), np.int16)
        for n, (seat, card) in enumerate(view.revealed):
            cards = np.full(len(chosen), card, np.int16)
            took = place(rows, cards, chosen if n == 0 else None)
            if seat == view.seat:
                own += took
        return own


def _own(known: Knowledge, move: Move, worlds: int, rng: np.random.Generator) -> Ints:
    """Return the own hand in playing order, a chosen card first."""
    first = [move.card] if isinstance(move, Choose) else []
    rest = np.array([[c] for c in known.hand if c not in first], np.int16).reshape(-1, 1)
    mixed = rng.permuted(rest.repeat(worlds, 1), axis=0)
    return np.concatenate([np.array(first, np.int16)[:, None].repeat(worlds, 1), mixed])


REFERENCES = {f"flat Monte Carlo, {n}": FlatMonteCarlo(n) for n in (100, 1_000)}
