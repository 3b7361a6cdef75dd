"""Seasons: each quarter of a server is closed once, and the places of its podiums are stored."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import and_, exists, false, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import Database
from bot.storage.modes import on_panel
from bot.storage.ratings import MATCHES_NEEDED, points
from bot.storage.schema import seats, standings, tables
from bot.storage.standings import ALL_GAMES, ALL_TIME
from bot.storage.upsert import hold
from games.core import Frozen

from .schema import places, seasons

PLACES = 3
"""Places of a podium."""


class Placed(Frozen):
    """A place on the podium of a game. Equal points share a place."""

    game: str
    place: int
    user_id: int
    name: str
    mu: float


def season_span(period: str) -> tuple[float, float]:
    """Return the begin and the end of a season in unix seconds."""
    year, quarter = int(period[:4]), int(period[-1])
    begins = datetime(year, 3 * quarter - 2, 1, tzinfo=UTC)
    ends = datetime(year + quarter // 4, 3 * quarter % 12 + 1, 1, tzinfo=UTC)
    return begins.timestamp(), ends.timestamp()


async def ended(database: Database, current: str) -> list[tuple[int, str]]:
    """Return the servers and seasons before the current one that aren't closed, oldest first."""
    s = standings.c
    closed = exists().where(seasons.c.guild_id == s.guild_id, seasons.c.period == s.period)
    query = select(s.guild_id, s.period).distinct().where(s.period != ALL_TIME, ~closed)
    query = query.where(s.period < current).order_by(s.period, s.guild_id)
    return [(row.guild_id, row.period) for row in await database.rows(query)]


async def close(database: Database, guild_id: int, period: str, *, announced: bool) -> bool:
    """Close a season, and store the places of its podiums. Return False if it was closed before.

    Of several processes one succeeds. An `announced` season is never posted.
    """
    row = {"guild_id": guild_id, "period": period}
    here = and_(seasons.c.guild_id == guild_id, seasons.c.period == period)
    async with database.begin() as db:
        # The ratings of a last match, if its end is being stored, come first.
        await hold(db, "standings", guild_id)
        if await db.scalar(select(seasons.c.period).where(here)) is not None:
            return False
        await db.execute(insert(seasons).values(**row, announced=announced))
        placed, held = await _podiums(db, guild_id, period), set[int]()
        while missing := {one.user_id for one in placed} - held:
            # Deletions of their data that have begun come first.
            for user_id in sorted(missing):
                await hold(db, "person", user_id)
            held |= missing
            placed = await _podiums(db, guild_id, period)
        given = [
            {
                "guild_id": guild_id,
                "user_id": one.user_id,
                "game": one.game,
                "period": period,
                "place": one.place,
            }
            for one in placed
        ]
        if given:
            await db.execute(insert(places), given)
    return True


async def _podiums(db: AsyncConnection, guild_id: int, period: str) -> list[Placed]:
    """Return the first places of each game, or of all games together where no game has any."""
    s = standings.c
    query = (
        select(s.game, s.user_id, s.name, s.mu)
        .where(s.guild_id == guild_id, s.period == period, s.shown)
        .where(s.matches >= MATCHES_NEEDED)
        .order_by(s.game, s.mu.desc(), s.user_id)
    )
    lists = groupby(await db.execute(query), key=lambda row: row.game)
    placed = [one for _, lines in lists for one in _podium(list(lines))]
    return [one for one in placed if one.game != ALL_GAMES] or placed


def _podium(lines: Sequence[Any]) -> Iterator[Placed]:
    """Yield the places of a list: none of a short one, and none that is its last."""
    last = points(lines[-1].mu)
    for line in lines if len(lines) > PLACES else ():
        place = 1 + sum(points(other.mu) > points(line.mu) for other in lines)
        if place > PLACES or points(line.mu) == last:
            return
        yield Placed(line.game, place, line.user_id, line.name, line.mu)


async def unannounced(database: Database) -> list[tuple[int, str]]:
    """Return the servers and closed seasons whose podium is still to be posted."""
    query = select(seasons.c.guild_id, seasons.c.period).where(seasons.c.announced == false())
    found = await database.rows(query.order_by(seasons.c.period, seasons.c.guild_id))
    return [(row.guild_id, row.period) for row in found]


async def announce(database: Database, guild_id: int, period: str) -> None:
    """Store that a podium is posted, or never will be."""
    here = and_(seasons.c.guild_id == guild_id, seasons.c.period == period)
    await database.write(update(seasons).where(here).values(announced=True))


async def podiums(database: Database, guild_id: int, period: str) -> list[Placed]:
    """Return the places of a closed season, by game and place, without deleted people."""
    s, p = standings.c, places.c
    line = and_(
        s.guild_id == p.guild_id, s.user_id == p.user_id, s.game == p.game, s.period == p.period
    )
    query = (
        select(p.game, p.place, p.user_id, s.name, s.mu)
        .join(standings, line)
        .where(p.guild_id == guild_id, p.period == period, s.shown)
        .order_by(p.game, p.place, p.user_id)
    )
    return [Placed(*row) for row in await database.rows(query)]


async def of_person(database: Database, guild_id: int, user_id: int) -> list[tuple[str, int, str]]:
    """Return a person's games, places and closed seasons in a server, the newest first."""
    p = places.c
    query = select(p.game, p.place, p.period).where(p.guild_id == guild_id, p.user_id == user_id)
    query = query.order_by(p.period.desc(), p.place, p.game)
    return [(row.game, row.place, row.period) for row in await database.rows(query)]


async def corners(database: Database, guild_id: int, period: str) -> dict[int, str]:
    """Return the open channels of a season's rated matches that are kept, the busiest first.

    Each has its newest language.
    """
    t = tables.c
    begins, ends = season_span(period)
    rated = exists().where(seats.c.table_id == t.id, seats.c.rating_after.is_not(None))
    busiest = (
        select(func.max(t.id).label("newest"), func.count().label("matches"))
        .where(t.guild_id == guild_id, t.phase == "over", rated)
        .where(t.ended_at >= begins, t.ended_at < ends)
        # A deleted channel is private without a parent. Another one takes its place.
        .where(or_(t.private == false(), t.parent_id.is_(None)), on_panel())
        .group_by(t.channel_id)
        .subquery()
    )
    query = select(t.channel_id, t.locale).join(busiest, t.id == busiest.c.newest)
    query = query.order_by(busiest.c.matches.desc(), t.channel_id)
    return {row.channel_id: row.locale for row in await database.rows(query)}
