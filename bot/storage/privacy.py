"""Export and deletion of one person's data.

Both follow from the marks of columns in `schema`. `forget` leaves a hash of the id where a limit
protects others, as `hashes` lists. Otherwise a deletion would lift it.

It leaves the matches with their moves, ranks and ratings, because these belong to the other
players too. It also leaves each seat's salt, which is part of the match's seed: without it the
shuffle couldn't be verified. The salt is derived from a secret of the interaction that joined. That
secret isn't stored, so the salt doesn't identify the person. Words that cut the cards are deleted,
because the digest of each is enough for the seed.

No work begun before the deletion may write the id again. Background writes of an id therefore
require a seat or standing of the person (`save_post`, `save_direct_channel`, `set_gone`).
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from math import inf
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Delete,
    Select,
    Update,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from games.chance import commitment
from games.errors import N_

from ..words.errors import NotSaved, TableError
from .database import Database
from .hashes import hashed
from .schema import (
    OPEN,
    awaited,
    contributions,
    exported,
    marked,
    moves,
    promised,
    seats,
    tables,
    unscrubbed,
)
from .upsert import hold

_STEPS = 10_000
"""SQLite virtual-machine steps between checks of the time limit, some milliseconds' worth."""

_MATCH = (
    *("id", "guild_id", "channel_id", "parent_id", "locale", "game", "version", "options", "phase"),
    *("opened_at", "started_at", "ended_at", "pace", "mode"),
)
_SEAT = tuple(column.name for column in seats.c if column.name not in ("table_id", "user_id"))


async def stays(database: Database, user_id: int) -> bool:
    """Return True if a deletion leaves, or has left, a hash of a person's id."""
    async with database.read() as db:
        ids = user_id, await hashed(db, user_id)
        found = [
            await db.scalar(select(who).where(who.in_(ids), who.info["hashed"]).limit(1))
            for who in marked("hashed")
        ]
    return any(one is not None for one in found)


async def everything(database: Database, user_id: int, now: float) -> dict[str, Any]:
    """Return all data about a person, ready for JSON.

    Discord's ids are strings, because many JSON readers round such numbers. Times are ISO 8601,
    UTC. The keys:

    - `person`, `made_at`: the person's id and the time of the export.
    - `matches`: the matches they joined, each with the five keys below.
      - `match`: its `id`, server, channel, `locale`, `game`, `version`, `options`, `phase` and
        times. `host` is true if they host it.
      - `players`: by seat, "me", "someone else" or "a computer".
      - `seat`: their own name, language, rank, score, and rating before and after. Also the
        interactions that joined and last decided.
      - `moves`: their own, each with `ply`, `move` and `at`.
      - `contributions`: their own, each with `number`, `kind`, `text` and the `word`, if any.
    - `lobbies`: the same for tables not started yet.
    - `hosted`: the tables they host, each as `match` above.
    - `next_promise`: the promise of the table that they open next, or null.
    - `hashes`: the tables that keep a hash of their id for a while, because of a limit.
    - the name of each table with a sentence in `schema`, and of other rows there: their rows.

    It contains nothing about other people, and no secret of a match.
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
        gave = select(contributions).where(contributions.c.user_id == user_id)
        given = await _rows(db, gave, contributions.c.table_id, contributions.c.number)
        hosting = select(tables).where(tables.c.host_id == user_id)
        hosted = await _rows(db, hosting, tables.c.id)
        secret = await db.scalar(select(promised.c.secret).where(promised.c.user_id == user_id))
        stand_in = await hashed(db, user_id)
        hashes = [
            who.table.name
            for who in marked("hashed")
            if await db.scalar(select(who).where(who == stand_in).limit(1)) is not None
        ]
        own = {name: await _rows(db, query(user_id)) for name, (_, query) in exported().items()}
    played: dict[int, dict[str, Any]] = {table["id"]: _joined(table, user_id) for table in sat_at}
    for seat in sat:
        one = played[seat["table_id"]]
        mine = seat["user_id"] == user_id
        other = "someone else" if seat["kind"] == "person" else "a computer"
        one["players"].append("me" if mine else other)
        if mine:
            one["seat"] = _told(seat, _SEAT)
    for move in made:
        played[move["table_id"]]["moves"].append(_told(move, ("ply", "move", "at")))
    for one in given:
        mine = _told(one, ("number", "kind", "text", "word"))
        played[one["table_id"]]["contributions"].append(mine)
    return {
        "person": str(user_id),
        "made_at": _moment(now),
        "matches": [one for one in played.values() if one["match"]["phase"] != "lobby"],
        "lobbies": [one for one in played.values() if one["match"]["phase"] == "lobby"],
        "next_promise": None if secret is None else commitment(secret),
        "hosted": [_match(table, user_id) for table in hosted],
        "hashes": hashes,
        **{name: [_told(row, row) for row in rows] for name, rows in own.items()},
    }


async def tied(database: Database, user_id: int) -> list[int]:
    """Return ids of the open tables whose messages still offer a person something.

    They sit there, have left and may take it back, or have a reserved seat.
    """
    here = and_(seats.c.user_id == user_id, or_(~seats.c.left, seats.c.left_at.is_not(None)))
    expected = select(awaited.c.table_id).where(awaited.c.user_id == user_id)
    query = (
        select(tables.c.id)
        .where(
            tables.c.phase.in_(OPEN),
            or_(tables.c.id.in_(select(seats.c.table_id).where(here)), tables.c.id.in_(expected)),
        )
        .order_by(tables.c.id.desc())
    )
    return await database.scalars(query)


async def forget(database: Database, user_id: int, *, sat: bool = False) -> bool:
    """Remove a person's id and names from all tables. Return True if there were any.

    `sat` means that they have just left a seat, which counts as data found. The file may hold
    traces until `scrub`, so a pending scrub is stored along. Raises TableError, and changes
    nothing, while they sit at an open table.
    """
    mine = seats.c.user_id == user_id
    open_seats = (
        select(seats.c.seat)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(mine, ~seats.c.left, tables.c.phase.in_(OPEN))
    )
    found = sat
    async with database.begin() as db:
        await hold(db, "person", user_id)
        # This write takes the row lock that keeps the next answer valid.
        await db.execute(update(seats).where(mine).values(user_id=user_id))
        if await db.scalar(open_seats.limit(1)) is not None:
            raise TableError(N_("You sit at a table: leave it first."))
        for who in marked("on_forget"):
            await who.info["on_forget"](db, user_id)
        stand_in = await hashed(db, user_id, new=True)
        # A contribution takes its seat's id, so later tables come first.
        for who in reversed(marked("person")):
            for change in _changes(who, user_id, stand_in):
                found |= (await db.execute(change)).rowcount > 0
        if found:
            await db.execute(insert(unscrubbed))
    return found


def _changes(who: Column[int], user_id: int, stand_in: int) -> Iterator[Update | Delete]:
    """Yield the statements that remove a person from a column."""
    table, mine = who.table, who == user_id
    if "hashed" in who.info:
        rest = [column for column in table.c if not column.primary_key]
        empty = {c.name: None if c.nullable else c.type.python_type() for c in rest}
        stays = update(table).where(mine, who.info["hashed"])
        yield stays.values({**empty, who.name: stand_in})
    if "gone" in who.info:
        yield update(table).where(mine).values(who.info["gone"])
    else:
        yield delete(table).where(mine)


async def to_scrub(database: Database) -> bool:
    """Return True if the file may still hold traces of deleted data."""
    return await database.scalar(select(unscrubbed.c.id).limit(1)) is not None


async def scrub(database: Database, seconds: float | None = None) -> bool:
    """Rewrite the file so that no deleted data remains. All writers wait.

    `secure_delete` alone leaves copies of rows that were moved between pages. Returns False if the
    rewrite exceeds `seconds`, or if another reader prevents the log from being emptied. The task
    then stays stored. Swapping the new file in is one step and takes about as long again. Raises
    NotSaved if the disk refuses, and the task stays stored as well.
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
                driver: Any = (await db.get_raw_connection()).driver_connection
                until = time.monotonic() + (inf if seconds is None else seconds)
                try:
                    # A progress handler runs inside the statement. An interrupt would miss one not
                    # begun.
                    await driver.set_progress_handler(late, _STEPS)
                    await db.exec_driver_sql("VACUUM")
                finally:
                    # A cancelled caller leaves a closed connection.
                    if not db.invalidated:
                        await driver.set_progress_handler(None, 0)
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


def _joined(table: Mapping[str, Any], user_id: int) -> dict[str, Any]:
    """Return the keys of a match that a person joined."""
    match = {"match": _match(table, user_id), "players": [], "seat": {}}
    return {**match, "contributions": [], "moves": []}


def _match(table: Mapping[str, Any], user_id: int) -> dict[str, Any]:
    return _told(table, _MATCH) | {"host": table["host_id"] == user_id}


def _told(row: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return some columns of a row for JSON: Discord's ids as strings, times as ISO 8601."""
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
