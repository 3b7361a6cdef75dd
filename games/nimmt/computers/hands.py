"""6 nimmt!: what a seat knows of the cards, and the hands others may hold in many worlds."""

import random
from dataclasses import dataclass

import numpy as np

from ...core import Seat
from ...thinking.thinker import Told, since
from ..cards import JOKERS, NUMBERS, ROWS, Card, is_joker
from ..events import Dealt, Revealed, RoundBegan
from ..state import HAND, View
from .many import Ints, OthersHands, numbers_at_most


@dataclass(frozen=True, slots=True)
class Knowledge:
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
    mixed = _shuffled(jokers, worlds, rng)
    rest = np.concatenate([mixed[owed:], np.repeat(_column(numbers), worlds, 1)])
    rest = _shuffle(rest, rng)
    hands = np.empty((others, size, worlds), np.int16)
    at = 0
    for seat in range(others):
        fixed = 1 if seat < owed else 0
        if fixed:
            hands[seat, 0] = mixed[seat]
        hands[seat, fixed:] = rest[at : at + size - fixed]
        at += size - fixed
    return hands


def _column(cards: list[Card]) -> Ints:
    return np.array(cards, np.int16)[:, None]


def _shuffled(cards: list[Card], worlds: int, rng: np.random.Generator) -> Ints:
    return _shuffle(np.repeat(_column(cards), worlds, 1), rng)


def _shuffle(cards: Ints, rng: np.random.Generator) -> Ints:
    order = rng.random(cards.shape, dtype=np.float32).argsort(0)
    return np.take_along_axis(cards, order, 0)
