"""Where a table is to be opened, as an interaction there would tell it."""

from dataclasses import dataclass
from typing import TypeAlias

import discord
from discord.abc import GuildChannel

from games.errors import N_

from ..storage import StoredTable
from ..wire.faults import NOT_THROUGH
from ..words.errors import TableError
from .answers import Bot, Interaction


@dataclass(frozen=True, slots=True)
class Ground:
    """A channel, a person, and what they and the bot may do there; named as in an interaction."""

    guild: discord.Guild
    channel: GuildChannel | discord.Thread
    user: discord.Member
    permissions: discord.Permissions
    app_permissions: discord.Permissions

    @property
    def guild_id(self) -> int:
        """The server."""
        return self.guild.id

    @property
    def channel_id(self) -> int:
        """The channel or thread."""
        return self.channel.id


Somewhere: TypeAlias = Interaction | Ground


async def ground_of(bot: Bot, stored: StoredTable, user_id: int) -> Ground:
    """The place of a table, for somebody who acts from their direct messages.

    Raises TableError: they can't see it any more, or nobody can tell.
    """
    guild = bot.get_guild(stored.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(stored.channel_id)
    if channel is not None and (found := await _seen(channel, user_id)) is not None:
        return found
    where = f"<#{stored.channel_id}>"
    raise TableError(N_("A rematch opens in {channel}: click *Rematch* there."), channel=where)


async def ground_at(bot: Bot, channel_id: int, user_id: int) -> Ground:
    """The place of that channel, for somebody who acts from their direct messages.

    Raises TableError: there is none, or they couldn't use a command there.
    """
    channel = bot.get_channel(channel_id)
    if isinstance(channel, GuildChannel | discord.Thread):
        found = await _seen(channel, user_id)
        if found is not None and _may_ask(found):
            return found
    raise TableError(N_("A table is opened in a server's channel."))


async def _seen(channel: GuildChannel | discord.Thread, user_id: int) -> Ground | None:
    """A channel as a person may act there; None if they can't see it, or nobody can tell."""
    guild = channel.guild
    try:
        member = await guild.fetch_member(user_id)
    except NOT_THROUGH:
        return None
    may = channel.permissions_for(member)
    if not may.view_channel:
        return None
    if isinstance(channel, discord.Thread) and channel.is_private() and not may.manage_threads:
        # The parent's permissions say nothing of who is in it.
        try:
            await channel.fetch_member(user_id)
        except NOT_THROUGH:
            return None
    return Ground(
        guild,
        channel,
        member,
        may,
        channel.permissions_for(guild.me),
    )


def _may_ask(ground: Ground) -> bool:
    """Whether a person could use a command there, who isn't there at the moment."""
    may, thread = ground.permissions, isinstance(ground.channel, discord.Thread)
    writes = may.send_messages_in_threads if thread else may.send_messages
    return may.use_application_commands and writes and not ground.user.is_timed_out()
