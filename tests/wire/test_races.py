"""Two hundred races of clicks against deadline, pause, leaving and kick, with real processes.

What people have read as done is held against the log of moves: nothing confirmed is changed by
anyone else, nothing is played while a match is paused, nobody who left decides anything. Twenty
races, or with SHINRISEN_SOAK two hundred.
"""

import os
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import Database as Stored
from bot.storage.servers import ServerSettings, save_settings
from rig.processes import playground, running_bot_unready

from .kept import kept
from .racing import DONE, KINDS, PACE, SEATED, count, run
from .sitting import Database

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
RACES = int(os.environ.get("SHINRISEN_RACES", "200" if SOAK else "20"))
ROOMS = 5
# Every second race is one against the clock.
_PLAN = [kind for other in KINDS[1:] for kind in (KINDS[0], other)]


async def _short_clock(file: Path, guild_id: int) -> None:
    """Let a decision take a second in that server."""
    database = await Stored.open(file)
    try:
        await save_settings(database, guild_id, ServerSettings(pace=PACE, held=0))
    finally:
        await database.close()


async def test_no_click_loses_a_race_it_was_told_it_had_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_DIRECTS_PER_MINUTE", "100000")
    file = tmp_path / "shinrisen.sqlite3"
    plan = [_PLAN[number % len(_PLAN)] for number in range(RACES)]
    async with playground("--people", str(ROOMS * SEATED + 4), "--no-limits") as client:
        await _short_clock(file, int((await client.get("/world"))["guild"]["id"]))
        async with running_bot_unready(client, tmp_path) as bot:
            with closing(Database(file)) as database:
                races = await run(client, database, plan, ROOMS)
                async with kept(tmp_path) as keeping:
                    counts = await count(keeping, races)
            log = bot.logged()
    assert "Traceback" not in log
    assert len(races) == RACES
    assert counts[DONE] > RACES, "too little was raced"
    assert counts["by the clock"] > RACES / 2, "the clock hardly struck"
