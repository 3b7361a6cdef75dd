"""A server's standings: for each game and all games, by season and of all time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Integer,
    Row,
    ScalarSelect,
    Select,
    String,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    true,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .ratings import LATELY, POINTS_PER_MU, Rating, points, rate
from .rows import Standing, StoredTable
from .schema import members, seats, standings, tables
from .upsert import hold

ALL_GAMES = "*"
"""Game key of the standings over all games."""
ALL_TIME = "all"

_List = tuple[str, str]
"""The game and the period of a list."""
_LINE = ("user_id", "name", "mu", "matches", "wins")


class Strength(NamedTuple):
    """A player's mu before and after a match, and the number of their rated matches by then."""

    before: float | None = None
    after: float | None = None
    matches: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the standings, their total number, and the reader's own line.

    `own` is None for an unrated reader. `listed` is False if the reader is hidden from others.
    Places count visible lines only.
    """

    lines: tuple[Standing, ...]
    total: int
    own: Standing | None
    listed: bool


def season(now: float) -> str:
    """Return the season of a unix time in UTC, a quarter such as 2026-Q4."""
    at = datetime.fromtimestamp(now, UTC)
    return f"{at:%Y}-Q{(at.month + 2) // 3}"


def season_span(period: str) -> tuple[float, float]:
    """Return the begin and the end of a season in unix seconds."""
    year, quarter = int(period[:4]), int(period[-1])
    begins = datetime(year, 3 * quarter - 2, 1, tzinfo=UTC)
    ends = datetime(year + quarter // 4, 3 * quarter % 12 + 1, 1, tzinfo=UTC)
    return begins.timestamp(), ends.timestamp()


def _page_query() -> Select[Any]:
    s = standings.c
    guild_id = bindparam("guild_id", type_=BigInteger)
    reader = bindparam("reader", type_=BigInteger)
    game, period = bindparam("game", type_=String), bindparam("period", type_=String)
    least = bindparam("least", type_=Integer)
    limit, offset = bindparam("limit", type_=Integer), bindparam("offset", type_=Integer)
    here = and_(s.guild_id == guild_id, s.game == game, s.period == period)
    order = (s.mu.desc(), s.user_id)

    def before(whose: ScalarSelect[Any]) -> ScalarSelect[Any]:
        # Equal points share a place, so only people with more points come before.
        bound = (func.round(whose * POINTS_PER_MU) + 0.5) / POINTS_PER_MU
        others = standings.alias()
        o = others.c
        return (
            select(func.count())
            .select_from(others)
            .where(o.guild_id == guild_id, o.game == game, o.period == period, o.shown)
            .where(o.mu > bound, o.matches >= least)
            .scalar_subquery()
        )

    mine = and_(here, s.user_id == reader)
    columns = [s[name] for name in (*_LINE, "shown")]
    listed = and_(here, s.shown, s.matches >= least)
    shown = select(literal(False).label("own"), *columns).where(listed)
    # The order among equals doesn't matter here, so the index suffices.
    top = select(s.mu).where(listed).order_by(s.mu.desc()).limit(1).offset(offset)
    lines = union_all(
        select(shown.order_by(*order).limit(limit).offset(offset).subquery()),
        select(literal(True), *columns).where(mine),
    ).subquery()
    total = select(func.count()).where(listed).scalar_subquery()
    one = select(literal(1).label("one")).subquery()
    return select(
        lines,
        total.label("total"),
        before(top.scalar_subquery()).label("before_first"),
        before(select(s.mu).where(mine).scalar_subquery()).label("before_own"),
    ).select_from(one.outerjoin(lines, true()))


PAGE = _page_query()
"""Query for a page of standings and the reader's own line.

It returns at least one row. Places are counted on the index: lines before the page's first line,
and before the reader. Its cost doesn't grow with the number of matches.
"""


async def page(
    database: Database,
    guild_id: int,
    game: str,
    period: str,
    *,
    reader: int = 0,
    limit: int = 10,
    offset: int = 0,
    least: int = 1,
) -> Page:
    """Return a page of the standings, best first, with the reader's own line.

    People with fewer than `least` matches are not listed.
    """
    asked = {"guild_id": guild_id, "game": game, "period": period, "reader": reader}
    asked["least"] = least
    rows = await database.rows(PAGE, asked | {"limit": limit, "offset": offset})
    total = rows[0].total
    found = [row for row in rows if row.user_id is not None]
    lines: list[Standing] = []
    for row in sorted((r for r in found if not r.own), key=lambda r: (-r.mu, r.user_id)):
        place = offset + len(lines) + 1 if lines else row.before_first + 1
        if lines and points(lines[-1].mu) == points(row.mu):
            place = lines[-1].place
        lines.append(_standing(place, row))
    mine = next((row for row in found if row.own), None)
    if mine is None:
        return Page(tuple(lines), total, None, listed=True)
    return Page(tuple(lines), total, _standing(mine.before_own + 1, mine), mine.shown)


async def around(
    database: Database, guild_id: int, game: str, period: str, least: int
) -> tuple[str | None, str | None]:
    """Return the nearest seasons before and after one with people listed."""
    s = standings.c
    here = and_(s.guild_id == guild_id, s.game == game, s.period != ALL_TIME)
    listed = and_(here, s.shown, s.matches >= least)
    async with database.read() as db:
        earlier = await db.scalar(select(func.max(s.period)).where(listed, s.period < period))
        later = await db.scalar(select(func.min(s.period)).where(listed, s.period > period))
    return earlier, later


def _standing(place: int, row: Row[Any]) -> Standing:
    return Standing(place, *(getattr(row, name) for name in _LINE))


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
    before = [
        Rating(known[user].mu, known[user].sigma) if user in known else Rating() for user in users
    ]
    played = [known[user].matches if user in known else 0 for user in users]
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
                "matches": played[seat] + 1,
                "wins": (known[player.user_id].wins if player.user_id in known else 0)
                + (ranks[seat] == 1 and not player.left),
                "shown": player.user_id not in hidden,
            }
            for seat, (player, rating) in enumerate(zip(table.players, after, strict=True))
            # A deleted person counts as an opponent but gets no standing.
            if not player.forgotten
        ],
    )
    return [Strength(b.mu, a.mu, n + 1) for b, a, n in zip(before, after, played, strict=True)]
