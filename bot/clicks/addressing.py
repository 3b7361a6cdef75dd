"""The places from where a table's controls may act on it."""

import discord

from games.errors import N_

from ..storage import StoredTable
from ..storage.servers import NOWHERE
from ..wire.ui import Address
from ..words.errors import TableError

LOOKING_BACK = frozenset({"replay", "mine", "record", "fairness", "share"})
"""Kinds of controls for ended matches, usable in the whole server. Their handlers check access."""


def check_reach(
    stored: StoredTable, address: Address, at: discord.Interaction[discord.Client]
) -> None:
    """Raise TableError unless a control may act on the table from the place of the click.

    Clicks in the table's own channel may. In direct messages, its players, past players and people
    with a reserved seat may. A match without a panel serves its player alone. A daily deal, or a
    match of no server, does so in all channels. Any other click is forged, or meant for another
    table of the same id.
    """
    if address.mark == stored.mark and (address.kind in LOOKING_BACK or _there(stored, at)):
        return
    raise TableError(N_("That button is out of date. Use the newest message."))


def _there(stored: StoredTable, at: discord.Interaction[discord.Client]) -> bool:
    sits = any(p.user_id == at.user.id for p in (*stored.players, *stored.awaited))
    if at.guild_id is not None:
        if stored.daily is not None or stored.guild_id == NOWHERE:
            return sits
        here = (at.guild_id, at.channel_id) == (stored.guild_id, stored.channel_id)
        return here and (sits or not stored.solo)
    return sits and not at.context.private_channel
