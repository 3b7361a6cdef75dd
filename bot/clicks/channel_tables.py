"""The table of a channel that a command means, among several."""

from collections.abc import Callable

from discord import app_commands

from games.core import Seat

from ..play.names import bare_name
from ..screens.look import Look
from ..storage import StoredTable
from ..wire.fitting import cut
from ..words.i18n import Tongue, tongue
from ..words.speech import listed
from .answers import Bot, Interaction

_CHOICES, _LABEL = 25, 100

Fits = Callable[[StoredTable], bool]
"""True for a table that a command can act on."""
Number = app_commands.Range[int, 1, 10**15]
"""The number of a table, as an option."""


async def tables_of(bot: Bot, channel_id: int, user_id: int) -> list[StoredTable]:
    """Return the open tables of a channel: those with that person first, then the newest first.

    A match without a panel is its player's alone.
    """
    there = await bot.tables.in_channel(channel_id, user_id)
    return [s for s in there if s.kind.panel or s.seat_of(user_id) is not None]


async def fitting(bot: Bot, interaction: Interaction, fits: Fits) -> list[StoredTable]:
    """Return the tables of the channel that fit: those that wait for the person first."""
    user_id = interaction.user.id
    found = [
        table for table in await tables_of(bot, interaction.channel_id or 0, user_id) if fits(table)
    ]
    waiting = {table.id for table in found if await _waits(bot, table, user_id)}
    return sorted(found, key=lambda table: table.id not in waiting)


async def completions(
    interaction: Interaction, typed: str, fits: Fits
) -> list[app_commands.Choice[int]]:
    """Return the tables that fit as choices: game, number and players, the waiting ones first."""
    bot, t = interaction.client, tongue(interaction.locale)
    tables = await fitting(bot, interaction, fits)
    lines = [(table.id, _line(bot.house.look(table.game), table, t)) for table in tables]
    return [
        app_commands.Choice(name=cut(line, _LABEL), value=number)
        for number, line in lines
        if str(typed).lower() in line.lower()
    ][:_CHOICES]


def _line(look: Look, table: StoredTable, t: Tongue) -> str:
    people = listed((bare_name(player, t) for player in table.players), t)
    return f"{look.at_table(table.id, t)} · {people}"


async def _waits(bot: Bot, table: StoredTable, user_id: int) -> bool:
    """Return True if this process owns the table, and the person has a decision to make."""
    seat = table.seat_of(user_id)
    if seat is None or table.started_at is None or not bot.tables.ours(table.guild_id):
        return False
    match = (await bot.tables.get(table.id)).state.match
    return match is not None and Seat(seat) in match.to_act
