"""The facts of each game for the generic tests: one module a game, `tests/games/<key>/hand.py`.

Required:
- `OPTIONS`: the sets of options to try.
- `redeal(state, seat, rng)`: a full state with the same view for this seat (None: a spectator).
  All else is as different as possible.
- `GOLDEN`: the golden playthroughs, name → (seats, options, seed).
- `bound(seats, options)`: the most decisions of a match (law 6). Replaced choices don't count.

Optional:
- `STUBBORN`: texts that each stubborn player plays if legal, the preferred one first.
  Law 6 always tries the first, the last and the default move.
- `SEALED`: a pattern of moves that others may not distinguish.
- `REVEALING`: the events that reveal something hidden.
- `hidden`: words that may not stand on a reader's screen, by state, reader and latest events.
- `FEW`: options small enough to try every half of a choice, if `OPTIONS[-1]` has too many.
- `PLAYS`: the options of a short match.
- `LASTING`: the options of a match that tests interrupt.
- `SHORT`: further arguments that make it as short as possible.
- `OFTEN`: the game's weight in a random choice.
- `WRONG_OPTIONS`: values of options that are refused, though each alone is not.
- `TYPED`: further spellings of moves, each with its notation.
- `NO_MOVES`: texts that are no moves.
- `SERVES`: the game's role in tests of the bot, see `tests/examples.py`.
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
    """Return each module's value of that name, or the default."""
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
SEALING = [key for key, moves in SEALED.items() if moves.pattern != _NO_MOVE]
"""Games with sealed moves."""
REVEALING: dict[str, tuple[type[Event], ...]] = _each("REVEALING", lambda _: ())
HIDDEN: dict[str, Callable[[Any, Seat | None, Sequence[Event]], Hidden]] = _each(
    "hidden", lambda _: _nothing
)
FEW: dict[str, Any] = _each("FEW", lambda hand: hand.OPTIONS[-1])
PLAYS: dict[str, list[dict[str, Any]]] = _each("PLAYS", lambda _: [{}])
LASTING: dict[str, dict[str, Any]] = _each("LASTING", lambda _: {})
SHORT: dict[str, dict[str, Any]] = {
    key: LASTING[key] | more for key, more in _each("SHORT", lambda _: {}).items()
}
OFTEN: dict[str, int] = _each("OFTEN", lambda _: 10)
WRONG_OPTIONS: dict[str, list[dict[str, Any]]] = _each("WRONG_OPTIONS", lambda _: [])
TYPED: dict[str, dict[str, str]] = _each("TYPED", lambda _: {})
NO_MOVES: dict[str, list[str]] = _each("NO_MOVES", lambda _: [])
SERVES: dict[str, str] = _each("SERVES", lambda _: "")
