"""Worlds of Bluff that fit the bids of *normal* computers."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from bot.screens.finished import Finished
from games.bluff.computers.players import NORMAL
from games.bluff.state import FACES
from games.core import Seat

_TRIES = 12
# Weight of dice that never led to a bid in all tries.
_LEAST = 0.002


def fitting(past: Finished, due: int, seat: Seat) -> Callable[[random.Random], Any]:
    """Return a function that draws the position of a ply with other dice of the others.

    Dice under a cup are as likely as they would make their player bid what they did bid.
    """
    state, rng = past.steps[due].state, random.Random(0)
    drawn = []
    for other, dice in enumerate(state.hidden):
        known = other == seat or not dice
        hands = [dice] if known else [*combinations_with_replacement(FACES, len(dice))]
        weights = [1.0 if known else _ways(h) * _likely(past, due, other, h, rng) for h in hands]
        drawn.append((hands, weights))

    def world(chance: random.Random) -> Any:
        hidden = tuple(chance.choices(hands, weights)[0] for hands, weights in drawn)
        return state._replace(hidden=hidden)

    return world


def _ways(hand: tuple[int, ...]) -> float:
    """Return the number of rolls that give these dice."""
    return factorial(len(hand)) / prod(map(factorial, Counter(hand).values()))


def _likely(
    past: Finished, due: int, seat: int, hand: tuple[int, ...], rng: random.Random
) -> float:
    """Return the chance that *normal* bids with these dice as the seat did in this round."""
    likely, round_ = 1.0, past.steps[due].state.round
    for ply in range(due, 0, -1):
        before = past.steps[ply - 1].state
        mover, text = past.record.moves[ply - 1]
        if before.round != round_ or len(before.hidden[seat]) != len(hand):
            break
        if mover != seat:
            continue
        hidden = (*before.hidden[:seat], hand, *before.hidden[seat + 1 :])
        state, move = before._replace(hidden=hidden), past.game.parse_move(text)
        view, legal = past.game.view(state, Seat(seat)), past.game.legal_moves(state, Seat(seat))
        made = sum(NORMAL.choose(view, (), legal, rng) == move for _ in range(_TRIES))
        likely *= max(_LEAST, made / _TRIES)
    return likely
