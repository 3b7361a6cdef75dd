"""COLORSE: what taking and placing leads to, all of it, as far as the end of the duel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from ...core import Seat
from .. import Move, Paint, Place, Take
from ..cards import BACK, COLOURS, DOWN, SPECIAL, Box, Card, coloured, fall
from ..state import Task, View
from .many import KINDS
from .story import aims, kind_of, turned, unseen_by
from .worth import after, learned

Held = tuple[Seat, Card]
Market = tuple[Card | None, ...]


Worths = list[float]
"""Worths by seat: its chance to win the match."""
Node = Callable[[list[Worths]], Worths]
"""A position in the rest of a duel: its worths by those of all ends."""


def _choice(seat: Seat, options: Sequence[Node]) -> Node:
    """A seat does what serves it best."""
    return lambda ends: max((option(ends) for option in options), key=itemgetter(seat))


class Spot(NamedTuple):
    """A position in the rest of a duel. `taken`: the cards that are taken and not yet placed."""

    boxes: tuple[Box, ...]
    market: Market
    tasks: tuple[Task, ...]
    taken: tuple[Held, ...]


@lru_cache(1 << 14)
def _after(box: Box, card: Card) -> Box:
    return fall(box, card).box


@dataclass
class Course:
    """The rest of a duel, grown from a position. Its ends are valued together."""

    unseen: tuple[int, ...]
    ends: list[tuple[tuple[Box, ...], Market]] = field(default_factory=list)

    def grow(self, at: Spot) -> Node:
        """Return the tree of a position at any decision."""
        boxes, market, tasks, taken = at
        if not tasks or any(None not in box for box in boxes):
            self.ends.append((boxes, market))
            return itemgetter(len(self.ends) - 1)
        seat = tasks[0].seat
        if tasks[0].kind == "take":
            places = [place for place, card in enumerate(market) if card is not None]
            return _choice(seat, [self.take(at, place) for place in places])
        unknown = next((n for n, held in enumerate(taken) if held == (seat, BACK)), None)
        if unknown is not None:
            before, later = taken[:unknown], taken[unknown + 1 :]
            return self._draw(
                lambda card: self.grow(Spot(boxes, market, tasks, (*before, (seat, card), *later)))
            )
        mine = dict.fromkeys(card for owner, card in taken if owner == seat)
        options = [self.place(at, card, painted) for card in mine for painted in _painted(card)]
        return _choice(seat, options)

    def take(self, at: Spot, place: int) -> Node:
        """After the seat due takes that card."""
        boxes, market, tasks, taken = at
        seat, card = tasks[0].seat, market[place] or BACK
        left = (*market[:place], None, *market[place + 1 :])
        if card != BACK:
            return self.grow(Spot(boxes, left, tasks[1:], (*taken, (seat, card))))
        return self._draw(
            lambda kind: self.grow(Spot(boxes, left, tasks[1:], (*taken, (seat, kind))))
        )

    def place(self, at: Spot, card: Card, painted: Card) -> Node:
        """After the seat due places a card it holds, painted so."""
        boxes, market, tasks, taken = at
        seat = tasks[0].seat
        held = taken.index((seat, card))
        placed = (*boxes[:seat], _after(boxes[seat], painted), *boxes[seat + 1 :])
        return self.grow(Spot(placed, market, tasks[1:], (*taken[:held], *taken[held + 1 :])))

    def _draw(self, then: Callable[[Card], Node]) -> Node:
        """A card turns out to be of a kind, each as likely as it is unseen."""
        total = max(1, sum(self.unseen))
        kinds = zip(KINDS, self.unseen, strict=True)
        parts = [(count / total, then(kind)) for kind, count in kinds if count]

        def mean(ends: list[Worths]) -> Worths:
            worths = [(weight, node(ends)) for weight, node in parts]
            return [sum(w * v[seat] for w, v in worths) for seat in range(len(worths[0][1]))]

        return mean

    def worths(self, wins: tuple[int, ...], rounds: int, parent: int) -> list[Worths]:
        """Return the worths of each end."""
        seats = len(wins)
        boxes = np.array([[turned(boxes, parent) for boxes, _ in self.ends]], np.uint8)
        ups = np.array([[[kind_of(card) for card in m[:DOWN]] for _, m in self.ends]])
        chance = after(learned(seats), boxes, ups, np.array([self.unseen], np.float32))[0]
        found = chance @ np.array(aims(wins, rounds, parent), np.float32).T
        whole: list[Worths] = np.roll(found, parent, 1).tolist()
        return whole


def _painted(card: Card) -> list[Card]:
    if card != SPECIAL:
        return [card]
    return [coloured(SPECIAL, colour) for colour in COLOURS]


def weigh(view: View, legal: Sequence[Move]) -> list[tuple[Move, float]]:
    """Return the worth of taking, placing or colouring, best first: the seat's chance to win the
    match.
    """
    assert view.seat is not None
    seat, parent = view.seat, int(view.parent)
    course = Course(unseen_by(view))
    taken = tuple((held.seat, held.card) for held in view.taken)
    now = Spot(view.boxes, view.market, view.tasks, taken)
    nodes: list[Node] = []
    for move in legal:
        match move:
            case Take(place=place):
                node = course.take(now, place)
            case Place(number=number, colour=colour):
                card = next(t.card for t in view.held(seat) if t.number == number)
                painted = coloured(card, colour)
                node = course.place(now, card, painted)
            case Paint(colour=colour):
                box = (coloured(SPECIAL, colour), *view.boxes[seat][1:])
                boxes = (*view.boxes[:seat], box, *view.boxes[seat + 1 :])
                # The next duel is the parent's own: as if the seat before had been parent.
                parent = (view.parent - 1) % view.seats
                node = course.grow(Spot(boxes, view.market, (), ()))
            case _:
                raise ValueError("not a sign")
        nodes.append(node)
    ends = course.worths(view.wins, view.options.rounds, parent)
    worths = [node(ends)[seat] for node in nodes]
    return sorted(zip(legal, worths, strict=True), key=lambda pair: -pair[1])
