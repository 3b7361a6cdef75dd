"""The bot on a machine with little memory: all games, with pictures and computers."""

import asyncio
import random
from pathlib import Path

import pytest

from bot.run.health import children, pss
from games import GAMES

from ..games.hands import SHORT
from .sittings import SEATS, five, play, served

MOST = 350_000_000
"""Bytes of all processes together."""


def works(pid: str) -> bool:
    """Return True for a process that thinks or draws, False once it has ended."""
    try:
        return "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False


async def test_small_profile_needs_one_worker_and_little_memory(tmp_path: Path) -> None:
    if not Path("/proc/self/smaps_rollup").exists():
        pytest.skip("there is no /proc")
    people = str(sum(SEATS.values()))
    small = {"SHINRISEN_PICTURES": "on", "SHINRISEN_SMALL": "1"}
    async with served(tmp_path, "--people", people, "--no-limits", sets=small) as (client, bot):
        sittings = await five(client, random.Random(1))
        for sitting in sittings:
            more = {"computers": 1} if SEATS[sitting.game] < GAMES[sitting.game].seats[-1] else {}
            await sitting.start(**SHORT[sitting.game], **more)
        playing, taken = asyncio.ensure_future(play(sittings, 300.0)), 0
        while not playing.done():
            found = children(str(bot.pid))
            assert sum(map(works, found)) <= 1, "one process thinks and draws"
            taken = max(taken, sum(map(pss, (str(bot.pid), *found))))
            await asyncio.wait({playing}, timeout=1.0)
        assert all(await playing), "a match has stopped"
        hands = [await s.hand(person) for s in sittings for person in s.people]
        assert any(hand is not None and hand["attachments"] for hand in hands)
    print(f"{taken / 1e6:.0f} MB")
    assert taken < MOST
