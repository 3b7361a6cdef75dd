"""Settings of each server, cached."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ..storage import Database
from ..storage.servers import (
    Change,
    ServerSettings,
    changes_of,
    differences,
    save_settings,
    settings_of,
)


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

    async def change(
        self,
        guild_id: int,
        by: int = 0,
        at: float = 0.0,
        turned: Mapping[str, bool] = MappingProxyType({}),
        **values: Any,
    ) -> ServerSettings:
        """Change some settings of a server. Concurrent changes to others survive.

        `by` and `at` give the person and the time for the list of changes (0: not listed). `turned`
        turns features' switches on (True) or off.
        """
        async with self._turn:
            # Read again: another process may have changed the settings.
            before = await settings_of(self._database, guild_id)
            on = {key for key, is_on in turned.items() if is_on}
            off = frozenset((before.turned_off | turned.keys()) - on)
            settings = replace(before, turned_off=off, **values)
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
