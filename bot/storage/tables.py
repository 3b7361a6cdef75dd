"""Tables from lobby to end: who sits there, how they stand, and when their time is up."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    Update,
    and_,
    bindparam,
    case,
    delete,
    false,
    func,
    insert,
    not_,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import N_

from ..words.errors import RematchOpen, TableError
from . import contributions, meetings
from .database import Database
from .fence import owning
from .hashes import hashed
from .limits import Limits, check_alone, check_opening, check_sitting
from .modes import mode_of
from .rows import PLAYER, Contributed, Due, NewTable, Player, Rematch, StoredTable
from .schema import OPEN, awaited, barred, moves, seats, tables, upcoming

_PLAYER = [seats.c[name] for name in PLAYER]
# Seconds after an outage during which no lobby closes.
_LOBBY_AGAIN = 5 * 60.0
# Fields of StoredTable with rows of their own.
_PEOPLE = ("players", "awaited", "upcoming", "contributions", "evening")
_TABLE = [tables.c[f.name] for f in fields(StoredTable) if f.name not in _PEOPLE]
_AWAITED = [awaited.c[name] for name in ("user_id", "name", "locale", "seat")]
_UPCOMING = [upcoming.c[name] for name in ("user_id", "name", "locale")]
# Statements that are made once: with many columns they take longer to make than to execute.
_OF: BindParameter[int] = bindparam("table")
_ONE = select(*_TABLE).where(tables.c.id == _OF)
_SITTING = select(*_PLAYER).where(seats.c.table_id == _OF).order_by(seats.c.seat)
_ASKED = select(*_UPCOMING).where(upcoming.c.table_id == _OF).order_by(upcoming.c.user_id)
_COMING = select(*_AWAITED).where(awaited.c.table_id == _OF).order_by(awaited.c.seat)


def _nobody(_: bytes) -> Sequence[Player]:
    return ()


async def _nothing(_: AsyncConnection, __: int) -> None:
    pass


async def open_lobby(
    database: Database,
    row: NewTable,
    host: Player,
    computers: Callable[[bytes], Sequence[Player]] = _nobody,
    *,
    most: Limits | None = None,
    rematch: Rematch | None = None,
    alone: bool = False,
    beside: Sequence[Player] = (),
    first: Contributed | None = None,
    then: Callable[[AsyncConnection, int], Awaitable[None]] = _nothing,
) -> StoredTable:
    """Store a new lobby with its host on seat 0 and computers beside them.

    `computers` picks these by the secret. `alone` means that its match against computers only
    starts at once. `beside` are people who sit down with the host. `first` is contributed in place
    of the host's salt. `then` stores with the table what belongs to it, and may refuse it. Raises
    TableError if there are too many tables. Raises RematchOpen if the match has its `rematch`
    already.
    """
    async with owning(database, guild_id=row.guild_id) as db:
        if most is not None:
            # A match without a panel takes no room in its channel.
            channel_id = row.channel_id if mode_of(row.mode).panel else None
            await check_opening(db, most, channel_id, host.user_id)
            if alone:
                await check_alone(db, most, host.user_id)
        if rematch is not None and await _reopens(db, rematch.of):
            rematch = rematch._replace(awaited=())
        again_of = None if rematch is None else rematch.of
        secret = row.secret or await contributions.take(db, host.user_id)
        values = {
            **asdict(row),
            "secret": secret,
            "phase": "lobby",
            "host_id": host.user_id,
            "again_of": again_of,
        }
        made = await _insert(db, values)
        sitting = [host, *beside, *computers(secret)]
        await _seat(db, made, sitting)
        await then(db, made)
        given = (first or contributions.joined(host), *map(contributions.joined, beside))
        for one in given:
            await contributions.add(db, made, one)
        coming = () if rematch is None else rematch.awaited
        kept = [{c.name: getattr(p, c.name) for c in _AWAITED} for p in coming]
        if kept:
            await db.execute(insert(awaited), [one | {"table_id": made} for one in kept])
    known = {f.name: values[f.name] for f in fields(StoredTable) if f.name in values}
    return StoredTable(
        id=made,
        **known,
        players=tuple(replace(player, seat=seat) for seat, player in enumerate(sitting)),
        awaited=tuple(Player(**one, join_id=0) for one in kept),
        contributions=given,
    )


async def _reopens(db: AsyncConnection, match_id: int) -> bool:
    """Allow a rematch in place of a cancelled one. Its players get no second message."""
    off = (tables.c.again_of == match_id) & (tables.c.phase == "cancelled")
    return (await db.execute(update(tables).where(off).values(again_of=None))).rowcount > 0


async def _insert(db: AsyncConnection, values: Mapping[str, Any]) -> int:
    try:
        made = await db.execute(insert(tables).values(**values))
    except IntegrityError as error:
        raise RematchOpen(N_("The rematch is open already.")) from error
    table_id: int = made.inserted_primary_key[0]  # type: ignore[index]
    return table_id


async def rematch_of(database: Database, match_id: int) -> int | None:
    """The number of a match's rematch, from lobby to end, if one was opened and not called off."""
    there = (tables.c.again_of == match_id) & (tables.c.phase != "cancelled")
    return await database.scalar(select(tables.c.id).where(there))


async def set_upcoming(
    database: Database, table_id: int, player: Player, *, wanted: bool
) -> StoredTable:
    """Store or delete a spectator's wish for a seat in the rematch. Return the table then."""
    theirs = {"table_id": table_id, "user_id": player.user_id}
    async with owning(database, table_id) as db:
        await db.execute(delete(upcoming).filter_by(**theirs))
        if wanted:
            row = {column.name: getattr(player, column.name) for column in _UPCOMING}
            await db.execute(insert(upcoming).values(row | theirs))
        return await read_table(db, table_id)


async def release(database: Database, table_id: int, user_id: int | None = None) -> StoredTable:
    """Delete that person's reserved seat in a lobby, or all reserved seats. Return the lobby."""
    kept = delete(awaited).filter_by(table_id=table_id)
    async with owning(database, table_id) as db:
        await db.execute(kept if user_id is None else kept.filter_by(user_id=user_id))
        return await read_table(db, table_id)


async def table(database: Database, table_id: int) -> StoredTable | None:
    """Return the table of that number, in any phase."""
    async with database.read() as db:
        row = (await db.execute(_ONE, {"table": table_id})).one_or_none()
        return None if row is None else await _with_people(db, row)


async def open_tables(
    database: Database,
    *,
    channel_id: int | None = None,
    guild_id: int | None = None,
    user_id: int | None = None,
) -> list[int]:
    """Numbers of the lobbies and running matches, newest first, there or anywhere.

    With `user_id` only those where that person has a seat.
    """
    query = select(tables.c.id).where(tables.c.phase.in_(OPEN))
    if user_id is not None:
        seated = select(seats.c.table_id).where(seats.c.user_id == user_id, ~seats.c.left)
        query = query.where(tables.c.id.in_(seated))
    if channel_id is not None:
        query = query.where(tables.c.channel_id == channel_id)
    if guild_id is not None:
        query = query.where(tables.c.guild_id == guild_id)
    return await database.scalars(query.order_by(tables.c.id.desc()))


async def counts(database: Database) -> dict[tuple[str, str], int]:
    """Return the number of this process's open tables, by game and phase."""
    query = (
        select(tables.c.game, tables.c.phase, func.count())
        .where(tables.c.phase.in_(OPEN), kept(database))
        .group_by(tables.c.game, tables.c.phase)
    )
    return {(game, phase): number for game, phase, number in await database.rows(query)}


async def seat_players(
    database: Database,
    table_id: int,
    players: Sequence[Player],
    *,
    host_id: int | None = None,
    most: Limits | None = None,
    bar: int | None = None,
) -> StoredTable | None:
    """Set a lobby's players in seat order, and maybe a new host. Return None if it is no lobby.

    With `most` the last of the players is new. Raises TableError if they sit at too many tables or
    were sent away from this one. `bar` is a person who can't come back.
    """
    async with owning(database, table_id) as db:
        if not await contributions.hold_lobby(db, table_id):
            return None
        if most is not None:
            await _check_welcome(db, table_id, players[-1].user_id)
            await check_sitting(db, most, players[-1].user_id)
            taken = delete(awaited).filter_by(table_id=table_id, user_id=players[-1].user_id)
            await db.execute(taken)
        if bar is not None:
            await db.execute(insert(barred).values(table_id=table_id, user_id=bar))
        await db.execute(delete(seats).where(seats.c.table_id == table_id))
        await _seat(db, table_id, players)
        await contributions.let_go(db, table_id, [player.user_id for player in players])
        if most is not None:
            await contributions.add(db, table_id, contributions.joined(players[-1]))
        if host_id is not None:
            new_host = update(tables).where(tables.c.id == table_id).values(host_id=host_id)
            await db.execute(new_host)
        return await read_table(db, table_id)


async def all_barred(database: Database, table_id: int) -> set[int]:
    """Return the people who were removed from an open table."""
    return set(await database.scalars(select(barred.c.user_id).filter_by(table_id=table_id)))


async def _check_welcome(db: AsyncConnection, table_id: int, user_id: int) -> None:
    ids = user_id, await hashed(db, user_id)
    there = (barred.c.table_id == table_id) & barred.c.user_id.in_(ids)
    if await db.scalar(select(barred.c.user_id).where(there)) is not None:
        raise TableError(N_("You were removed from this table, so you can't join it again."))


async def start(
    database: Database,
    table_id: int,
    now: float,
    due: Due | None = None,
    *,
    version: int,
    alone: int | None = None,
    most: Limits | None = None,
) -> bool:
    """Turn a lobby into a running match by that version of its rules.

    `alone` is the id of the match's only person. Raises TableError if that person has too many such
    matches. False if it is no lobby any more.
    """
    clock = (due or Due(None, None))._asdict()
    values = {"phase": "live", "started_at": now, "version": version} | clock
    async with owning(database, table_id) as db:
        if alone is not None and most is not None:
            await check_alone(db, most, alone)
        return await _set(db, table_id, ("lobby",), values)


async def cancel(database: Database, table_id: int, now: float, why: str | None = None) -> bool:
    """End a lobby or a running match without a result. False if it has ended already."""
    values = {"phase": "cancelled", "ended_at": now, "due_at": None, "deadline": None, "why": why}
    return await _set_table(database, table_id, values)


async def leave(
    database: Database,
    table_id: int,
    seat: int,
    ply: int = 0,
    *,
    at: float | None = None,
    removed_by: int | None = None,
    host_id: int | None = None,
) -> bool:
    """Mark that the player of a running match left at that ply, and who is host from then on.

    `removed_by`: who made them go. False if it doesn't run (any more).
    """
    live = select(tables.c.id).where(tables.c.id == table_id, tables.c.phase == "live")
    live = live.with_for_update()
    async with owning(database, table_id) as db:
        done = await db.execute(
            update(seats)
            .where(seats.c.table_id == table_id, seats.c.seat == seat, live.exists())
            .values(left=True, left_ply=ply, left_at=at, removed_by=removed_by, wants_end=False)
        )
        if done.rowcount == 1:
            host = {} if host_id is None else {"host_id": host_id}
            await db.execute(_changed(table_id).values(**host))
        return done.rowcount == 1


def _changed(table_id: int) -> Update:
    """Note a change by anything but a move, because the table's posts may lag behind."""
    m = moves.c
    newest = select(func.coalesce(func.max(m.ply), 0)).where(m.table_id == table_id)
    there = update(tables).where(tables.c.id == table_id)
    return there.values(changed_ply=newest.scalar_subquery())


async def set_player(
    database: Database, table_id: int, seat: int | None = None, **values: Any
) -> None:
    """Set a player's `misses`, `away`, votes, or that they haven't left, or those of all."""
    there = {"table_id": table_id} | ({} if seat is None else {"seat": seat})
    async with owning(database, table_id) as db:
        await db.execute(_changed(table_id))
        await db.execute(update(seats).filter_by(**there).values(**values))


async def set_lobby(database: Database, table_id: int, **values: Any) -> StoredTable | None:
    """Set options, pace or films of a lobby, and return it. Return None if it is no lobby."""
    async with owning(database, table_id) as db:
        done = await _set(db, table_id, ("lobby",), values)
        return await read_table(db, table_id) if done else None


async def set_clock(
    database: Database, table_id: int, deadline: float | None, due_at: float | None
) -> None:
    """Set when the decision under way ends, and when the clock looks at the match next."""
    await _set_table(database, table_id, {"deadline": deadline, "due_at": due_at})


async def pause(
    database: Database,
    table_id: int,
    at: float,
    *,
    by: int,
    time_left: float | None,
    due_at: float | None,
) -> StoredTable:
    """Pause a match from that time on, by the vote of that seat or the staff, and return it."""
    values = {
        "paused_at": at,
        "paused_by": by,
        "pauses": tables.c.pauses + 1,
        "time_left": time_left,
        "deadline": None,
        "due_at": due_at,
    }
    votes = {"pauses": seats.c.pauses + case((seats.c.seat == by, 1), else_=0)}
    return await _set_resting(database, table_id, values, votes)


async def go_on(
    database: Database, table_id: int, deadline: float | None, due_at: float | None, *, at: float
) -> StoredTable:
    """Resume a paused match at that time with that clock, and return it."""
    clock = {"deadline": deadline, "due_at": due_at}
    values = {"paused_at": None, "resumed_at": at, "time_left": None} | clock
    return await _set_resting(database, table_id, values, {})


async def _set_resting(
    database: Database, table_id: int, values: Mapping[str, Any], votes: Mapping[str, Any]
) -> StoredTable:
    votes = {"wants_on": False, "wants_rest": False, **votes}
    async with owning(database, table_id) as db:
        await db.execute(_changed(table_id).where(tables.c.phase == "live").values(**values))
        await db.execute(update(seats).where(seats.c.table_id == table_id).values(**votes))
        return await read_table(db, table_id)


def kept(database: Database) -> ColumnElement[bool]:
    """Return the condition that a table is this process's: true where there is no other."""
    held = database.held
    return true() if held is None else held.here(tables.c.guild_id)


async def outdated(database: Database, versions: Mapping[str, Collection[int]]) -> list[int]:
    """Return the ids of running matches whose game or version isn't among these."""
    current = [
        and_(tables.c.game == game, tables.c.version.in_(released))
        for game, released in versions.items()
    ]
    query = select(tables.c.id).where(tables.c.phase == "live", not_(or_(false(), *current)))
    query = query.where(kept(database))
    return await database.scalars(query)


async def with_computers(database: Database) -> list[int]:
    """Return the numbers of the running matches with computers, from the start or since."""
    sitting = or_(seats.c.kind != "person", seats.c.left, seats.c.away)
    query = (
        select(tables.c.id)
        .where(tables.c.phase == "live", tables.c.paused_at.is_(None), kept(database))
        .where(tables.c.id.in_(select(seats.c.table_id).where(sitting)))
    )
    return await database.scalars(query)


async def due(database: Database, now: float) -> list[int]:
    """Numbers of the tables whose deadline has come."""
    query = select(tables.c.id).where(tables.c.phase.in_(OPEN), tables.c.due_at <= now)
    query = query.where(kept(database)).order_by(tables.c.due_at, tables.c.id)
    return await database.scalars(query)


async def next_due(database: Database, after: float = 0.0) -> float | None:
    """The earliest deadline of any table after that moment, unix seconds."""
    query = select(func.min(tables.c.due_at)).where(
        tables.c.phase.in_(OPEN), tables.c.due_at > after, kept(database)
    )
    return await database.scalar(query)


async def give_time_again(database: Database, now: float, lost: float = 0.0) -> None:
    """Give back the lost time of the current decisions, and at least half of their full time.

    Lobbies close and free seats later by as much, and not in the next minutes. At a start the lost
    time is unknown. Players not reminded yet will be.
    """
    half = tables.c.pace / 2
    given = tables.c.deadline + lost
    deadline = case((given < now + half, now + half), else_=given)
    reminded = or_(tables.c.due_at >= tables.c.deadline, deadline - half <= now)
    due_at = case((reminded, deadline), else_=deadline - half)
    async with database.begin() as db:
        await db.execute(
            update(tables)
            .where(tables.c.phase == "live", tables.c.deadline.is_not(None), kept(database))
            .values(deadline=deadline, due_at=due_at)
        )
        soon, later = now + _LOBBY_AGAIN, tables.c.due_at + lost
        await db.execute(
            update(tables)
            .where(tables.c.phase == "lobby", tables.c.due_at.is_not(None), kept(database))
            .values(due_at=case((later < soon, soon), else_=later))
        )


async def read_table(db: AsyncConnection, table_id: int) -> StoredTable:
    """Return a table within the transaction that changes it.

    A read after the transaction could fail though the change is stored.
    """
    row = (await db.execute(_ONE, {"table": table_id})).one()
    return await _with_people(db, row)


async def _with_people(db: AsyncConnection, row: Row[Any]) -> StoredTable:
    this = {"table": row.id}
    players = tuple(Player(**_values(r)) for r in await db.execute(_SITTING, this))
    given = await contributions.read(db, row.id)
    values = _values(row)
    if row.phase != "lobby":
        asking = await db.execute(_ASKED, this)
        values["upcoming"] = tuple(Player(**_values(r), join_id=0) for r in asking)
        if row.again_of is not None and row.phase == "over":
            values["evening"] = await meetings.before(db, row)
        return StoredTable(**values, players=players, contributions=given)
    if row.again_of is None:
        return StoredTable(**values, players=players, contributions=given)
    kept = tuple(Player(**_values(r), join_id=0) for r in await db.execute(_COMING, this))
    return StoredTable(**values, players=players, awaited=kept, contributions=given)


def _values(row: Row[Any]) -> dict[str, Any]:
    return dict(row._mapping)


async def _seat(db: AsyncConnection, table_id: int, players: Sequence[Player]) -> None:
    if players:
        rows = [
            {name: getattr(p, name) for name in PLAYER} | {"table_id": table_id, "seat": seat}
            for seat, p in enumerate(players)
        ]
        await db.execute(insert(seats), rows)


async def _set_table(database: Database, table_id: int, values: Mapping[str, Any]) -> bool:
    async with owning(database, table_id) as db:
        return await _set(db, table_id, OPEN, values)


async def _set(
    db: AsyncConnection, table_id: int, phases: Sequence[str], values: Mapping[str, Any]
) -> bool:
    """Set columns of a table in one of these phases. Return False if it is in another.

    A change of phase deletes the reserved seats.
    """
    done = await db.execute(
        update(tables).where(tables.c.id == table_id, tables.c.phase.in_(phases)).values(**values)
    )
    if "phase" in values and done.rowcount == 1:
        await db.execute(delete(awaited).where(awaited.c.table_id == table_id))
    return done.rowcount == 1
