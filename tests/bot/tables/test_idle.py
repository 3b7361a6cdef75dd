"""Background work runs between clicks, one job at a time, and never waits forever."""

import asyncio

from bot.tables.idle import Lull
from bot.tables.in_flight import Acts

LONG = 60.0


async def serving(acts: Acts, number: int) -> "asyncio.Future[None]":
    """Start serving a click that ends with the returned future."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def serve() -> None:
        await done

    acts.begin(100, number, asyncio.ensure_future(serve()))
    return done


async def turns(lull: Lull, told: list[str], *names: str) -> None:
    """Take a turn for each name."""

    async def one(name: str) -> None:
        async with lull.turn():
            told.append(f"{name} begins")
            await asyncio.sleep(0)
            told.append(f"{name} ends")

    await asyncio.gather(*map(one, names))


async def test_turns_wait_for_clicks_and_run_one_by_one() -> None:
    acts, told = Acts(), list[str]()
    first, second = await serving(acts, 1), await serving(acts, 2)
    waiting = asyncio.ensure_future(turns(Lull(acts, LONG), told, "a", "b"))
    first.set_result(None)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not told
    second.set_result(None)
    await waiting
    assert told == ["a begins", "a ends", "b begins", "b ends"]


async def test_turn_starts_in_time_without_a_lull() -> None:
    acts, told = Acts(), list[str]()
    done = await serving(acts, 1)
    async with asyncio.timeout(30):
        await turns(Lull(acts, 0.01), told, "a", "b")
    assert len(told) == 4
    done.set_result(None)


async def test_turn_starts_in_time_behind_a_slow_one() -> None:
    lull, told = Lull(Acts(), 0.01), list[str]()
    async with asyncio.timeout(30), lull.turn():
        await turns(lull, told, "a")
    assert told
    async with asyncio.timeout(30), Lull(Acts(), LONG).turn():
        pass
