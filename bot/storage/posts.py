"""Stored posts: the message of each table and reader, and the newest ply shown on it."""

from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import and_, bindparam, case, delete, func, or_, select, text, union
from sqlalchemy.dialects import postgresql, sqlite

from . import schema
from .database import Database
from .fence import owning
from .modes import on_panel
from .rows import PANEL, StoredPost
from .schema import OPEN, awaited, moves, seats, tables
from .tables import kept
from .upsert import hold

_POST = [schema.posts.c[field.name] for field in fields(StoredPost)]


def _saved(insert: Any) -> Any:
    """Return the statement that stores a post, if its reader is seated or awaited."""
    key = [column.name for column in schema.posts.primary_key]
    row = {c.name: bindparam(c.name, type_=c.type) for c in schema.posts.columns}
    sits = [
        select(c.user_id).where(c.table_id == row["table_id"], c.user_id == row["reader"]).exists()
        for c in (seats.c, awaited.c)
    ]
    told = select(*row.values()).where(or_(row["reader"] == text(str(PANEL)), *sits))
    new = insert(schema.posts).from_select([*row], told)
    rest = {name: new.excluded[name] for name in row if name not in key}
    return new.on_conflict_do_update(index_elements=key, set_=rest)


# Made once, because it is stored with each new message.
_SAVE = {"sqlite": _saved(sqlite.insert), "postgresql": _saved(postgresql.insert)}


async def posts(database: Database, table_id: int) -> list[StoredPost]:
    """The messages that show a table."""
    query = select(*_POST).where(schema.posts.c.table_id == table_id)
    return [StoredPost(*row) for row in await database.rows(query)]


async def save_post(database: Database, table_id: int, post: StoredPost) -> None:
    """Store a reader's message in place of the one before.

    A hand is stored only for seated or awaited players, so that a deleted person's stays deleted.
    """
    database.notes.forget(table_id, post.reader)
    p, row = schema.posts.c, {"table_id": table_id, **asdict(post)}
    async with owning(database, table_id, acts=False) as db:
        if post.reader != PANEL:
            await hold(db, "person", post.reader)
        if (await db.execute(_SAVE[db.dialect.name], row)).rowcount == 0:
            there = p.table_id == table_id, p.reader == post.reader
            await db.execute(delete(schema.posts).where(*there))


def shown(database: Database, table_id: int, readers: Iterable[int], ply: int) -> None:
    """Note, soon, how far these readers' posts have come."""
    database.notes.note(table_id, readers, ply)


async def drop_posts(database: Database, table_id: int) -> None:
    """Delete the stored messages of an ended table. On Discord they stay."""
    query = delete(schema.posts).where(schema.posts.c.table_id == table_id)
    async with owning(database, table_id, acts=False) as db:
        await db.execute(query)


async def stale_tables(database: Database) -> list[int]:
    """Return the tables with posts that may lag behind, as after a crash, oldest first.

    Lobbies are few and change without plies, so all count. So do matches last changed by anything
    but a move, and those that a player left. An ended table keeps its posts here until they showed
    the end.
    """
    p = schema.posts.c
    here = p.table_id == tables.c.id
    newest = (
        select(func.coalesce(func.max(moves.c.ply), 0))
        .where(moves.c.table_id == tables.c.id)
        # Said here, as it stands two levels deep: else it would be the newest of all matches.
        .correlate(tables)
        .scalar_subquery()
    )
    showing = select(func.count()).where(here).scalar_subquery()
    of_table = select(func.count()).where(seats.c.table_id == tables.c.id)
    sitting = of_table.where(seats.c.user_id > 0).scalar_subquery()
    lagging = [
        select(p.reader).where(here, p.ply < newest).exists(),
        showing < sitting + case((on_panel(), 1), else_=0),
        tables.c.changed_ply >= newest,
        of_table.where(seats.c.left_at.is_not(None)).scalar_subquery() > 0,
    ]
    # Few rows, independent of the number of ended matches.
    candidates = union(
        select(tables.c.id).where(tables.c.phase.in_(OPEN)), select(p.table_id)
    ).subquery()
    query = (
        select(tables.c.id)
        .where(
            tables.c.id.in_(select(candidates.c.id)),
            or_(
                tables.c.phase == "lobby",
                and_(tables.c.phase == "live", or_(*lagging)),
                and_(
                    tables.c.phase.in_(("over", "cancelled")), select(p.reader).where(here).exists()
                ),
            ),
            kept(database),
        )
        .order_by(tables.c.id)
    )
    return await database.scalars(query)
