"""The secret of each person's next table. It is drawn and stored before they open the table."""

import secrets

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from games.chance import commitment

from .database import Database
from .schema import promised
from .upsert import hold, upsert

_BYTES = 32


async def next_promise(database: Database, user_id: int) -> str:
    """Return the promise of a person's next table. Draw its secret if there is none."""
    async with database.begin() as db:
        await hold(db, "promised", user_id)
        secret = await _stored(db, user_id)
        if secret is None:
            secret = await _draw(db, user_id)
        return commitment(secret)


async def take(db: AsyncConnection, user_id: int) -> bytes:
    """Return the secret of a table that a person opens, and draw the next one."""
    await hold(db, "promised", user_id)
    secret = await _stored(db, user_id)
    await _draw(db, user_id)
    # A person's first table has no secret from before.
    return secrets.token_bytes(_BYTES) if secret is None else secret


async def _stored(db: AsyncConnection, user_id: int) -> bytes | None:
    query = select(promised.c.secret).where(promised.c.user_id == user_id)
    secret: bytes | None = await db.scalar(query)
    return secret


async def _draw(db: AsyncConnection, user_id: int) -> bytes:
    secret = secrets.token_bytes(_BYTES)
    await upsert(db, promised, {"user_id": user_id, "secret": secret})
    return secret
