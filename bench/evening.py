"""Cost of a person's click in a whole evening, in all processes of the bot.

At each table one person plays against one or two computers, or four people play each other. The
tables begin with another game each, in its shortest form, and open the next one after its end.
Lobbies, reveals and ends count. Everyone acts about every five seconds, until enough clicks are
done. A bare bot then does as many edits in as much time.

The first evening is one of usual games, as they are by default, against two computers. There only
decisions count as clicks. What lobbies and half choices cost is part of theirs.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from typing import Any

from bot.storage.servers import USUAL_PACE
from games import GAMES
from games.options import declared
from rig.processes import Client, at, offered, playground, set_settings

from . import Row
from .clicking import click
from .filling import GAME, Sitting
from .moves import bare
from .process import Process, bot

TABLES = 20
CLICKS = 340
PEOPLE = (1, 4)
USUAL = "usual"
FORMS = {
    USUAL: "usual games, films",
    "stills": "still pictures",
    "films": "films",
    "words": "words",
}
"""Forms of the screens: with still pictures, with films on top, in words. Usual games have films.
"""
DECISIONS = 1000
"""Clicks in usual games, which take longer to end."""
_PAUSE = 5.0
"""Mean seconds between a person's clicks."""
_FIRST = 5
"""Clicks of one person before the evening, so that all processes run."""
_COMPUTERS = (1, 2)
_BARE = 20
"""People who click at the bare bot."""

HEAD = (
    *("evening", "clicks", "processor time a click", "bot", "draws", "thinks"),
    *("bare bot, as many edits", "ratio", "requests (counted)", "files", "sent", "memory of all"),
)


async def measure(people: int, form: str, tables: int = TABLES, clicks: int | None = None) -> Row:
    """Play an evening, let the bare bot do as many edits, and return a row.

    `clicks` are those of a seat. Figures are per person's click.
    """
    usual = form == USUAL
    clicks = people * (clicks or (DECISIONS if usual else CLICKS))
    async with AsyncExitStack() as stack:
        file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "shinrisen.sqlite3"
        there = playground("--people", str(tables * people + 1), "--no-limits")
        client = await stack.enter_async_context(there)
        sets = {"SHINRISEN_DATABASE": str(file)}
        if form == "words":
            sets["SHINRISEN_PICTURES"] = "off"
        await set_settings(client, file, pace=USUAL_PACE, moving=form != "stills")
        process = await stack.enter_async_context(bot(client, sets, "bot", "run"))
        world = await client.ready()
        database = stack.enter_context(closing(sqlite3.connect(file, timeout=10)))
        *ids, alone = [person["id"] for person in world["people"]]
        # A person alone brings up all processes: their start isn't part of an evening.
        number = next(number for number in count(tables) if _order(number)[0] == GAME.key)
        early = Place(client, database, [alone], number, _least(), iter(range(_FIRST)), 0.5)
        await early.play()
        await process.rest()
        before, cpu, begun = await client.get("/counts"), _cpu(process), time.monotonic()
        least, budget = None if usual else _least(), iter(range(clicks))
        places = [
            Place(client, database, ids[number::tables], number, least, budget)
            for number in range(tables)
        ]
        await asyncio.gather(*(place.play() for place in places))
        seconds = time.monotonic() - begun
        await process.rest()
        after, spent = await client.get("/counts"), _cpu(process)
        memory = sum(one.share() for _, one in _all(process)) / 2**20
    new = {one: after[one] - before[one] for one in ("counted", "uncounted", "files", "bytes")}
    requests = int(new["counted"] + new["uncounted"])
    alone = await _bare(requests, seconds) * 1000 / clicks
    costs = [(spent[one] - cpu[one]) * 1000 / clicks for one in ("bot", "draws", "thinks")]
    return (
        f"{'one person' if people == 1 else f'{people} people'} a table, {FORMS[form]}",
        *(clicks, f"{sum(costs):.1f} ms", *(f"{one:.1f}" for one in costs)),
        *(f"{alone:.1f} ms", f"{sum(costs) / alone:.1f}"),
        f"{requests / clicks:.1f} ({new['counted'] / clicks:.2f})",
        f"{new['files'] / clicks:.1f}",
        *(f"{new['bytes'] / clicks / 1000:.0f} kB", f"{memory:.0f} MB"),
    )


def _order(number: int) -> list[str]:
    """Return the games in the order of a place."""
    keys = sorted(GAMES)
    first = number % len(keys)
    return keys[first:] + keys[:first]


def _least() -> dict[str, dict[str, Any]]:
    """Return the least value of each game's numeric options: the shortest matches."""
    return {
        key: {
            name: one.values[0]
            for name, one in declared(game.Options).items()
            if isinstance(one.values, range)
        }
        for key, game in GAMES.items()
    }


class _UsedUp(Exception):
    """No clicks are left."""


@dataclass
class Place:
    """A channel with the people of one table, one match after another.

    least: the options of the shortest matches. None: games are usual, and decisions count alone.
    """

    client: Client
    database: sqlite3.Connection
    people: list[str]
    number: int
    least: Mapping[str, dict[str, Any]] | None
    budget: Iterator[int]
    pause: float = _PAUSE

    def __post_init__(self) -> None:
        self.rng = random.Random(self.number)

    async def play(self) -> None:
        """Play until the clicks of all tables are used up."""
        made = await self.client.post("/channels", name=f"evening-{self.number}")
        await asyncio.sleep(self.rng.random() * self.pause)
        with suppress(_UsedUp):
            for turn, key in enumerate(cycle(_order(self.number))):
                options = {} if self.least is None else dict(self.least[key])
                if len(self.people) == 1:
                    # Some games take three at least.
                    fewest, most = GAMES[key].seats[0] - 1, GAMES[key].seats[-1] - 1
                    computers = _COMPUTERS[1 if self.least is None else turn % 2]
                    options["computers"] = max(fewest, min(computers, most))
                await self._match(key, made["id"], options)

    async def _match(self, key: str, channel: str, options: dict[str, Any]) -> None:
        seated = self.people[: GAMES[key].seats[-1]]
        host, *others = seated
        await self._pause()
        self._take()
        opened = await self.client.open(host, channel, key, **options)
        panel = opened["message"] or await self.client.announced(host, channel, opened)
        for person, kind in [*((one, "join") for one in others), (host, "start")]:
            await self._pause(0.2)
            self._take()
            await self.client.click(person, panel["id"], at(panel, kind))
        live = "select count(*) from tables where channel_id = ? and phase = 'live'"
        while self.database.execute(live, (int(channel),)).fetchone()[0]:
            if not any([await self._decide(person, 1 / len(seated)) for person in seated]):
                await asyncio.sleep(0.2)

    async def _decide(self, person: str, share: float) -> bool:
        """Make a random move. Return False if there is none."""
        if not offered(await self.client.hand(person)):
            return False
        await self._pause(share)
        # The hand may have changed meanwhile.
        hand = await self.client.hand(person)
        if not (moves := offered(hand)):
            return False
        address, value = self.rng.choice(moves)
        self._take(decides=address.kind == "move")
        more = {} if value is None else {"values": [value]}
        await self.client.click(person, hand["id"], str(address), **more)
        return True

    async def _pause(self, share: float = 1.0) -> None:
        await asyncio.sleep(self.pause * share * (0.5 + self.rng.random()))

    def _take(self, *, decides: bool = False) -> None:
        """Take a click of the budget, if it counts."""
        if (decides or self.least is not None) and next(self.budget, None) is None:
            raise _UsedUp


async def _bare(edits: int, seconds: float) -> float:
    """Return the processor seconds of a bare bot for a number of edits within that time."""
    left, pause = iter(range(edits)), seconds * _BARE / edits

    async def one(client: Client, sitting: Sitting) -> None:
        await asyncio.sleep(random.random() * pause)
        for _ in left:
            await click(client, sitting)
            await asyncio.sleep(pause * (0.5 + random.random()))

    with tempfile.TemporaryDirectory() as name:
        async with bare(Path(name), _BARE) as (client, [process], sittings):
            await process.rest()
            before = process.cpu()
            await asyncio.gather(*(one(client, sitting) for sitting in sittings))
            return process.cpu() - before


def _cpu(process: Process) -> dict[str, float]:
    """Return the processor seconds of the bot, and of the processes that draw and think."""
    found = {"bot": 0.0, "draws": 0.0, "thinks": 0.0}
    for name, one in _all(process):
        found[name] += one.cpu()
    return found


def _all(process: Process) -> Iterator[tuple[str, Process]]:
    yield "bot", process
    for child in process.children():
        # Only the process that draws has loaded the fonts' library.
        maps = Path(f"/proc/{child.pid}/maps").read_text(encoding="utf-8")
        yield "draws" if "_imagingft" in maps else "thinks", child
