"""*Options*: the options of an open table in one form, made from those that the game declares."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from discord import ui

from games import find_game
from games.errors import N_
from games.options import Option, declared
from games.record import options_text, parse_options, read_value, value_text

from ..play.lobby import PACES
from ..screens.lobby_panel import pace_words
from ..storage import StoredTable
from ..wire.modal import Field, choices_modal
from ..wire.ui import address
from ..words.errors import TableError
from ..words.i18n import Tongue
from ..words.speech import headed

_PACE = "table.pace"
_MOST = 5
_NUMBERS = 6
"""The most numbers that are choices. A longer range is typed."""
_NONE = "none"


def form(stored: StoredTable, now: float, t: Tongue) -> ui.Modal:
    """Return the form of an open table, with its present options."""
    paces = tuple((pace_words(pace, t), str(pace or _NONE)) for pace in PACES)
    present = parse_options(find_game(stored.game), stored.options)
    asked = [
        _field(name, option, getattr(present, name), t)
        for name, option in declared(type(present)).items()
    ]
    pace = Field(_PACE, t("Time per move"), "", str(stored.pace or _NONE), paces)
    title = t("Options of table {number}", number=stored.id)
    # Phones open a known form with its earlier answers, so each form has its own address.
    at = address(stored, "optionsset", text=str(int(now)))
    return choices_modal(at, title, [pace, *asked][:_MOST])


def chosen(stored: StoredTable, said: Mapping[str, str]) -> tuple[str, int | None]:
    """Return the options as stored, and the time per move, with the answers of a form.

    Raises TableError, or InvalidOptions as the game does.
    """
    present = parse_options(find_game(stored.game), stored.options)
    known = declared(type(present))
    # Japanese keyboards write wide digits.
    given = {name: normalize("NFKC", said[name]) or _NONE for name in known if name in said}
    values = {name: read_value(text) for name, text in given.items()}
    pace = said.get(_PACE, str(stored.pace or _NONE))
    seconds = int(pace) if pace.isdecimal() and len(pace) < 10 else None
    if seconds is None and pace != _NONE:
        raise TableError(N_("That time per move can't be chosen."))
    return options_text(replace(present, **values)), seconds


def _field(name: str, option: Option, present: Any, t: Tongue) -> Field:
    return Field(
        name,
        headed(t.word(option.name.context, option.name.text).replace("_", " ")),
        t(option.text),
        "" if present is None else value_text(present),
        tuple(_choices(option, t)),
        needed=option.default is not None,
    )


def _choices(option: Option, t: Tongue) -> Iterator[tuple[str, str]]:
    """Yield the labels and values of an option that isn't typed."""
    if not isinstance(option.values, range):
        yield from ((t(label), value_text(one)) for one, label in option.values.items())
    elif len(option.values) <= _NUMBERS:
        yield from ((str(n), str(n)) for n in option.values)
