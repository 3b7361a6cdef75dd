"""Facts about fists for the generic tests."""

import random
from dataclasses import replace

from games.core import Seat
from games.fists import MOST, ROUNDS, FistsOptions, Opened, State

OPTIONS = [FistsOptions()]
GOLDEN = {"two_seats": (2, FistsOptions(), 1)}
SEALED = r"[0-3]"
REVEALING = (Opened,)


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Return a position with other hidden coins."""
    chosen = tuple(
        number if number is None or own == seat else rng.randint(0, MOST)
        for own, number in enumerate(state.chosen)
    )
    return replace(state, chosen=chosen)


def bound(seats: int, options: FistsOptions) -> int:
    """Return the largest number of decisions: one a seat and round."""
    return seats * ROUNDS
