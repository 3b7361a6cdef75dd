"""The place of a new table, with the fields of an interaction there."""

from dataclasses import dataclass
from typing import TypeAlias

import discord
from discord.abc import GuildChannel

from games.errors import N_

from ..storage import StoredTable
from ..wire.faults import NOT_THROUGH, insisting
from ..words.errors import TableError
from .answers import Bot, Interaction


@dataclass(frozen=True, slots=True)
class Place:
    """A channel, a person, and the permissions of both the person and the bot there.

    The fields are named as in an interaction.
    """

    guild: discord.Guild
    channel: GuildChannel | discord.Thread
    user: discord.Member
    permissions: discord.Permissions
    app_permissions: discord.Permissions

    @property
    def guild_id(self) -> int:
        """The server's id."""
        return self.guild.id

    @property
    def channel_id(self) -> int:
        """The channel or thread."""
        return self.channel.id


Somewhere: TypeAlias = Interaction | Place
Channel: TypeAlias = GuildChannel | discord.Thread


UNSEEN = N_("I can't find you in {channel} any more, where this match was begun.")
"""The refusal of a person who can't see a match's channel, which may be gone."""


async def place_of(bot: Bot, stored: StoredTable, user_id: int) -> Place:
    """Return a table's place for a person in direct messages.

    Raises TableError if they can't see it any more, or Discord doesn't answer.
    """
    if (found := await place_for(bot, stored, user_id)) is not None:
        return found
    raise TableError(UNSEEN, channel=f"<#{stored.channel_id}>")


async def place_for(bot: Bot, stored: StoredTable, user_id: int) -> Place | None:
    """Return a table's place for a person, or None if they can't see it."""
    guild = bot.get_guild(stored.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(stored.channel_id)
    return None if channel is None else await seen_by(channel, user_id)


async def place_at(bot: Bot, channel_id: int, user_id: int) -> Place:
    """Return a channel's place for a person in direct messages.

    Raises TableError if the channel is unknown, or they can't see it.
    """
    channel = bot.get_channel(channel_id)
    if isinstance(channel, GuildChannel | discord.Thread):
        found = await seen_by(channel, user_id)
        if found is not None:
            return found
    raise TableError(N_("A table is opened in a server's channel."))


async def seen_by(channel: Channel, user_id: int) -> Place | None:
    """Return a channel's place for a person, or None if they can't see it or Discord fails."""
    guild = channel.guild
    try:
        member = await insisting(lambda: guild.fetch_member(user_id))
    except NOT_THROUGH:
        return None
    may = channel.permissions_for(member)
    if not may.view_channel:
        return None
    if isinstance(channel, discord.Thread) and channel.is_private() and not may.manage_threads:
        # The parent's permissions don't cover membership of a private thread.
        try:
            await insisting(lambda: channel.fetch_member(user_id))
        except NOT_THROUGH:
            return None
    return Place(guild, channel, member, may, channel.permissions_for(guild.me))


def check_writing(at: Somewhere) -> None:
    """Raise TableError if the person may not write or use commands here now.

    The bot posts nothing on behalf of a person who couldn't write it.
    """
    may, thread = at.permissions, isinstance(at.channel, discord.Thread)
    writes = may.send_messages_in_threads if thread else may.send_messages
    # An interaction's permissions may leave a timeout out.
    timed_out = isinstance(at.user, discord.Member) and at.user.is_timed_out()
    if writes and may.use_application_commands and (may.administrator or not timed_out):
        return
    raise TableError(
        N_("You may not write or use commands in {channel} now, so I post nothing there for you."),
        channel=f"<#{at.channel_id}>",
    )
