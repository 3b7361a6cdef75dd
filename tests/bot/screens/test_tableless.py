"""Every screen without a table, such as nights and seasons, with its widest values."""

import importlib
import inspect
import itertools
import json
import math
import random
from collections.abc import Callable, Iterator
from functools import cache
from pkgutil import iter_modules
from typing import Any

import pytest
from discord import app_commands

from bot import screens
from bot.play.computers import character_of
from bot.play.lobby import PACES
from bot.play.rivalry import Rivalry
from bot.screens.transcript import looks
from bot.storage import Player
from bot.wire import fitting
from bot.wire.ui import Address, Control, Drawn, button_rows, choice, screen
from bot.words.errors import TableError
from bot.words.i18n import tongue
from bot.words.parts import parts
from games import GAMES
from games.errors import N_
from games.options import declared
from playground.limits import V2, check_message

from ...features import brought
from . import worst
from .worst import LANGUAGES, LOOSE, NAMES

_OF_TABLES = {
    *("table", "match", "sight", "stored", "scene", "past"),
    *("r", "step", "view", "record", "player", "found"),
}
"""Parameters of a match, a record or an export. Other tests draw those screens."""
_COMBINED = 60
"""Combinations of values to try for one screen in one language."""
_ID = 10**19


def _players() -> list[Player]:
    return [Player(_ID + at, name, "en-US", 1, seat=at) for at, name in enumerate(NAMES)]


def _computers() -> Iterator[Player]:
    for look in looks().values():
        for kind, company in look.computers.items():
            one = Player(-101, company.first.name, "en-US", 1, kind=kind)
            if character_of(look.computers, one) is not None:
                yield one


@cache
def _values(room: str) -> dict[str, list[Any]]:
    """Return the values for a room of the bot, or a feature with values of its own."""
    everything = looks()
    values: dict[str, list[Any]] = {
        "looks": [everything],
        "look": [*everything.values()],
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
        "pace": [*PACES],
        "why": [TableError(N_("That table is gone."))],
        "private": [False, True],
        "daily": [False, True],
        "options": [one for key in GAMES for one in worst.options_of(key)],
        "option": [one for game in GAMES.values() for one in declared(game.Options).values()],
        "who": [f"\u2068{name}\u2069" for name in NAMES],
        "before": ["0" * 64],
        "user_id": [_ID],
        "number": [9_999],
        "now": [0.0],
    }
    for one in brought("widest"):
        if one.__name__.split(".")[2] == room:
            values |= one.values()
    return values


def written() -> Iterator[Callable[..., Any]]:
    """Yield every public function of the screens that writes words about no table."""
    rooms = (f"{screens.__name__}.{found.name}" for found in iter_modules(screens.__path__))
    for module in [*map(importlib.import_module, rooms), *parts("screens")]:
        for name, one in inspect.getmembers(module, inspect.isfunction):
            own = one.__module__ == module.__name__ and not name.startswith("_")
            names = {*inspect.signature(one).parameters}
            waits = inspect.iscoroutinefunction(one)
            if own and "t" in names and not names & _OF_TABLES and not waits:
                yield one


def cases(function: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    """Yield combinations of the values of its parameters. Raises KeyError for an unknown one."""
    names = [name for name in inspect.signature(function).parameters if name != "t"]
    values = _values(function.__module__.split(".")[1])
    every_value = [values[name] for name in names]
    rng = random.Random(function.__qualname__)
    if math.prod(map(len, every_value)) <= _COMBINED:
        combined: Any = itertools.product(*every_value)
    else:
        combined = (tuple(map(rng.choice, every_value)) for _ in range(_COMBINED))
    for chosen in combined:
        yield dict(zip(names, chosen, strict=True))


WRITTEN = [*written()]


def name_of(function: Callable[..., Any]) -> str:
    """Return a screen's module and name."""
    return f"{function.__module__.partition('.')[2]}.{function.__name__}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("function", WRITTEN, ids=name_of)
def test_widest_screens_of_no_table_fit(function: Callable[..., Any], language: str) -> None:
    drawn = 0
    for given in cases(function):
        shown = _screen(function(**given, t=tongue(language)))
        if not shown.components:
            continue
        check_message({"components": shown.components}, V2, {file.name for file in shown.files})
        assert fitting.size(shown.components) <= fitting.TEXT, given
        assert not LOOSE.search(json.dumps(shown.components, ensure_ascii=False)), given
        drawn += 1
    assert drawn


def _screen(told: Any) -> Drawn:
    """Return a message of what a function has written: texts, parts, a button or choices."""
    if isinstance(told, Drawn):
        return told
    parts = told if isinstance(told, list) else [told]
    if isinstance(told, Control):
        return screen(None, *button_rows([told]))
    if any(isinstance(part, app_commands.Choice) for part in parts):
        return screen(None, *choice(Address("play"), "…", [(c.name, c.value, None) for c in parts]))
    return screen(None, *filter(None, parts))


def test_search_finds_the_screens_of_an_evening() -> None:
    searched = {function.__module__ for function in WRITTEN}
    assert {"bot.screens.naming", *(module.__name__ for module in parts("screens"))} <= searched
