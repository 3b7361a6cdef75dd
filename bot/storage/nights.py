"""Game nights: the plan, the people, the seats of each round, and their points."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import N_

from ..words.errors import TableError
from .database import Database
from .rows import NightRound, Player
from .schema import OPEN, night_guests, night_seats, nights, seats, tables
from .upsert import hold, upsert

PLANNED, CHECK, PLAY, OVER, OFF, FEW = "planned", "check", "play", "over", "off", "few"
"""Phases: before the first check-in, during one, during a round, and three ends.

A night ends with a winner, is cancelled (OFF), or has too few people for its first round (FEW).
"""
COMING = (PLANNED, CHECK, PLAY)
"""The phases before an end."""
LAST = 1000
"""The stage of an end. Earlier stages are two a round: its check-in, then the round itself."""
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class NewNight:
    """The plan of a game night, and its place. `game` is a key, or `*` for another each round.

    `size` is the wanted number of people at a table, `begins_at` the time of the first round.
    `due_at` is when the phase ends.
    """

    guild_id: int
    channel_id: int
    locale: str
    host_id: int
    game: str
    rounds: int
    size: int
    made_at: float
    begins_at: float
    due_at: float
    parent_id: int | None = None
    private: bool | None = False
    phase: str = PLANNED
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Night(NewNight):
    """A game night as stored.

    `message_id` is its newest message, which shows the stage `said` (-1: none so far).
    `event_id` is its event in Discord.
    """

    id: int
    message_id: int | None = None
    event_id: int | None = None
    said: int = 0

    @property
    def stage(self) -> int:
        """The number of the stage, which grows."""
        if self.phase in (PLANNED, CHECK, PLAY):
            return 2 * self.round - (self.phase == CHECK)
        return LAST


@dataclass(frozen=True, slots=True)
class Guest:
    """A person of a game night. `here` is the newest round that they checked in for."""

    user_id: int
    name: str
    locale: str
    salt: int
    joined_at: float
    here: int = 0
    gone: bool = False

    def player(self) -> Player:
        """Return the person as a player of a new table."""
        return Player(self.user_id, self.name, self.locale, self.salt)


@dataclass(frozen=True, slots=True)
class Chair:
    """A person's place in a round: at a table of that number, or without one (0).

    Without `points` the round hasn't ended. `rank` is None for those who left or had no table.
    """

    round: int
    user_id: int
    number: int
    game: str
    table_id: int | None = None
    rank: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Gathering:
    """A game night with its people in the order of joining, and the seats of its rounds."""

    night: Night
    guests: tuple[Guest, ...]
    chairs: tuple[Chair, ...]

    def of_round(self, number: int) -> list[Chair]:
        """Return the seats of a round."""
        return [chair for chair in self.chairs if chair.round == number]


@dataclass(frozen=True, slots=True)
class Sat:
    """A person at a table of a round. Without a `rank` the match broke off."""

    user_id: int
    rank: int | None
    gone: bool


_NIGHT = [nights.c[f.name] for f in fields(Night)]
_GUEST = [night_guests.c[f.name] for f in fields(Guest)]
_CHAIR = [night_seats.c[f.name] for f in fields(Chair)]


async def make(database: Database, plan: NewNight, host: Guest, most: int) -> Night:
    """Store a new game night with its host among the people.

    Raises TableError if the channel has one to come, or if the host made `most` within a day.
    """
    n = nights.c
    async with database.begin() as db:
        await hold(db, "channel", plan.channel_id)
        await hold(db, "person", plan.host_id)
        here = select(n.id).where(n.channel_id == plan.channel_id, n.phase.in_(COMING))
        if await db.scalar(here.limit(1)) is not None:
            raise TableError(N_("A game night is planned or runs in this channel already."))
        await _check_host(db, plan.host_id, plan.made_at, most)
        made = await db.execute(insert(nights).values(**asdict(plan), said=-1))
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


async def gathering(database: Database, night_id: int) -> Gathering | None:
    """Return a game night with its people and seats, or None if it is gone."""
    async with database.read() as db:
        there = await db.scalar(select(nights.c.id).where(nights.c.id == night_id))
        return None if there is None else await _gathering(db, night_id)


async def _night(db: AsyncConnection, night_id: int) -> Night:
    row = (await db.execute(select(*_NIGHT).where(nights.c.id == night_id))).one()
    return Night(**row._mapping)


async def _gathering(db: AsyncConnection, night_id: int) -> Gathering:
    g, s = night_guests.c, night_seats.c
    here = select(*_GUEST).where(g.night_id == night_id).order_by(g.joined_at, g.user_id)
    sat = select(*_CHAIR).where(s.night_id == night_id).order_by(s.round, s.number, s.user_id)
    guests = tuple(Guest(**row._mapping) for row in await db.execute(here))
    chairs = tuple(Chair(**row._mapping) for row in await db.execute(sat))
    return Gathering(await _night(db, night_id), guests, chairs)


async def coming_in(database: Database, channel_id: int) -> Night | None:
    """Return the game night that is planned or runs in a channel."""
    query = select(*_NIGHT).where(nights.c.channel_id == channel_id, nights.c.phase.in_(COMING))
    async with database.read(once=True) as db:
        row = (await db.execute(query.limit(1))).one_or_none()
        return None if row is None else Night(**row._mapping)


async def to_do(database: Database) -> list[Night]:
    """Return the game nights to come, and those whose end isn't announced."""
    unsaid = nights.c.phase.in_(COMING) | (nights.c.said < LAST)
    async with database.read(once=True) as db:
        rows = await db.execute(select(*_NIGHT).where(unsaid).order_by(nights.c.id))
        return [Night(**row._mapping) for row in rows]


# People


async def enter(database: Database, night_id: int, guest: Guest, most: int) -> None:
    """Store that a person comes, or is here. Raises TableError if the night is over or full."""
    g = night_guests.c
    async with database.begin() as db:
        await hold(db, "person", guest.user_id)
        await hold(db, "night", night_id)
        await _check_coming(db, night_id)
        mine = and_(g.night_id == night_id, g.user_id == guest.user_id)
        known = (await db.execute(select(*_GUEST).where(mine))).one_or_none()
        count = select(func.count()).where(g.night_id == night_id)
        if known is None and (await db.scalar(count) or 0) >= most:
            raise TableError(N_("Every place of this game night is taken."))
        values = asdict(guest)
        if known is not None:
            values |= {"joined_at": known.joined_at, "here": max(known.here, guest.here)}
        await upsert(db, night_guests, {"night_id": night_id, **values})


async def get_up(database: Database, night_id: int, user_id: int) -> bool:
    """Store that a person doesn't come, or leaves. Return False if they weren't in."""
    g = night_guests.c
    async with database.begin() as db:
        await hold(db, "night", night_id)
        await _check_coming(db, night_id)
        mine = and_(g.night_id == night_id, g.user_id == user_id, g.gone.is_(False))
        done = await db.execute(update(night_guests).where(mine).values(gone=True, here=0))
        return done.rowcount == 1


async def _check_coming(db: AsyncConnection, night_id: int) -> None:
    there = nights.c.id == night_id
    if await db.scalar(select(nights.c.phase).where(there)) not in COMING:
        raise TableError(N_("That game night is over."))


# Phases. Of several processes one brings each about.


async def turn(database: Database, night: Night, phase: str, number: int, due_at: float) -> bool:
    """Go on from a night's phase and round to another. Return False if another process did."""
    async with database.begin() as db:
        return await _turn(db, night, phase=phase, round=number, due_at=due_at)


async def _turn(db: AsyncConnection, night: Night, **values: Any) -> bool:
    await hold(db, "night", night.id)
    n = nights.c
    still = and_(n.id == night.id, n.phase == night.phase, n.round == night.round)
    return (await db.execute(update(nights).where(still).values(**values))).rowcount == 1


async def said(database: Database, night: Night, message_id: int | None) -> None:
    """Store that a message shows a night's stage, unless another one does."""
    later = and_(nights.c.id == night.id, nights.c.said < night.stage)
    async with database.begin() as db:
        values = {"said": night.stage, "message_id": message_id}
        await db.execute(update(nights).where(later).values(**values))


async def set_event(database: Database, night_id: int, event_id: int) -> None:
    """Store the event in Discord of a night."""
    async with database.begin() as db:
        there = nights.c.id == night_id
        await db.execute(update(nights).where(there).values(event_id=event_id))


async def begin_round(
    database: Database, night: Night, chairs: Sequence[Chair], due_at: float
) -> bool:
    """Store the seats of a round, and begin it. Return False if those here have changed."""
    g = night_guests.c
    here = select(g.user_id).where(g.night_id == night.id, g.here == night.round, ~g.gone)
    try:
        async with database.begin() as db:
            if not await _turn(db, night, phase=PLAY, due_at=due_at):
                return False
            # Locked, so that no deletion of a person's data comes in between.
            found = set((await db.scalars(here.with_for_update())).all())
            if found != {chair.user_id for chair in chairs}:
                raise _Changed
            rows = [{"night_id": night.id, **asdict(chair)} for chair in chairs]
            await db.execute(insert(night_seats), rows)
    except _Changed:
        return False
    return True


class _Changed(Exception):
    """The reason to store nothing."""


async def take_table(
    db: AsyncConnection, night_id: int, number: int, people: Iterable[int], table_id: int
) -> None:
    """Store the match of a table in the night's round. Raises TableError if it has one."""
    s = night_seats.c
    now = select(nights.c.round).where(nights.c.id == night_id).scalar_subquery()
    there = and_(s.night_id == night_id, s.round == now, s.number == number)
    free = update(night_seats).where(there, s.table_id.is_(None), s.user_id.in_([*people]))
    seated = (await db.execute(free.values(table_id=table_id))).rowcount
    if seated != len([*people]):
        raise TableError(N_("That table is open already."))


_ROUND_OF = select(night_seats.c.round, nights.c.rounds).where(
    # The channel finds the night, because seats have no index of their tables.
    nights.c.channel_id == bindparam("channel"),
    nights.c.phase.in_(COMING),
    night_seats.c.night_id == nights.c.id,
    night_seats.c.table_id == bindparam("table"),
)


async def round_of(db: AsyncConnection, table_id: int, channel_id: int) -> NightRound | None:
    """Return a match's round of a game night, or None without one that isn't over."""
    found = await db.execute(_ROUND_OF.limit(1), {"table": table_id, "channel": channel_id})
    row = found.one_or_none()
    return None if row is None else NightRound(*row)


async def unfinished(database: Database, night: Night) -> dict[int, str]:
    """Return the round's open tables with their phases."""
    t, s = tables.c, night_seats.c
    sat = select(s.table_id).where(s.night_id == night.id, s.round == night.round)
    query = select(t.id, t.phase).where(t.id.in_(sat), t.phase.in_(OPEN))
    async with database.read(once=True) as db:
        return {row.id: row.phase for row in await db.execute(query)}


async def end_round(
    database: Database,
    night: Night,
    award: Callable[[Sequence[Sat]], Mapping[int, int]],
    rested: int,
    phase: str,
    number: int,
    due_at: float,
) -> bool:
    """Store the points of a round, and go on. Return False if another process did.

    `award` gives the points of a table by person, `rested` are those of a person without a table.
    """
    s = night_seats.c
    here = and_(s.night_id == night.id, s.round == night.round)
    async with database.begin() as db:
        if not await _turn(db, night, phase=phase, round=number, due_at=due_at):
            return False
        sat = await db.scalars(select(s.table_id).where(here, s.table_id.is_not(None)).distinct())
        await db.execute(update(night_seats).where(here).values(points=rested))
        for table_id in sat.all():
            people = await _sat(db, table_id)
            got = award(people)
            for one in people:
                mine = and_(here, s.user_id == one.user_id)
                values = {"points": got[one.user_id], "rank": None if one.gone else one.rank}
                await db.execute(update(night_seats).where(mine).values(**values))
        return True


async def _sat(db: AsyncConnection, table_id: int) -> list[Sat]:
    s = seats.c
    gone = or_(s.left, s.away, s.left_ply.is_not(None))
    rows = await db.execute(
        select(s.user_id, s.rank, gone.label("gone")).where(s.table_id == table_id).order_by(s.seat)
    )
    return [Sat(row.user_id, row.rank, bool(row.gone)) for row in rows]


async def expire(database: Database, before: float) -> None:
    """Delete the game nights that began before a time and are over."""
    n = nights.c
    async with database.begin() as db:
        await db.execute(delete(nights).where(n.begins_at < before, n.phase.not_in(COMING)))
