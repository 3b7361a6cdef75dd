"""Other hidden choices for games of sealed choices alone."""

import random
from collections.abc import Callable
from dataclasses import replace

from games.core import Seat
from games.sealed import SealedGame, State


def redealing(game: SealedGame) -> Callable[[State, Seat | None, random.Random], State]:
    """Return the game's `redeal`: other choices of all other seats."""

    def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
        chosen = tuple(
            one if one is None or own == seat else rng.choice(game.choices)
            for own, one in enumerate(state.chosen)
        )
        return replace(state, chosen=chosen)

    return redeal
