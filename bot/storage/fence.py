"""The interaction in service, and the fence: a table is changed by the process of its shard."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, BindParameter, Integer, String, TextClause, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ..words.errors import CarriedOut, NotOwner
from .database import Database

Wire = dict[str, Any]


@dataclass(slots=True, eq=False)
class Arrived:
    """An interaction with all data that any process needs to serve it.

    `data` is the JSON from Discord, `came_at` the time in unix seconds. `hopped`: another process
    received it. `deferred`: Discord knows already that an answer will come. `away`: its table's
    process doesn't carry it out. `passing`: it is sent to that process, and not answered here.
    `early`: it came before this process had its shard. `carried`: a transaction of it is stored, or
    none is to be.
    """

    data: Wire
    came_at: float
    hopped: bool = False
    deferred: bool = False
    away: bool = False
    passing: bool = False
    early: bool = False
    carried: bool = False

    @property
    def id(self) -> int:
        """The id of the interaction: it grows with time."""
        return int(self.data["id"])

    @property
    def shared(self) -> bool:
        """True if a process that has ended meanwhile may have answered it."""
        return self.hopped or self.away or self.early

    @property
    def age(self) -> float:
        """Seconds since it came."""
        return max(0.0, time.time() - self.came_at)


ARRIVED: ContextVar[Arrived | None] = ContextVar("arrived", default=None)
"""The interaction that this task serves, where several processes share the database."""

# The row of a waiting click loses its data in the transaction that carries it out. Of two such
# transactions the later one finds nothing to change, and doesn't `act`.
_FENCE = """
WITH owner AS (
    SELECT of.shard, shards.holder = :holder AS mine
    FROM (SELECT (coalesce(:guild, (SELECT guild_id FROM tables WHERE id = :table)) >> 22) % :count)
        AS of (shard) LEFT JOIN shards ON shards.shard = of.shard
), carried AS (
    INSERT INTO clicks (id, came_at)
    SELECT :carry, extract(epoch FROM clock_timestamp()) FROM owner WHERE :carry > 0 AND mine
    ON CONFLICT (id) DO UPDATE SET data = NULL WHERE clicks.data > ''
    RETURNING id
), act AS (SELECT FROM owner WHERE mine AND (:carry = 0 OR EXISTS (SELECT FROM carried)))
"""


def fenced(changes: str = "", *values: BindParameter[Any]) -> TextClause:
    """Return a statement with changes for a table's process alone.

    `changes` are further parts of its WITH. The first, `done`, selects from `act`, the others from
    `done`. The number of its rows is returned.
    """
    done = "(SELECT count(*) FROM done)" if changes else "0"
    which = f"SELECT shard, mine, EXISTS (SELECT FROM act) AS new, {done} FROM owner"
    return text(f"{_FENCE}{changes}{which}").bindparams(
        bindparam("carry", type_=BigInteger),
        bindparam("holder", type_=String),
        bindparam("guild", type_=BigInteger),
        bindparam("table", type_=Integer),
        bindparam("count", type_=BigInteger),
        *values,
    )


_ACT = fenced()


async def act(
    database: Database, table_id: int, statement: TextClause, values: Mapping[str, Any]
) -> int:
    """Change a table by a `fenced` statement as a transaction, and return its number of rows.

    It carries out the interaction in service. Raises as `owning` does.
    """
    async with _carrying() as carry, database.begin(fenced=True, once=True) as db:
        return await _act(database, db, statement, {**values, "table": table_id, "carry": carry})


@asynccontextmanager
async def owning(
    database: Database,
    table_id: int | None = None,
    *,
    guild_id: int | None = None,
    acts: bool = True,
) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that may change a table, or what is a server's.

    With `acts` it carries out the interaction in service. Raises CarriedOut if another one has,
    NotOwner, and the errors of `begin`.
    """
    assert table_id is not None or guild_id is not None
    if database.held is None:
        async with database.begin() as db:
            yield db
        return
    async with _carrying(acts=acts) as carry, database.begin(fenced=True) as db:
        values = {"table": table_id, "guild": guild_id, "carry": carry}
        await _act(database, db, _ACT, values)
        yield db


@asynccontextmanager
async def _carrying(*, acts: bool = True) -> AsyncIterator[int]:
    """Yield the interaction that a transaction is to carry out, or 0."""
    arrived = ARRIVED.get()
    if arrived is None or not acts or arrived.carried:
        yield 0
        return
    # A second transaction of it, begun meanwhile, is no second try.
    arrived.carried = True
    try:
        yield arrived.id
    except BaseException:
        arrived.carried = False
        raise


async def _act(
    database: Database, db: AsyncConnection, statement: TextClause, values: Mapping[str, Any]
) -> int:
    held = database.held
    assert held is not None
    if not held.held:
        raise NotOwner(held.shards[0])
    values = {"guild": None, "holder": held.holder, "count": held.count, **values}
    shard, mine, new, done = (await db.execute(statement, values)).one()
    if not mine:
        raise NotOwner(shard)
    if not new:
        raise CarriedOut(f"interaction {values['carry']} was carried out before")
    return int(done)
