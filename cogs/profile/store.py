"""A person's statistics in a server: rated matches by game and by opponent."""

from typing import Any

from sqlalchemy import ColumnElement, FromClause, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import Database
from bot.storage.modes import not_alike
from bot.storage.schema import seats, standings, tables
from bot.storage.standings import ALL_GAMES, ALL_TIME
from games.core import Frozen

_POINTS = 100
_MET = 3
"""Fewest matches with an opponent who is named."""


class GameRecord(Frozen):
    """A person's record in a game, or in all games together."""

    game: str
    matches: int
    wins: int
    mu: float


class Rival(Frozen):
    """An opponent: matches together, times finished ahead of them, and behind them."""

    name: str
    met: int
    ahead: int
    behind: int


class Profile(Frozen):
    """A person's profile in a server.

    - `shown`: others may see this profile.
    - `rank`, `players`: average rank, and average number of players.
    - `games`: most played first.
    - `lines`: ratings in each of these games, oldest first, starting before the first match.
    - `best`, `worst`: of the opponents met three times, those most reliably beaten and lost to.
    """

    shown: bool
    total: GameRecord
    games: tuple[GameRecord, ...]
    rank: float
    players: float
    lines: tuple[tuple[float, ...], ...]
    best: Rival | None
    worst: Rival | None


async def profile(database: Database, guild_id: int, user_id: int) -> Profile | None:
    """Return a person's profile in a server, or None without a rated match."""
    async with database.read() as db:
        rows = await _records(db, guild_id, user_id)
        if ALL_GAMES not in rows:
            return None
        shown, total = rows.pop(ALL_GAMES)
        games = [record for _, record in rows.values()]
        games.sort(key=lambda record: (-record.matches, -record.wins, record.game))
        rank, players = await _average(db, guild_id, user_id)
        lines = [await _ratings(db, guild_id, user_id, record.game) for record in games]
        rivals = await _rivals(db, guild_id, user_id)
    return Profile(
        shown,
        total,
        tuple(games),
        rank,
        players,
        tuple(map(tuple, lines)),
        max((r for r in rivals if r.ahead > r.behind), key=_advantage, default=None),
        min((r for r in rivals if r.ahead < r.behind), key=_advantage, default=None),
    )


def _advantage(rival: Rival) -> float:
    """Return the estimated chance (0 to 1) of finishing ahead, close to 1/2 after few matches."""
    return (rival.ahead + 1) / (rival.ahead + rival.behind + 2)


async def _records(
    db: AsyncConnection, guild_id: int, user_id: int
) -> dict[str, tuple[bool, GameRecord]]:
    s = standings.c
    query = select(standings).where(
        s.guild_id == guild_id, s.user_id == user_id, s.period == ALL_TIME
    )
    return {
        r.game: (r.shown, GameRecord(r.game, r.matches, r.wins, r.mu))
        for r in await db.execute(query)
    }


def _rated(mine: FromClause, guild_id: int, user_id: int) -> ColumnElement[bool]:
    """Return the condition that a seat belongs to the person in a rated match of the server."""
    return and_(
        mine.c.user_id == user_id,
        mine.c.rating_after.is_not(None),
        tables.c.id == mine.c.table_id,
        tables.c.guild_id == guild_id,
    )


def _last_if_left(seat: FromClause, last: Any) -> ColumnElement[int]:
    """Return a seat's rank for statistics: `last` for players who left."""
    return case((seat.c.left, last), else_=seat.c.rank)


async def _average(db: AsyncConnection, guild_id: int, user_id: int) -> tuple[float, float]:
    mine, all_there = seats.alias(), seats.alias()
    players = (
        select(func.count())
        .where(all_there.c.table_id == mine.c.table_id)
        .correlate(mine)
        .scalar_subquery()
    )
    played = (
        select(_last_if_left(mine, players).label("rank"), players.label("players"))
        .where(_rated(mine, guild_id, user_id))
        .subquery()
    )
    row = (await db.execute(select(func.avg(played.c.rank), func.avg(played.c.players)))).one()
    return float(row[0] or 0), float(row[1] or 0)


async def _ratings(db: AsyncConnection, guild_id: int, user_id: int, game: str) -> list[float]:
    query = (
        select(seats.c.rating_before, seats.c.rating_after)
        .where(_rated(seats, guild_id, user_id), tables.c.game == game)
        .order_by(tables.c.ended_at.desc(), tables.c.id.desc())
        .limit(_POINTS)
    )
    newest_first = (await db.execute(query)).all()
    if not newest_first:
        return []
    return [newest_first[-1].rating_before, *(r.rating_after for r in reversed(newest_first))]


async def _rivals(db: AsyncConnection, guild_id: int, user_id: int) -> list[Rival]:
    """Return the opponents met often enough who are visible in the server."""
    mine, theirs, s = seats.alias(), seats.alias(), standings.c
    # Greater than any rank.
    last = 1000
    i, they = _last_if_left(mine, last), _last_if_left(theirs, last)
    query = (
        select(
            s.name,
            func.count().label("met"),
            func.sum(case((i < they, 1), else_=0)).label("ahead"),
            func.sum(case((i > they, 1), else_=0)).label("behind"),
        )
        .where(
            _rated(mine, guild_id, user_id),
            theirs.c.table_id == mine.c.table_id,
            theirs.c.user_id != user_id,
            s.guild_id == guild_id,
            s.game == ALL_GAMES,
            s.period == ALL_TIME,
            s.user_id == theirs.c.user_id,
            s.shown,
        )
        .group_by(theirs.c.user_id, s.name)
        .having(func.count() >= _MET)
        .order_by(theirs.c.user_id)
    )
    return [Rival(*row) for row in await db.execute(query)]


async def against_computers(database: Database, guild_id: int, user_id: int) -> tuple[int, int]:
    """Return the numbers of a person's matches with computers that everyone plays apart, and wins.

    They are unrated.
    """
    mine, other = seats.alias(), seats.alias()
    computers = select(other.c.seat).where(
        other.c.table_id == mine.c.table_id, other.c.kind != "person"
    )
    won = and_(mine.c.rank == 1, ~mine.c.left)
    query = (
        select(func.count(), func.coalesce(func.sum(case((won, 1), else_=0)), 0))
        .select_from(mine.join(tables, tables.c.id == mine.c.table_id))
        .where(
            mine.c.user_id == user_id,
            tables.c.guild_id == guild_id,
            tables.c.phase == "over",
            computers.exists(),
            not_alike(),
        )
    )
    matches, wins = (await database.rows(query))[0]
    return matches, wins
