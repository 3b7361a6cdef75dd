"""Schwimmen: a greedy player with a closing threshold, and flat Monte Carlo."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.cards import PACK
from games.core import Seat
from games.schwimmen import Keep, Move, Take
from games.schwimmen.computers.ahead import tried
from games.schwimmen.computers.hands import Worlds, generator
from games.schwimmen.computers.many import Many, numbers, ranking, worths
from games.schwimmen.computers.players import closed_if, hand_after, open_turns
from games.schwimmen.computers.worlds import known
from games.schwimmen.state import View
from games.schwimmen.thirty_one import strength, worth
from games.thinking.thinker import Told


@dataclass(frozen=True)
class Greedy:
    """Takes the best hand in sight and closes above a threshold.

    `close` is the least worth to close, `keep` the least worth to keep as dealer, in points.
    """

    close: float = 25.0
    keep: float = 18.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the move to the strongest hand, or a pass."""
        if view.choosing:
            return Keep() if worth(view.hand) >= 2 * self.keep else Take()
        best = max(open_turns(legal), key=lambda move: strength(hand_after(view, move)))
        return closed_if(legal, best, worth(hand_after(view, best)) >= 2 * self.close)


@dataclass(frozen=True)
class FlatMonteCarlo:
    """Tries every move in sampled worlds, finished by greedy play.

    Others hold the cards they were seen to take, and random ones. The move with the fewest lost
    lives wins.
    """

    worlds: int = 100
    close: float = 25.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the move with the fewest lost lives."""
        chance = generator(rng)
        many = tried(view, _worlds(view, told, self.worlds, chance), legal, chance)
        while len(many.number):
            _greedy_turn(many, self.close)
        place = sum(not view.gone[seat] for seat in range(view.seat or 0))
        lost = (many.lost >> place & 1).reshape(len(legal), -1).sum(1)
        return legal[int(lost.argmin())]


def _worlds(view: View, told: Told, worlds: int, rng: np.random.Generator) -> Worlds:
    seen = known(view, told)
    held = {Seat(seat): seen.held[Seat(seat)] for seat in range(view.seats) if not view.gone[seat]}
    if view.seat is not None:
        held[view.seat] = set(view.hand)
    out = set(view.table).union(seen.away, *held.values())
    unseen = np.array(numbers([card for card in PACK if card not in out]), np.int64)
    cards = unseen[rng.random((len(unseen), worlds)).argsort(0)]
    hands, at = [], 0
    for some in held.values():
        open_ = np.repeat(np.array(numbers(sorted(some)), np.int64)[:, None], worlds, 1)
        short = 3 - len(some)
        hands.append(np.concatenate([open_.reshape(-1, worlds), cards[at : at + short]]))
        at += short
    if view.seat is not None:
        own = list(held).index(view.seat)
        hands[own] = np.repeat(np.array(numbers(view.hand), np.int64)[:, None], worlds, 1)
    unused = np.zeros((len(hands), worlds))
    return Worlds(np.stack(hands), cards[at:], unused.astype(np.float32), unused.astype(np.int64))


def _greedy_turn(many: Many, close: float) -> None:
    after = many.after_moves()
    moves = ranking().ranks[after].argmax(0)
    closes = worths()[after[moves, np.arange(len(moves))]] >= close
    many.turn(moves, closes & (not many.last_round()))


FIRST = Greedy()
SECOND = FlatMonteCarlo()
