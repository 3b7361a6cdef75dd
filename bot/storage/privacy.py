"""Export and deletion of one person's data.

These hold a person's id: seats, contributions to the seed, hosted tables, standings, leaderboard
membership, the direct channel, the choice of pictures, posts. So do bars from lobbies, reserved
seats, and seats asked for in a rematch. So do strengths of computers, changes of settings, secrets
of next tables, wishes to be called, the last calls, and reviews. So do results of daily deals,
places in seasons, and wishes for one message a day. So do the hosts and people of game nights. A
new table or column with a person's id must be added to `everything` and `forget`.

`forget` leaves a hash of the id where a limit protects others, as `hashes` lists. Otherwise a
deletion would lift it.

It leaves the matches with their moves, ranks and ratings, because these belong to the other
players too. It also leaves each seat's salt, which is part of the match's seed: without it the
shuffle couldn't be verified. The salt is derived from a secret of the interaction that joined. That
secret isn't stored, so the salt doesn't identify the person. Words that cut the cards are deleted,
because the digest of each is enough for the seed.

No work begun before the deletion may write the id again. Background writes of an id therefore
require a seat or standing of the person (`save_post`, `save_direct_channel`, `set_gone`).
"""

import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from math import inf
from typing import Any

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    Table,
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
from . import dailies
from .database import Database
from .hashes import hashed
from .schema import (
    OPEN,
    awaited,
    barred,
    called,
    calls,
    changes,
    contributions,
    daily_runs,
    directs,
    gathered,
    members,
    moves,
    night_guests,
    nights,
    places,
    posts,
    promised,
    readers,
    reviews,
    seats,
    shared,
    standings,
    strengths,
    tables,
    unscrubbed,
    upcoming,
)
from .shared import LINE
from .upsert import hold

_STEPS = 10_000
"""SQLite virtual-machine steps between checks of the time limit, some milliseconds' worth."""

_MATCH = (
    *("id", "guild_id", "channel_id", "parent_id", "locale", "game", "version", "options", "phase"),
    *("opened_at", "started_at", "ended_at", "pace", "solo"),
)
_SEAT = tuple(column.name for column in seats.c if column.name not in ("table_id", "user_id"))
# Rows about this person only. `forget` deletes them.
_OF_USERS = (
    *(standings, members, directs, readers, barred, awaited, upcoming, strengths, changes),
    *(calls, daily_runs, night_guests, reviews, places, gathered),
)
_OWN: list[tuple[Table, ColumnElement[int]]] = [
    *((table, table.c.user_id) for table in _OF_USERS),
    (posts, posts.c.reader),
    (called, called.c.subject_id),
]
_HASHED = ((barred, barred.c.user_id), (daily_runs, daily_runs.c.user_id), _OWN[-1])
_LOBBIES = select(tables.c.id).where(tables.c.phase == "lobby").scalar_subquery()


def _lasting(daily: int | None) -> list[tuple[Table, ColumnElement[bool], dict[str, Any]]]:
    """Return the rows where a hash stands for a deleted person, and what is removed beside it."""
    nothing = {"table_id": 0, "name": "", "score": None, "marks": None}
    return [
        (barred, barred.c.table_id.in_(_LOBBIES), {}),
        (daily_runs, daily_runs.c.number == daily, nothing),
    ]


async def stays(database: Database, user_id: int, daily: int) -> bool:
    """Return True if a deletion leaves, or has left, a hash of a person's id."""
    async with database.read() as db:
        ids = user_id, await hashed(db, user_id)
        found = [
            await db.scalar(select(table).where(table.c.user_id.in_(ids), lasts).limit(1))
            for table, lasts, _ in _lasting(daily)
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
    - `standings`, `members`, `directs`, `readers`, `posts`, `barred`, `awaited`, `upcoming`: their
      rows of these tables, as in schema.py.
    - `strengths`, `changes`, `calls`, `reviews`, `called`, `daily_runs`, `places`, `gathered`,
      `night_guests`: likewise.
    - `nights`: the game nights that they planned.
    - `daily_lines`: the posted lines of their daily deals, each with `number`, server, channel and
      message.
    - `hashes`: the tables that keep a hash of their id for a while, because of a limit.

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
        planned = select(nights).where(nights.c.host_id == user_id)
        hosted_nights = await _rows(db, planned, nights.c.id)
        stand_in = await hashed(db, user_id)
        hashes = [
            table.name
            for table, who in _HASHED
            if await db.scalar(select(who).where(who == stand_in).limit(1)) is not None
        ]
        posted = await _rows(db, dailies.posted_lines(user_id), shared.c.table_id)
        own = {t.name: await _rows(db, select(t).where(who == user_id)) for t, who in _OWN}
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
        "nights": [_told(row, row) for row in hosted_nights],
        "hashes": hashes,
        "daily_lines": [_told(row, row) for row in posted],
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
    async with database.begin() as db:
        return list((await db.scalars(query)).all())


async def forget(
    database: Database, user_id: int, *, sat: bool = False, daily: int | None = None
) -> bool:
    """Remove a person's id and names from all tables. Return True if there were any.

    `sat` means that they have just left a seat, which counts as data found. `daily` is the number
    of the day's deal: a hash of the id keeps it at one try. The file may hold
    traces until `scrub`, so a pending scrub is stored along. Raises TableError, and changes
    nothing, while they sit at an open table.
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
        # This write takes the row lock that keeps the next answer valid.
        await db.execute(update(seats).where(mine).values(user_id=user_id))
        if await db.scalar(open_seats.limit(1)) is not None:
            raise TableError(N_("You sit at a table: leave it first."))
        # Before the seats, because the seat stands for the person afterwards.
        await db.execute(
            update(contributions)
            .where(contributions.c.user_id == user_id)
            .values(user_id=func.coalesce(_seat_instead(user_id), 0), word=None)
        )
        seated_at = select(seats.c.table_id).where(mine)
        lines = and_(shared.c.ply == LINE, shared.c.table_id.in_(seated_at))
        await db.execute(delete(shared).where(lines))
        stand_in = await hashed(db, user_id, new=True)
        for table, lasts, nothing in _lasting(daily):
            mine_there = update(table).where(table.c.user_id == user_id, lasts)
            await db.execute(mine_there.values(user_id=stand_in, **nothing))
        done = [
            await db.execute(update(seats).where(mine).values(someone)),
            *[
                await db.execute(update(table).where(table.c.host_id == user_id).values(host_id=0))
                for table in (tables, nights)
            ],
            *[await db.execute(delete(table).where(who == user_id)) for table, who in _OWN],
            await db.execute(delete(promised).where(promised.c.user_id == user_id)),
        ]
        found = sat or any(result.rowcount for result in done)
        if found:
            await db.execute(insert(unscrubbed))
    return found


def _seat_instead(user_id: int) -> ScalarSelect[int]:
    """Return the id that replaces a person's in a contribution, as in their seat."""
    return (
        select(-(seats.c.seat + 1))
        .where(seats.c.table_id == contributions.c.table_id, seats.c.user_id == user_id)
        .scalar_subquery()
    )


async def to_scrub(database: Database) -> bool:
    """Return True if the file may still hold traces of deleted data."""
    async with database.begin() as db:
        return await db.scalar(select(unscrubbed.c.id).limit(1)) is not None


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
