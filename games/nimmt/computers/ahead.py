"""6 nimmt!: a trick tried in many worlds, and what it leaves weighed by the learned nets.

The worlds hold the hands others may have, by what a seat knows of the cards.
"""

import random
from collections.abc import Sequence

import numpy as np

from ...core import Frozen, Seat
from ...thinking.players import Told, since
from ..cards import FULL, JOKERS, NUMBERS, ROWS, Card, is_joker
from ..events import Dealt, Revealed, RoundBegan
from ..state import HAND, View
from .many import (
    Floats,
    Hands,
    Ints,
    OthersHands,
    Rows,
    fits,
    numbers_at_most,
    place,
    same_rows,
    split,
    trick,
)
from .nets import Unseen, Worth


class Knowledge(Frozen):
    """A seat's own hand, the cards it never saw, and how many others still owe a joker."""

    hand: tuple[Card, ...]
    unseen: tuple[Card, ...]
    others: int
    owe_joker: int

    @property
    def size(self) -> int:
        """The number of cards in each hand."""
        return len(self.hand)

    def numbers(self) -> Ints:
        """The number of unseen numbers up to 0, 1 … 104."""
        return numbers_at_most(self.unseen)


def knowledge(view: View, told: Told) -> Knowledge:
    """Return the knowledge of a view's seat."""
    known, shown = _seen(view, told)
    jokers, tactical = view.options.jokers, view.options.deck == "tactical"
    numbers = NUMBERS[: HAND * view.seats + ROWS] if tactical else NUMBERS
    unseen = tuple(card for card in (*(JOKERS if jokers else ()), *numbers) if card not in known)
    owing = view.seats - 1 - len(shown - {view.seat}) if jokers else 0
    return Knowledge(view.hand, unseen, view.seats - 1, owing)


def _seen(view: View, told: Told) -> tuple[set[Card], set[Seat]]:
    """The cards of this round that were open once or are one's own, and who has shown a joker."""
    began, after = since(told, RoundBegan)
    known = {card for row in view.rows for card in row} | set(view.hand)
    known |= {card for _, card in view.revealed}
    if began is not None:
        known |= {card for row in began.rows for card in row}
    jokers: set[Seat] = set()
    for event in after:
        if isinstance(event, Dealt):
            known |= set(event.hand)
        elif isinstance(event, Revealed):
            known |= {card for _, card in event.cards}
            jokers |= {seat for seat, card in event.cards if is_joker(card)}
    return known, jokers


def generator(rng: random.Random) -> np.random.Generator:
    """A numpy generator that follows from a computer's own chance."""
    return np.random.Generator(np.random.SFC64(rng.getrandbits(64)))


def deal_hands(known: Knowledge, worlds: int, rng: np.random.Generator) -> OthersHands:
    """Draw the others' hands. Axes [other seat, card, world].

    The seats that owe a joker are drawn by world. The first ones owe it, because the others are
    interchangeable here.
    """
    size, others = known.size, known.others
    numbers = [card for card in known.unseen if not is_joker(card)]
    jokers = [card for card in known.unseen if is_joker(card)]
    owed = min(known.owe_joker, len(jokers)) if size else 0
    mixed = _shuffle(_repeated(jokers, worlds), rng)
    rest = _shuffle(np.concatenate([mixed[owed:], _repeated(numbers, worlds)]), rng)
    hands = np.empty((others, size, worlds), np.int16)
    at = 0
    for seat in range(others):
        fixed = 1 if seat < owed else 0
        if fixed:
            hands[seat, 0] = mixed[seat]
        hands[seat, fixed:] = rest[at : at + size - fixed]
        at += size - fixed
    return hands


def _repeated(cards: list[Card], worlds: int) -> Ints:
    return np.repeat(np.array(cards, np.int16)[:, None], worlds, 1)


def _shuffle(cards: Ints, rng: np.random.Generator) -> Ints:
    order = rng.random(cards.shape, dtype=np.float32).argsort(0)
    return np.take_along_axis(cards, order, 0)


class Ahead(Frozen):
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
        known, rows, chance = knowledge(view, told), same_rows(view.rows), generator(rng)
        worlds, others, tried = self.worlds, known.others, len(cards)
        hands = deal_hands(known, worlds, chance)
        flat = hands.swapaxes(0, 1).reshape(known.size, others * worlds)
        places = drawn(liked(rows.times(others * worlds), flat), chance).reshape(others, worlds)
        played, _ = split(hands, places)
        # The same worlds for every card.
        own = np.repeat(np.array(cards, np.int16), worlds)
        after = rows.times(len(own))
        taken = trick(after, np.concatenate([own[None], np.tile(played, tried)]))
        left = [[c for c in known.hand if c != card] for card in cards]
        rest = np.repeat(np.array(left, np.int16).T, worlds, 1)
        to_come = self.worth(after, rest, Unseen(known.numbers()), others)
        cost = self._cost(taken[0] + to_come[0], taken[1:].mean(0) + to_come[1])
        weighed: list[float] = cost.reshape(tried, worlds).mean(1).tolist()
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
        costs: list[float] = self._cost(own + to_come[0], others + to_come[1]).tolist()
        return costs

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
