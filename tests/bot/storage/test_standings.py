"""Pages of standings: places, periods and hidden members."""

from collections.abc import Sequence

import pytest
from sqlalchemy.dialects import sqlite

from bot.storage import Database, Standing
from bot.storage.people import gone, hidden, set_gone, set_hidden
from bot.storage.ratings import Rating, rate
from bot.storage.schema import standings
from bot.storage.standings import ALL_GAMES, ALL_TIME, PAGE, page, season
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..stored_tables import Where, ask, statements
from .standing import NOW, played

DAY = 86400.0


async def filled(
    database: Database,
    strengths: Sequence[float],
    *,
    guild: int = 1,
    hide: Sequence[int] = (),
    first: int = 100,
    matches: int = 3,
) -> None:
    """Fill the list of all games: person `first` has the first mu, the next one the second …"""
    rows = [
        {"guild_id": guild, "game": ALL_GAMES, "period": ALL_TIME, "user_id": first + number}
        | {"name": f"P{number}", "mu": mu, "sigma": 5.0}
        | {"matches": matches, "wins": 1, "shown": number not in hide}
        for number, mu in enumerate(strengths)
    ]
    async with database.begin() as db:
        await db.execute(standings.insert(), rows)


def places(lines: Sequence[Standing]) -> list[tuple[int, int]]:
    return [(line.place, line.user_id) for line in lines]


async def test_equal_points_share_a_place(database: Database) -> None:
    """People read points, so a difference below one point is no difference."""
    await filled(database, [26.0, 25.008, 25.0, 24.992, 24.95])
    for offset in (0, 2):
        found = await page(database, 1, ALL_GAMES, ALL_TIME, reader=103, limit=3, offset=offset)
        assert found.own is not None
        assert found.own.place == 2
        expected = [(1, 100), (2, 101), (2, 102), (2, 103), (5, 104)]
        assert places(found.lines) == expected[offset : offset + 3]


async def test_every_season_and_game_has_its_list(database: Database, file: Where) -> None:
    await played(database, (0, 1), (1, 2), at=NOW - 90 * DAY)
    assert ask(file, "select count(*) from standings") == [(8,)], "no other lists"
    await played(database, (1, 2), (1, 2), at=NOW - 7 * DAY)
    await played(database, (2, 0), (1, 2), at=NOW, game=IN_TURN)

    async def matches(game: str, period: str) -> dict[int, int]:
        found = await page(database, 1, game, period)
        return {line.user_id: line.matches for line in found.lines}

    assert await matches(ALL_GAMES, ALL_TIME) == {100: 2, 101: 2, 102: 2}
    assert await matches(ALL_GAMES, "2026-Q4") == {100: 1, 101: 1, 102: 2}
    assert await matches(ALL_GAMES, "2026-Q3") == {100: 1, 101: 1}
    assert await matches(ALL_AT_ONCE, ALL_TIME) == {100: 1, 101: 2, 102: 1}
    assert await matches(IN_TURN, "2026-Q3") == {}


async def test_lead_of_a_month_weakens_each_pair_of_a_table(database: Database) -> None:
    """Second accounts that lose all day bring hardly more than their first match."""
    await played(database, (0, 1), (1, 2), at=NOW - 31 * DAY)
    await played(database, (0, 1, 2), (1, 2, 3), game=IN_TURN)
    await played(database, (0, 1, 2), (2, 1, 3), at=NOW + 1)
    await played(database, (0, 1), (2, 1), at=NOW + 2, guild=2)
    await played(database, (1, 2, 3), (1, 2, 3), at=NOW + DAY)
    await played(database, (2, 0, 1), (3, 1, 2), at=NOW + 2 * DAY)
    four = [*rate([Rating()] * 2, [1, 2]), Rating(), Rating()]
    four[:3] = rate(four[:3], [1, 2, 3])
    four[:3] = rate(four[:3], [2, 1, 3], [[0, 1, 1], [-1, 0, 1], [-1, -1, 0]])
    four[1:] = rate(four[1:], [1, 2, 3], [[0, 2, 0], [-2, 0, 0], [0, 0, 0]])
    four[:3] = rate(four[:3], [1, 2, 3], [[0, 0, 2], [0, 0, 3], [-2, -3, 0]])
    for user, expected in enumerate(four, 100):
        own = (await page(database, 1, ALL_GAMES, ALL_TIME, reader=user)).own
        assert own is not None
        assert own.mu == pytest.approx(expected.mu)


async def test_all_games_together_are_one_rating(database: Database) -> None:
    await played(database, (0, 1), (1, 2))
    await played(database, (0, 1), (1, 2), game=IN_TURN, at=NOW + DAY)
    once = rate([Rating(), Rating()], [1, 2])
    twice = rate(once, [1, 2], [[0, 1], [-1, 0]])
    second = rate([Rating(), Rating()], [1, 2], [[0, 1], [-1, 0]])
    together = await page(database, 1, ALL_GAMES, ALL_TIME)
    alone = await page(database, 1, IN_TURN, ALL_TIME)
    assert [line.mu for line in together.lines] == [r.mu for r in twice]
    assert [line.mu for line in alone.lines] == [r.mu for r in second]


async def test_hidden_and_gone_are_independent(database: Database, file: Where) -> None:
    await filled(database, [9.0, 8.0, 7.0])

    async def seen() -> list[int]:
        found = await page(database, 1, ALL_GAMES, ALL_TIME)
        return [line.user_id for line in found.lines]

    await set_hidden(database, 1, 100, True)
    await set_gone(database, 1, {100, 101}, True)
    assert await seen() == [102]
    assert (await gone(database, 1), await gone(database, 2)) == ({100, 101}, set())
    await set_gone(database, 1, [100, 101], False)
    assert await seen() == [101, 102], "back, but still hidden"
    assert (await hidden(database, 1, 100), await hidden(database, 1, 101)) == (True, False)
    assert not await hidden(database, 2, 100)
    await set_hidden(database, 1, 100, False)
    assert await seen() == [100, 101, 102]
    await set_hidden(database, 1, 102, False)
    assert ask(file, "select count(*) from members where user_id = 102") == [(0,)]


async def test_hidden_member_stays_hidden_after_the_next_match(database: Database) -> None:
    await played(database, (0, 1), (1, 2))
    await set_hidden(database, 1, 100, True)
    await played(database, (0, 1), (1, 2))
    await played(database, (0, 1), (1, 2), guild=2)
    for period in (ALL_TIME, season(NOW)):
        for game in (ALL_GAMES, ALL_AT_ONCE):
            found = await page(database, 1, game, period, reader=100)
            assert places(found.lines) == [(1, 101)]
            assert not found.listed
    assert len((await page(database, 2, ALL_AT_ONCE, ALL_TIME)).lines) == 2, "hidden in one server"


@pytest.mark.sqlite
async def test_a_page_is_one_statement_on_the_index(database: Database) -> None:
    await filled(database, [float(n) for n in range(50)])
    asked_for = {"guild_id": 1, "game": ALL_GAMES, "period": ALL_TIME, "reader": 120}
    query = PAGE.params(asked_for | {"limit": 10, "offset": 20, "least": 5})
    text = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    async with database.begin() as db:
        explained = await db.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}")
        plan = [str(row.detail) for row in explained]
    touching = [step for step in plan if "standings" in step]
    assert len(touching) == 7
    key = "(guild_id=? AND game=? AND period=? AND"
    for step in touching:
        assert step.startswith("SEARCH standings"), plan
        assert f"standings_by_mu {key} shown=?" in step or f"{key} user_id=?)" in step, plan
    scanned = [step for step in plan if step.startswith("SCAN")]
    assert all(step.split()[1] in ("CONSTANT", "anon_1", "anon_2", "anon_3") for step in scanned)
    asked = statements(database)
    found = await page(database, 1, ALL_GAMES, ALL_TIME, reader=120, offset=20)
    assert len([one for one in asked if one != "BEGIN"]) == 1
    assert found.own is not None
    assert places([found.lines[0], found.own]) == [(21, 129), (30, 120)]
