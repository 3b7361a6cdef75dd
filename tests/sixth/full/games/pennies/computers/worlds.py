"""Positions that fit the view of a seat."""

import random

from games.thinking.thinker import Told

from ..rules import SIDES, PenniesOptions, State, View


def imagine(view: View, told: Told, rng: random.Random) -> State:
    """Return a position with a random coin of the other player."""
    assert view.seat is not None
    chosen = [rng.choice(SIDES) if seat in view.chosen else None for seat in range(2)]
    chosen[view.seat] = view.mine
    # The number of points to win is in no view.
    goal = PenniesOptions(max(view.points) + 1)
    return State(goal, view.points, (chosen[0], chosen[1]), view.round)
