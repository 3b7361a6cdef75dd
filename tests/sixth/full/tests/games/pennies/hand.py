"""Facts about matching pennies for the generic tests."""

import random
from dataclasses import replace

from games.core import Seat
from games.pennies import SIDES, PenniesOptions, Shown, State

OPTIONS = [PenniesOptions(), PenniesOptions(points=9)]
GOLDEN = {"two_seats": (2, PenniesOptions(), 1)}
SEALED = r"heads|tails"
REVEALING = (Shown,)
PLAYS = [{"points": 1}, {"points": 3}]
LASTING = {"points": 5}
SHORT = {"points": 1}
STUBBORN = (("tails",),)


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Return a position with other hidden coins."""
    chosen = [
        side if side is None or own == seat else rng.choice(SIDES)
        for own, side in enumerate(state.chosen)
    ]
    return replace(state, chosen=(chosen[0], chosen[1]))


def bound(seats: int, options: PenniesOptions) -> int:
    """Return the largest number of decisions: two for each point."""
    return 2 * (2 * int(options.points) - 1)
