"""Standings: lists by game and season, ratings and hidden members."""

import pytest

from bot.storage import Database
from bot.storage.people import gone, hidden, set_gone, set_hidden
from bot.storage.ratings import Rating, rate
from bot.storage.standings import ALL_GAMES, ALL_TIME, season
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..stored_tables import Where, ask
from .standing import NOW, listed, played

DAY = 86400.0


async def test_every_season_and_game_has_its_list(database: Database, file: Where) -> None:
    await played(database, (0, 1), (1, 2), at=NOW - 90 * DAY)
    assert ask(file, "select count(*) from standings") == [(8,)], "no other lists"
    await played(database, (1, 2), (1, 2), at=NOW - 7 * DAY)
    await played(database, (2, 0), (1, 2), at=NOW, game=IN_TURN)

    async def matches(game: str, period: str) -> dict[int, int]:
        return {line.user_id: line.matches for line in await listed(database, 1, game, period)}

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
    found = {line.user_id: line.mu for line in await listed(database, 1, ALL_GAMES)}
    assert found == {user: pytest.approx(one.mu) for user, one in enumerate(four, 100)}


async def test_all_games_together_are_one_rating(database: Database) -> None:
    await played(database, (0, 1), (1, 2))
    await played(database, (0, 1), (1, 2), game=IN_TURN, at=NOW + DAY)
    once = rate([Rating(), Rating()], [1, 2])
    twice = rate(once, [1, 2], [[0, 1], [-1, 0]])
    second = rate([Rating(), Rating()], [1, 2], [[0, 1], [-1, 0]])
    together = await listed(database, 1, ALL_GAMES)
    alone = await listed(database, 1, IN_TURN)
    assert [line.mu for line in together] == [r.mu for r in twice]
    assert [line.mu for line in alone] == [r.mu for r in second]


async def test_hidden_and_gone_are_independent(database: Database, file: Where) -> None:
    await played(database, (0, 1, 2), (1, 2, 3))

    async def seen() -> list[int]:
        return [line.user_id for line in await listed(database, 1, ALL_GAMES)]

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
            assert [line.user_id for line in await listed(database, 1, game, period)] == [101]
    assert len(await listed(database, 2)) == 2, "hidden in one server"


async def test_leaver_wins_nothing(database: Database) -> None:
    await played(database, (0, 1), (1, 2), left=[0])
    assert {line.user_id: line.wins for line in await listed(database, 1)} == {100: 0, 101: 0}
