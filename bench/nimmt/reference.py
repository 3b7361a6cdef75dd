"""6 nimmt!: flat Monte Carlo in numpy, the strength of the best public computers and above.

Every card of the hand is tried in the same worlds, each played to the end of the round by random
cards; the card with the fewest own bulls is played.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.nimmt import Choose, Move, TakeRow, View
from games.nimmt.cards import FULL
from games.nimmt.computers.hands import Knowledge, deal_hands, generator, knowledge
from games.nimmt.computers.many import Ints, Rows, fits, place, same_rows, trick
from games.thinking.thinker import Told


@dataclass(frozen=True)
class FlatMonteCarlo:
    """So many playouts a decision, shared by its moves.

    `free`: how often somebody else plays a card that takes nothing, if it holds one.
    """

    playouts: int
    free: float = 0.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """The move with the fewest bulls until the round's end, on average."""
        if len(legal) == 1:
            return legal[0]
        chance, worlds = generator(rng), max(1, self.playouts // len(legal))
        known = knowledge(view, told)
        tiled = _tiled(deal_hands(known, worlds, chance), len(legal))
        rows = same_rows(view.rows, worlds * len(legal))
        if isinstance(legal[0], TakeRow):
            bulls = self._rows(view, legal, rows)
            hand = np.array(view.hand, np.int16)[:, None]
            own = _shuffled(np.repeat(hand, worlds * len(legal), 1), chance)
        else:
            cards = [move.card for move in legal if isinstance(move, Choose)]
            bulls = np.zeros(worlds * len(legal), np.int16)
            own = self._own(known, cards, worlds, chance)
        bulls += self._playout(rows, own, tiled, chance)
        return legal[int(bulls.reshape(len(legal), worlds).sum(1).argmin())]

    def _own(
        self, known: Knowledge, cards: list[int], worlds: int, rng: np.random.Generator
    ) -> Ints:
        """The own hand in the order it is played, the card tried first."""
        hands = []
        for card in cards:
            rest = np.array([c for c in known.hand if c != card], np.int16)[:, None]
            rest = _shuffled(np.repeat(rest, worlds, 1), rng)
            hands.append(np.concatenate([np.full((1, worlds), card, np.int16), rest]))
        return np.concatenate(hands, 1)

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

    def _playout(self, rows: Rows, own: Ints, others: Ints, rng: np.random.Generator) -> Ints:
        """The own bulls when the hands are played in order, but for the cards that are free."""
        bulls = np.zeros(own.shape[1], np.int16)
        for at in range(len(own)):
            if self.free:
                self._prefer_free(rows, others, at, rng)
            bulls += trick(rows, np.concatenate([own[None, at], others[:, at]]))[0]
        return bulls

    def _prefer_free(self, rows: Rows, others: Ints, at: int, rng: np.random.Generator) -> None:
        """Bring a card that takes nothing to this place, often."""
        full = rows.lengths == FULL
        worlds = np.arange(others.shape[2])
        for hand in others:
            row = fits(rows, hand[at:])
            free = (row >= 0) & ~full[row, worlds]
            # Hands are shuffled: the first free card is any of them.
            first = np.where(rng.random(len(worlds)) < self.free, free.argmax(0), 0) + at
            hand[at], hand[first, worlds] = hand[first, worlds], hand[at].copy()


def _tiled(hands: Ints, times: int) -> Ints:
    return np.tile(hands, (1, 1, times))


def _shuffled(cards: Ints, rng: np.random.Generator) -> Ints:
    return rng.permuted(cards, axis=0)


PUBLIC = FlatMonteCarlo(100)
"""As strong as the best public computers."""

FIRST = FlatMonteCarlo(1_000)
SECOND = FlatMonteCarlo(1_000, free=0.7)
