"""Every screen without a table at its widest: nights, seasons and others."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from discord import app_commands

from bot.wire import fitting
from bot.wire.ui import Address, Control, Drawn, button_rows, choice, screen
from bot.words.i18n import tongue
from bot.words.parts import parts
from playground.limits import V2, check_message

from .tableless import cases, written
from .worst import LANGUAGES, LOOSE

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
