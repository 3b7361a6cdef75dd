"""Positions of every game for its computers to decide."""

import random
from typing import Any

from games.core import Event, Seat
from games.thinking.players import Told

from .playing import Playthrough, heard

Moment = tuple[Any, Seat, Told]
"""A state, a seat with legal moves in it, and the seat's events since the match began."""


def moments(played: Playthrough, most: int = 1000) -> list[Moment]:
    """Return positions of a match in order, at most that number of each kind of decision.

    A sealed choice that may be changed is a kind of its own.
    """
    told: dict[Seat, list[Event]] = {seat: [] for seat in played.seats}
    found: dict[Any, list[tuple[int, Seat, int]]] = {}
    for ply, (state, events) in enumerate(played.steps):
        waiting = played.game.to_act(state)
        for seat in played.seats:
            told[seat] += heard(events, seat)
            if legal := played.legal(ply, seat):
                kind = type(legal[0]), seat in waiting
                found.setdefault(kind, []).append((ply, seat, len(told[seat])))
    rng = random.Random(most)
    some = [one for ones in found.values() for one in rng.sample(ones, min(most, len(ones)))]
    return [(played.steps[ply].state, s, told[s][:known]) for ply, s, known in sorted(some)]
