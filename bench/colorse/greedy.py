"""A greedy player of COLORSE.

It takes and places for the fullest box, and prefers cells that many cards suit. It answers the
latest signs of its opponent. None of its code is shared with the computers.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.colorse import Move, Place, Show, Take
from games.colorse.cards import BACK, COLOURS, DOWN, PACK, SIGNS, SPECIAL, Box, Card, coloured, fall
from games.colorse.events import Revealed
from games.colorse.state import View
from games.thinking.players import Told

_ROOM = 0.4
"""The worth of a next cell that every card suits, in cards."""
_FULL = 1.5
"""The worth of a full box beyond its cards."""
_MEMORY, _SPITE = 2, 0.7
"""The number of the opponent's latest signs, and the weight of what others gain."""
_TAKES = {("do", "do"): (1, 1), ("zof", "do"): (2, 0), ("do", "zof"): (0, 2), ("do", "rau"): (1, 0)}
_TAKES |= {("rau", "zof"): (1, 0), ("rau", "do"): (0, 1), ("zof", "rau"): (0, 1)}
"""The cards that each side takes, by its sign and the other's."""
_KINDS = tuple(Counter(PACK).items())


@lru_cache(1 << 14)
def _worth(box: Box) -> float:
    """Return the worth of a box in cards."""
    if None not in box:
        return len(box) + _FULL
    fitting = sum(n for kind, n in _KINDS if kind == SPECIAL or not fall(box, kind).vanished)
    return len(box) - box.count(None) + _ROOM * fitting / len(PACK)


@lru_cache(1 << 16)
def _placed(box: Box, cards: tuple[Card, ...]) -> float:
    """Return the worth of a box with these cards placed in the best order and colours."""
    if not cards or None not in box:
        return _worth(box)
    return max(
        _placed(fall(box, painted).box, (*cards[:n], *cards[n + 1 :]))
        for n, card in enumerate(cards)
        for painted in ([coloured(card, c) for c in COLOURS] if card == SPECIAL else [card])
    )


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

    `astray`: the share of random signs, because a player who always answers is answered itself.
    """

    astray: float

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return one of the moves that are worth most."""
        astray = isinstance(legal[0], Show) and rng.random() < self.astray
        if astray or len(legal) == 1:
            return rng.choice(legal)
        worths = [_move(view, told, move) for move in legal]
        top = max(worths)
        return rng.choice([m for m, w in zip(legal, worths, strict=True) if w > top - 1e-9])


def _move(view: View, told: Told, move: Move) -> float:
    """Return the worth of a move."""
    assert view.seat is not None
    box, held, unseen = view.boxes[view.seat], view.held(view.seat), _unseen(view)
    match move:
        case Take(place=place):
            takes = sum(task == ("take", view.seat) for task in view.tasks)
            market, at = [*filter(None, view.market)], sum(map(bool, view.market[:place]))
            return _taken(box, tuple(taken.card for taken in held), market, at, takes, unseen)
        case Place(number=number, colour=colour):
            (card,) = [taken.card for taken in held if taken.number == number]
            rest = tuple(taken.card for taken in held if taken.number != number)
            return _placed(fall(box, coloured(card, colour)).box, rest)
        case Show(sign=sign):
            return _answer(view, told, sign, unseen)
    return 0


def _answer(view: View, told: Told, sign: str, unseen: Unseen) -> float:
    """Return the worth of a sign against the opponent's latest ones."""
    parent, child = view.parent, view.child
    mine, other = (parent, child) if view.seat == parent else (child, parent)
    duels = [event for event in told if isinstance(event, Revealed)]
    shown = [e.signs[e.child == other] for e in duels if other in (e.parent, e.child)]
    latest = shown[-_MEMORY:] or SIGNS
    return sum(_pair(view, mine, other, (sign, one), unseen) for one in latest) / len(latest)


def _pair(view: View, mine: int, other: int, signs: tuple[str, str], unseen: Unseen) -> float:
    """Return the gain of a pair of signs, less the opponent's."""

    def gain(seat: int, takes: int) -> float:
        market = [*filter(None, view.market[:DOWN]), BACK]
        return _taking(view.boxes[seat], (), market, takes, unseen) - _worth(view.boxes[seat])

    def loss(seat: int) -> float:
        return _worth(_without_last(view.boxes[seat])) - _worth(view.boxes[seat])

    if signs == ("zof", "zof"):
        return loss(mine) - _SPITE * (loss(other) + gain((view.child + 1) % view.seats, 1))
    own, theirs = _TAKES.get(signs, (0, 0))
    return gain(mine, own) - _SPITE * gain(other, theirs)
