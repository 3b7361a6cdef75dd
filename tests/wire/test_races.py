"""Two hundred races of clicks against deadline, pause, leaving and kick, with real processes.

What people have read as done is held against the log of moves: nothing confirmed is changed by
anyone else, nothing is played while a match is paused, nobody who left decides anything. Twenty
races, or with SHINRISEN_SOAK two hundred.
"""

import asyncio
import os
import random
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import Database as Stored
from bot.storage.servers import ServerSettings, save_settings

from .kept import kept
from .processes import playground, running_bot_unready
from .racing import DONE, KINDS, Race, call_off
from .sitting import Database

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
RACES = int(os.environ.get("SHINRISEN_RACES", "200" if SOAK else "20"))
ROOMS, PEOPLE = 5, 6
# Nobody can choose a pace so short: it is what the server's staff have set.
_PACE = 1
# Every second race is one against the clock.
_PLAN = [kind for other in KINDS[1:] for kind in (KINDS[0], other)]


async def _short_clock(file: Path, guild_id: int) -> None:
    """Let a decision take a second in that server."""
    database = await Stored.open(file)
    try:
        await save_settings(database, guild_id, ServerSettings(pace=_PACE, held=0))
    finally:
        await database.close()


async def test_no_click_loses_a_race_it_was_told_it_had_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_DIRECTS_PER_MINUTE", "100000")
    file = tmp_path / "shinrisen.sqlite3"
    races: list[Race] = []
    kinds = iter([_PLAN[number % len(_PLAN)] for number in range(RACES)])
    async with playground("--people", str(ROOMS * PEOPLE + 4), "--no-limits") as client:
        await _short_clock(file, int((await client.get("/world"))["guild"]["id"]))
        async with running_bot_unready(client, tmp_path) as bot:
            world = await client.ready()
            everybody = world["people"]
            [warden] = [person["id"] for person in everybody if person["staff"]]
            players = [person["id"] for person in everybody if not person["staff"]]
            with closing(Database(file)) as database:

                async def room(at: int) -> None:
                    made = (await client.post("/channels", name=f"room-{at}"))["id"]
                    mine = players[at * PEOPLE : (at + 1) * PEOPLE]
                    for number, kind in enumerate(kinds):
                        rng = random.Random(f"race {at} {number}")
                        race = Race(client, database, kind, mine, made, rng)
                        races.append(race)
                        await race.run()
                        await call_off(client, race, warden)

                await asyncio.gather(*map(room, range(ROOMS)))
                counts: Counter[str] = Counter()
                async with kept(tmp_path) as keeping:
                    for race in races:
                        counts.update(await race.check(keeping))
            log = bot.logged()
    print(f"{Counter(race.kind for race in races)}; cards clicked: {counts}")
    assert "Traceback" not in log
    assert len(races) == RACES
    assert counts[DONE] > RACES, "too little was raced"
    assert counts["by the clock"] > RACES / 2, "the clock hardly struck"
