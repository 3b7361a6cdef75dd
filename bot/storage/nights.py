"""Game nights: a table with an hour, and the people who are in."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import N_

from ..words.errors import TableError
from .database import Database
from .rows import PANEL, Player
from .schema import night_guests, nights, posts, seats, tables
from .upsert import hold

PLANNED, BEGUN, OVER = "planned", "begun", "over"
"""Phases: before the hour, while the tables open, and after that."""
OFF, FEW, MISSED, OLD = "off", "few", "missed", "old"
"""Phases of nights without tables: cancelled, empty, missed by the bot, or begun by version 0.2."""
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class NewNight:
    """The plan of a game night, and its place.

    `zone` is the host's time zone. `called`: no mention is due before the hour.
    """

    guild_id: int
    channel_id: int
    locale: str
    host_id: int
    game: str
    zone: str
    made_at: float
    begins_at: float
    parent_id: int | None = None
    private: bool | None = False
    called: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Night(NewNight):
    """A game night as stored. Its card `message_id` shows the version `shown`."""

    id: int
    phase: str = PLANNED
    version: int = 1
    shown: int = 0
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who is in, and their table after the hour."""

    user_id: int
    name: str
    locale: str
    salt: int
    joined_at: float
    table_id: int | None = None

    def player(self) -> Player:
        """Return the person as a player of a new table."""
        return Player(self.user_id, self.name, self.locale, self.salt)


@dataclass(frozen=True, slots=True)
class Gathering:
    """A game night, its people in the order of joining, and the messages of its tables."""

    night: Night
    guests: tuple[Guest, ...]
    panels: Mapping[int, int] = field(default_factory=dict)


_NIGHT = [nights.c[f.name] for f in fields(Night)]
_GUEST = [night_guests.c[f.name] for f in fields(Guest)]


async def make(database: Database, plan: NewNight, host: Guest, most: int) -> Night:
    """Store a new game night with its host among the people.

    Raises TableError if the channel has one to come, or if the host made `most` within a day.
    """
    n = nights.c
    async with database.begin() as db:
        await hold(db, "channel", plan.channel_id)
        await hold(db, "person", plan.host_id)
        here = select(n.id).where(n.channel_id == plan.channel_id, n.phase == PLANNED)
        if await db.scalar(here.limit(1)) is not None:
            raise TableError(N_("A game night is planned in this channel already."))
        await _check_host(db, plan.host_id, plan.made_at, most)
        made = await db.execute(insert(nights).values(**asdict(plan), phase=PLANNED))
        night_id: int = made.inserted_primary_key[0]  # type: ignore[index]
        await db.execute(insert(night_guests).values(night_id=night_id, **asdict(host)))
        return await _night(db, night_id)


async def check_host(database: Database, host_id: int, now: float, most: int) -> None:
    """Raise TableError if the host made `most` game nights within a day."""
    async with database.read(once=True) as db:
        await _check_host(db, host_id, now, most)


async def _check_host(db: AsyncConnection, host_id: int, now: float, most: int) -> None:
    recent = (nights.c.host_id == host_id) & (nights.c.made_at > now - _DAY)
    if (await db.scalar(select(func.count()).where(recent)) or 0) >= most:
        raise TableError(N_("You have planned a game night today. Plan the next one tomorrow."))


async def last_plan(database: Database, host_id: int) -> tuple[str, str]:
    """Return the time zone and the game of a host's latest night, or empty texts."""
    n = nights.c
    latest = select(n.zone, n.game).where(n.host_id == host_id).order_by(n.id.desc()).limit(1)
    async with database.read(once=True) as db:
        row = (await db.execute(latest)).one_or_none()
        return ("", "") if row is None else (row.zone, row.game)


async def gathering(database: Database, night_id: int) -> Gathering | None:
    """Return a game night with its people, or None if it is gone."""
    g, p = night_guests.c, posts.c
    here = select(*_GUEST).where(g.night_id == night_id).order_by(g.joined_at, g.user_id)
    async with database.read() as db:
        if await db.scalar(select(nights.c.id).where(nights.c.id == night_id)) is None:
            return None
        guests = tuple(Guest(**row._mapping) for row in await db.execute(here))
        opened = {guest.table_id for guest in guests if guest.table_id is not None}
        of_tables = select(p.table_id, p.message_id).where(
            p.table_id.in_(opened), p.reader == PANEL, p.message_id.is_not(None)
        )
        panels = {row.table_id: row.message_id for row in await db.execute(of_tables)}
        return Gathering(await _night(db, night_id), guests, panels)


async def _night(db: AsyncConnection, night_id: int) -> Night:
    row = (await db.execute(select(*_NIGHT).where(nights.c.id == night_id))).one()
    return Night(**row._mapping)


async def planned_in(database: Database, channel_id: int) -> Night | None:
    """Return the game night that is planned in a channel."""
    query = select(*_NIGHT).where(nights.c.channel_id == channel_id, nights.c.phase == PLANNED)
    async with database.read(once=True) as db:
        row = (await db.execute(query.limit(1))).one_or_none()
        return None if row is None else Night(**row._mapping)


async def to_do(database: Database) -> list[Night]:
    """Return the game nights to come, and those whose card is behind."""
    n = nights.c
    open_ = n.phase.in_((PLANNED, BEGUN)) | (n.shown < n.version)
    async with database.read(once=True) as db:
        rows = await db.execute(select(*_NIGHT).where(open_).order_by(n.id))
        return [Night(**row._mapping) for row in rows]


async def press(database: Database, night_id: int, guest: Guest, most: int) -> None:
    """Store that a person is in, or out if they were in.

    Raises TableError if the hour has come, or if `most` people are in.
    """
    g = night_guests.c
    async with database.begin() as db:
        await hold(db, "person", guest.user_id)
        await hold(db, "night", night_id)
        if (await _night(db, night_id)).phase != PLANNED:
            raise TableError(N_("That game night is over."))
        mine = and_(g.night_id == night_id, g.user_id == guest.user_id)
        if (await db.execute(delete(night_guests).where(mine))).rowcount:
            return
        count = select(func.count()).where(g.night_id == night_id)
        if (await db.scalar(count) or 0) >= most:
            raise TableError(N_("Every place of this game night is taken."))
        await db.execute(insert(night_guests).values(night_id=night_id, **asdict(guest)))


# Changes. Of several processes one makes each, because a version is followed once.


async def change(database: Database, night: Night) -> bool:
    """Store another hour, game and zone. Return False if the night has changed meanwhile."""
    names = ("begins_at", "called", "game", "zone")
    return await _change(database, night, **{name: getattr(night, name) for name in names})


async def turn(database: Database, night: Night, phase: str) -> bool:
    """Store the next phase of a night. Return False if the night has changed meanwhile."""
    return await _change(database, night, phase=phase)


async def lose_card(database: Database, night: Night) -> bool:
    """Store that the card was deleted. Return False if the night has changed meanwhile."""
    return await _change(database, night, message_id=None)


async def _change(database: Database, night: Night, **values: object) -> bool:
    n = nights.c
    still = and_(n.id == night.id, n.version == night.version)
    async with database.begin() as db:
        await hold(db, "night", night.id)
        done = await db.execute(
            update(nights).where(still).values(**values, version=night.version + 1)
        )
        return done.rowcount == 1


async def show(database: Database, night: Night, message_id: int | None) -> None:
    """Store that a card shows this version of the night, unless a card shows a later one."""
    n = nights.c
    later = and_(n.id == night.id, n.shown < night.version)
    async with database.begin() as db:
        values = {"shown": night.version, "message_id": message_id}
        await db.execute(update(nights).where(later).values(**values))


async def call(database: Database, night: Night) -> None:
    """Store that those who are in were mentioned before this hour."""
    n = nights.c
    there = and_(n.id == night.id, n.begins_at == night.begins_at)
    async with database.begin() as db:
        await db.execute(update(nights).where(there).values(called=True))


async def take_table(
    db: AsyncConnection, night_id: int, people: Collection[int], table_id: int
) -> None:
    """Store the table of these people. Raises TableError if one of them has a table."""
    g = night_guests.c
    free = and_(g.night_id == night_id, g.user_id.in_(people), g.table_id.is_(None))
    done = await db.execute(update(night_guests).where(free).values(table_id=table_id))
    if done.rowcount != len(people):
        raise TableError(N_("That table is open already."))


async def lobbies(database: Database, night_id: int) -> dict[int, int]:
    """Return the tables of a night that haven't begun, with their numbers of players."""
    mine = select(night_guests.c.table_id).where(night_guests.c.night_id == night_id)
    query = (
        select(tables.c.id, func.count().label("people"))
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.id.in_(mine), tables.c.phase == "lobby")
        .group_by(tables.c.id)
        .order_by(tables.c.id)
    )
    async with database.read(once=True) as db:
        return {row.id: row.people for row in await db.execute(query)}


async def expire(database: Database, before: float) -> None:
    """Delete the game nights that ended before a time."""
    n = nights.c
    async with database.begin() as db:
        ended = and_(n.begins_at < before, n.phase.not_in((PLANNED, BEGUN)))
        await db.execute(delete(nights).where(ended))
