"""Faults of Discord, the connection, the disk and the process, while all five games are played."""

import asyncio
import os
import random
import resource
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from playground.faults import KINDS
from rig import LIMIT
from rig.processes import Bot, Client, playground, running_bot

from .sittings import SEATS, Sitting, five, play, start
from .store import agree, open_store, settled

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
KILLS = int(os.environ.get("SHINRISEN_KILLS", "200" if SOAK else "4"))
PEOPLE = str(sum(SEATS.values()))
# Gateway close codes that let a bot reconnect: normal closure, going away, restart. Of Discord's
# own: unknown error, invalid sequence, rate limited, session timed out.
CODES = (1000, 1001, 1012, 4000, 4007, 4008, 4009)
ASKED_AGAIN = ("Something went wrong", "can't be saved")


@asynccontextmanager
async def evening(folder: Path, seed: int) -> AsyncIterator[tuple[Client, Bot, list[Sitting]]]:
    """Run a playground and a bot with all five games started."""
    async with playground("--people", PEOPLE, "--no-limits") as client:
        (holds := folder / "holds").write_text("0.3")
        async with running_bot(client, folder, {"RIG_HOLDS": str(holds)}) as bot:
            sittings = await five(client, random.Random(seed))
            await start(sittings)
            yield client, bot, sittings


async def afterwards(folder: Path, sittings: list[Sitting]) -> int:
    """Check all matches after the faults. Return the number of confirmed moves."""
    async with open_store(folder) as store:
        confirmed = await settled(store, sittings, 60, end=SOAK)
    print(
        f"{sum(len(s.tables) for s in sittings)} matches, {sum(s.clicks for s in sittings)} "
        f"clicks, {sum(s.failed for s in sittings)} unanswered, {confirmed} moves confirmed"
    )
    return confirmed


async def no_one_was_asked_again(sittings: list[Sitting]) -> None:
    """Check that no private answer asked a player to click again."""
    said = await told(sittings)
    assert not [text for text in said if any(asked in text for asked in ASKED_AGAIN)]


async def told(sittings: list[Sitting]) -> list[str]:
    """Return what private answers said at all tables."""
    return [text for sitting in sittings for text in await sitting.private()]


async def test_failing_discord_loses_no_move_and_asks_for_no_retry(tmp_path: Path) -> None:
    """A closed gateway is resumed or not, and then requests fail."""
    rng = random.Random(1)
    async with evening(tmp_path, 1) as (client, _, sittings):
        for number in range(60 if SOAK else 4):
            playing = asyncio.ensure_future(play(sittings, rng.uniform(0.2, 1.0)))
            await asyncio.sleep(rng.uniform(0.0, 0.2))
            forget = number % 3 == 2
            await client.post("/gateway/drop", code=rng.choice(CODES), forget=forget)
            over = await playing
            await client.ready()
            await start(sittings, over)
        await no_one_was_asked_again(sittings)
        for kind in KINDS:
            await client.post("/faults", share=0.3, kinds=[kind], wait=0.4)
            over = await play(sittings, 20 if SOAK else 0.7)
            await client.post("/faults", share=0)
            await start(sittings, over)
        await client.post("/faults", share=0.3, kinds=[k for k in KINDS if k != "global"], wait=2)
        await play(sittings, 120 if SOAK else 1)
        await client.post("/faults", share=0)
        assert await afterwards(tmp_path, sittings)
        await no_one_was_asked_again(sittings)


async def test_kill_9_at_random_points_loses_nothing(tmp_path: Path) -> None:
    rng = random.Random(2026)
    async with evening(tmp_path, 2) as (_, bot, sittings):
        for _ in range(KILLS):
            over = await play(sittings, rng.uniform(0.05, 0.6))
            await bot.restart(signal.SIGKILL)
            async with open_store(tmp_path) as store:
                await agree(store, sittings)
            await start(sittings, over)
        assert await afterwards(tmp_path, sittings) > KILLS


async def test_locked_or_full_database_loses_no_move(tmp_path: Path) -> None:
    async with evening(tmp_path, 3) as (_, bot, sittings):
        for _ in range(10 if SOAK else 1):
            over = await _while_locked(tmp_path, sittings, 2.0)
            await start(sittings, over)
        await no_one_was_asked_again(sittings)
        if SOAK:
            await _while_locked(tmp_path, sittings, 12.0)
            assert any("can't be saved" in text for text in await told(sittings))
        for _ in range(20 if SOAK else 1):
            await start(sittings, await play(sittings, 0.5))
            async with open_store(tmp_path) as store:
                await asyncio.sleep(0.5)
                before = [await store.moves(sitting.table) for sitting in sittings]
                with_room = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (4096, -1))
                clicked = sum(sitting.clicks for sitting in sittings)
                await play(sittings, 1.0)
                assert sum(sitting.clicks for sitting in sittings) > clicked
                assert [await store.moves(sitting.table) for sitting in sittings] == before
                resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, with_room)
                said = await told(sittings)
                assert any("can't be saved" in text for text in said)
                assert not any("Something went wrong" in text for text in said)
                await agree(store, sittings)
        assert await afterwards(tmp_path, sittings)


async def _while_locked(folder: Path, sittings: list[Sitting], seconds: float) -> list[bool]:
    """Play while another process locks the database."""
    playing = asyncio.ensure_future(play(sittings, seconds + 1))
    await asyncio.sleep(0.3)
    # In a thread, because the test's clock lags behind the bot's on a busy machine.
    await asyncio.to_thread(_lock, folder / "shinrisen.sqlite3", seconds)
    return await playing


def _lock(file: Path, seconds: float) -> None:
    """Lock a database file for that time."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=LIMIT)) as other:
        other.execute("BEGIN EXCLUSIVE")
        time.sleep(seconds)
        other.execute("ROLLBACK")
