"""What the contract suite and the golden playthroughs need to know of each game.

A module here, named by the game's key, gives `OPTIONS`, the sets of options that are tried;
`redeal(state, seat, rng)`, another full state in which everything this seat (None: a spectator)
may know is the same and everything else as different as can be; and `GOLDEN`, the golden
playthroughs: name → (seats, options, seed). A game without one fails the suites.
"""

import importlib
import pkgutil
import random
from collections.abc import Callable
from typing import Any

from games.core import Seat

_HANDS = {
    m.name: importlib.import_module(f".{m.name}", __name__) for m in pkgutil.iter_modules(__path__)
}
OPTIONS: dict[str, list[Any]] = {key: hand.OPTIONS for key, hand in _HANDS.items()}
REDEAL: dict[str, Callable[[Any, Seat | None, random.Random], Any]] = {
    key: hand.redeal for key, hand in _HANDS.items()
}
GOLDEN: dict[str, dict[str, tuple[int, Any, int]]] = {
    key: hand.GOLDEN for key, hand in _HANDS.items()
}
