"""What one person has done in one server: their rated matches, game by game and against whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, FromClause, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import seats, standings, tables
from .standings import ALL_GAMES, ALL_TIME

_POINTS = 100


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What somebody has done in a game, or in all games together."""

    game: str
    matches: int
    wins: int
    ordinal: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Solo:
    """The matches somebody played to the end where computers had sat down; they aren't rated."""

    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met in matches: how often one came before them, and behind them."""

    user_id: int
    name: str
    met: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A person in a server. `rank` is their average one, among `players` on average.

    `games` are theirs, the most played first; `courses` how the rating in each of them went,
    oldest first, from before the first of these matches. `best` is against whom they come ahead
    most surely, `worst` behind. `shown`: whether others may see this.
    """

    name: str
    shown: bool
    total: GameRecord
    games: tuple[GameRecord, ...]
    rank: float
    players: float
    courses: tuple[tuple[float, ...], ...]
    best: Rival | None
    worst: Rival | None


async def profile(database: Database, guild_id: int, user_id: int) -> Profile | None:
    """The profile of a person in a server; None who has no rated match there."""
    async with database.read() as db:
        rows = await _records(db, guild_id, user_id)
        if ALL_GAMES not in rows:
            return None
        name, shown, total = rows.pop(ALL_GAMES)
        games = [record for _, _, record in rows.values()]
        games.sort(key=lambda record: (-record.matches, -record.wins, record.game))
        rank, players = await _average(db, guild_id, user_id)
        courses = [await _ratings(db, guild_id, user_id, record.game) for record in games]
        rivals = await _rivals(db, guild_id, user_id)
    return Profile(
        name,
        shown,
        total,
        tuple(games),
        rank,
        players,
        tuple(map(tuple, courses)),
        max((r for r in rivals if r.ahead > r.behind), key=_advantage, default=None),
        min((r for r in rivals if r.ahead < r.behind), key=_advantage, default=None),
    )


def _advantage(rival: Rival) -> float:
    """How surely one comes ahead of them, 0 to 1; few matches say little."""
    return (rival.ahead + 1) / (rival.ahead + rival.behind + 2)


async def _records(
    db: AsyncConnection, guild_id: int, user_id: int
) -> dict[str, tuple[str, bool, GameRecord]]:
    s = standings.c
    query = select(standings).where(
        s.guild_id == guild_id, s.user_id == user_id, s.period == ALL_TIME
    )
    return {
        r.game: (r.name, r.shown, GameRecord(r.game, r.matches, r.wins, r.ordinal, r.sigma))
        for r in await db.execute(query)
    }


def _rated(mine: FromClause, guild_id: int, user_id: int) -> ColumnElement[bool]:
    """Where a seat is that person's in a rated match of that server."""
    return and_(
        mine.c.user_id == user_id,
        mine.c.ordinal_after.is_not(None),
        tables.c.id == mine.c.table_id,
        tables.c.guild_id == guild_id,
    )


def _last_if_left(seat: FromClause, last: Any) -> ColumnElement[int]:
    """A rank as the rating sees it: who left came behind all who stayed."""
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
        select(seats.c.ordinal_before, seats.c.ordinal_after)
        .where(_rated(seats, guild_id, user_id), tables.c.game == game)
        .order_by(tables.c.ended_at.desc(), tables.c.id.desc())
        .limit(_POINTS)
    )
    newest_first = (await db.execute(query)).all()
    if not newest_first:
        return []
    return [newest_first[-1].ordinal_before, *(r.ordinal_after for r in reversed(newest_first))]


async def risen(
    database: Database, guild_id: int, game: str, user_ids: Iterable[int]
) -> dict[int, bool]:
    """Whether the last rated match has raised each one's rating; not of whom it left as it was.

    By the rating in the match's own game, of all games together too.
    """
    found = {}
    async with database.read() as db:
        for user_id in user_ids:
            query = (
                select(seats.c.ordinal_after - seats.c.ordinal_before)
                .where(_rated(seats, guild_id, user_id))
                .order_by(tables.c.ended_at.desc(), tables.c.id.desc())
                .limit(1)
            )
            if game != ALL_GAMES:
                query = query.where(tables.c.game == game)
            change = (await db.execute(query)).scalar()
            if change:
                found[user_id] = change > 0
    return found


async def _rivals(db: AsyncConnection, guild_id: int, user_id: int) -> list[Rival]:
    """Everybody met who is shown in the server, and how it went."""
    mine, theirs, s = seats.alias(), seats.alias(), standings.c
    # More than any rank there is.
    last = 1000
    i, they = _last_if_left(mine, last), _last_if_left(theirs, last)
    query = (
        select(
            theirs.c.user_id,
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
        .order_by(theirs.c.user_id)
    )
    return [Rival(*row) for row in await db.execute(query)]


async def against_computers(database: Database, guild_id: int, user_id: int) -> Solo:
    """How a person has done in a server's matches with computers, whoever else played."""
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
        )
    )
    async with database.read() as db:
        return Solo(*(await db.execute(query)).one())
