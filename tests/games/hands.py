"""All that the generic tests need to know of each game: one module a game, named by its key.

It gives
- `OPTIONS`: the sets of options that are tried;
- `redeal(state, seat, rng)`: another full state in which everything this seat (None: a spectator)
  may know is the same and everything else as different as can be;
- `GOLDEN`: the golden playthroughs, name → (seats, options, seed);
- `bound(seats, options)`: within so many decisions a match ends under any play (law 6). A choice
  that is replaced doesn't count;
and, where there is more to say of it,
- `STUBBORN`: for each stubborn player the texts it plays whenever it may, the dearest first (law 6
  always has some who play the first, the last and the default move);
- `SEALED`: a pattern for the texts of moves that others may not tell from one another;
- `REVEALING`: the events that tell what was hidden until then;
- `hidden(state, reader, told)`: what this reader, who was told these events lately, may not find
  on a screen, in the words in which it would stand there;
- `FEW`: options with which every half of a choice can be tried, where `OPTIONS[-1]` has too many;
- `PLAYS`: what is given to `/… play` by people who only want to see the end of it.
"""

import importlib
import random
import re
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from games import GAMES
from games.core import Event, Seat

from .secrets import Hidden

_HANDS = {key: importlib.import_module(f".{key}.hand", __package__) for key in GAMES}
_NO_MOVE = r"(?!)"


def _nothing(state: Any, reader: Seat | None, told: Sequence[Event]) -> Hidden:
    return Hidden()


def _each(name: str, usual: Callable[[ModuleType], Any]) -> dict[str, Any]:
    """What every module says under that name, or what is usual."""
    return {k: getattr(hand, name, None) or usual(hand) for k, hand in _HANDS.items()}


OPTIONS: dict[str, list[Any]] = {key: hand.OPTIONS for key, hand in _HANDS.items()}
REDEAL: dict[str, Callable[[Any, Seat | None, random.Random], Any]] = {
    key: hand.redeal for key, hand in _HANDS.items()
}
GOLDEN: dict[str, dict[str, tuple[int, Any, int]]] = {
    key: hand.GOLDEN for key, hand in _HANDS.items()
}
BOUND: dict[str, Callable[[int, Any], int]] = {key: hand.bound for key, hand in _HANDS.items()}
STUBBORN: dict[str, Sequence[Sequence[str]]] = _each("STUBBORN", lambda _: ())
SEALED: dict[str, re.Pattern[str]] = {
    key: re.compile(moves) for key, moves in _each("SEALED", lambda _: _NO_MOVE).items()
}
REVEALING: dict[str, tuple[type[Event], ...]] = _each("REVEALING", lambda _: ())
HIDDEN: dict[str, Callable[[Any, Seat | None, Sequence[Event]], Hidden]] = _each(
    "hidden", lambda _: _nothing
)
FEW: dict[str, Any] = _each("FEW", lambda hand: hand.OPTIONS[-1])
PLAYS: dict[str, list[dict[str, Any]]] = _each("PLAYS", lambda _: [{}])
