"""The bot killed between any two steps: every confirmation is stored, and counts once.

Half-created files are left at every seventh step, or with SHINRISEN_SOAK at every step.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot import storage
from bot.play.match import Match
from games.core import Seat
from games.errors import MatchOver

from ..storage.standing import listed
from ..stored_tables import ask, check_whole, log, now, opened, play, reopened, started, table_of
from ..traces import traces
from .crashing import FORGOTTEN, LAST

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
# Creating a file passes the most points, and each death costs a new file.
_EVERY = 1 if SOAK else 7

pytestmark = pytest.mark.sqlite

Left = list[tuple[Path, list[str]]]


def killed(what: str, folder: Path, every: int = 1) -> Left:
    """Return the file left by each death, with the confirmations before it.

    The last process finished.
    """
    command = [sys.executable, "-m", "tests.bot.play.crashing", what, str(folder), str(every)]
    subprocess.run(command, check=True, timeout=600 if SOAK else 120)
    left: Left = []
    while (confirmed := folder / f"{len(left)}.confirmed").exists():
        left.append((confirmed.with_suffix(".sqlite3"), confirmed.read_text().splitlines()))
    return left


async def test_confirmed_moves_survive_and_the_match_is_rated_once(tmp_path: Path) -> None:
    left = killed("play", tmp_path)
    assert len(left) > 10
    unconfirmed = 0
    for file, confirmed in left:
        async with reopened(file) as database:
            stored = [f"{seat} {text}" for seat, text in log(file)]
            assert stored[: len(confirmed)] == confirmed
            assert len(stored) <= len(confirmed) + 1, "one move was under way"
            unconfirmed += len(stored) - len(confirmed)

            table = await table_of(database, 1)
            match = await Match.load(table, database, now)
            check_whole(match, file)
            assert table.phase == ("live" if match.outcome is None else "over")
            rated = [s.matches for s in await listed(database, 1)]
            assert rated == ([] if match.outcome is None else [1, 1, 1])

            await play(match)
            check_whole(match, file)
            rated = [s.matches for s in await listed(database, 1)]
            assert rated == [1, 1, 1]
            with pytest.raises(MatchOver):
                await match.submit(Seat(0), "55")
    assert unconfirmed >= LAST, "some were killed with a move on disk but not in memory"


async def test_lobby_is_in_the_state_before_or_after_a_step(tmp_path: Path) -> None:
    nothing = ("none", 0, (), ())
    states = [
        nothing,
        ("lobby", 100, (100,), (False,)),
        ("lobby", 100, (100, 101), (False, False)),
        ("lobby", 100, (100, 101, 102), (False, False, False)),
        ("lobby", 101, (101, 102), (False, False)),
        ("live", 101, (101, 102), (False, False)),
        ("live", 101, (101, 102), (False, True)),
        ("cancelled", 101, (101, 102), (False, True)),
    ]
    seen = set()
    for file, confirmed in killed("sit", tmp_path):
        async with reopened(file) as database:
            table = await storage.tables.table(database, 1)
        state: tuple[object, ...] = nothing
        if table is not None:
            who = tuple(p.user_id for p in table.players)
            state = (table.phase, table.host_id, who, tuple(p.left for p in table.players))
        assert state in states[len(confirmed) :][:2]
        seen.add(state)
    assert seen == set(states)


async def test_half_created_file_is_completed(tmp_path: Path) -> None:
    left = killed("open", tmp_path, _EVERY)
    assert len(left) > 10
    for file, _ in left:
        async with reopened(file) as database:
            assert await storage.tables.open_tables(database) == []
            assert (await started(database)).phase == "live"
            assert (await opened(database)).phase == "lobby"


async def test_deletion_is_complete_or_changes_nothing(tmp_path: Path) -> None:
    who = FORGOTTEN.user_id
    seen = set()
    for file, confirmed in killed("forget", tmp_path):
        async with reopened(file) as database:
            gone = not await storage.privacy.forget(database, who)
            assert gone or "forgotten" not in confirmed
            noted = await storage.privacy.to_scrub(database)
            seen.add((gone, noted))
            assert noted or traces(file, who, FORGOTTEN.name) == []
            # The next start does the same.
            assert await storage.privacy.scrub(database)
            assert not await storage.privacy.to_scrub(database)
            assert traces(file, who, FORGOTTEN.name) == []
        assert ask(file, "select user_id from seats order by seat") == [(-1,), (101,)]
    assert seen == {(False, True), (True, True), (True, False)}
