"""Keyed hashes of people's ids, which hold the limits that protect others.

These limits outlive a deletion of data: one try at a daily deal, no seat after a removal, pauses
between calls, posts in an hour. All other limits count what is there, such as open tables.
"""

import hmac
import secrets

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import called, kept, marked, unscrubbed
from .upsert import insert_into

KEPT = 86_400.0
"""Seconds that a call or a post is noted, longer than any pause between two."""
_KEY = "hashes"


async def hashed(db: AsyncConnection, *ids: int, new: bool = False) -> int:
    """Return a keyed hash of ids, below 0 unlike any id.

    Before the first hash that is stored, a `new` one, there is no key, and 0 is returned.
    """
    if new:
        row = insert_into(db, kept).values(name=_KEY, value=secrets.token_hex(32))
        await db.execute(row.on_conflict_do_nothing())
    key: str | None = await db.scalar(select(kept.c.value).where(kept.c.name == _KEY))
    if key is None:
        return 0
    digest = hmac.digest(key.encode(), " ".join(map(str, ids)).encode(), "sha256")
    return -1 - (int.from_bytes(digest[:8]) >> 1)


async def expire(database: Database, now: float) -> None:
    """Delete the hashes whose mark no longer holds, and those of calls and posts a day ago."""
    past = [delete(who.table).where(who < 0, ~who.info["hashed"]) for who in marked("hashed")]
    past.append(delete(called).where(called.c.at < now - KEPT, called.c.subject_id < 0))
    async with database.begin() as db:
        if any([(await db.execute(one)).rowcount for one in past]):
            # The key would lead from a trace in the file to an id.
            await db.execute(insert(unscrubbed))
