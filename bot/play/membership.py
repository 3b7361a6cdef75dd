"""Who of a server's players is still in it, without the privileged intent that would tell.

Asked for a few people by id when a page of the leaderboard shows them; whoever was found to be
gone is back when they do something there again.
"""

import asyncio
import logging
from collections.abc import Callable, Collection

import discord

from .. import storage
from ..storage import Database
from .servers import no_peers

_log = logging.getLogger(__name__)

# An interaction waits for the answer: without one in time nobody counts as gone.
_PATIENCE = 1.0
_MOST = 100


class Membership:
    """Remembers who is known to be gone, so that an ordinary interaction asks the file nothing."""

    def __init__(self, database: Database, tell: Callable[[str, int], None] = no_peers) -> None:
        self._database = database
        self._tell = tell
        self._gone: dict[int, set[int]] = {}

    async def came(self, guild_id: int, user_id: int) -> None:
        """Somebody does something in a server: if they were gone, they are shown again."""
        known = await self._known(guild_id)
        if user_id in known:
            known.discard(user_id)
            await storage.people.set_gone(self._database, guild_id, [user_id], False)
            self._tell("server", guild_id)

    async def gone(self, guild: discord.Guild, user_ids: Collection[int]) -> bool:
        """Look which of these have left, and no longer show them. Whether there were any."""
        # Below 1 there are only people whose data was deleted.
        ids = [user_id for user_id in user_ids if user_id > 0][:_MOST]
        if not ids:
            return False
        try:
            async with asyncio.timeout(_PATIENCE):
                # By ids Discord answers without the members intent.
                found = await guild.query_members(user_ids=ids, limit=_MOST, cache=False)
        except (TimeoutError, OSError, RuntimeError, discord.ClientException) as error:
            _log.info("who is in server %s can't be known now: %r", guild.id, error)
            return False
        missing = set(ids) - {member.id for member in found}
        if missing:
            known = await self._known(guild.id)
            known |= missing
            await storage.people.set_gone(self._database, guild.id, missing, True)
            self._tell("server", guild.id)
        return bool(missing)

    def forget(self, guild_id: int) -> None:
        """Ask anew who is gone from that server."""
        self._gone.pop(guild_id, None)

    async def _known(self, guild_id: int) -> set[int]:
        if guild_id not in self._gone:
            found = await storage.people.gone(self._database, guild_id)
            self._gone.setdefault(guild_id, found)
        return self._gone[guild_id]
