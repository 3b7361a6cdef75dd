"""Statements of leaderboards on both databases."""

from bot.storage import Database
from bot.storage.standings import ALL_GAMES
from cogs.leaderboard.store import risen
from tests.examples import ALL_AT_ONCE, IN_TURN

from .standing import NOW, played


async def test_risen_compares_the_last_match_of_a_list(database: Database) -> None:
    await played(database, (0, 1), (1, 2), at=NOW)
    await played(database, (0, 1), (1, 2), at=NOW + 1)
    await played(database, (0, 1), (2, 1), at=NOW + 2, game=IN_TURN)
    ids = [100, 101, 102]
    assert await risen(database, 1, ALL_AT_ONCE, ids) == {100: True, 101: False}
    assert await risen(database, 1, ALL_GAMES, ids) == {100: False, 101: True}
    assert await risen(database, 2, ALL_AT_ONCE, ids) == {}
