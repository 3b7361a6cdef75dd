"""Seasons on both databases: closed once, with the places of their podiums."""

import asyncio
from collections.abc import Sequence

from bot.storage import Database, seasons
from bot.storage.people import set_hidden
from bot.storage.privacy import forget
from bot.storage.ratings import MATCHES_NEEDED
from bot.storage.seasons import Place
from bot.storage.standings import season, season_span
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..stored_tables import Where, ask
from .standing import played

AUTUMN = "2026-Q4"
_, ENDED = season_span(AUTUMN)


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
    assert await seasons.of_person(database, 1, 100) == [Place(ALL_AT_ONCE, AUTUMN, 1)]


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
