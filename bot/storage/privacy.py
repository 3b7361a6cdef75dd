"""What is kept about one person: shown whole, and forgotten.

Kept with a person's id are: their seats, the tables they host, their standings, whether they are
on a server's leaderboards, the channel of their direct messages, whether they want pictures, which
messages show them a match, from which lobbies they were sent away, and in which a seat is kept for
them. A new table or column with a person's id belongs into `everything` and into `forget`.

After `forget` these stay: the matches with their moves, ranks and ratings, for they are the other
players' matches too; and of each of the person's seats its salt, for it is part of the match's
seed: without it nobody could check the shuffle. It was made from a secret of the interaction by
which they sat down, which nobody keeps, so nothing leads from it to them. In matches begun before
v0004 it is that interaction's id: whoever finds the panel of their host still standing in Discord
can tell by it who hosted.

What was begun before must not write their id again after: whatever writes one on its own, not at
that person's wish, says in its statement that they still sit or stand somewhere (`save_post`,
`save_direct_channel`, `set_gone`).
"""

import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from math import inf
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Table,
    and_,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import N_

from ..words.errors import NotSaved, TableError
from .database import Database
from .schema import (
    OPEN,
    awaited,
    barred,
    changes,
    directs,
    members,
    moves,
    posts,
    readers,
    seats,
    standings,
    tables,
    unscrubbed,
)
from .upsert import hold

_STEPS = 10_000
"""After so many of its steps SQLite asks whether to go on: some milliseconds."""

_MATCH = (
    *("id", "guild_id", "channel_id", "parent_id", "locale", "game", "version", "options", "phase"),
    *("opened_at", "started_at", "ended_at", "pace"),
)
_SEAT = tuple(column.name for column in seats.c if column.name not in ("table_id", "user_id"))
# The rows that are about one person and nobody else.
_OWN: list[tuple[Table, ColumnElement[int]]] = [
    (standings, standings.c.user_id),
    (members, members.c.user_id),
    (directs, directs.c.user_id),
    (readers, readers.c.user_id),
    (posts, posts.c.reader),
    (barred, barred.c.user_id),
    (awaited, awaited.c.user_id),
    (changes, changes.c.user_id),
]


async def everything(database: Database, user_id: int, now: float) -> dict[str, Any]:
    """All that is kept about a person, ready to be written as JSON.

    Discord's ids are texts, since many readers of JSON spoil such numbers; times are ISO 8601,
    UTC. The keys:

    - `person`, `made_at`: whose export it is, and of when.
    - `matches`: a list of the matches they sat down to. Each has `match` (its `id`, server,
      channel, `locale`, `game` with `version` and `options`, `phase`, times, and `host`: whether
      that is them), `players` (by seat, "me", "someone else" or "a computer"), `seat` (what is
      kept of their own: name, language, the interactions by which they joined and last decided,
      rank, score, rating before and after …), and `moves` (their own: `ply`, `move`, `at`).
    - `lobbies`: the same for tables not started yet.
    - `hosted`: the tables whose host they are, each as `match` above.
    - `standings`, `members`, `directs`, `readers`, `posts`, `barred`, `awaited`, `changes`: their
      rows of these tables, as in schema.py.

    Nothing of other people is in it, and no secret of a match.
    """
    here = select(seats.c.table_id).where(seats.c.user_id == user_id)
    sitting = select(seats).where(seats.c.table_id.in_(here))
    my_moves = (
        select(moves)
        .join(seats, and_(seats.c.table_id == moves.c.table_id, seats.c.seat == moves.c.seat))
        .where(seats.c.user_id == user_id)
    )
    async with database.begin() as db:
        sat_at = await _rows(db, select(tables).where(tables.c.id.in_(here)), tables.c.id)
        sat = await _rows(db, sitting, seats.c.table_id, seats.c.seat)
        made = await _rows(db, my_moves, moves.c.table_id, moves.c.ply)
        hosting = select(tables).where(tables.c.host_id == user_id)
        hosted = await _rows(db, hosting, tables.c.id)
        own = {t.name: await _rows(db, select(t).where(who == user_id)) for t, who in _OWN}
    played: dict[int, dict[str, Any]] = {
        table["id"]: {"match": _match(table, user_id), "players": [], "seat": {}, "moves": []}
        for table in sat_at
    }
    for seat in sat:
        one = played[seat["table_id"]]
        mine = seat["user_id"] == user_id
        other = "someone else" if seat["kind"] == "person" else "a computer"
        one["players"].append("me" if mine else other)
        if mine:
            one["seat"] = _told(seat, _SEAT)
    for move in made:
        played[move["table_id"]]["moves"].append(_told(move, ("ply", "move", "at")))
    return {
        "person": str(user_id),
        "made_at": _moment(now),
        "matches": [one for one in played.values() if one["match"]["phase"] != "lobby"],
        "lobbies": [one for one in played.values() if one["match"]["phase"] == "lobby"],
        "hosted": [_match(table, user_id) for table in hosted],
        **{name: [_told(row, row) for row in rows] for name, rows in own.items()},
    }


async def seated(database: Database, user_id: int) -> list[int]:
    """Numbers of the lobbies and running matches where a person sits, newest first."""
    query = (
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.phase.in_(OPEN), seats.c.user_id == user_id, ~seats.c.left)
        .order_by(tables.c.id.desc())
    )
    async with database.begin() as db:
        return list((await db.scalars(query)).all())


async def forget(database: Database, user_id: int, *, sat: bool = False) -> bool:
    """Take a person's id and names out of every table; their seats become someone's.

    True if there was anything; `sat`: they have just got up from a seat. The file may still hold
    traces of it until `scrub`, which is noted along with it. Raises TableError, and changes
    nothing, while they sit at an open table: they have to leave first.
    """
    mine = seats.c.user_id == user_id
    open_seats = (
        select(seats.c.seat)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(mine, ~seats.c.left, tables.c.phase.in_(OPEN))
    )
    someone = {"user_id": -(seats.c.seat + 1), "name": "", "locale": "en-US", "click_id": 0}
    async with database.begin() as db:
        await hold(db, "person", user_id)
        # Written to be read: it takes the lock under which the answer below stays true.
        await db.execute(update(seats).where(mine).values(user_id=user_id))
        if await db.scalar(open_seats.limit(1)) is not None:
            raise TableError(N_("You sit at a table: leave it first."))
        done = [
            await db.execute(update(seats).where(mine).values(someone)),
            await db.execute(update(tables).where(tables.c.host_id == user_id).values(host_id=0)),
            *[await db.execute(delete(table).where(who == user_id)) for table, who in _OWN],
        ]
        found = sat or any(result.rowcount for result in done)
        if found:
            await db.execute(insert(unscrubbed))
    return found


async def to_scrub(database: Database) -> bool:
    """Whether something was deleted of which the file may still hold traces."""
    async with database.begin() as db:
        return await db.scalar(select(unscrubbed.c.id).limit(1)) is not None


async def scrub(database: Database, seconds: float | None = None) -> bool:
    """Write the file anew, so that nothing deleted can be read from it; nobody writes meanwhile.

    `secure_delete` alone leaves copies behind where rows were moved from page to page. False, and
    what is to be done stays noted, if the new file takes longer than that to be written, or another
    process reads the file so that its log can't be emptied. That it then takes the old one's place
    is one step, about as long again. Raises NotSaved, with the same left to do.
    """
    cut = False

    def late() -> bool:
        nonlocal cut
        cut = time.monotonic() >= until
        return cut

    try:
        async with database.begin() as db:
            noted = await db.scalar(select(func.max(unscrubbed.c.id)))
            if db.dialect.name == "sqlite":
                driver = database.log.turn.driver
                until = time.monotonic() + (inf if seconds is None else seconds)
                try:
                    # Asked by the driver itself: an interrupt from outside misses what hasn't
                    # begun.
                    await driver.set_progress_handler(late, _STEPS)
                    await db.exec_driver_sql("VACUUM")
                finally:
                    # Who is cancelled leaves a closed connection.
                    if not db.invalidated:
                        await driver.set_progress_handler(None, 0)  # type: ignore[arg-type]
                if await db.scalar(text("PRAGMA wal_checkpoint(TRUNCATE)")):
                    return False
            await db.execute(delete(unscrubbed).where(unscrubbed.c.id <= (noted or 0)))
    except NotSaved:
        if cut:
            return False
        raise
    return True


async def _rows(
    db: AsyncConnection, query: Select[Any], *order: ColumnElement[Any]
) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in await db.execute(query.order_by(*order))]


def _match(table: Mapping[str, Any], user_id: int) -> dict[str, Any]:
    return _told(table, _MATCH) | {"host": table["host_id"] == user_id}


def _told(row: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Some columns of a row as JSON may hold them: Discord's ids as texts, times readable."""
    told: dict[str, Any] = {}
    for name in names:
        value = row[name]
        if value is not None and (name == "reader" or name.endswith("_id")):
            value = str(value) if name != "table_id" else value
        elif value is not None and (name == "at" or name.endswith("_at")):
            value = _moment(value)
        told[name] = value
    return told


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
