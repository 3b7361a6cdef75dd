"""*Options*: the options of an open table in one form, made from those of the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import app_commands, ui

from games import find_game
from games.errors import N_, Name
from games.record import options_text, parse_options

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


@dataclass(frozen=True, slots=True)
class Option:
    """A question about a game's option.

    name: the field of the game's `Options`. title: the label. about: the description. bounds: the
    least and the most of a number. choices: the labels and values of a word.
    """

    name: str
    title: app_commands.locale_str
    about: app_commands.locale_str
    bounds: tuple[int, int] | None = None
    choices: tuple[tuple[app_commands.locale_str, str], ...] = ()


def form(options: Sequence[Option], stored: StoredTable, t: Tongue, now: float) -> ui.Modal:
    """Return the form of an open table, with its present options."""
    paces = tuple((pace_words(pace, t), str(pace or _NONE)) for pace in PACES)
    present = parse_options(find_game(stored.game), stored.options)
    usual = find_game(stored.game).Options()
    asked = [_field(option, getattr(present, option.name), usual, t) for option in options]
    pace = Field(_PACE, t("Time per move"), "", str(stored.pace or _NONE), paces)
    title = t("Options of table {number}", number=stored.id)
    # Phones open a known form with its earlier answers, so each form has its own address.
    at = address(stored, "optionsset", text=str(int(now)))
    return choices_modal(at, title, [pace, *asked][:_MOST])


def chosen(
    options: Sequence[Option], stored: StoredTable, said: Mapping[str, str]
) -> tuple[str, int | None]:
    """Return the options as stored, and the time per move, with the answers of a form.

    Raises TableError, or InvalidOptions as the game does.
    """
    game = find_game(stored.game)
    present, usual = parse_options(game, stored.options), game.Options()
    values = {one.name: _value(one, said[one.name], usual) for one in options if one.name in said}
    pace = said.get(_PACE, str(stored.pace or _NONE))
    seconds = int(pace) if pace.isdecimal() and len(pace) < 10 else None
    if seconds is None and pace != _NONE:
        raise TableError(N_("That time per move can't be chosen."))
    return options_text(replace(present, **values)), seconds


def _field(option: Option, present: Any, usual: Any, t: Tongue) -> Field:
    value = _NONE if present is None else str(present)
    if isinstance(present, bool):
        value = "yes" if present else "no"
    name = _title(option)
    return Field(
        option.name,
        headed(t.word(name.context, name.text).replace("_", " ")),
        t(str(option.about)),
        "" if present is None else value,
        tuple(_choices(option, usual, t)),
        needed=getattr(usual, option.name) is not None,
    )


def _choices(option: Option, usual: Any, t: Tongue) -> Iterator[tuple[str, str]]:
    """Yield the labels and values of an option that isn't typed."""
    if isinstance(getattr(usual, option.name), bool):
        yield from ((t("Yes"), "yes"), (t("No"), "no"))
    elif option.choices:
        yield from ((t(str(label)), value) for label, value in option.choices)
    elif option.bounds is not None and option.bounds[1] - option.bounds[0] < _NUMBERS:
        least, most = option.bounds
        yield from ((str(n), str(n)) for n in range(least, most + 1))


def _title(option: Option) -> Name:
    """Return the name of an option, as refusals of the game have it."""
    return Name(str(option.title), str(option.title.extras["context"]))


def _value(option: Option, text: str, usual: Any) -> Any:
    """Return an answer as the game takes it. Raises TableError if it can't be one."""
    default = getattr(usual, option.name)
    if isinstance(default, bool):
        return text == "yes"
    if option.choices:
        if text not in [value for _, value in option.choices]:
            raise TableError(N_("That can't be chosen."))
        return text
    if not text and default is None:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise TableError(N_("`{option}` is a number."), option=_title(option))
    return int(text)
