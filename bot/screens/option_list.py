"""The options of an open table as a list: each other value that needs no typing.

Pure: a stored table in, words and values out.
"""

from collections.abc import Iterator

from games import GAMES
from games.options import Option, Options, declared
from games.record import parse_options, value_text

from ..play.lobby import PACES
from ..storage import StoredTable
from ..wire.ui import Row, address, choice, stage_of
from ..words.i18n import Tongue
from ..words.speech import headed

PACE = "table.pace"
"""The name of the time per move, beside the game's own options."""
USUAL = "table.usual"
"""The choice of the usual options."""
NONE = "none"
_NUMBERS = 6
"""The most numbers that are choices. A longer range is typed."""


def option_list(stored: StoredTable, t: Tongue) -> list[Row]:
    """Return the list that changes one option by one choice."""
    if stored.game not in GAMES:
        return []
    present = parse_options(GAMES[stored.game], stored.options)
    ways = [] if present == type(present)() else [(t("The usual options"), USUAL)]
    ways += [(pace_words(one, t), f"{PACE}={one or NONE}") for one in PACES if one != stored.pace]
    for name, option in declared(type(present)).items():
        now = value_text(getattr(present, name))
        for label, value in choices(option):
            if value != now:
                told = t("{option}: {value}", option=title(option, t), value=t(label))
                ways.append((told, f"{name}={value}"))
    # A new custom_id after each change, so that the same entry can be chosen again.
    at = address(stored, "options", stage_of(stored.options, stored.pace))
    return choice(at, t("⚙️ Change an option …"), [(*way, None) for way in ways])


def changed(options: Options, t: Tongue) -> list[str]:
    """Return the options that the host has changed, each with its value."""
    told = []
    for name, one in declared(type(options)).items():
        value, named = getattr(options, name), title(one, t)
        if value != one.default:
            said = str(value) if isinstance(one.values, range) else t(one.values[value])
            yes = value is True
            told.append(named if yes else t("{option}: {value}", option=named, value=said))
    return told


def title(option: Option, t: Tongue) -> str:
    """Return an option's name as it begins a line."""
    return headed(t.word(option.name.context, option.name.text).replace("_", " "))


def choices(option: Option) -> Iterator[tuple[str, str]]:
    """Yield the labels, to be translated, and values of an option that isn't typed."""
    if not isinstance(option.values, range):
        yield from ((label, value_text(one)) for one, label in option.values.items())
    elif len(option.values) <= _NUMBERS:
        yield from ((str(n), str(n)) for n in option.values)


def pace_words(pace: int | None, t: Tongue) -> str:
    """Return the time for a decision in words."""
    if pace is None:
        return t("No time limit")
    if pace < 180:
        return t.many("{n} second per move", "{n} seconds per move", pace)
    if pace < 3600:
        return t.many("{n} minute per move", "{n} minutes per move", pace // 60)
    return t.many("{n} hour per move", "{n} hours per move", pace // 3600)
