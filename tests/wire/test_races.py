"""Races of clicks against deadline, pause, leaving and kick, with real processes.

Confirmed clicks are compared with the log: no later event changes them. No move is made during a
pause, or by a player who left. Twenty races, or two hundred with SHINRISEN_SOAK.
"""

import os
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import Database as Stored
from bot.storage.servers import ServerSettings, save_settings
from rig.processes import playground, running_bot_unready

from .racing import DONE, KINDS, PACE, SEATED, count, run
from .sitting import Database
from .store import open_store

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
RACES = int(os.environ.get("SHINRISEN_RACES", "200" if SOAK else "20"))
ROOMS = 5
# Every second race is against the clock.
_PLAN = [kind for other in KINDS[1:] for kind in (KINDS[0], other)]


async def _short_clock(file: Path, guild_id: int) -> None:
    """Give decisions in that server one second."""
    database = await Stored.open(file)
    try:
        await save_settings(database, guild_id, ServerSettings(pace=PACE))
    finally:
        await database.close()


async def test_confirmed_click_never_loses_a_race(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_DIRECTS_PER_MINUTE", "100000")
    file = tmp_path / "shinrisen.sqlite3"
    plan = [_PLAN[number % len(_PLAN)] for number in range(RACES)]
    async with playground("--people", str(ROOMS * SEATED + 4), "--no-limits") as client:
        await _short_clock(file, int((await client.get("/world"))["guild"]["id"]))
        async with running_bot_unready(client, tmp_path):
            with closing(Database(file)) as database:
                races = await run(client, database, plan, ROOMS)
                async with open_store(tmp_path) as store:
                    counts = await count(store, races)
    assert len(races) == RACES
    assert counts[DONE] > RACES, "too little was raced"
    assert counts["by the clock"] > RACES / 2, "the clock hardly struck"
