"""Games broken on purpose."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.core import Event, Seat

from ..sixth.full.games.pennies import SIDES, State
from . import laws
from .playing import AnyGame, random_match, registered


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    first, second = (
        side if side is None or own == seat else rng.choice(SIDES)
        for own, side in enumerate(state.chosen)
    )
    return replace(state, chosen=(first, second))


def fails(check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception:
        return True
    return False


def broken(
    make: Callable[[], AnyGame],
    seats: int,
    options: Any,
    redeal: laws.Redeal,
    revealing: tuple[type[Event], ...],
) -> set[str]:
    """The laws of a match that this game breaks."""
    found = set()
    for name, law in laws.of_a_match(redeal, revealing).items():
        for seed in range(3):
            # A new one for each: a broken game may spoil what it has been used for.
            with registered(game := make()):
                try:
                    played = random_match(game.key, seats, options, seed)
                except AssertionError as error:
                    found.add(str(error).removeprefix("law ").split(":")[0])
                    continue
                if fails(lambda law=law, played=played: law(played)):  # type: ignore[misc]
                    found.add(name)
    return found
