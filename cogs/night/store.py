"""Game nights: a table with an hour, and the people who are in."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, field, replace
from typing import Any

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.fence import owning
from bot.storage.jobs import set_due
from bot.storage.rows import PANEL, Player
from bot.storage.schema import posts
from bot.storage.upsert import hold
from bot.words.errors import TableError
from games.core import Frozen
from games.errors import N_

from .schema import night_guests, nights

PLANNED, BEGUN, OVER = "planned", "begun", "over"
"""Phases: before the hour, while the tables open, and after that."""
OFF, FEW, MISSED, OLD = "off", "few", "missed", "old"
"""Phases of nights without tables: cancelled, empty, missed by the bot, or begun by version 0.2."""
MOVED = "moved"
"""The kind of a limit: the mention of a night's new hour."""
JOB = "night"
"""The kind of job that brings a night on. It is due after each change."""
_DAY = 86_400.0


class Guest(Frozen):
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


class Night(Frozen):
    """A game night with its people in the order of joining.

    zone: the host's time zone.
    called: those who are in were mentioned, or the plan came too late for that.
    shown: the version that the card `message_id` shows.
    panels: the messages of its tables.
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
    id: int = 0
    phase: str = PLANNED
    version: int = 1
    shown: int = 0
    message_id: int | None = None
    guests: tuple[Guest, ...] = ()
    panels: Mapping[int, int] = field(default_factory=dict)


async def make(database: Database, plan: Night) -> Night:
    """Store a new game night with its host among the people.

    Raises TableError if the channel has one to come, or if the host made one within a day.
    """
    n = nights.c
    async with database.begin() as db:
        await hold(db, "channel", plan.channel_id)
        await hold(db, "person", plan.host_id)
        if await _read(db, n.channel_id == plan.channel_id, n.phase == PLANNED):
            raise TableError(N_("A game night is planned in this channel already."))
        await _last_plan(db, plan.host_id, plan.made_at)
        values = {one.name: getattr(plan, one.name) for one in n if one.name != "id"}
        made = await db.execute(insert(nights).values(values))
        night_id: int = made.inserted_primary_key[0]  # type: ignore[index]
        for guest in plan.guests:
            await db.execute(insert(night_guests).values(night_id=night_id, **asdict(guest)))
        await set_due(db, JOB, night_id, plan.made_at, plan.guild_id)
    return replace(plan, id=night_id)


async def last_plan(database: Database, host_id: int, now: float) -> Night | None:
    """Return a host's latest night. Raises TableError if it was made within a day."""
    async with database.read() as db:
        return await _last_plan(db, host_id, now)


async def _last_plan(db: AsyncConnection, host_id: int, now: float) -> Night | None:
    made = await _read(db, nights.c.host_id == host_id)
    if made and made[-1].made_at > now - _DAY:
        raise TableError(N_("You have planned a game night today. Plan the next one tomorrow."))
    return made[-1] if made else None


async def night(database: Database, night_id: int) -> Night | None:
    """Return a game night, or None if it is gone."""
    async with database.read() as db:
        return next(iter(await _read(db, nights.c.id == night_id)), None)


async def planned_in(database: Database, channel_id: int) -> Night | None:
    """Return the game night that is planned in a channel."""
    async with database.read() as db:
        here = nights.c.channel_id == channel_id, nights.c.phase == PLANNED
        return next(iter(await _read(db, *here)), None)


async def cards_gone(database: Database, message_ids: Collection[int] | None = None) -> bool:
    """Make cards of planned nights due: deleted ones, or all. Return True if there are any."""
    n = nights.c
    here = n.message_id.is_not(None) if message_ids is None else n.message_id.in_(message_ids)
    async with database.read() as db:
        found = await _read(db, n.phase == PLANNED, here)
    gone = {} if message_ids is None else {"message_id": None}
    return any([await change(database, night, **gone) for night in found])


async def _read(db: AsyncConnection, *where: Any) -> list[Night]:
    g, p, found = night_guests.c, posts.c, []
    people = select(*(column for column in g if column is not g.night_id))
    for row in (await db.execute(select(nights).where(*where).order_by(nights.c.id))).all():
        here = people.where(g.night_id == row.id).order_by(g.joined_at, g.user_id)
        guests = tuple(Guest(**one._mapping) for one in await db.execute(here))
        opened = {guest.table_id for guest in guests if guest.table_id is not None}
        of_tables = select(p.table_id, p.message_id).where(
            p.table_id.in_(opened), p.reader == PANEL, p.message_id.is_not(None)
        )
        panels = {one.table_id: one.message_id for one in await db.execute(of_tables)}
        found.append(Night(**row._mapping, guests=guests, panels=panels))
    return found


async def press(database: Database, night: Night, guest: Guest, most: int) -> None:
    """Store that a person is in, or out if they were in.

    Raises TableError if the hour has come, or if `most` people are in.
    """
    g, night_id = night_guests.c, night.id
    async with owning(database, guild_id=night.guild_id) as db:
        await hold(db, "person", guest.user_id)
        await hold(db, "night", night_id)
        if await db.scalar(select(nights.c.phase).where(nights.c.id == night_id)) != PLANNED:
            raise TableError(N_("That game night is over."))
        mine = and_(g.night_id == night_id, g.user_id == guest.user_id)
        if (await db.execute(delete(night_guests).where(mine))).rowcount:
            return
        count = select(func.count()).where(g.night_id == night_id)
        if (await db.scalar(count) or 0) >= most:
            raise TableError(N_("Every place of this game night is taken."))
        await db.execute(insert(night_guests).values(night_id=night_id, **asdict(guest)))


async def change(database: Database, night: Night, **values: object) -> bool:
    """Store other values of a night. Return False if it has changed meanwhile.

    Of several processes one makes each change, because a version is followed once.
    """
    n = nights.c
    still = and_(n.id == night.id, n.version == night.version)
    async with database.begin() as db:
        await hold(db, "night", night.id)
        done = await db.execute(
            update(nights).where(still).values(**values, version=night.version + 1)
        )
        if done.rowcount == 1:
            await set_due(db, JOB, night.id, 0.0, night.guild_id)
        return done.rowcount == 1


async def show(database: Database, night: Night, message_id: int | None) -> None:
    """Store that a card shows this version of the night, unless a card shows a later one."""
    n = nights.c
    later = and_(n.id == night.id, n.shown < night.version)
    values = {"shown": night.version, "message_id": message_id}
    await database.write(update(nights).where(later).values(**values))


async def call(database: Database, night: Night) -> None:
    """Store that those who are in were mentioned before this hour."""
    n = nights.c
    there = and_(n.id == night.id, n.begins_at == night.begins_at)
    await database.write(update(nights).where(there).values(called=True))


async def take_table(
    db: AsyncConnection, table_id: int, *, night_id: int, people: Collection[int]
) -> None:
    """Store the table of these people. Raises TableError if one of them has a table."""
    g = night_guests.c
    free = and_(g.night_id == night_id, g.user_id.in_(people), g.table_id.is_(None))
    done = await db.execute(update(night_guests).where(free).values(table_id=table_id))
    if done.rowcount != len(people):
        raise TableError(N_("That table is open already."))


async def delete_night(database: Database, night_id: int) -> None:
    """Delete a game night."""
    await database.write(delete(nights).where(nights.c.id == night_id))
