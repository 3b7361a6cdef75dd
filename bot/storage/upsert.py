"""Upserts and advisory locks."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert_into(db: AsyncConnection, table: Table) -> Any:
    """Return an insert that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""
    insert = sqlite.insert if db.dialect.name == "sqlite" else postgresql.insert
    return insert(table)


async def upsert(db: AsyncConnection, table: Table, values: Mapping[str, Any]) -> None:
    """Insert a row, or update these columns if its key exists."""
    key = [column.name for column in table.primary_key]
    new = insert_into(db, table).values(**values)
    rest = {name: new.excluded[name] for name in values if name not in key}
    if rest:
        await db.execute(new.on_conflict_do_update(index_elements=key, set_=rest))
    else:
        await db.execute(new.on_conflict_do_nothing(index_elements=key))


async def hold(db: AsyncConnection, what: str, number: int) -> None:
    """Take an advisory lock until the transaction ends (PostgreSQL only).

    SQLite allows only one writer at a time anyway.
    """
    if db.dialect.name == "postgresql":
        name = func.hashtextextended(f"{what} {number}", 0)
        await db.execute(select(func.pg_advisory_xact_lock(name)))
