"""*Options*: the options of an open table in one form, made from those of the game's `play`."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

import discord
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
from .answers import Bot

_PLAY, _PACE = "play", "table.pace"
_MOST = 5
_NUMBERS = 6
"""The most numbers that are choices. A longer range is typed."""
_NONE = "none"
_Option = app_commands.Parameter


def form(bot: Bot, stored: StoredTable, t: Tongue) -> ui.Modal:
    """Return the form of an open table, with its present options."""
    paces = tuple((pace_words(pace, t), str(pace or _NONE)) for pace in PACES)
    present = parse_options(find_game(stored.game), stored.options)
    asked = [_field(option, getattr(present, option.name), t) for option in _options(bot, stored)]
    pace = Field(_PACE, t("Time per move"), "", str(stored.pace or _NONE), paces)
    title = t("Options of table {number}", number=stored.id)
    # Phones open a known form with its earlier answers, so each form has its own address.
    at = address(stored, "optionsset", text=str(int(bot.now())))
    return choices_modal(at, title, [pace, *asked][:_MOST])


def chosen(bot: Bot, stored: StoredTable, said: Mapping[str, str]) -> tuple[str, int | None]:
    """Return the options as stored, and the time per move, with the answers of a form.

    Raises TableError, or InvalidOptions as the game does.
    """
    game = find_game(stored.game)
    present, known = parse_options(game, stored.options), _options(bot, stored)
    values = {one.name: _value(one, said[one.name]) for one in known if one.name in said}
    pace = said.get(_PACE, str(stored.pace or _NONE))
    seconds = int(pace) if pace.isdecimal() and len(pace) < 10 else None
    if seconds is None and pace != _NONE:
        raise TableError(N_("That time per move can't be chosen."))
    return options_text(replace(present, **values)), seconds


def _options(bot: Bot, stored: StoredTable) -> list[_Option]:
    """Return the options of `play` that are the game's own."""
    group = bot.tree.get_command(stored.game)
    play = group.get_command(_PLAY) if isinstance(group, app_commands.Group) else None
    if not isinstance(play, app_commands.Command):
        return []
    own = {field.name for field in fields(find_game(stored.game).Options)}
    return [option for option in play.parameters if option.name in own]


def _field(option: _Option, present: Any, t: Tongue) -> Field:
    value = _NONE if present is None else str(present)
    if isinstance(present, bool):
        value = "yes" if present else "no"
    name = _title(option)
    return Field(
        option.name,
        headed(t.word(name.context, name.text).replace("_", " ")),
        t(str(option.description)),
        "" if present is None else value,
        tuple(_choices(option, t)),
        needed=option.default is not None,
    )


def _choices(option: _Option, t: Tongue) -> Iterator[tuple[str, str]]:
    """Yield the labels and values of an option that isn't typed."""
    least, most = option.min_value, option.max_value
    if option.type is discord.AppCommandOptionType.boolean:
        yield from ((t("Yes"), "yes"), (t("No"), "no"))
    elif option.choices:
        yield from ((t(one.name), str(one.value)) for one in option.choices)
    elif least is not None and most is not None and most - least < _NUMBERS:
        yield from ((str(n), str(n)) for n in range(int(least), int(most) + 1))


def _title(option: _Option) -> Name:
    """Return the name of an option, as the reader's command has it."""
    found = option.locale_name
    context = "command" if found is None else str(found.extras.get("context", "command"))
    return Name(option.display_name, context)


def _value(option: _Option, text: str) -> Any:
    """Return an answer as the game takes it. Raises TableError if it can't be one."""
    kind = option.type
    if kind is discord.AppCommandOptionType.boolean:
        return text == "yes"
    if option.choices:
        if text not in [str(one.value) for one in option.choices]:
            raise TableError(N_("That can't be chosen."))
        return text
    if not text and option.default is None:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise TableError(N_("`{option}` is a number."), option=_title(option))
    return int(text)
