"""The table of a channel that a command means, among several."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from discord import app_commands

from games.core import Seat
from games.errors import N_, Name

from ..cluster.arrived import ARRIVED
from ..play.names import bare_name, escaped
from ..screens.look import Look, NoLook
from ..storage import StoredTable
from ..wire.fitting import cut
from ..words.errors import TableError
from ..words.i18n import Tongue, described, tongue, word
from ..words.speech import listed
from .answers import Bot, Interaction

_CHOICES, _LABEL, _LINE = 25, 100, 200

Fits = Callable[[StoredTable], bool]
"""True for a table that a command can act on."""
Fitting = Callable[[Interaction], Fits]
"""The condition of a command that a person uses."""
Command = TypeVar("Command", bound=Callable[..., Any])
Number = app_commands.Range[int, 1, 10**15]
"""The number of a table, as an option."""


async def tables_of(bot: Bot, channel_id: int, user_id: int | None = None) -> list[StoredTable]:
    """Return the open tables of a channel: those with that person first, then the newest first.

    A match without a panel is its player's alone.

    The owner of a forwarded command looks at its own tables first. Otherwise two owners could
    forward the command to each other.
    """
    there = await bot.tables.in_channel(channel_id, user_id)
    found = [s for s in there if not s.solo or s.seat_of(user_id or 0) is not None]
    arrived = ARRIVED.get()
    if arrived is not None and arrived.forwarded:
        return [table for table in found if bot.tables.ours(table.id)] or found
    return found


async def fitting(bot: Bot, interaction: Interaction, fits: Fits) -> list[StoredTable]:
    """Return the tables of the channel that fit: those that wait for the person first."""
    user_id = interaction.user.id
    found = [
        table for table in await tables_of(bot, interaction.channel_id or 0, user_id) if fits(table)
    ]
    waiting = {table.id for table in found if await _waits(bot, table, user_id)}
    return sorted(found, key=lambda table: table.id not in waiting)


async def the_table(
    bot: Bot, interaction: Interaction, number: int | None, *fits: Fits, none: TableError
) -> StoredTable:
    """Return the table of a number, or the only one that fits.

    Of several conditions the first counts that any table meets, and with a number the last. Raises
    `none` if no table fits, and a TableError that lists them if several do.
    """
    found: list[StoredTable] = []
    for condition in fits if number is None else fits[-1:]:
        found = found or await fitting(bot, interaction, condition)
    found = [table for table in found if number in (None, table.id)]
    if not found:
        raise none
    if len(found) > 1:
        raise several(bot, found)
    return found[0]


def several(bot: Bot, tables: Sequence[StoredTable]) -> TableError:
    """Return the question for one of several tables."""
    listed = Listed(tuple((_look(bot, table), table) for table in tables))
    return TableError(
        N_("Several tables fit. Choose one under `{option}`:\n{tables}"),
        option=Name("table", "option"),
        tables=listed,
    )


def with_number(command: Command) -> Command:
    """Give the option `number` of a command its name and description."""
    renamed = app_commands.rename(number=word("option", "table"))
    told = app_commands.describe(number=described("Which table, where several fit"))
    return renamed(told(command))


def with_table(fits: Fitting) -> Callable[[Command], Command]:
    """Give a command an option `number`, which offers the tables that fit."""

    async def offered(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await completions(interaction, typed, fits(interaction))

    completed: Callable[[Command], Command] = app_commands.autocomplete(number=offered)
    return lambda command: completed(with_number(command))


async def completions(
    interaction: Interaction, typed: str, fits: Fits
) -> list[app_commands.Choice[int]]:
    """Return the tables that fit as choices: game, number and players, the waiting ones first."""
    bot, t = interaction.client, tongue(interaction.locale)
    tables = await fitting(bot, interaction, fits)
    lines = [(table.id, _line(_look(bot, table), table, t)) for table in tables]
    return [
        app_commands.Choice(name=cut(line, _LABEL), value=number)
        for number, line in lines
        if str(typed).lower() in line.lower()
    ][:_CHOICES]


@dataclass(frozen=True, slots=True)
class Listed:
    """Several tables, as a question lists them."""

    tables: tuple[tuple[Look, StoredTable], ...]

    def __str__(self) -> str:
        return f"{len(self.tables)} tables"

    def told(self, t: Tongue) -> str:
        """Return a line for each table in a language."""
        lines = (_line(look, table, t) for look, table in self.tables)
        return "\n".join(escaped(line, _LINE) for line in lines)


def _look(bot: Bot, table: StoredTable) -> Look:
    return bot.looks.get(table.game) or NoLook()


def _line(look: Look, table: StoredTable, t: Tongue) -> str:
    people = listed((bare_name(player, t) for player in table.players), t)
    return f"{look.at_table(table.id, t)} · {people}"


async def _waits(bot: Bot, table: StoredTable, user_id: int) -> bool:
    """Return True if this process owns the table, and the person has a decision to make."""
    seat = table.seat_of(user_id)
    if seat is None or table.started_at is None or not bot.tables.ours(table.id):
        return False
    match = (await bot.tables.get(table.id)).match
    return match is not None and Seat(seat) in match.to_act
