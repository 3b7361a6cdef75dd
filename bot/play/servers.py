"""Settings of each server, cached, and the rules for opening tables."""

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
    differences,
    save_settings,
    settings_of,
)
from ..words.errors import TableError
from ..words.i18n import Listed


class Where(Protocol):
    """The channel and the user of an interaction."""

    @property
    def guild(self) -> discord.Guild | None:
        """The server."""

    @property
    def channel(self) -> object:
        """The channel or thread."""

    @property
    def channel_id(self) -> int | None:
        """The channel's id."""

    @property
    def user(self) -> discord.User | discord.Member:
        """The user."""


class Servers:
    """Settings of each server. Read with `of`, write with `change`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, ServerSettings] = {}
        self._turn = asyncio.Lock()

    async def of(self, guild_id: int) -> ServerSettings:
        """Return a server's settings, read once."""
        if guild_id not in self._known:
            self._known[guild_id] = await settings_of(self._database, guild_id)
        return self._known[guild_id]

    def known(self, guild_id: int) -> ServerSettings:
        """Return a server's settings as last read, or the defaults."""
        return self._known.get(guild_id) or ServerSettings()

    async def set(self, guild_id: int, settings: ServerSettings) -> None:
        """Replace all settings of a server."""
        await save_settings(self._database, guild_id, settings)
        self._known[guild_id] = settings

    async def change(
        self, guild_id: int, by: int = 0, at: float = 0.0, **values: Any
    ) -> ServerSettings:
        """Change some settings of a server. Concurrent changes to others survive.

        `by` and `at` give the person and the time for the list of changes (0: not listed).
        """
        return await self._change(guild_id, by, at, lambda before: replace(before, **values))

    async def turn(
        self, guild_id: int, by: int, at: float, key: str, *, on: bool
    ) -> ServerSettings:
        """Turn a feature's switch of a server on or off, as `change`."""

        def turned(before: ServerSettings) -> ServerSettings:
            off = before.turned_off - {key} if on else before.turned_off | {key}
            return replace(before, turned_off=off)

        return await self._change(guild_id, by, at, turned)

    async def _change(
        self, guild_id: int, by: int, at: float, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        async with self._turn:
            # Read again: another process may have changed the settings.
            before = await settings_of(self._database, guild_id)
            settings = change(before)
            made = [Change(by, at, *one) for one in differences(before, settings) if by]
            await save_settings(self._database, guild_id, settings, made)
            self._known[guild_id] = settings
            return settings

    async def changes(self, guild_id: int, most: int) -> list[Change]:
        """Return the latest changes, newest first."""
        return await changes_of(self._database, guild_id, most)

    def forget(self, guild_id: int) -> None:
        """Drop a server's settings from the cache."""
        self._known.pop(guild_id, None)


def managed(at: discord.Interaction[discord.Client]) -> discord.Guild:
    """Return the server, if this person may change its settings. Raises TableError otherwise."""
    if at.guild is None:
        raise TableError(
            N_("Settings belong to a server: use `/{settings}` there."), settings=Name("settings")
        )
    # Discord hides the command from others, but staff can grant it, and clicks can be forged.
    if not at.permissions.manage_guild:
        raise TableError(N_("Only those who may manage this server can change its settings."))
    return at.guild


def may_open(at: Where, settings: ServerSettings, *, staff: bool) -> None:
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
