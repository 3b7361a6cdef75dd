"""The interaction in service, and the fence: a table is changed by the process of its shard."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Integer, String, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ..words.errors import CarriedOut, NotOwner
from .database import Database

Wire = dict[str, Any]


@dataclass(slots=True, eq=False)
class Arrived:
    """An interaction with all data that any process needs to serve it.

    `data` is the JSON from Discord, `came_at` the time in unix seconds. `hopped`: another process
    received it. `deferred`: Discord knows already that an answer will come. `acted`: a process
    that died meanwhile has carried it out. `away`: its table's process didn't, and won't any more.
    `passing`: it is sent to that process, and not answered here. `early`: it came before this
    process had its shard. `carried`: a transaction of it is stored, or none is to be.
    """

    data: Wire
    came_at: float
    hopped: bool = False
    deferred: bool = False
    acted: bool = False
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
        return self.hopped or self.acted or self.away or self.early

    @property
    def age(self) -> float:
        """Seconds since it came."""
        return max(0.0, time.time() - self.came_at)


ARRIVED: ContextVar[Arrived | None] = ContextVar("arrived", default=None)
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
    held, arrived = database.held, ARRIVED.get()
    if held is None:
        async with database.begin() as db:
            yield db
        return
    first = None if arrived is None or not acts or arrived.carried else arrived
    values = {
        "click": 0 if first is None else first.id,
        "holder": held.holder,
        "guild": guild_id,
        "table": table_id,
        "count": held.count,
    }
    if first is not None:
        # A second transaction of it, begun meanwhile, is no second try.
        first.carried = True
    try:
        async with database.begin(fenced=True) as db:
            shard, mine, new = (await db.execute(_CARRY, values)).one()
            if not mine or not held.held:
                raise NotOwner(shard)
            if not new:
                raise CarriedOut(f"interaction {values['click']} was carried out before")
            yield db
    except BaseException:
        if first is not None:
            first.carried = False
        raise
