"""Contributions to a match's seed: players' salts and the words that cut the cards, in order.

A secret that is promised before its deal is stored until then.
"""

import secrets
from collections.abc import Collection

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from games.chance import CUT, JOINED, commitment, digest

from .database import Database
from .fence import owning
from .rows import Contributed, Player
from .schema import contributions, promised, tables
from .upsert import hold, upsert

_COLUMNS = [contributions.c[name] for name in ("user_id", "kind", "text", "word")]
_OF_TABLE = (
    select(*_COLUMNS)
    .where(contributions.c.table_id == bindparam("table"))
    .order_by(contributions.c.number)
)


def joined(player: Player) -> Contributed:
    """Return the contribution of a player who sits down: their salt."""
    return Contributed(player.user_id, JOINED, str(player.join_id))


async def cut(
    database: Database, table_id: int, user_id: int, word: str, after: int
) -> tuple[Contributed, ...] | None:
    """Add a player's word to a lobby with `after` contributions, and return them all.

    Return None if it has another number of them, or is no lobby.
    """
    async with owning(database, table_id) as db:
        if not await hold_lobby(db, table_id) or await _number(db, table_id) != after:
            return None
        await add(db, table_id, Contributed(user_id, CUT, digest(word), word))
        return await read(db, table_id)


async def hold_lobby(db: AsyncConnection, table_id: int) -> bool:
    """Take the lock under which seats and contributions are set. Return False if it is no lobby."""
    there = update(tables).where(tables.c.id == table_id, tables.c.phase == "lobby")
    return (await db.execute(there.values(phase="lobby"))).rowcount == 1


async def add(db: AsyncConnection, table_id: int, given: Contributed) -> None:
    """Append a contribution."""
    number = select(func.count() + 1).where(contributions.c.table_id == table_id).scalar_subquery()
    row = {column.name: getattr(given, column.name) for column in _COLUMNS}
    await db.execute(insert(contributions).values(table_id=table_id, number=number, **row))


async def let_go(db: AsyncConnection, table_id: int, staying: Collection[int]) -> None:
    """Remove the id and the words of people who have left a lobby. Their contributions count."""
    gone = contributions.c.user_id.not_in({*staying, 0})
    of = contributions.c.table_id == table_id
    await db.execute(update(contributions).where(of, gone).values(user_id=0, word=None))


async def read(db: AsyncConnection, table_id: int) -> tuple[Contributed, ...]:
    """Return a table's contributions in order."""
    rows = await db.execute(_OF_TABLE, {"table": table_id})
    return tuple(Contributed(**row._mapping) for row in rows)


async def _number(db: AsyncConnection, table_id: int) -> int:
    query = select(func.count()).where(contributions.c.table_id == table_id)
    return await db.scalar(query) or 0


_BYTES = 32


async def next_promise(database: Database, user_id: int) -> str:
    """Return the promise of a person's next table. Draw its secret if there is none."""
    async with database.begin() as db:
        await hold(db, "promised", user_id)
        return commitment(await _stored(db, user_id) or await _draw(db, user_id))


async def take(db: AsyncConnection, user_id: int) -> bytes:
    """Return the secret of a table that a person opens, and draw the next one."""
    await hold(db, "promised", user_id)
    secret = await _stored(db, user_id)
    await _draw(db, user_id)
    # A person's first table has no secret from before.
    return secret or secrets.token_bytes(_BYTES)


async def _stored(db: AsyncConnection, user_id: int) -> bytes | None:
    secret: bytes | None = await db.scalar(select(promised.c.secret).filter_by(user_id=user_id))
    return secret


async def _draw(db: AsyncConnection, user_id: int) -> bytes:
    secret = secrets.token_bytes(_BYTES)
    await upsert(db, promised, {"user_id": user_id, "secret": secret})
    return secret
