"""A page of a server's standings, with its reader's own line."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Integer,
    Row,
    ScalarSelect,
    Select,
    String,
    and_,
    bindparam,
    func,
    literal,
    select,
    true,
    union_all,
)

from bot.storage import Database
from bot.storage.ratings import POINTS_PER_MU, points
from bot.storage.schema import seats, standings, tables
from bot.storage.standings import ALL_GAMES, ALL_TIME
from games.core import Frozen

_LINE = ("user_id", "name", "mu", "matches", "wins")


class Standing(Frozen):
    """A line of the leaderboard. Equal points share a place."""

    place: int
    user_id: int
    name: str
    mu: float
    matches: int
    wins: int


class Page(Frozen):
    """A page of the standings, their total number, and the reader's own line.

    `own` is None for an unrated reader. `listed` is False if the reader is hidden from others.
    Places count visible lines only.
    """

    lines: tuple[Standing, ...]
    total: int
    own: Standing | None
    listed: bool


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
    earlier = select(func.max(s.period)).where(listed, s.period < period)
    later = select(func.min(s.period)).where(listed, s.period > period)
    return await database.scalar(earlier), await database.scalar(later)


def _standing(place: int, row: Row[Any]) -> Standing:
    return Standing(place, *(getattr(row, name) for name in _LINE))


async def risen(
    database: Database, guild_id: int, game: str, user_ids: Iterable[int]
) -> dict[int, bool]:
    """Return for each person whether their last rated match raised the rating.

    People with an unchanged rating are omitted. The rating in the match's own game counts, also for
    the list of all games.
    """
    found = {}
    async with database.read() as db:
        for user_id in user_ids:
            query = (
                select(seats.c.rating_after - seats.c.rating_before)
                .join(tables, tables.c.id == seats.c.table_id)
                .where(tables.c.guild_id == guild_id, seats.c.user_id == user_id)
                .where(seats.c.rating_after.is_not(None))
                .order_by(tables.c.ended_at.desc(), tables.c.id.desc())
                .limit(1)
            )
            if game != ALL_GAMES:
                query = query.where(tables.c.game == game)
            change = (await db.execute(query)).scalar()
            if change:
                found[user_id] = change > 0
    return found
