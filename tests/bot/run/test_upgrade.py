"""Warnings about matches that a new version of the bot can't play."""

import shutil
from pathlib import Path

import pytest

from bot.run.doctor import Stored, upgraded
from bot.run.doctor import database as look
from bot.run.upgrade import ended, ending, running, unverifiable
from bot.storage import Database
from bot.words.settings import Settings
from games import GAMES

from ...examples import ALL_AT_ONCE
from ..storage.earlier import EARLIER
from ..stored_tables import Where, change, dealt, play

HERE = GAMES[ALL_AT_ONCE].version
COUNTED = {
    (ALL_AT_ONCE, HERE, "live"): 3,
    (ALL_AT_ONCE, 77, "live"): 1,
    (ALL_AT_ONCE, 77, "over"): 14,
    (ALL_AT_ONCE, 77, "cancelled"): 2,
    ("chess", 1, "live"): 2,
    ("chess", 1, "lobby"): 5,
}


def test_every_running_match_that_would_end_is_named() -> None:
    assert [sentence.partition(" will be ")[0] for sentence in ending(COUNTED)] == sorted(
        ["2 running matches of chess (rules 1)", f"1 running match of {ALL_AT_ONCE} (rules 77)"],
        key=lambda text: text.partition(" of ")[2],
    )
    assert (unverifiable(COUNTED), ended(COUNTED)) == (14, 16)
    found = upgraded(COUNTED)
    assert not found.well
    assert "14 ended ones, by no rules since 0.1.0" in found.found
    fine = upgraded({(ALL_AT_ONCE, HERE, "live"): 3})
    assert (fine.well, fine.found) == (True, "all that run go on with this version")
    assert upgraded({}).well


async def test_doctor_and_start_see_matches_of_other_rules(database: Database, file: Where) -> None:
    await play(await dealt(database))
    await dealt(database)
    assert ending(await running(database)) == []
    change(file, "UPDATE tables SET version = 77")
    of = Settings("t", file) if isinstance(file, Path) else Settings("t", database_url=file)
    stored = Stored()
    assert (await look(of, stored)).well
    assert stored.size > 10_000
    assert stored.counted is not None
    assert not upgraded(stored.counted).well
    assert (unverifiable(stored.counted), ended(stored.counted)) == (1, 1)
    [sentence] = ending(await running(database))
    assert f"1 running match of {ALL_AT_ONCE} (rules 77)" in sentence


@pytest.mark.sqlite
@pytest.mark.parametrize("earlier", EARLIER, ids=lambda path: path.stem)
async def test_doctor_reads_old_schemas(earlier: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(earlier, tmp_path))
    stored = Stored()
    await look(Settings("t", file), stored)
    assert stored.counted is not None
    assert ended(stored.counted) == 1
