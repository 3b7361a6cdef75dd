"""Several bots on one PostgreSQL. Any of them may receive a click.

Two processes, or four with SHINRISEN_SOAK. Each is eventually killed by SIGKILL and restarted.
"""

import asyncio
import os
import random
import signal
import time
from contextlib import AsyncExitStack
from pathlib import Path

from rig import LIMIT
from rig.processes import Client, playground
from rig.waits import until

from .several import COUNT, beside, bots, one, whole
from .sittings import OPTIONS, SEATS, Sitting, five, play, start
from .store import agree, check, open_store, settled

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
KILLS = int(os.environ.get("SHINRISEN_KILLS", "40" if SOAK else "2"))
PEOPLE = str(sum(SEATS.values()))
MOVES = int(os.environ.get("SHINRISEN_MOVES", "5000" if SOAK else "60"))
RESTARTS = int(os.environ.get("SHINRISEN_RESTARTS", "20" if SOAK else "2"))
# Time limit in seconds until a standby holds a killed process's shard.
FOLLOWED = 3.0
# Log text of an answer Discord refused, and the code of a late one.
_VAIN, _LATE = "did not get through", "10062"
# Log text of a second answer to a click, which Discord refuses, too.
_SECOND = "another process answers clicks"


async def test_killed_process_loses_no_move(tmp_path: Path, on_server: str) -> None:
    """All play, without a kill at first. Then a standby or a restart follows a killed process."""
    rng = random.Random(12)
    slowest = 0.0
    async with playground("--people", PEOPLE, "--no-limits", "--scatter") as client:
        async with AsyncExitStack() as stack:
            running = await stack.enter_async_context(bots(client, tmp_path, on_server))
            every = [*running]
            sittings = await five(client, rng)
            await start(sittings)
            async with asyncio.timeout(None if SOAK else LIMIT):
                while sum(len(sitting.answers) for sitting in sittings) < MOVES:
                    await start(sittings, await play(sittings, 10.0 if SOAK else 2.0))
            for number in range(KILLS):
                # Each shard is followed in both ways.
                shard, followed = number % COUNT, number // COUNT % 2 == number % 2
                dead = running[shard]
                if followed:
                    made = one(client, tmp_path, on_server, shard, COUNT, f"-{number}")
                    running[shard] = await beside(stack, made)
                    every.append(running[shard])
                playing = asyncio.ensure_future(play(sittings, 2.0))
                await asyncio.sleep(rng.uniform(0.2, 1.0))
                await dead.end(signal.SIGKILL)
                killed = time.monotonic()
                if followed:
                    await running[shard].says(f"holds the shards {shard}")
                    slowest = max(slowest, time.monotonic() - killed)
                else:
                    dead.begin()
                over = await playing
                await client.connected(COUNT)
                async with open_store(on_server) as store:
                    # The follower also updates the screens of the dead one.
                    await agree(store, sittings)
                await start(sittings, over)
            async with open_store(on_server) as store:
                confirmed = await settled(store, sittings, end=SOAK)
            whole(every)
            assert not [bot for bot in every if _SECOND in bot.logged()]
    print(f"{KILLS} kills, followed after {slowest:.1f} s, {confirmed} moves confirmed")
    assert slowest < FOLLOWED
    assert confirmed > MOVES / 2


async def test_rolling_restart_answers_every_click(tmp_path: Path, on_server: str) -> None:
    """Each process is ended once a younger one with its shard waits beside it."""
    restarted, rng = True, random.Random(13)
    async with playground("--people", PEOPLE, "--no-limits", "--scatter") as client:
        async with AsyncExitStack() as stack:
            running = await stack.enter_async_context(bots(client, tmp_path, on_server))
            sittings = await five(client, rng)
            await start(sittings)
            client.states.clear()

            async def on_and_on(sitting: Sitting) -> None:
                # Every answer is waited for.
                while not restarted:
                    if all(await asyncio.gather(*map(sitting.choose, sitting.people))):
                        await sitting.start(**OPTIONS[sitting.game])
                    await asyncio.sleep(0.01)

            restarted, everybody = False, [asyncio.ensure_future(on_and_on(s)) for s in sittings]
            every = [*running]
            for number in range(RESTARTS):
                shard = number % COUNT
                made = one(client, tmp_path, on_server, shard, COUNT, f"-{number}")
                younger = await beside(stack, made)
                assert await running[shard].end() == 0
                running[shard] = younger
                every.append(younger)
                await younger.says(f"holds the shards {shard}")
                await _answered(client, len(sittings))
            restarted = True
            await asyncio.gather(*everybody)
            async with open_store(on_server) as store:
                await agree(store, sittings)
                confirmed = await check(store, sittings)
            whole(every)
            # Only an overloaded machine answers late.
            lines = [line for bot in every for line in bot.logged().splitlines()]
            late = [line for line in lines if _LATE in line]
            assert not [line for line in lines if _VAIN in line and line not in late]
            assert not [line for line in lines if _SECOND in line]
            answered, failed = client.states.pop("answered"), client.states.pop("failed", 0)
            assert failed <= (0 if SOAK else len(late)), (failed, late)
            assert not client.states
    print(f"{RESTARTS} restarts, {answered} answers, {failed} late, {confirmed} moves confirmed")
    assert confirmed > RESTARTS


async def _answered(client: Client, clicks: int) -> None:
    """Wait until that many more clicks are answered."""
    enough = client.states["answered"] + clicks
    await until(lambda: client.states["answered"] >= enough)
