"""The bot killed by SIGKILL while all five games are played. No confirmed move is lost."""

import os
import random
import signal
from pathlib import Path

from rig.processes import playground, running_bot

from .sittings import SEATS, Sitting, five, play, rematch, served, start
from .store import agree, check, go_on, open_store

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
KILLS = int(os.environ.get("SHINRISEN_KILLS", "200" if SOAK else "4"))
PEOPLE = str(sum(SEATS.values()))


async def test_kill_9_at_random_points_loses_nothing(tmp_path: Path) -> None:
    rng = random.Random(2026)
    async with served(tmp_path, "--people", PEOPLE, "--no-limits") as (client, bot):
        sittings = await five(client, await client.ready(), rng)
        await start(sittings)
        for _ in range(KILLS):
            over = await play(sittings, rng.uniform(0.05, 0.6))
            await bot.end(signal.SIGKILL)
            await bot.start()
            await client.ready()
            async with open_store(tmp_path) as store:
                await agree(store, sittings)
            await rematch(sittings, over)
        async with open_store(tmp_path) as store:
            await go_on(store, sittings, end=SOAK)
            await agree(store, sittings)
            confirmed = await check(store, sittings)
    print(f"{KILLS} kills, {sum(len(s.tables) for s in sittings)} matches, {confirmed} moves")
    assert confirmed > KILLS


async def test_sigterm_ends_the_bot_in_order(tmp_path: Path) -> None:
    async with playground("--people", "3") as client:
        async with running_bot(client, tmp_path) as bot:
            await Sitting(client, await client.ready(), random.Random(1)).start()
            assert await bot.end() == 0
        assert not (tmp_path / "shinrisen.sqlite3-wal").exists(), "the file is whole"
