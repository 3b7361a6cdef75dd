"""The settings of every server, remembered once read, and who may open tables by them."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

import discord

from games.errors import N_, Name

from ..storage import Database
from ..storage.servers import (
    EVERYONE,
    STAFF,
    Change,
    ServerSettings,
    changes_of,
    save_settings,
    settings_of,
)
from ..words.errors import TableError


class Where(Protocol):
    """A channel and a person, as interactions tell them."""

    @property
    def guild(self) -> discord.Guild | None:
        """The server."""

    @property
    def channel(self) -> object:
        """The channel or thread."""

    @property
    def channel_id(self) -> int | None:
        """Its id."""

    @property
    def user(self) -> discord.User | discord.Member:
        """The person."""


def no_peers(_what: str, _number: int) -> None:
    """Send a change to no other process: there is none."""


class Servers:
    """What each server's staff have set. Ask with `of`, change with `change`."""

    def __init__(self, database: Database, tell: Callable[[str, int], None] = no_peers) -> None:
        self._database = database
        self._tell = tell
        self._known: dict[int, ServerSettings] = {}
        self._turn = asyncio.Lock()

    async def of(self, guild_id: int) -> ServerSettings:
        """The settings of a server."""
        if guild_id not in self._known:
            self._known[guild_id] = await settings_of(self._database, guild_id)
        return self._known[guild_id]

    def known(self, guild_id: int) -> ServerSettings:
        """The settings of a server as last read; the usual ones if they never were."""
        return self._known.get(guild_id) or ServerSettings()

    async def set(self, guild_id: int, settings: ServerSettings) -> None:
        """Set all settings of a server."""
        await save_settings(self._database, guild_id, settings)
        self._known[guild_id] = settings
        self._tell("server", guild_id)

    async def change(
        self, guild_id: int, by: int = 0, at: float = 0.0, **values: Any
    ) -> ServerSettings:
        """Change some settings of a server; others changed at the same time stay changed.

        `by` and `at`: who did it when, if it is to be noted.
        """
        async with self._turn:
            # As stored: another process may have changed it.
            before = await settings_of(self._database, guild_id)
            settings = replace(before, **values)
            made = [Change(by, at, name) for name in values if by and settings != before]
            await save_settings(self._database, guild_id, settings, made)
            self._known[guild_id] = settings
            self._tell("server", guild_id)
            return settings

    async def changes(self, guild_id: int, most: int) -> list[Change]:
        """The latest changes, newest first."""
        return await changes_of(self._database, guild_id, most)

    def forget(self, guild_id: int) -> None:
        """Read that server's settings anew when next asked."""
        self._known.pop(guild_id, None)


def managed(at: discord.Interaction[discord.Client]) -> discord.Guild:
    """The server, if this person may change its settings. Raises TableError otherwise."""
    if at.guild is None:
        raise TableError(
            N_("Settings belong to a server: use `/{settings}` there."), settings=Name("settings")
        )
    # Discord shows the command to nobody else, but staff can grant it, and clicks can be forged.
    if not at.permissions.manage_guild:
        raise TableError(N_("Only those who may manage this server can change its settings."))
    return at.guild


def may_open(at: Where, settings: ServerSettings, *, staff: bool) -> None:
    """Raise TableError where tables mustn't stand, and for those who mustn't open any."""
    # What is allowed in a channel is allowed in its threads.
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
        channels=", ".join(f"<#{channel}>" for channel in channels),
    )


def standing_channels(guild: discord.Guild | None, settings: ServerSettings) -> list[int]:
    """The allowed channels that still exist."""
    return [
        channel
        for channel in sorted(settings.channels)
        if guild is None or guild.get_channel(channel) is not None
    ]
