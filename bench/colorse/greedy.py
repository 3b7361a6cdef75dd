"""A greedy player of COLORSE.

It takes and places for the fullest box, and prefers cells that many cards suit. It answers the
latest signs of its opponent. None of its code is shared with the computers.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.colorse import Move, Paint, Place, Show, Take
from games.colorse.cards import (
    BACK,
    COLOURS,
    DOWN,
    PACK,
    SIGNS,
    SPECIAL,
    Box,
    Card,
    Sign,
    coloured,
    count,
    fall,
)
from games.colorse.events import Revealed
from games.colorse.state import View
from games.thinking.players import Told

_ROOM = 0.4
"""The worth of a next cell that every card suits, in cards."""
_FULL = 1.5
"""The worth of a full box beyond its cards."""
_TAKES: dict[tuple[Sign, Sign], tuple[int, int]] = {
    ("do", "do"): (1, 1),
    ("zof", "do"): (2, 0),
    ("do", "zof"): (0, 2),
    ("do", "rau"): (1, 0),
    ("rau", "zof"): (1, 0),
    ("rau", "do"): (0, 1),
    ("zof", "rau"): (0, 1),
}
"""The cards that each side takes, by its sign and the other's."""
_KINDS = tuple(Counter(PACK).items())


@lru_cache(1 << 14)
def _worth(box: Box) -> float:
    """Return the worth of a box in cards."""
    if None not in box:
        return count(box) + _FULL
    fitting = sum(n for kind, n in _KINDS if kind == SPECIAL or not fall(box, kind).vanished)
    return count(box) + _ROOM * fitting / len(PACK)


@lru_cache(1 << 16)
def _placed(box: Box, cards: tuple[Card, ...]) -> float:
    """Return the worth of a box with these cards placed in the best order and colours."""
    if not cards or None not in box:
        return _worth(box)
    return max(
        _placed(fall(box, painted).box, (*cards[:n], *cards[n + 1 :]))
        for n, card in enumerate(cards)
        for painted in _painted(card)
    )


def _painted(card: Card) -> list[Card]:
    return [coloured(card, colour) for colour in COLOURS] if card == SPECIAL else [card]


Unseen = dict[Card, float]
"""The chance of each kind of unseen card."""


def _unseen(view: View) -> Unseen:
    cards = [*(card for box in view.boxes for card in box), *view.market, *view.vanished, view.down]
    seen = Counter((card or "").split(":")[0] for card in [*cards, *(t.card for t in view.taken)])
    left = {kind: n - seen[kind] for kind, n in _KINDS}
    return {kind: n / max(1, sum(left.values())) for kind, n in left.items() if n}


def _taking(
    box: Box, held: tuple[Card, ...], market: Sequence[Card], takes: int, unseen: Unseen
) -> float:
    """Return the worth of a box after a number of takes from the market's cards."""
    if not takes:
        return _placed(box, held)
    return max(_taken(box, held, market, n, takes, unseen) for n in range(len(market)))


def _taken(
    box: Box, held: tuple[Card, ...], market: Sequence[Card], n: int, takes: int, unseen: Unseen
) -> float:
    """Return the worth of a box after one of the takes, and then the best others."""
    left = (*market[:n], *market[n + 1 :])
    kinds = unseen if market[n] == BACK else {market[n]: 1.0}
    return sum(
        chance * _taking(box, (*held, kind), left, takes - 1, unseen)
        for kind, chance in kinds.items()
    )


def _without_last(box: Box) -> Box:
    last = max((n for n, card in enumerate(box) if card is not None), default=0)
    return (*box[:last], None, *box[last + 1 :])


@dataclass(frozen=True)
class Greedy:
    """Fills its box, and shows the best answer to the opponent's latest signs.

    `memory`: the number of those signs. `spite`: the weight of what others gain. `astray`: the
    share of random signs, because a player who always answers is answered itself.
    """

    memory: int = 2
    spite: float = 0.7
    astray: float = 0.2

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return one of the moves that are worth most."""
        astray = isinstance(legal[0], Show) and rng.random() < self.astray
        if astray or len(legal) == 1:
            return rng.choice(legal)
        worths = list(self._worths(view, told, legal))
        top = max(worths)
        return rng.choice([m for m, w in zip(legal, worths, strict=True) if w > top - 1e-9])

    def _worths(self, view: View, told: Told, legal: Sequence[Move]) -> Iterator[float]:
        assert view.seat is not None
        seat, unseen = view.seat, _unseen(view)
        box, held = view.boxes[seat], view.held(seat)
        cards = tuple(taken.card for taken in held)
        there = [place for place, card in enumerate(view.market) if card]
        market = [card for card in view.market if card]
        takes = sum(task == ("take", seat) for task in view.tasks)
        for move in legal:
            match move:
                case Take(place=place):
                    at = there.index(place)
                    yield _taken(box, cards, market, at, takes, unseen)
                case Place(number=number, colour=colour):
                    (card,) = [taken.card for taken in held if taken.number == number]
                    rest = tuple(taken.card for taken in held if taken.number != number)
                    yield _placed(fall(box, coloured(card, colour)).box, rest)
                case Paint():
                    yield 0
                case Show(sign=sign):
                    yield self._answer(view, told, sign, unseen)

    def _answer(self, view: View, told: Told, sign: Sign, unseen: Unseen) -> float:
        """Return the worth of a sign against the opponent's latest ones."""
        parent, child = view.parent, view.child
        mine, other = (parent, child) if view.seat == parent else (child, parent)
        duels = [event for event in told if isinstance(event, Revealed)]
        shown = [e.signs[e.child == other] for e in duels if other in (e.parent, e.child)]
        worth = {
            theirs: self._pair(view, (mine, other), (sign, theirs), unseen) for theirs in SIGNS
        }
        latest = shown[-self.memory :] or SIGNS
        return sum(worth[theirs] for theirs in latest) / len(latest)

    def _pair(
        self, view: View, seats: tuple[int, int], signs: tuple[Sign, Sign], unseen: Unseen
    ) -> float:
        """Return the gain of a pair of signs, less the opponent's."""

        def gain(seat: int, takes: int) -> float:
            box = view.boxes[seat]
            market = [*(card for card in view.market[:DOWN] if card), BACK]
            return _taking(box, (), market, takes, unseen) - _worth(box)

        def loss(seat: int) -> float:
            return _worth(_without_last(view.boxes[seat])) - _worth(view.boxes[seat])

        if signs == ("zof", "zof"):
            after = (view.child + 1) % view.seats
            return loss(seats[0]) - self.spite * (loss(seats[1]) + gain(after, 1))
        mine, theirs = _TAKES.get(signs, (0, 0))
        return gain(seats[0], mine) - self.spite * gain(seats[1], theirs)
