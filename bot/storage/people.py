"""A person's data outside of tables: direct channel, choice of pictures, visibility.

Leaderboards omit a member who chose to be hidden, or who has left the server.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Integer, cast, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import directs, gathered, members, preferred, readers, seats, standings, strengths
from .upsert import hold, upsert

_DAY = 86_400.0


class Wish(NamedTuple):
    """A person's choice: pictures or words, and reveals that move or stand still."""

    pictures: bool
    moving: bool = True


WORDS = Wish(pictures=False, moving=False)


async def direct_channel(database: Database, user_id: int) -> int | None:
    """Return the id of a person's direct channel, if it was opened before."""
    return await database.scalar(select(directs.c.channel_id).filter_by(user_id=user_id))


async def forget_direct_channel(database: Database, user_id: int, channel_id: int) -> None:
    """Delete a person's direct channel, which Discord doesn't know any more."""
    await database.write(delete(directs).filter_by(user_id=user_id, channel_id=channel_id))


async def save_direct_channel(database: Database, user_id: int, channel_id: int) -> None:
    """Store a person's direct channel if they have or had a seat.

    The condition keeps a deleted person deleted, even if the channel took long to open.
    """
    sits = select(seats.c.user_id).filter_by(user_id=user_id).limit(1)
    mine = update(directs).filter_by(user_id=user_id)
    async with database.begin() as db:
        await hold(db, "person", user_id)
        # This write takes the row lock that keeps the next answer valid.
        done = await db.execute(mine.values(channel_id=channel_id))
        if done.rowcount == 0 and await db.scalar(sits) is not None:
            await db.execute(insert(directs).values(user_id=user_id, channel_id=channel_id))


async def all_wishes(database: Database) -> dict[int, Wish]:
    """Return the choice of pictures of each person who made one."""
    rows = await database.rows(select(readers))
    return {row.user_id: Wish(row.pictures, row.moving) for row in rows}


async def save_wish(database: Database, user_id: int, wish: Wish | None) -> None:
    """Store a person's choice of pictures. None deletes it."""
    async with database.begin() as db:
        await db.execute(delete(readers).filter_by(user_id=user_id))
        if wish is not None:
            await db.execute(insert(readers).values(user_id=user_id, **wish._asdict()))


async def gatherers(database: Database) -> set[int]:
    """Return the people who want one message a day about slow matches."""
    return set(await database.scalars(select(gathered.c.user_id)))


async def gather(database: Database, user_id: int, now: float, *, wanted: bool) -> None:
    """Store that a person wants one message a day about slow matches, at this hour, or one a turn.

    The first is due at once.
    """
    async with database.begin() as db:
        await hold(db, "person", user_id)
        if wanted:
            await upsert(db, gathered, {"user_id": user_id, "at": now - _DAY})
        else:
            await db.execute(delete(gathered).where(gathered.c.user_id == user_id))


async def to_gather(database: Database, now: float) -> list[int]:
    """Return the people whose hour has come since their last message of that kind."""
    return await database.scalars(select(gathered.c.user_id).where(gathered.c.at <= now - _DAY))


async def note_gathering(database: Database, user_id: int, now: float) -> None:
    """Note a person's message of the day, at its hour."""
    late = cast(now - gathered.c.at, Integer) % int(_DAY)
    await database.write(update(gathered).filter_by(user_id=user_id).values(at=now - late))


async def language(database: Database, user_id: int) -> str | None:
    """Return the language of a person's newest seat, or None without one."""
    query = select(seats.c.locale).filter_by(user_id=user_id)
    return await database.scalar(query.order_by(seats.c.table_id.desc()).limit(1))


async def strength(database: Database, user_id: int, game: str) -> str | None:
    """Return the strength of computers that a person chose last in a game, or None."""
    return await database.scalar(select(strengths.c.kind).filter_by(user_id=user_id, game=game))


async def save_strength(database: Database, user_id: int, game: str, kind: str) -> None:
    """Store the strength of computers that a person chose in a game."""
    async with database.begin() as db:
        await upsert(db, strengths, {"user_id": user_id, "game": game, "kind": kind})


async def preference(
    database: Database, guild_id: int, user_id: int, game: str
) -> tuple[str, int | None] | None:
    """Return the options and the pace that a host chose last in a game, None for the usual ones."""
    query = select(preferred.c.options, preferred.c.pace)
    mine = query.filter_by(guild_id=guild_id, user_id=user_id, game=game)
    return next((tuple(row) for row in await database.rows(mine)), None)


async def save_preference(
    database: Database,
    guild_id: int,
    user_id: int,
    game: str,
    chosen: tuple[str, int | None] | None,
) -> None:
    """Store the options and the pace that a host chose in a game. None deletes them."""
    row = {"guild_id": guild_id, "user_id": user_id, "game": game}
    async with database.begin() as db:
        if chosen is None:
            await db.execute(delete(preferred).filter_by(**row))
        else:
            options, pace = chosen
            await upsert(db, preferred, row | {"options": options, "pace": pace})


async def is_new(database: Database, user_id: int) -> bool:
    """Return True if a person has no seat, past or present, and no direct channel."""
    here, written = (select(one.c.user_id).filter_by(user_id=user_id) for one in (seats, directs))
    return not await database.rows(here.union_all(written).limit(1))


async def set_hidden(database: Database, guild_id: int, user_id: int, hidden: bool) -> None:
    """Hide a person in a server at their own request, or show them again."""
    async with database.begin() as db:
        await _mark(db, guild_id, [user_id], "hidden", hidden)


async def hidden(database: Database, guild_id: int, user_id: int) -> bool:
    """Return True if a person chose to be hidden in a server."""
    query = select(members.c.hidden).filter_by(guild_id=guild_id, user_id=user_id)
    return bool(await database.scalar(query))


async def set_gone(
    database: Database, guild_id: int, user_ids: Collection[int], gone: bool
) -> None:
    """Store which of the rated people have left a server, or are back."""
    s = standings.c
    listed = select(s.user_id).where(s.guild_id == guild_id, s.user_id.in_(user_ids)).distinct()
    async with database.begin() as db:
        user_ids = (await db.scalars(listed)).all() if gone else user_ids
        await _mark(db, guild_id, user_ids, "gone", gone)


async def gone(database: Database, guild_id: int) -> set[int]:
    """Return the people known to have left a server."""
    query = select(members.c.user_id).where(members.c.guild_id == guild_id, members.c.gone)
    return set(await database.scalars(query))


async def _mark(
    db: AsyncConnection, guild_id: int, user_ids: Collection[int], mark: str, value: bool
) -> None:
    m = members.c
    for user_id in user_ids:
        them = {"guild_id": guild_id, "user_id": user_id}
        if value:
            await upsert(db, members, them | {mark: value})
        else:
            await db.execute(update(members).filter_by(**them).values({mark: value}))
        unseen = select(m.user_id).filter_by(**them).where(m.hidden | m.gone).exists()
        await db.execute(update(standings).filter_by(**them).values(shown=~unseen))
