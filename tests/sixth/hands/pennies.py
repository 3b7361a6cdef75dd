"""What the suites need to know of matching pennies."""

import random
from dataclasses import replace

from games.pennies import SIDES, PenniesOptions, Shown, State  # type: ignore  # there once moved in

from games.core import Seat

OPTIONS = [PenniesOptions(), PenniesOptions(points=9)]
GOLDEN = {"two_seats": (2, PenniesOptions(), 1)}
SEALED = r"heads|tails"
REVEALING = (Shown,)
STUBBORN = (("tails",),)


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """What the other has chosen may be anything."""
    chosen = [
        side if side is None or own == seat else rng.choice(SIDES)
        for own, side in enumerate(state.chosen)
    ]
    return replace(state, chosen=(chosen[0], chosen[1]))


def bound(seats: int, options: PenniesOptions) -> int:
    """Two choices a round, and a point."""
    return 2 * (2 * int(options.points) - 1)
