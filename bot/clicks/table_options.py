"""*Options*: the options of an open table in one form, made from those that the game declares."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from discord import ui

from games import find_game
from games.errors import N_
from games.options import Option, declared
from games.record import options_text, parse_options, read_value, value_text

from ..play.lobby import PACES
from ..screens.option_list import NONE, PACE, choices, pace_words, title
from ..storage import StoredTable
from ..wire.modal import Field, choices_modal
from ..wire.ui import address
from ..words.errors import TableError
from ..words.i18n import Tongue

_MOST = 5


def form(stored: StoredTable, now: float, t: Tongue) -> ui.Modal:
    """Return the form of an open table, with its present options."""
    paces = tuple((pace_words(pace, t), str(pace or NONE)) for pace in PACES)
    present = parse_options(find_game(stored.game), stored.options)
    asked = [
        _field(name, option, getattr(present, name), t)
        for name, option in declared(type(present)).items()
    ]
    pace = Field(PACE, t("Time per move"), "", str(stored.pace or NONE), paces)
    heading = t("Options of table {number}", number=stored.id)
    # Phones open a known form with its earlier answers, so each form has its own address.
    at = address(stored, "optionsset", text=str(int(now)))
    return choices_modal(at, heading, [pace, *asked][:_MOST])


def chosen(stored: StoredTable, said: Mapping[str, str]) -> tuple[str, int | None]:
    """Return the options as stored, and the time per move, with the answers of a form.

    Raises TableError, or InvalidOptions as the game does.
    """
    present = parse_options(find_game(stored.game), stored.options)
    known = declared(type(present))
    # Japanese keyboards write wide digits.
    given = {name: normalize("NFKC", said[name]) or NONE for name in known if name in said}
    values = {name: read_value(text) for name, text in given.items()}
    pace = said.get(PACE, str(stored.pace or NONE))
    seconds = int(pace) if pace.isdecimal() and len(pace) < 10 else None
    if seconds is None and pace != NONE:
        raise TableError(N_("That time per move can't be chosen."))
    return options_text(replace(present, **values)), seconds


def _field(name: str, option: Option, present: Any, t: Tongue) -> Field:
    return Field(
        name,
        title(option, t),
        t(option.text),
        "" if present is None else value_text(present),
        tuple((t(label), value) for label, value in choices(option)),
        needed=option.default is not None,
    )
