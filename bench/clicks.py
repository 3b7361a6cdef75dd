"""Button clicks per second through the stand-in: a move of ours against a bot that only edits.

Three processes: the stand-in, the bot, and the people clicking here. Both bots answer with the
changed message; ours also judges a move and stores it, safe against a power cut, before that.
"""

import asyncio
import itertools
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.lobby import MOST
from tests.wire.processes import Client, buttons, playground

_SEATS = 10


@dataclass(frozen=True)
class Figure:
    """Round trips a second, and the 99th percentile of the acknowledgement in milliseconds."""

    rate: float
    p99: float


@dataclass(frozen=True)
class Clicker:
    """A person with a message, and the buttons they click in turn, for ever."""

    person: str
    message: str
    turn: Iterator[str]


@asynccontextmanager
async def _bot(client: Client, *arguments: str) -> AsyncIterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", *arguments),
            env=os.environ
            | {
                "DISCORD_TOKEN": client.token,
                "SHINRISEN_DISCORD_API": client.api,
                "SHINRISEN_DATABASE": str(Path(folder) / "bench.sqlite3"),
                "SHINRISEN_LOG": "ERROR",
                "SHINRISEN_DIRECTS_PER_MINUTE": "100000",
            },
        )
        try:
            await client.ready(30)
            await asyncio.sleep(1)
            yield
        finally:
            process.terminate()
            await process.wait()


async def _sit_down(client: Client, users: int) -> list[Clicker]:
    """Tables of ten, at each of which nine choose and change, and one never does."""
    world = await client.get("/world")
    people = [person["id"] for person in world["people"]]
    clickers: list[Clicker] = []
    number = 0
    while len(clickers) < users:
        # A channel holds so many tables only.
        if number % MOST.channel == 0:
            channel = (await client.post("/channels", name=f"games-{number}"))["id"]
        number += 1
        table = [people.pop() for _ in range(min(_SEATS, users - len(clickers) + 1))]
        opened = await client.command(table[0], channel, "nimmt play")
        panel = opened["message"]["id"]
        for person in table[1:]:
            await client.click(person, panel, f"s1:join:{number}:0:")
        await client.click(table[0], panel, f"s1:start:{number}:0:")
        await asyncio.sleep(0.3)
        for person in table[1:]:
            hand = await client.hand(person)
            first, second, *_ = buttons(hand).values()
            clickers.append(Clicker(person, hand["id"], itertools.cycle((first, second))))
    return clickers


async def _bare_messages(client: Client, users: int) -> list[Clicker]:
    world = await client.get("/world")
    channel = world["channels"][0]["id"]
    clickers = []
    for person in world["people"][:users]:
        shown = await client.command(person["id"], channel, "bare")
        clickers.append(Clicker(person["id"], shown["message"]["id"], itertools.repeat("count")))
    return clickers


async def _click(client: Client, clickers: Sequence[Clicker], seconds: float) -> Figure:
    taken: list[float] = []
    end = time.perf_counter() + seconds

    async def one(clicker: Clicker) -> None:
        while time.perf_counter() < end:
            done = await client.click(clicker.person, clicker.message, next(clicker.turn))
            if done.get("state") != "answered" or done["kind"] not in ("update", "deferred"):
                raise RuntimeError(f"a click went wrong: {done}")
            taken.append(done["ms"])

    begun = time.perf_counter()
    await asyncio.gather(*(one(clicker) for clicker in clickers))
    spent = time.perf_counter() - begun
    taken.sort()
    return Figure(len(taken) / spent, taken[int(len(taken) * 0.99)])


async def measure(users: Sequence[int], seconds: float = 4.0) -> dict[int, tuple[Figure, Figure]]:
    """By number of users: (ours, bare), on the same stand-in one after the other."""
    found: dict[int, tuple[Figure, Figure]] = {}
    most = max(users)
    people = most + most // (_SEATS - 1) + 2
    async with playground("--people", str(people), "--no-limits") as client:
        async with _bot(client, "bench.bare_bot"):
            clickers = await _bare_messages(client, most)
            bare = {n: await _click(client, clickers[:n], seconds) for n in users}
        await asyncio.sleep(0.5)
        async with _bot(client, "bot", "run"):
            clickers = await _sit_down(client, most)
            for n in users:
                found[n] = await _click(client, clickers[:n], seconds), bare[n]
    return found
