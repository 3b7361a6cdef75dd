"""The widest values of every parameter that screens without a table have, by its name."""

import importlib
import inspect
import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pkgutil import iter_modules
from typing import Any

from bot import screens
from bot.play.computers import character_of
from bot.play.daily import daily_game
from bot.play.lobby import PACES
from bot.play.nights import MOST, seated
from bot.play.rivalry import Rivalry
from bot.screens.transcript import looks
from bot.storage import Player
from bot.storage.dailies import Deal, Run
from bot.storage.nights import BEGUN, FEW, MISSED, OFF, OLD, OVER, PLANNED, Guest, Night
from bot.storage.seasons import Placed
from bot.words.errors import TableError
from games import GAMES
from games.errors import N_
from games.options import declared

from . import worst
from .worst import DEADLINE, NAMES

_OF_TABLES = {
    "table",
    "match",
    "sight",
    "stored",
    "scene",
    "past",
    "r",
    "step",
    "view",
    "record",
    "player",
    "found",
}
"""Parameters of a match, a record or an export. Other tests draw those screens."""
_COMBINED = 60
"""Combinations of values to try for one screen in one language."""
_ID = 10**19
_MANY = 400
_FAR = 9_999


def _names(number: int) -> list[str]:
    return list(itertools.islice(itertools.cycle(NAMES), number))


def _nights() -> Iterator[Night]:
    """Yield each phase of each game's night, with as many people as may come, or the fewest."""
    places = (_ID, _ID + 1, "en-US", _ID + 2)
    phases = (PLANNED, BEGUN, OVER, OFF, FEW, MISSED, OLD)
    for phase, game, people in itertools.product(phases, GAMES, (0, 1, MOST)):
        guests = []
        for number, names in enumerate(seated(game, _names(people))):
            table_id = _ID + number if phase == OVER else None
            guests += [Guest(_ID, name, "en-US", 1, 0.0, table_id) for name in names]
        plan = Night(*places, game, "UTC", 0.0, DEADLINE, id=_ID, phase=phase, message_id=_ID)
        panels = {one.table_id: _ID for one in guests if one.table_id is not None}
        yield replace(plan, guests=tuple(guests), panels=panels)


def _runs() -> list[Run]:
    return [Run(_FAR, _ID, _ID, name, 199, (27,) * 10) for name in _names(_MANY)]


def _deals() -> list[Deal]:
    return [Deal(_FAR, daily_game(), b"\xff" * 32, score, (27,) * 10) for score in (None, 199)]


def _players() -> list[Player]:
    return [Player(_ID + at, name, "en-US", 1, seat=at) for at, name in enumerate(NAMES)]


def _computers() -> Iterator[Player]:
    for look in looks().values():
        for kind, company in look.computers.items():
            one = Player(-101, company.first.name, "en-US", 1, kind=kind)
            if character_of(look.computers, one) is not None:
                yield one


@cache
def _values() -> dict[str, list[Any]]:
    everything, runs = looks(), _runs()
    return {
        "looks": [everything],
        "look": [*everything.values()],
        "night": [*_nights()],
        "steers": [False, True],
        "runs": [runs, runs[:1], []],
        "run": [runs[0]],
        "deal": _deals(),
        "coming": [_deals()[:1] * 8],
        "numbers": [list(range(_MANY)), [0], []],
        "placed": [
            [Placed(game, place, _ID, name, 99.0) for game in GAMES for place in (1, 2, 3)]
            for name in NAMES
        ],
        "rivalry": [
            Rivalry(person, computer, 999, 998, first)
            for person in _players()
            for computer in _computers()
            for first in (False, True)
        ],
        "game": [*GAMES, "of a later version"],
        "key": [*GAMES, "of a later version"],
        "typed": [*GAMES],
        "period": [f"2026-Q{quarter}" for quarter in (1, 2, 3, 4)],
        "place": [1, 2, 3],
        "pace": [*PACES],
        "why": [TableError(N_("That table is gone."))],
        "private": [False, True],
        "daily": [False, True],
        "options": [one for key in GAMES for one in worst.options_of(key)],
        "option": [one for game in GAMES.values() for one in declared(game.Options).values()],
        "who": [f"\u2068{name}\u2069" for name in NAMES],
        "before": ["0" * 64],
        "user_id": [_ID],
        "number": [_FAR],
        "today": [_MANY],
        "now": [0.0],
    }


def written() -> Iterator[Callable[..., Any]]:
    """Yield every public function of the screens that writes words about no table."""
    for found in iter_modules(screens.__path__):
        module = importlib.import_module(f"{screens.__name__}.{found.name}")
        for name, one in inspect.getmembers(module, inspect.isfunction):
            own = one.__module__ == module.__name__ and not name.startswith("_")
            names = {*inspect.signature(one).parameters}
            waits = inspect.iscoroutinefunction(one)
            if own and "t" in names and not names & _OF_TABLES and not waits:
                yield one


def cases(function: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    """Yield combinations of the values of its parameters. Raises KeyError for an unknown one."""
    names = [name for name in inspect.signature(function).parameters if name != "t"]
    values = _values()
    if {"deal", "run", "runs"} & {*names}:
        values = values | {"look": [looks()[daily_game()]]}
    every_value = [values[name] for name in names]
    rng = random.Random(function.__qualname__)
    whole = 1
    for some in every_value:
        whole *= len(some)
    if whole <= _COMBINED:
        combined: Any = itertools.product(*every_value)
    else:
        combined = (tuple(map(rng.choice, every_value)) for _ in range(_COMBINED))
    for chosen in combined:
        yield dict(zip(names, chosen, strict=True))
