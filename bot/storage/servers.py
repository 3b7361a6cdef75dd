"""Servers' settings and the bot's membership: arrivals, departures, deletion after a departure."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import asdict, fields

from sqlalchemy import delete, insert, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from games.core import Frozen

from .database import Database
from .schema import OPEN, changes, marked, members, servers, standings, tables
from .upsert import insert_into, upsert

EVERYONE, STAFF = "everyone", "staff"
USUAL_PACE: int | None = 180
"""Default pace of a server in seconds, so that an absent player can't block a match."""
# Number of changes stored for a server.
_CHANGES = 20
# Tables deleted in one transaction, each with its moves.
_AT_A_TIME = 50
NOWHERE = 0
"""The server of matches that were begun in direct messages."""


class ServerSettings(Frozen):
    """A server's settings.

    - `locale`: language in its channels (None: the host's).
    - `channels`: channels where tables are allowed (empty: all).
    - `pace`: default time limit for a decision in seconds (None: no limit).
    - `pictures`: draw pictures.
    - `moving`: show reveals as films, where pictures are drawn.
    - `openers`: people who may open tables: everyone, staff, or a role's id in digits.
    - `leaderboards`: show leaderboards, and post the podium of each season.
    - `turned_off`: keys of features' switches that are off, see `bot.play.switches`.
    """

    locale: str | None = None
    channels: frozenset[int] = frozenset()
    pace: int | None = None
    pictures: bool = True
    moving: bool = True
    openers: str = EVERYONE
    leaderboards: bool = True
    turned_off: frozenset[str] = frozenset()


class Change(Frozen):
    """A change of a server's setting, with its author and time.

    `setting` is a field's name, or the key of a feature's switch. `before` and `after` are the
    values as text (None: not stored).
    """

    user_id: int
    at: float
    setting: str
    before: str | None = None
    after: str | None = None


def differences(before: ServerSettings, after: ServerSettings) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each setting that differs, and both values as text."""
    for name in (f.name for f in fields(ServerSettings)):
        old, new = getattr(before, name), getattr(after, name)
        if name == "turned_off":
            for key in sorted(old ^ new):
                yield key, _written(key not in old), _written(key not in new)
        elif old != new:
            yield name, _written(old), _written(new)


def _written(value: object) -> str:
    """Return a setting's value as text: a set's separated by blanks, nothing for no value."""
    if isinstance(value, frozenset):
        return " ".join(map(str, sorted(value)))
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)


_COLUMNS = [servers.c[f.name] for f in fields(ServerSettings)]


async def settings_of(database: Database, guild_id: int) -> ServerSettings:
    """Return a server's settings, or the defaults."""
    async with database.read(once=True) as db:
        row = (await db.execute(select(*_COLUMNS).filter_by(guild_id=guild_id))).one_or_none()
    if row is None:
        return ServerSettings(pace=USUAL_PACE)
    values = dict(row._mapping)
    values["channels"] = frozenset(int(channel) for channel in row.channels.split())
    values["turned_off"] = frozenset(row.turned_off.split())
    return ServerSettings(**values)


async def save_settings(
    database: Database, guild_id: int, settings: ServerSettings, made: Sequence[Change] = ()
) -> None:
    """Replace all settings of a server, and store the list of changes."""
    values = asdict(settings)
    values |= {name: _written(values[name]) for name in ("channels", "turned_off")}
    async with database.begin() as db:
        await upsert(db, servers, {"guild_id": guild_id, **values})
        if made:
            noted = [{"guild_id": guild_id} | asdict(change) for change in made]
            await db.execute(insert(changes), noted)
            here = changes.c.guild_id == guild_id
            newest = select(changes.c.id).where(here).order_by(changes.c.id.desc())
            await db.execute(
                delete(changes).where(here, changes.c.id.not_in(newest.limit(_CHANGES)))
            )


async def changes_of(database: Database, guild_id: int, most: int) -> list[Change]:
    """Return the latest changes of a server's settings, newest first."""
    query = (
        select(*(changes.c[f.name] for f in fields(Change)))
        .where(changes.c.guild_id == guild_id)
        .order_by(changes.c.id.desc())
        .limit(most)
    )
    return [Change(*row) for row in await database.rows(query)]


async def _add(db: AsyncConnection, guild_id: int) -> None:
    """Store a server if it isn't known. Its welcome is due."""
    row = insert_into(db, servers).values(guild_id=guild_id, channels="", pace=USUAL_PACE)
    await db.execute(row.on_conflict_do_nothing())


async def arrive(database: Database, guild_id: int) -> bool:
    """Store that the bot has joined a server. Return True if a welcome is due."""
    here = update(servers).filter_by(guild_id=guild_id)
    async with database.begin() as db:
        await _add(db, guild_id)
        await db.execute(here.values(gone_at=None))
        fresh = here.where(servers.c.welcomed.is_(False)).values(welcomed=True)
        return (await db.execute(fresh)).rowcount == 1


async def depart(database: Database, guild_id: int, now: float) -> None:
    """Store that the bot has left a server, if that isn't stored yet."""
    left = update(servers).where(servers.c.guild_id == guild_id, servers.c.gone_at.is_(None))
    async with database.begin() as db:
        await _add(db, guild_id)
        await db.execute(left.values(gone_at=now, welcomed=False))


async def be_present(database: Database, guild_ids: Set[int]) -> None:
    """Store that the bot is in these servers, without a welcome.

    It corrects what changed while the bot was offline.
    """
    async with database.begin() as db:
        there = servers.c.gone_at.is_(None) & servers.c.welcomed
        known = set((await db.scalars(select(servers.c.guild_id).where(there))).all())
        for guild_id in sorted(guild_ids - known):
            await _add(db, guild_id)
            here = update(servers).filter_by(guild_id=guild_id)
            await db.execute(here.values(gone_at=None, welcomed=True))


async def servers_left(database: Database, present: Set[int]) -> set[int]:
    """Return the ids of servers with stored data or running matches that the bot isn't in.

    A match begun in direct messages has no server.
    """
    kept = union(*(select(t.c.guild_id) for t in (servers, tables, standings, members)))
    gone = select(servers.c.guild_id).where(servers.c.gone_at.is_not(None))
    running = select(tables.c.guild_id).where(tables.c.phase.in_(OPEN)).distinct()
    async with database.read() as db:
        known = set((await db.scalars(kept)).all()) - set((await db.scalars(gone)).all())
        return (known | set((await db.scalars(running)).all())) - present - {NOWHERE}


async def forget_servers(database: Database, before: float) -> list[int]:
    """Delete all data of servers left before a time. Return their ids."""
    left = await database.scalars(select(servers.c.guild_id).where(servers.c.gone_at <= before))
    return [guild_id for guild_id in left if await _forget(database, guild_id, before)]


async def _forget(database: Database, guild_id: int, before: float) -> bool:
    """Delete a server's data in small transactions. Return False if the bot is back there.

    Small transactions let moves elsewhere proceed.
    """
    still = (
        select(servers.c.guild_id)
        .where(servers.c.guild_id == guild_id, servers.c.gone_at <= before)
        .with_for_update()
    )
    some = select(tables.c.id).where(tables.c.guild_id == guild_id).limit(_AT_A_TIME)
    while True:
        async with database.begin() as db:
            if await db.scalar(still) is None:
                return False
            # Seats, moves and posts are deleted by the foreign key.
            done = await db.execute(delete(tables).where(tables.c.id.in_(some)))
            if done.rowcount == 0:
                for column in marked("server"):
                    await db.execute(delete(column.table).where(column == guild_id))
                return True
