"""The fence: a transaction that changes a table belongs to the table's owner."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import forwarded, tables

SERVING: ContextVar[int] = ContextVar("serving", default=0)
"""The forwarded interaction that this task serves, or 0."""


@asynccontextmanager
async def owning(
    database: Database, table_id: int, *, acts: bool = True
) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that may change a table. Raises NotOwner and the errors of `begin`.

    The first statement locks the table's row at this process's epoch. No other process can take the
    table over before the end of the transaction. With `acts` the forwarded interaction in service
    counts as carried out.
    """
    owned = database.owned
    if owned is None:
        async with database.begin() as db:
            yield db
        return
    epoch, t = owned.epoch(table_id), tables.c
    mine = select(t.id).where(t.id == table_id, t.keeper == owned.name, t.epoch == epoch)
    async with database.begin() as db:
        if await db.scalar(mine.with_for_update(key_share=True)) is None:
            raise owned.lose(table_id)
        if acts and (number := SERVING.get()):
            await db.execute(update(forwarded).where(forwarded.c.id == number).values(acted=True))
        yield db
