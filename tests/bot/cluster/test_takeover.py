"""Rolling restarts: which of two processes on the same shards serves an interaction."""

import asyncio
from collections.abc import Collection
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.cluster import takeover
from bot.cluster.takeover import Takeover
from rig import LIMIT

SHARDS = [0]


class Street:
    """The processes that hear each other, by name. Those in `asleep` hear later."""

    def __init__(self) -> None:
        self.there: dict[str, Takeover] = {}
        self.asleep: set[str] = set()
        self._waiting: dict[str, list[tuple[str, int, dict[str, Any]]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def comes(self, name: str, shards: Collection[int] | None = SHARDS) -> Takeover:
        """Return a new process."""
        self.there[name] = Takeover(_Voice(self, name), shards)
        return self.there[name]

    def send(self, by: str, what: str, number: int, more: dict[str, Any]) -> None:
        """Send a message to all other processes."""
        for name in self.there.keys() - {by}:
            self._waiting.setdefault(name, []).append((what, number, more))
            if name not in self.asleep:
                self.wake(name)

    def wake(self, name: str) -> None:
        """Deliver the messages that a process has missed, and all later ones."""
        self.asleep.discard(name)
        for what, number, more in self._waiting.pop(name, []):
            work = self.there[name].handlers[what](number, **more)
            task = asyncio.ensure_future(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def quiet(self) -> None:
        """Wait until all messages have been heard."""
        while self._tasks:
            await asyncio.wait(self._tasks)


class _Voice:
    def __init__(self, street: Street, name: str) -> None:
        self._street = street
        self.name = name

    @property
    def others(self) -> list[str]:
        return sorted(self._street.there.keys() - {self.name})

    def notify(self, what: str, number: int, **more: Any) -> None:
        self._street.send(self.name, what, number, more)


def interaction(seconds: float) -> int:
    """Return the number of an interaction that Discord sends then, in seconds from now."""
    at = discord.utils.utcnow() + timedelta(seconds=seconds)
    return discord.utils.time_snowflake(at)


async def beside(street: Street) -> tuple[Takeover, Takeover]:
    """Return an older process and a younger one on the same shards that has asked."""
    older = street.comes("older")
    await older.ask()
    younger = street.comes("younger")
    await younger.ask()
    return older, younger


async def succeeded(street: Street) -> tuple[Takeover, Takeover]:
    """Return the same two when the younger is ready."""
    older, younger = await beside(street)
    younger.ready()
    await street.quiet()
    return older, younger


async def test_older_process_serves_alone_while_it_lives() -> None:
    older, younger = await beside(Street())
    assert older.mine(interaction(0))
    assert not younger.mine(interaction(0))
    younger.alive({"younger"})
    assert younger.mine(interaction(0))


async def test_each_interaction_has_one_server_when_both_are_ready() -> None:
    older, younger = await succeeded(Street())
    assert older._until is not None
    numbers = [interaction(seconds / 10) for seconds in range(-5, 30)]
    numbers += [older._until - 1, older._until]
    assert all(older.mine(number) != younger.mine(number) for number in numbers)
    assert older.mine(numbers[0])
    assert younger.mine(numbers[-1])


async def test_newest_interaction_seen_stays_with_the_older_process() -> None:
    street = Street()
    older, younger = await beside(street)
    # Discord's clock is ahead of this machine's.
    newest = interaction(60)
    assert older.mine(newest)
    younger.ready()
    await street.quiet()
    assert older.mine(newest)
    assert not younger.mine(newest)


async def test_process_on_other_shards_is_no_older_one() -> None:
    street = Street()
    older = street.comes("older", [1])
    await older.ask()
    younger = street.comes("younger")
    await younger.ask()
    assert younger.mine(interaction(0))
    younger.ready()
    await street.quiet()
    assert older.mine(interaction(9)), "nobody takes its shards"


async def test_slow_process_still_counts_as_the_older_one() -> None:
    street = Street()
    older = street.comes("older")
    await older.ask()
    younger = street.comes("younger")
    street.asleep.add("older")
    asking = asyncio.ensure_future(younger.ask())
    # It is asked again meanwhile.
    await asyncio.sleep(2.5 * takeover._AGAIN)
    assert not younger.asked
    street.wake("older")
    await asking
    assert not younger.mine(interaction(0))


async def test_dead_process_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takeover, "_ASKING", 60.0)
    street = Street()
    await street.comes("older").ask()
    younger = street.comes("younger")
    street.asleep.add("older")
    asking = asyncio.ensure_future(younger.ask())
    await asyncio.sleep(0)
    younger.alive({"younger"})
    async with asyncio.timeout(LIMIT):
        await asking
    assert younger.mine(interaction(0))


async def test_silent_process_counts_as_dead_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takeover, "_ASKING", 0.2)
    street = Street()
    street.comes("older")
    street.asleep.add("older")
    younger = street.comes("younger")
    await younger.ask()
    assert younger.mine(interaction(0))


async def test_one_of_two_serves_when_both_start_together() -> None:
    street = Street()
    one, two = street.comes("one"), street.comes("two")
    await asyncio.gather(one.ask(), two.ask())
    assert one.mine(interaction(0)) != two.mine(interaction(0))


async def test_older_process_serves_again_once_the_younger_has_died() -> None:
    older, _ = await succeeded(Street())
    assert older.younger == "younger"
    older.alive({"older"})
    assert older.mine(interaction(9))
    assert older.younger is None


async def test_third_process_gets_no_shards_that_were_given() -> None:
    street = Street()
    older, younger = await succeeded(street)
    third = street.comes("third")
    await third.ask()
    third.ready()
    await street.quiet()
    # The oldest has left: the third waits for the second alone.
    late = interaction(2)
    assert [one.mine(late) for one in (older, younger, third)].count(True) == 1


async def test_older_process_leaves_after_its_last_interaction() -> None:
    street = Street()
    older, younger = await beside(street)
    await older.left()
    younger.ready()
    await street.quiet()
    await older.left()
    assert not older.mine(interaction(0)), "the next one is the younger's"
