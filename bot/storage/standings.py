"""A server's standings: for each game and all games, by season and of all time."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

from sqlalchemy import and_, case, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .ratings import LATELY, Rating, rate
from .rows import StoredTable
from .schema import members, seats, standings, tables
from .upsert import hold

ALL_GAMES = "*"
"""Game key of the standings over all games."""
ALL_TIME = "all"

_List = tuple[str, str]
"""The game and the period of a list."""
_NEW: Any = SimpleNamespace(**asdict(Rating()), matches=0, wins=0)
"""The standing before the first match."""


class Strength(NamedTuple):
    """A player's mu before and after a match, and the number of their rated matches by then."""

    before: float | None = None
    after: float | None = None
    matches: int | None = None


def season(now: float) -> str:
    """Return the season of a unix time in UTC, a quarter such as 2026-Q4."""
    at = datetime.fromtimestamp(now, UTC)
    return f"{at:%Y}-Q{(at.month + 2) // 3}"


async def rate_match(
    db: AsyncConnection,
    table: StoredTable,
    rated: Sequence[int],
    ranks: Sequence[int],
    now: float,
    left: Collection[int] = (),
) -> list[Strength]:
    """Update all standings a match counts for, and return the change by seat.

    It belongs to the game's all-time list. `rated` are the ranks used for the rating,
    `ranks` those shown. `left` are the seats of those who left.
    """
    await hold(db, "standings", table.guild_id)
    leads, strengths = await _leads(db, table, now), list[Strength]()
    for game in (ALL_GAMES, table.game):
        for period in (season(now), ALL_TIME):
            strengths = await _rate_list(db, table, (game, period), rated, ranks, leads, left)
    return strengths


async def _leads(db: AsyncConnection, table: StoredTable, now: float) -> list[list[int]]:
    """Return the leads of all pairs lately, in all games of the server. See `ratings.rate`."""
    t, mine, theirs = tables.c, seats.alias(), seats.alias()
    users = [player.user_id for player in table.players]
    ahead, behind = (mine.c.rank < theirs.c.rank, 1), (mine.c.rank > theirs.c.rank, -1)
    query = (
        select(mine.c.user_id, theirs.c.user_id, func.sum(case(ahead, behind, else_=0)))
        .select_from(tables)
        .join(mine, mine.c.table_id == t.id)
        .join(theirs, theirs.c.table_id == t.id)
        .where(t.guild_id == table.guild_id, t.phase == "over", t.id != table.id)
        .where(t.ended_at > now - LATELY, mine.c.rating_after.is_not(None))
        .where(mine.c.user_id.in_(users), theirs.c.user_id.in_(users))
        # Others deleted their data: such an id isn't of one person.
        .where(mine.c.user_id > 0, theirs.c.user_id > 0)
        .group_by(mine.c.user_id, theirs.c.user_id)
    )
    found = {(one, other): lead for one, other, lead in await db.execute(query)}
    return [[found.get((one, other), 0) for other in users] for one in users]


async def _rate_list(
    db: AsyncConnection,
    table: StoredTable,
    which: _List,
    rated: Sequence[int],
    ranks: Sequence[int],
    leads: Sequence[Sequence[int]],
    left: Collection[int],
) -> list[Strength]:
    game, period = which
    s = standings.c
    users = [player.user_id for player in table.players]
    mine = and_(
        s.guild_id == table.guild_id, s.game == game, s.period == period, s.user_id.in_(users)
    )
    known = {row.user_id: row for row in await db.execute(select(standings).where(mine))}
    unseen = select(members.c.user_id).where(
        members.c.guild_id == table.guild_id,
        members.c.user_id.in_(users),
        members.c.hidden | members.c.gone,
    )
    hidden = set((await db.scalars(unseen)).all())
    old = [known.get(user, _NEW) for user in users]
    before = [Rating(one.mu, one.sigma) for one in old]
    after = rate(before, rated, leads, left)
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
                "matches": old[seat].matches + 1,
                "wins": old[seat].wins + (ranks[seat] == 1 and not player.left),
                "shown": player.user_id not in hidden,
            }
            for seat, (player, rating) in enumerate(zip(table.players, after, strict=True))
            # A deleted person counts as an opponent but gets no standing.
            if not player.forgotten
        ],
    )
    return [Strength(b.mu, a.mu, b.matches + 1) for b, a in zip(old, after, strict=True)]
