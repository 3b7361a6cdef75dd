"""The fence: a transaction that changes a table belongs to the process of its shard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from sqlalchemy import BigInteger, Integer, String, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ..words.errors import CarriedOut, NotOwner
from .database import Database


@dataclass(slots=True, eq=False)
class Click:
    """An interaction in service. `carried`: a transaction of it is stored, or none is to be."""

    id: int
    carried: bool = False


CLICK: ContextVar[Click | None] = ContextVar("click", default=None)
"""The interaction that this task serves, where several processes share the database."""

# The row of a waiting click loses its data in the transaction that carries it out, and names the
# process. Of two such transactions the later one finds nothing to change.
_CARRY = text("""
WITH carried AS (
    INSERT INTO clicks (id, came_at)
    SELECT :click, extract(epoch FROM clock_timestamp()) WHERE :click > 0
    ON CONFLICT (id) DO UPDATE SET data = NULL, holder = :holder WHERE clicks.data > ''
    RETURNING id
)
SELECT of.shard, shards.holder = :holder AS mine,
    :click = 0 OR EXISTS (SELECT 1 FROM carried) AS new
FROM (SELECT (coalesce(:guild, (SELECT guild_id FROM tables WHERE id = :table)) >> 22) % :count)
    AS of (shard) LEFT JOIN shards ON shards.shard = of.shard
""").bindparams(
    bindparam("click", type_=BigInteger),
    bindparam("holder", type_=String),
    bindparam("guild", type_=BigInteger),
    bindparam("table", type_=Integer),
    bindparam("count", type_=BigInteger),
)


@asynccontextmanager
async def owning(
    database: Database, table_id: int, *, acts: bool = True
) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that may change a table. Raises NotOwner and the errors of `begin`.

    With `acts` it carries out the interaction in service. Raises CarriedOut if another one has.
    """
    async with _fenced(database, table_id, None, acts=acts) as db:
        yield db


@asynccontextmanager
async def opening(database: Database, guild_id: int) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that changes what is a server's. It acts, and raises, as `owning`."""
    async with _fenced(database, None, guild_id, acts=True) as db:
        yield db


@asynccontextmanager
async def _fenced(
    database: Database, table_id: int | None, guild_id: int | None, *, acts: bool
) -> AsyncIterator[AsyncConnection]:
    held, click = database.held, CLICK.get()
    if held is None:
        async with database.begin() as db:
            yield db
        return
    first = click is not None and acts and not click.carried
    values = {
        "click": click.id if click and first else 0,
        "holder": held.holder,
        "guild": guild_id,
        "table": table_id,
        "count": held.count,
    }
    if click and first:
        # A second transaction of it, begun meanwhile, is no second try.
        click.carried = True
    try:
        async with database.begin(fenced=True) as db:
            shard, mine, new = (await db.execute(_CARRY, values)).one()
            if not mine or not held.held:
                raise NotOwner(shard)
            if not new:
                raise CarriedOut(f"interaction {values['click']} was carried out before")
            yield db
    except BaseException:
        if click and first:
            click.carried = False
        raise
