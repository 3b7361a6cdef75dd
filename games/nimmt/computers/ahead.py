"""6 nimmt!: a trick tried in many worlds, and what it leaves weighed by the learned nets."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core import Seat
from ...thinking.thinker import Told
from ..cards import FULL, JOKERS, Card
from ..state import View
from .hands import Knowledge, deal_hands, generator, knowledge
from .many import Floats, Hands, Ints, Rows, fits, place, same_rows, split, trick
from .nets import Worth
from .traits import Unseen


@dataclass(frozen=True)
class Ahead:
    """Thinks one trick ahead, in a number of worlds for each card.

    `spite`: the weight of the others' mean bulls against its own.
    """

    worth: Worth
    worlds: int
    spite: float = 0.5

    def cards(
        self, view: View, told: Told, cards: Sequence[Card], rng: random.Random
    ) -> list[float]:
        """Return the cost of each of these cards, in bulls until the round's end."""
        known = knowledge(view, told)
        costs = self.of_cards(known, same_rows(view.rows), cards, generator(rng))
        return [float(cost) for cost in costs]

    def of_cards(
        self, known: Knowledge, rows: Rows, cards: Sequence[Card], rng: np.random.Generator
    ) -> Floats:
        """The same, by what is known and the rows."""
        worlds, others, tried = self.worlds, known.others, len(cards)
        hands = deal_hands(known, worlds, rng)
        flat = hands.swapaxes(0, 1).reshape(known.size, others * worlds)
        places = drawn(liked(rows.times(others * worlds), flat), rng).reshape(others, worlds)
        played, _ = split(hands, places)
        # The same worlds for every card.
        own = np.repeat(np.array(cards, np.int16), worlds)
        after = rows.times(len(own))
        taken = trick(after, np.concatenate([own[None], np.tile(played, tried)]))
        left = [[c for c in known.hand if c != card] for card in cards]
        rest = np.repeat(np.array(left, np.int16).T, worlds, 1)
        to_come = self.worth(after, rest, Unseen(known.numbers()), others)
        cost = self._cost(taken[0] + to_come[0], taken[1:].mean(0) + to_come[1])
        weighed: Floats = cost.reshape(tried, worlds).mean(1)
        return weighed

    def expects(self, view: View, told: Told) -> float:
        """Return the own bulls to come until the round's end."""
        known = knowledge(view, told)
        hand = np.sort(np.array(view.hand, np.int16))[:, None]
        to_come = self.worth(same_rows(view.rows), hand, Unseen(known.numbers()), known.others)
        return float(to_come[0, 0])

    def rows(self, view: View, told: Told, choices: Sequence[int]) -> list[float]:
        """Return the cost of each row for the waiting card. Nothing of this trick is hidden."""
        known = knowledge(view, told)
        rows = same_rows(view.rows, len(choices))
        chosen = np.array(choices, np.int16)
        taken = np.zeros((view.seats, len(choices)), np.float32)
        for n, (seat, card) in enumerate(view.revealed):
            cards = np.full(len(choices), card, np.int16)
            taken[seat] = place(rows, cards, None if n else chosen)
        hand = np.repeat(np.array(view.hand, np.int16)[:, None], len(choices), 1)
        to_come = self.worth(rows, hand, Unseen(known.numbers()), known.others)
        own = taken[view.seat or Seat(0)]
        others = (taken.sum(0) - own) / known.others
        costs = self._cost(own + to_come[0], others + to_come[1])
        return [float(cost) for cost in costs]

    def _cost(self, own: Floats, others: Floats) -> Floats:
        return own - np.float32(self.spite) * others


_TAKES = -2.0
"""The liking of a card that takes a row. Others have none."""


def liked(rows: Rows, hands: Hands) -> Floats:
    """Return the liking of each card, as the logarithm of its odds. Axes [card, world]."""
    row, worlds = fits(rows, hands), np.arange(hands.shape[1])
    takes = np.where(row < 0, hands >= len(JOKERS), rows.lengths[row, worlds] == FULL)
    found: Floats = np.float32(_TAKES) * takes
    return found


def drawn(liking: Floats, rng: np.random.Generator) -> Ints:
    """A place in hand for each world, as likely as it is liked."""
    noise = rng.random(liking.shape, dtype=np.float32)
    least = np.float32(1e-12)
    places: Ints = (liking - np.log(-np.log(noise + least) + least)).argmax(0)
    return places
