"""Profiles on both databases: rated matches, opponents and the progress of a rating."""

from itertools import pairwise

import pytest

from bot.storage import Database
from bot.storage.people import set_gone, set_hidden
from cogs.profile.store import Profile, profile

from .standing import NOW, played


async def told(database: Database, number: int = 0) -> Profile:
    found = await profile(database, 1, 100 + number)
    assert found is not None
    return found


async def test_profile_names_the_best_and_worst_opponent(database: Database) -> None:
    await played(database, (0, 1), (1, 1))
    found = await told(database)
    assert (found.best, found.worst) == (None, None), "even"
    for _ in range(3):
        assert (await told(database)).worst is None, "met twice at most"
        await played(database, (0, 1, 2), (2, 3, 1))
    for _ in range(2):
        await played(database, (0, 3), (1, 2))
        await played(database, (0, 4), (2, 1))
    await played(database, (0, 3, 4), (2, 2, 2))
    found = await told(database)
    assert found.best is not None
    assert found.worst is not None
    best, worst = found.best, found.worst
    assert (best.name, best.met, best.ahead, best.behind) == ("P1", 4, 3, 0)
    assert (worst.name, worst.met, worst.ahead, worst.behind) == ("P2", 3, 0, 3)
    await set_hidden(database, 1, 101, True)
    await set_gone(database, 1, [102], True)
    found = await told(database)
    assert found.best is not None
    assert found.worst is not None
    assert (found.best.name, found.worst.name) == ("P3", "P4"), "hidden people are not named"
    assert not (await told(database, 1)).shown


async def test_leaver_counts_as_last(database: Database) -> None:
    for _ in range(3):
        await played(database, (0, 1, 2), (1, 2, 3), left=[0])
    found = await told(database)
    assert (found.total.wins, found.rank, found.best) == (0, 3.0, None)
    other = await told(database, 2)
    assert other.best is not None
    assert (other.best.name, other.best.ahead) == ("P0", 3)


async def test_profile_keeps_the_latest_ratings(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.profile.store._POINTS", 3)
    for number in range(5):
        await played(database, (0, 1), (1, 2) if number % 2 else (2, 1), at=NOW + number)
    # Opened last, but finished first.
    await played(database, (0, 1), (1, 2), at=NOW - 9)
    found = await told(database)
    (seen,) = found.lines
    assert len(seen) == 4
    assert [after > before for before, after in pairwise(seen)] == [False, True, False]
