"""Outages extend deadlines, and cost no player a missed decision."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from rig.processes import Bot, Client
from rig.waits import until

from .databases import ask
from .sittings import at_once, sat, served

# Seconds for a decision, below any choice on the screens. Each outage lasts longer than it by more
# than the grace of a hasty bot, so the deadline reveals it.
PACE = 5
AWAY = 8.0
CHARGED = "select user_id from seats where misses > 0"


async def _gateway(client: Client, bot: Bot) -> None:
    """Close the gateway and refuse new sockets for a while."""
    await client.post("/faults", share=1, kinds=["503"], routes=["gateway"])
    await client.post("/gateway/drop")
    await asyncio.sleep(AWAY)
    await client.post("/faults", share=0)
    await client.ready()


async def _silence(client: Client, bot: Bot) -> None:
    """Answer no request, while the gateway stays open."""
    await client.post("/faults", share=1, kinds=["unheard"])
    await asyncio.sleep(AWAY)
    await client.post("/faults", share=0)


async def _sleep(client: Client, bot: Bot) -> None:
    """Stop the process for a while."""
    os.kill(bot.pid, signal.SIGSTOP)
    await asyncio.sleep(AWAY)
    os.kill(bot.pid, signal.SIGCONT)


async def test_outage_costs_no_player_a_missed_decision(tmp_path: Path) -> None:
    await at_once(tmp_path, _strike, _gateway, _silence, _sleep)


async def _strike(folder: Path, outage: Callable[[Client, Bot], Awaitable[None]]) -> None:
    hasty = {"RIG_HASTY": "1"}
    async with served(folder, "--people", "3", "--no-limits", sets=hasty) as (client, bot):
        await sat(client)
        await bot.end()
        soon = time.time() + PACE
        ask(folder, "update tables set pace = ?, deadline = ?, due_at = ?", PACE, soon, soon)
        bot.begin()
        await client.ready()
        await outage(client, bot)
        # Long enough for the old deadline to pass again.
        await asyncio.sleep(2)
        assert ask(folder, CHARGED) == []
        ((deadline,),) = ask(folder, "select deadline from tables")
        assert deadline > time.time(), "the decision has been given anew"
        await until(lambda: ask(folder, CHARGED))
