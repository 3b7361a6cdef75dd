"""Leaderboards on both databases: their pages, and seasons that are closed once."""

import asyncio
from collections.abc import Sequence

import pytest
from sqlalchemy.dialects import sqlite

from bot.storage import Database
from bot.storage.people import set_hidden
from bot.storage.privacy import forget
from bot.storage.ratings import MATCHES_NEEDED
from bot.storage.schema import standings
from bot.storage.standings import ALL_GAMES, ALL_TIME, season
from cogs.leaderboard import seasons
from cogs.leaderboard.seasons import season_span
from cogs.leaderboard.store import PAGE, Standing, page, risen
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..stored_tables import Where, ask, statements
from .standing import NOW, played

AUTUMN = "2026-Q4"
_, ENDED = season_span(AUTUMN)


async def filled(database: Database, strengths: Sequence[float]) -> None:
    """Fill the list of all games: person 100 has the first mu, 101 the second …"""
    rows = [
        {"guild_id": 1, "game": ALL_GAMES, "period": ALL_TIME, "user_id": 100 + number}
        | {"name": f"P{number}", "mu": mu, "sigma": 5.0, "matches": 3, "wins": 1}
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


async def test_risen_compares_the_last_match_of_a_list(database: Database) -> None:
    await played(database, (0, 1), (1, 2), at=NOW)
    await played(database, (0, 1), (1, 2), at=NOW + 1)
    await played(database, (0, 1), (2, 1), at=NOW + 2, game=IN_TURN)
    ids = [100, 101, 102]
    assert await risen(database, 1, ALL_AT_ONCE, ids) == {100: True, 101: False}
    assert await risen(database, 1, ALL_GAMES, ids) == {100: False, 101: True}
    assert await risen(database, 2, ALL_AT_ONCE, ids) == {}


async def finished(database: Database, people: Sequence[int], at: float) -> None:
    """Store a rated match of these people, ranked in this order."""
    await played(database, people, range(1, len(people) + 1), at=at)


def test_season_is_a_quarter_in_utc() -> None:
    begins, ends = season_span(AUTUMN)
    assert [season(at) for at in (begins - 1, begins, ends - 1)] == ["2026-Q3", AUTUMN, AUTUMN]
    assert (season(ends), season_span("2027-Q1")[0]) == ("2027-Q1", ends)


async def test_season_is_closed_once_by_two_processes(
    database: Database, peer: Database, file: Where
) -> None:
    for number in range(MATCHES_NEEDED):
        await finished(database, [0, 1, 2, 3], ENDED - 90 * 86_400 + number)
    # Dan's fifth match is of the next season.
    await finished(database, [4, 0], ENDED + 5)
    assert await seasons.ended(database, AUTUMN) == []
    assert await seasons.ended(database, "2027-Q1") == [(1, AUTUMN)]
    both = (database, peer) * 2
    closing = [seasons.close(one, 1, AUTUMN, announced=False) for one in both]
    assert sum(await asyncio.gather(*closing)) == 1
    places = ask(file, "select user_id, place from places order by place")
    assert places == [(100, 1), (101, 2), (102, 3)]
    assert await seasons.ended(database, "2027-Q1") == []
    await finished(database, [3, 2, 1, 0], ENDED - 1)
    assert not await seasons.close(database, 1, AUTUMN, announced=False)
    assert await seasons.of_person(database, 1, 100) == [(ALL_AT_ONCE, 1, AUTUMN)]


async def test_podium_lists_shown_people_with_enough_matches(
    database: Database, file: Where
) -> None:
    for number in range(MATCHES_NEEDED - 1):
        await finished(database, [5, 6], ENDED - 100 + number)
    for number in range(MATCHES_NEEDED):
        await finished(database, [0, 1, 2, 3, 4], ENDED - 50 + number)
    await set_hidden(database, 1, 100, True)
    await seasons.close(database, 1, AUTUMN, announced=False)
    found = ask(file, "select user_id, place from places order by place")
    assert found == [(101, 1), (102, 2), (103, 3)], "three of four who are listed"
    assert await forget(database, 101)
    assert [one.user_id for one in await seasons.podiums(database, 1, AUTUMN)] == [102, 103]
    await set_hidden(database, 1, 102, True)
    assert [one.user_id for one in await seasons.podiums(database, 1, AUTUMN)] == [103]


async def test_podium_needs_four_people_and_one_behind(database: Database, file: Where) -> None:
    for number in range(MATCHES_NEEDED):
        await finished(database, [0, 1, 2], ENDED - 50 + number)
        await played(database, [0, 1, 2, 3], [1, 1, 1, 1], guild=2, at=ENDED - 50 + number)
        await played(database, [0, 1, 2, 3], [1, 2, 2, 2], guild=3, at=ENDED - 50 + number)
    for guild in (1, 2, 3):
        await seasons.close(database, guild, AUTUMN, announced=False)
    found = ask(file, "select guild_id, user_id, place from places")
    assert found == [(3, 100, 1)], "neither with three listed nor for the last place"


async def test_podium_of_all_games_replaces_missing_ones(database: Database, file: Where) -> None:
    for number in range(MATCHES_NEEDED):
        game = (ALL_AT_ONCE, IN_TURN)[number % 2]
        await played(database, [0, 1, 2, 3], [1, 2, 3, 4], game=game, at=ENDED - 50 + number)
    await seasons.close(database, 1, AUTUMN, announced=False)
    found = await seasons.podiums(database, 1, AUTUMN)
    assert [(one.game, one.place) for one in found] == [("*", 1), ("*", 2), ("*", 3)]
