"""From where a table can be reached by its controls."""

import discord

from games.errors import N_

from ..storage import StoredTable
from ..wire.ui import Address
from ..words.errors import TableError

LOOKING_BACK = frozenset({"replay", "record", "fairness", "share"})
"""Kinds of controls for ended matches, which are looked at from all over the server: their
handlers ask who may see what."""


def check_reach(
    stored: StoredTable, address: Address, at: discord.Interaction[discord.Client]
) -> None:
    """Raise TableError unless a control can act on that table from where it was clicked.

    A table is reached from its own channel, and from their direct messages by those who sit, or
    sat, there, and those for whom a seat is kept. Elsewhere its controls are forged, or were meant
    for another table that had the same number.
    """
    if address.mark == stored.mark and (address.kind in LOOKING_BACK or _there(stored, at)):
        return
    raise TableError(N_("That button is out of date. Use the newest message."))


def _there(stored: StoredTable, at: discord.Interaction[discord.Client]) -> bool:
    if at.guild_id is not None:
        return (at.guild_id, at.channel_id) == (stored.guild_id, stored.channel_id)
    direct = not at.context.private_channel
    return direct and any(p.user_id == at.user.id for p in (*stored.players, *stored.awaited))
