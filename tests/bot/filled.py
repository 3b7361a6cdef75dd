"""A row of each marked table for a person in a server, made from the columns alone."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Boolean, Column, Float, LargeBinary, String, insert, select

from bot.storage import Database
from bot.storage.schema import marked, metadata
from tests.examples import ALL_AT_ONCE
from tests.features import brought

_SAID = {"game": ALL_AT_ONCE, "period": "2026-Q4", "phase": "over", "kind": "hard"}


async def fill(database: Database, person: int, guild: int, number: int, name: str) -> None:
    """Add a row to each table with a mark, and those that features bring."""
    ids = {"person": person, "server": guild}
    told = _SAID | {"name": name}
    async with database.begin() as db:
        for table in metadata.tables.values():
            if any(column.info for column in table.c):
                row = {c.name: told.get(c.name, _value(c, ids, number)) for c in table.c}
                await db.execute(insert(table).values(row))
        for one in brought("filled"):
            await one.fill(db, guild, number)


def _value(column: Column[Any], ids: dict[str, int], number: int) -> object:
    for mark, marked_id in ids.items():
        if mark in column.info:
            return marked_id
    match column.type:
        case Boolean():
            return True
        case Float():
            return datetime(2026, 1, number, tzinfo=UTC).timestamp()
        case LargeBinary():
            return bytes([number]) * 32
        case String():
            return "x"
    return number


async def rows(database: Database, mark: str, marked_id: int) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows with an id in a column with this mark, by column."""
    found = {}
    for column in marked(mark):
        query = select(column.table).where(column == marked_id)
        found[str(column)] = [tuple(row) for row in await database.rows(query)]
    return found
