"""The standings of a server: by game and of all games together, of all time and by period."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ..ratings import Rating, rate
from .rows import Standing, StoredTable
from .schema import members, standings

ALL_GAMES = "*"
"""The game under which all games are rated together."""
ALL_TIME = "all"

Ordinals = list[tuple[float | None, float | None]]


def month(now: float) -> str:
    """The month of a time (unix seconds, UTC), as 2026-11."""
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m}"


def week(now: float) -> str:
    """The ISO week of a time (unix seconds, UTC), as 2026-W47."""
    return f"{datetime.fromtimestamp(now, UTC):%G-W%V}"


async def page(
    db: AsyncConnection, guild_id: int, game: str, period: str, limit: int, offset: int
) -> list[Standing]:
    """Standings best first; equal ordinals share a place, those not shown have none."""
    s = standings.c
    place = func.rank().over(order_by=s.ordinal.desc()).label("place")
    query = (
        select(place, s.user_id, s.name, s.ordinal, s.sigma, s.matches, s.wins)
        .where(s.guild_id == guild_id, s.game == game, s.period == period, s.shown)
        .order_by(s.ordinal.desc(), s.user_id)
        .limit(limit)
        .offset(offset)
    )
    return [Standing(*row) for row in await db.execute(query)]


async def rate_match(
    db: AsyncConnection,
    table: StoredTable,
    rated: Sequence[int],
    ranks: Sequence[int],
    now: float,
) -> Ordinals:
    """Rate a match on every list it counts for; the ordinals before and after, by seat.

    These are of the game's list of all time. `rated` are the ranks that the rating goes by.
    """
    ordinals: Ordinals = []
    for game in (ALL_GAMES, table.game):
        for period in (month(now), week(now), ALL_TIME):
            ordinals = await _rate_list(db, table, game, period, rated, ranks)
    return ordinals


async def _rate_list(
    db: AsyncConnection,
    table: StoredTable,
    game: str,
    period: str,
    rated: Sequence[int],
    ranks: Sequence[int],
) -> Ordinals:
    s = standings.c
    users = [player.user_id for player in table.players]
    mine = and_(
        s.guild_id == table.guild_id, s.game == game, s.period == period, s.user_id.in_(users)
    )
    known = {row.user_id: row for row in await db.execute(select(standings).where(mine))}
    unseen = select(members.c.user_id).where(
        members.c.guild_id == table.guild_id,
        members.c.user_id.in_(users),
        members.c.hidden | members.c.away,
    )
    hidden = set((await db.scalars(unseen)).all())
    before = [
        Rating(known[user].mu, known[user].sigma) if user in known else Rating() for user in users
    ]
    after = rate(before, rated)
    await db.execute(delete(standings).where(mine))
    await db.execute(
        insert(standings),
        [
            {
                "guild_id": table.guild_id,
                "game": game,
                "period": period,
                "user_id": player.user_id,
                "name": player.name,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "ordinal": rating.ordinal,
                "matches": (known[player.user_id].matches if player.user_id in known else 0) + 1,
                "wins": (known[player.user_id].wins if player.user_id in known else 0)
                + (ranks[seat] == 1 and not player.left),
                "shown": player.user_id not in hidden,
            }
            for seat, (player, rating) in enumerate(zip(table.players, after, strict=True))
            # Someone whose data was deleted counts as an opponent, and has no standing.
            if not player.forgotten
        ],
    )
    return [(b.ordinal, a.ordinal) for b, a in zip(before, after, strict=True)]
