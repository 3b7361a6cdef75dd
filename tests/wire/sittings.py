"""People at a table who click random controls of their screens and record the answers."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bot.wire.ui import Address
from games import GAMES
from rig import LIMIT
from rig.processes import (
    Bot,
    Client,
    Wire,
    addressed,
    answered,
    at,
    offered,
    playground,
    running_bot,
    words,
)
from rig.waits import found
from tests.examples import ALL_AT_ONCE
from tests.games.hands import LASTING

SEATS = {key: min(3, game.seats[-1]) for key, game in GAMES.items()}
"""Every game, and how many people the tests seat at it."""
OPTIONS: dict[str, dict[str, Any]] = LASTING
"""Options of matches without pauses that take a while, but not too long."""

CHANGES = 0.1
"""Chance that a person changes a choice."""


@dataclass(frozen=True)
class Answered:
    """A clicked move with its answer. `began` and `ended` are times, to find it in a log."""

    table: int
    person: int
    stage: int
    text: str
    message: Wire
    began: float
    ended: float


def tables(message: Wire) -> set[int]:
    """Return the tables of a message's controls."""
    return {address.table_id for _, address in addressed(message)}


def says_over(said: str) -> bool:
    """Return True if a panel or hand says that the match is over."""
    return "the end" in said or "Match called off" in said


def counted(log: list[Wire]) -> list[Wire]:
    """Return the requests counted in Discord's global limit of 50 a second."""
    return [r for r in log if not r["path"].startswith(("/webhooks/", "/interactions/"))]


@asynccontextmanager
async def served(
    folder: Path, *arguments: str, sets: dict[str, str] | None = None, **more: Any
) -> AsyncIterator[tuple[Client, Bot]]:
    """Run a playground with these arguments, and the bot on it."""
    async with playground(*arguments, **more) as client:
        async with running_bot(client, folder, sets) as bot:
            yield client, bot


async def at_once(folder: Path, test: Callable[..., Awaitable[None]], *cases: Any) -> None:
    """Run a test's cases at once, because each is mostly waiting. A failure notes its case."""

    async def one(number: int, case: Any) -> None:
        (own := folder / str(number)).mkdir()
        try:
            await test(own, *(case if isinstance(case, tuple) else (case,)))
        except Exception as error:
            error.add_note(f"case {case}")
            raise

    async with asyncio.TaskGroup() as group:
        for number, case in enumerate(cases):
            group.create_task(one(number, case))


class Sitting:
    """People who play matches of a game at one table after another."""

    def __init__(
        self,
        client: Client,
        rng: random.Random,
        game: str = ALL_AT_ONCE,
        *,
        people: Sequence[str] = (),
        channel: str = "",
    ) -> None:
        self.client, self.rng, self.game = client, rng, game
        self.people = list(people) or client.people[: SEATS[game]]
        self.channel = channel or client.channels[0]
        self.table = 0
        self.tables: list[int] = []
        self.answers: list[Answered] = []
        self.picked: dict[str, set[str]] = {}
        self.clicks = 0
        self.failed = 0
        # Chance of another choice instead of the one made.
        self.changes = CHANGES
        # Number of newest messages to read (0: all).
        self.latest = 0

    async def start(self, **options: Any) -> None:
        """Open a table, join and start."""
        host, *others = self.people
        opened = await self.client.open(host, self.channel, self.game, **options)
        panel = await self.client.announced(host, self.channel, opened)
        join = at(panel, "join")
        self.table = next(addressed(panel))[1].table_id
        self.tables.append(self.table)
        self.picked.clear()
        async with asyncio.timeout(LIMIT):
            while others:
                # Under load the answer is deferred: the seat is taken later.
                await asyncio.gather(*(self._press(person, panel["id"], join) for person in others))
                others = await self.missing()
        # Under load the panel shows a new player late.
        press = partial(self._press, host, panel["id"], at(panel, "start"))
        done = await found(press, lambda done: "error" not in done)
        assert done.get("state") == "answered", done

    async def missing(self) -> list[str]:
        """Return the people whose click on *Join* was lost, as far as that is known."""
        return []

    async def _press(self, person: str, message: str, button: str) -> Wire:
        """Press a button, again while it can't be saved. Return the outcome."""

        async def once() -> tuple[Wire, list[str]]:
            done = await self.client.click(person, message, button, patient=True)
            seen = await self.client.messages(person, self.channel, last=10)
            return done, [words(m) for m in seen if answered(m) == done.get("interaction")]

        done, _ = await found(
            once, lambda one: not any("can't be saved" in said for said in one[1])
        )
        return done

    async def choose(self, person: str) -> bool:
        """Click a random control if a decision is due. Return True if the match is over."""
        hand = await self.hand(person)
        if hand is None:
            # It hasn't arrived yet.
            return False
        if says_over(said := words(hand)):
            return True
        offers = [c for c in offered(hand) if c[0].table_id == self.table]
        if not offers or ("Chosen:" in said and self.rng.random() >= self.changes):
            return False
        moves = [choice for choice in offers if choice[0].kind == "move"]
        picks = [choice for choice in offers if choice[0].kind == "pick"]
        either = moves if moves and (not picks or self.rng.random() < 0.5) else picks
        address, value = self.rng.choice(either)
        await self.click(person, hand["id"], address, value)
        return False

    async def click(self, person: str, message: str, address: Address, value: str | None) -> Wire:
        """Click or select a control and return the result. Record it if it confirms a move."""
        text = address.text if value is None else value
        if address.kind == "pick":
            self.picked.setdefault(person, {""}).add(text)
        began = time.time()
        done = await self.client.click(person, message, address, value)
        self.clicks += 1
        self.failed += done.get("state") == "failed"
        updated = done.get("state") == "answered" and done["kind"] == "update"
        if updated and address.kind == "move":
            clicked = self.table, int(person), address.stage, text, done["message"]
            self.answers.append(Answered(*clicked, began, time.time()))
        return done

    async def hand(self, person: str) -> Wire | None:
        """Return the newest direct message of this table, or None."""
        shown = await self._shown(person, "dm")
        return shown[-1] if shown else None

    async def panel(self) -> Wire:
        """Return the newest public message of this table in the channel. Wait for one."""
        # It may be deleted, and its successor on its way.
        return (await found(self.panels))[-1]

    async def panels(self) -> list[Wire]:
        """Return the public messages of this table in the channel, oldest first."""
        return await self._shown(self.people[0], self.channel)

    async def _shown(self, person: str, where: str) -> list[Wire]:
        """Return the messages of this table that a person sees there, without private answers."""
        # Private answers and other tables' messages may stand below them.
        for last in dict.fromkeys((self.latest, 0)):
            seen = await self.client.messages(person, where, last)
            if own := [m for m in seen if m["ephemeral_for"] is None and self.table in tables(m)]:
                return own
        return []

    async def play(self, seconds: float, pause: float = 0.01) -> bool:
        """Click as all players for that time. Return True if the match is over."""

        async def one(person: str) -> None:
            while not await self.choose(person):
                await asyncio.sleep(pause)

        tasks = [asyncio.ensure_future(one(person)) for person in self.people]
        await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        errors = [e for e in ended if isinstance(e, Exception)]
        assert not errors, errors
        return not any(ended)

    async def private(self) -> list[str]:
        """Return what private answers said to these people, in the channel and in messages."""
        ways = [(person, where) for person in self.people for where in ("dm", self.channel)]
        seen = [(person, await self.client.messages(person, where)) for person, where in ways]
        return [words(m) for who, some in seen for m in some if m["ephemeral_for"] == who]


async def sat(client: Client, **options: Any) -> Sitting:
    """Start a match of the first people."""
    await client.ready()
    sitting = Sitting(client, random.Random(1))
    await sitting.start(**options)
    return sitting


async def five(client: Client, rng: random.Random, parent: str = "") -> list[Sitting]:
    """Return a table of each game, with people and a channel of its own.

    Every second one is a thread of `parent`, if given.
    """
    people, sittings = client.people, list[Sitting]()
    for game, seats in SEATS.items():
        mine, people = people[:seats], people[seats:]
        below = {"parent": parent} if parent and len(sittings) % 2 else {}
        made = await client.post("/channels", name=game, **below)
        sittings.append(Sitting(client, rng, game, people=mine, channel=made["id"]))
    return sittings


async def start(sittings: Sequence[Sitting], over: Sequence[bool] = ()) -> None:
    """Start all tables, or another match where one is over."""
    for sitting, ended in zip(sittings, over or [True] * len(sittings), strict=True):
        if ended:
            await sitting.start(**OPTIONS[sitting.game])


async def play(sittings: Sequence[Sitting], seconds: float) -> list[bool]:
    """Play at all tables for that time. Return for each if its match is over."""
    return await asyncio.gather(*(sitting.play(seconds) for sitting in sittings))
