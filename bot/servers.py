"""The settings of every server, remembered once read."""

from .storage import Storage
from .storage.servers import ServerSettings, save_settings, settings_of


class Servers:
    """What each server's staff have set. Ask with `of`, change with `set`."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._known: dict[int, ServerSettings] = {}

    async def of(self, guild_id: int) -> ServerSettings:
        """The settings of a server."""
        if guild_id not in self._known:
            self._known[guild_id] = await settings_of(self._storage, guild_id)
        return self._known[guild_id]

    async def set(self, guild_id: int, settings: ServerSettings) -> None:
        """Change the settings of a server."""
        await save_settings(self._storage, guild_id, settings)
        self._known[guild_id] = settings
