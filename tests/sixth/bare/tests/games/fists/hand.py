"""Facts about fists for the generic tests."""

from games.fists import GAME, ROUNDS, FistsOptions
from games.sealed import Shown
from tests.games.sealed import redealing

OPTIONS = [FistsOptions()]
GOLDEN = {"two_seats": (2, FistsOptions(), 1)}
SEALED = "|".join(GAME.choices)
REVEALING = (Shown,)
redeal = redealing(GAME)


def bound(seats: int, options: FistsOptions) -> int:
    """Return the largest number of decisions: one a seat and round."""
    return seats * ROUNDS
