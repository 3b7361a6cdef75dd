"""The place of a new table, with the fields of an interaction there, and who may act in it."""

import asyncio
from typing import TypeAlias

import discord
from discord.abc import GuildChannel

from games.core import Frozen
from games.errors import N_, Name

from ..storage import StoredTable
from ..storage.servers import EVERYONE, STAFF, ServerSettings
from ..wire.faults import NOT_THROUGH, insisting, unheard
from ..words.errors import TableError
from ..words.i18n import Listed
from .answers import Bot, Interaction


class Place(Frozen):
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


# Seconds to look for a person.
_PATIENCE = 10.0

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
    """Return a table's place for a person, or None if they can't see it.

    Raises TableError if Discord doesn't answer.
    """
    guild = bot.get_guild(stored.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(stored.channel_id)
    return None if channel is None else await seen_by(channel, user_id)


async def seen_by(channel: Channel, user_id: int) -> Place | None:
    """Return a channel's place for a person, or None if they can't see it.

    Raises TableError if Discord doesn't answer.
    """
    guild = channel.guild
    thread = channel if isinstance(channel, discord.Thread) and channel.is_private() else None
    try:
        async with asyncio.timeout(_PATIENCE):
            # Cancelled, discord.py would hold its global rate limit forever.
            member = await asyncio.shield(insisting(lambda: guild.fetch_member(user_id)))
            may = channel.permissions_for(member)
            if not may.view_channel:
                return None
            if thread is not None and not may.manage_threads:
                # The parent's permissions don't cover membership of a private thread.
                await asyncio.shield(insisting(lambda: thread.fetch_member(user_id)))
    except NOT_THROUGH as error:
        if unheard(error):
            raise TableError(N_("Discord doesn't answer me just now. Try again soon.")) from error
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


def managed(at: Interaction) -> discord.Guild:
    """Return the server, if this person may change its settings. Raises TableError otherwise."""
    if at.guild is None:
        raise TableError(
            N_("Settings belong to a server: use `/{settings}` there."), settings=Name("settings")
        )
    # Discord hides the command from others, but staff can grant it, and clicks can be forged.
    if not at.permissions.manage_guild:
        raise TableError(N_("Only those who may manage this server can change its settings."))
    return at.guild


def may_open(at: Somewhere, settings: ServerSettings, *, staff: bool) -> None:
    """Raise TableError if no table may open here, or not for this person."""
    # A thread is allowed with its channel.
    places = {at.channel_id, getattr(at.channel, "parent_id", None)}
    if settings.channels and not settings.channels & places:
        raise _elsewhere(at.guild, settings)
    if settings.openers == EVERYONE or staff:
        return
    if settings.openers == STAFF:
        raise TableError(N_("Only the server's staff may open tables here."))
    role_id = int(settings.openers)
    if not isinstance(at.user, discord.Member) or at.user.get_role(role_id) is None:
        raise TableError(
            N_("Only {role} and the server's staff may open tables here."), role=f"<@&{role_id}>"
        )


def _elsewhere(guild: discord.Guild | None, settings: ServerSettings) -> TableError:
    channels = standing_channels(guild, settings)
    if not channels:
        return TableError(
            N_(
                "The channels for tables have been deleted; the server's staff can choose others "
                "with `/{settings}`."
            ),
            settings=Name("settings"),
        )
    return TableError(
        N_("Tables can be opened only in {channels}."),
        channels=Listed(tuple(f"<#{channel}>" for channel in channels)),
    )


def standing_channels(guild: discord.Guild | None, settings: ServerSettings) -> list[int]:
    """Return the allowed channels that still exist."""
    return [
        channel
        for channel in sorted(settings.channels)
        if guild is None or guild.get_channel(channel) is not None
    ]
