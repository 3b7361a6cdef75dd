"""The bot on a machine with little memory: all games, with pictures and computers."""

import asyncio
import random
from pathlib import Path

import pytest

from games import GAMES

from ..games.hands import SHORT
from .several import children
from .sittings import SEATS, five, play, served

MOST = 350_000_000
"""Bytes of all processes together."""


def read(pid: int, name: str) -> str:
    """Return a file of a process, or nothing once it has ended."""
    try:
        return Path(f"/proc/{pid}/{name}").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def works(pid: int) -> bool:
    """Return True for a process that thinks or draws."""
    return "spawn_main" in read(pid, "cmdline")


def memory(pid: int) -> int:
    """Return the bytes of a process. Those that several share count in parts."""
    lines = read(pid, "smaps_rollup").splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


async def test_small_profile_needs_one_worker_and_little_memory(tmp_path: Path) -> None:
    if not Path("/proc/self/smaps_rollup").exists():
        pytest.skip("there is no /proc")
    people = str(sum(SEATS.values()))
    small = {"SHINRISEN_PICTURES": "on", "SHINRISEN_SMALL": "1"}
    async with served(tmp_path, "--people", people, "--no-limits", sets=small) as (client, bot):
        sittings = await five(client, await client.ready(), random.Random(1))
        for sitting in sittings:
            more = {"computers": 1} if SEATS[sitting.game] < GAMES[sitting.game].seats[-1] else {}
            await sitting.start(**SHORT[sitting.game], **more)
        playing, taken = asyncio.ensure_future(play(sittings, 300.0)), 0
        while not playing.done():
            found = children(bot.pid)
            assert sum(map(works, found)) <= 1, "one process thinks and draws"
            taken = max(taken, sum(map(memory, (bot.pid, *found))))
            await asyncio.wait({playing}, timeout=1.0)
        assert all(await playing), "a match has stopped"
        hands = [await s.hand(person) for s in sittings for person in s.people]
        assert any(hand is not None and hand["attachments"] for hand in hands)
    print(f"{taken / 1e6:.0f} MB")
    assert taken < MOST
