"""Work between clicks, one job at a time, and posts that wait until Discord answers again."""

import asyncio

from bot.tables.house import Idle, InFlight, Recovering
from rig import LIMIT

LONG = 2 * LIMIT


async def serving(acts: InFlight, number: int) -> "asyncio.Future[None]":
    """A click that is being served until that is done."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def serve() -> None:
        await done

    acts.begin(100, number, asyncio.ensure_future(serve()))
    return done


async def turns(lull: Idle, log: list[str], *names: str) -> None:
    """Each takes its turn."""

    async def one(name: str) -> None:
        async with lull.turn():
            log.append(f"{name} starts")
            await asyncio.sleep(0)
            log.append(f"{name} ends")

    await asyncio.gather(*map(one, names))


async def test_work_waits_for_clicks_then_runs_one_by_one() -> None:
    acts, log = InFlight(), list[str]()
    first, second = await serving(acts, 1), await serving(acts, 2)
    waiting = asyncio.ensure_future(turns(Idle(acts, LONG), log, "a", "b"))
    first.set_result(None)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not log
    second.set_result(None)
    await waiting
    assert log == ["a starts", "a ends", "b starts", "b ends"]


async def test_work_runs_after_the_timeout_when_clicks_continue() -> None:
    acts, log = InFlight(), list[str]()
    done = await serving(acts, 1)
    await asyncio.wait_for(turns(Idle(acts, 0.01), log, "a", "b"), LIMIT)
    assert len(log) == 4
    done.set_result(None)


async def test_slow_work_blocks_no_other_work_for_ever() -> None:
    lull, log = Idle(InFlight(), 0.01), list[str]()
    async with asyncio.timeout(LIMIT), lull.turn():
        await turns(lull, log, "a")
    assert log
    async with asyncio.timeout(LIMIT), Idle(InFlight(), LONG).turn():
        pass


class Waits:
    """A post whose next try gets through."""

    def __init__(self, recovering: Recovering, tried: list["Waits"]) -> None:
        self.recovering, self.tried = recovering, tried
        recovering.waits(self, self.again)

    def again(self) -> None:
        """Try at once."""
        self.tried.append(self)


def test_pauses_are_short_unless_many_posts_wait() -> None:
    recovering, tried = Recovering(), list[Waits]()
    assert recovering.longest < 5
    waiting = [Waits(recovering, tried) for _ in range(3000)]
    assert recovering.longest == 60
    for post in waiting:
        recovering.left(post)
    assert recovering.longest < 5
    assert not tried


def test_each_answer_lets_two_others_try() -> None:
    recovering, tried = Recovering(), list[Waits]()
    first, *others = [Waits(recovering, tried) for _ in range(100)]
    recovering.through(first)
    assert tried == others[:2]
    for post in others:
        # Those that try still wait if they fail again.
        recovering.waits(post, post.again)
        recovering.through(post)
    assert {*tried} == {*others}


def test_post_that_never_waited_wakes_no_other() -> None:
    recovering, tried = Recovering(), list[Waits]()
    post = Waits(recovering, tried)
    recovering.left(post)
    Waits(recovering, tried)
    recovering.through(post)
    assert not tried
