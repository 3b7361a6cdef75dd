"""Players of a server who have left it, without the privileged members intent.

A page of the leaderboard looks up its few people by id. A person found absent is listed again as
soon as they use the bot there.
"""

import asyncio
import logging
from collections.abc import Collection

import discord

from .. import storage
from ..storage import Database

_log = logging.getLogger(__name__)

# Seconds to wait for Discord while an interaction waits. After a timeout no one counts as gone.
_PATIENCE = 1.0
_MOST = 100


class Membership:
    """Caches the people known to be gone, so that an ordinary interaction needs no query."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._gone: dict[int, set[int]] = {}

    async def came(self, guild_id: int, user_id: int) -> None:
        """List a person again who was gone and now uses the bot in the server."""
        known = await self._known(guild_id)
        if user_id in known:
            known.discard(user_id)
            await storage.people.set_gone(self._database, guild_id, [user_id], False)

    async def gone(self, guild: discord.Guild, user_ids: Collection[int]) -> bool:
        """Stop listing those of these people who have left. Return True if there are any."""
        # Ids below 1 belong to people whose data was deleted.
        ids = [user_id for user_id in user_ids if user_id > 0][:_MOST]
        if not ids:
            return False
        try:
            async with asyncio.timeout(_PATIENCE):
                # A query by ids works without the members intent.
                found = await guild.query_members(user_ids=ids, limit=_MOST, cache=False)
        except (TimeoutError, OSError, RuntimeError, discord.ClientException) as error:
            _log.info("can't query the members of server %s: %r", guild.id, error)
            return False
        missing = set(ids) - {member.id for member in found}
        if missing:
            known = await self._known(guild.id)
            known |= missing
            await storage.people.set_gone(self._database, guild.id, missing, True)
        return bool(missing)

    async def _known(self, guild_id: int) -> set[int]:
        if guild_id not in self._gone:
            found = await storage.people.gone(self._database, guild_id)
            self._gone.setdefault(guild_id, found)
        return self._gone[guild_id]
