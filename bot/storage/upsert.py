"""A row set whether or not it is there, and what nobody else may change meanwhile."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def upsert(db: AsyncConnection, table: Table, values: Mapping[str, Any]) -> None:
    """Insert a row, or set these columns of the one that has its key already."""
    key = [column.name for column in table.primary_key]
    insert = sqlite.insert if db.dialect.name == "sqlite" else postgresql.insert
    new: Any = insert(table).values(**values)
    rest = {name: new.excluded[name] for name in values if name not in key}
    if rest:
        await db.execute(new.on_conflict_do_update(index_elements=key, set_=rest))
    else:
        await db.execute(new.on_conflict_do_nothing(index_elements=key))


async def hold(db: AsyncConnection, what: str, number: int) -> None:
    """Let no other transaction hold the same until this one ends.

    Where many write at once: in SQLite whoever writes is alone anyway.
    """
    if db.dialect.name == "postgresql":
        name = func.hashtextextended(f"{what} {number}", 0)
        await db.execute(select(func.pg_advisory_xact_lock(name)))
