"""What the suites need to know of Bluff."""

import random

from games.bluff import BluffOptions, State
from games.core import Seat

OPTIONS = [
    BluffOptions(),
    BluffOptions(dice=1),
    BluffOptions(dice=2, end="first_out"),
    BluffOptions(dice=3),
    BluffOptions(dice=4, end="first_out"),
    BluffOptions(dice=6),
]
GOLDEN = {
    "two_seats": (2, BluffOptions(dice=3), 17),
    "three_seats": (3, BluffOptions(dice=3), 176),
    "four_seats_first_out": (4, BluffOptions(dice=2, end="first_out"), 133),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Other dice under every other cup, as many as before."""
    hidden = tuple(
        dice if other == seat else tuple(sorted(rng.randint(1, 6) for _ in dice))
        for other, dice in enumerate(state.hidden)
    )
    return state._replace(hidden=hidden)
