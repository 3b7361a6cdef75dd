"""Background work runs between clicks, one job at a time, and never waits forever."""

import asyncio

from bot.tables.idle import Idle
from bot.tables.in_flight import InFlight

LONG = 60.0


async def serving(acts: InFlight, number: int) -> "asyncio.Future[None]":
    """A click that is being served until that is done."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def serve() -> None:
        await done

    acts.begin(100, number, asyncio.ensure_future(serve()))
    return done


async def turns(lull: Idle, told: list[str], *names: str) -> None:
    """Each takes its turn."""

    async def one(name: str) -> None:
        async with lull.turn():
            told.append(f"{name} begins")
            await asyncio.sleep(0)
            told.append(f"{name} ends")

    await asyncio.gather(*map(one, names))


async def test_it_waits_while_somebody_is_served_and_then_comes_one_by_one() -> None:
    acts, told = InFlight(), list[str]()
    first, second = await serving(acts, 1), await serving(acts, 2)
    waiting = asyncio.ensure_future(turns(Idle(acts, LONG), told, "a", "b"))
    first.set_result(None)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not told
    second.set_result(None)
    await waiting
    assert told == ["a begins", "a ends", "b begins", "b ends"]


async def test_where_there_is_no_lull_nobody_waits_for_ever() -> None:
    acts, told = InFlight(), list[str]()
    done = await serving(acts, 1)
    async with asyncio.timeout(30):
        await turns(Idle(acts, 0.01), told, "a", "b")
    assert len(told) == 4
    done.set_result(None)


async def test_who_takes_long_keeps_no_others_waiting_for_ever() -> None:
    lull, told = Idle(InFlight(), 0.01), list[str]()
    async with asyncio.timeout(30), lull.turn():
        await turns(lull, told, "a")
    assert told
    async with asyncio.timeout(30), Idle(InFlight(), LONG).turn():
        pass
