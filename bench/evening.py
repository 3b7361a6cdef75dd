"""Cost of a person's click in a whole evening, in all processes of the bot.

At each table one person plays against one or two computers, or four people play each other, one
game after another. Everyone acts about every five seconds, until enough clicks are done. Lobbies,
reveals and ends count. A bare bot is then clicked as often as the bot sent requests, in as long.

The first evening is one of usual games against two computers, where only decisions count as clicks.
Their cost includes that of lobbies and half choices. Later evenings have the shortest games.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bot.run.health import pss
from bot.storage.servers import USUAL_PACE
from games import GAMES
from games.options import declared
from rig.processes import Client, at, offered, playground, set_settings

from . import Row
from .clicking import clicking
from .filling import GAME
from .moves import bare
from .process import Process, bot

TABLES = 20
CLICKS = 340
"""Clicks of a seat."""
PEOPLE = (1, 4)
USUAL = "usual"
FORMS = {
    USUAL: "usual games, films",
    "stills": "still pictures",
    "films": "films",
    "words": "words",
}
"""Forms of the screens: with still pictures, with films on top, in words."""
DECISIONS = 1000
"""Clicks in usual games, which take longer to end."""
_PAUSE = 5.0
"""Mean seconds between a person's clicks."""
_FIRST = 5
"""Clicks of one person before the evening, so that all processes run."""
_BARE = 20
"""People who click at the bare bot."""

HEAD = (
    *("evening", "clicks", "processor time a click", "bot", "draws", "thinks"),
    *("bare bot, as many edits", "ratio", "requests (counted)", "files", "sent", "memory of all"),
)


async def measure(people: int, form: str) -> Row:
    """Play an evening, then click the bare bot as often as the bot sent requests."""
    usual = form == USUAL
    clicks = people * (DECISIONS if usual else CLICKS)
    async with AsyncExitStack() as stack:
        file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "shinrisen.sqlite3"
        there = playground("--people", str(TABLES * people + 1), "--no-limits")
        client = await stack.enter_async_context(there)
        sets = {"SHINRISEN_DATABASE": str(file)}
        sets |= {"SHINRISEN_PICTURES": "off"} if form == "words" else {}
        await set_settings(client, file, pace=USUAL_PACE, moving=form != "stills")
        process = await stack.enter_async_context(bot(client, sets, "bot", "run"))
        database = stack.enter_context(closing(sqlite3.connect(file, timeout=10)))
        *ids, alone = client.people
        # A person alone brings up all processes: their start isn't part of an evening.
        first = sorted(GAMES).index(GAME.key)
        await Place(client, database, [alone], first, _least(), iter(range(_FIRST)), 0.5).play()
        await process.rest()
        before, cpu, begun = await client.get("/counts"), _cpu(process), time.monotonic()
        least = None if usual else _least()
        left = iter(range(clicks))
        places = [Place(client, database, ids[n::TABLES], n, least, left) for n in range(TABLES)]
        await asyncio.gather(*(place.play() for place in places))
        seconds = time.monotonic() - begun
        await process.rest()
        after, spent = await client.get("/counts"), _cpu(process)
        memory = sum(pss(str(one.pid)) for _, one in _all(process)) / 2**20
    new = {one: after[one] - before[one] for one in ("counted", "uncounted", "files", "bytes")}
    requests = int(new["counted"] + new["uncounted"])
    plain = await _bare(requests, seconds) / clicks
    costs = [(spent[one] - cpu[one]) * 1000 / clicks for one in ("bot", "draws", "thinks")]
    return (
        f"{'one person' if people == 1 else f'{people} people'} a table, {FORMS[form]}",
        *(clicks, f"{sum(costs):.1f} ms", *(f"{one:.1f}" for one in costs)),
        *(f"{plain:.1f} ms", f"{sum(costs) / plain:.1f}"),
        f"{requests / clicks:.1f} ({new['counted'] / clicks:.2f})",
        f"{new['files'] / clicks:.1f}",
        *(f"{new['bytes'] / clicks / 1000:.0f} kB", f"{memory:.0f} MB"),
    )


def _least() -> dict[str, dict[str, Any]]:
    """Return the least value of each game's numeric options: the shortest matches."""
    every = {key: declared(game.Options).items() for key, game in GAMES.items()}
    return {
        key: {name: one.values[0] for name, one in options if isinstance(one.values, range)}
        for key, options in every.items()
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
            for turn, key in enumerate(islice(cycle(sorted(GAMES)), self.number, None)):
                options = {} if self.least is None else dict(self.least[key])
                if len(self.people) == 1:
                    # Some games take three at least.
                    wanted, seats = 3 if self.least is None else 2 + turn % 2, GAMES[key].seats
                    options["computers"] = min(max(wanted, seats[0]), seats[-1]) - 1
                await self._match(key, made["id"], options)

    async def _match(self, key: str, channel: str, options: dict[str, Any]) -> None:
        seated = self.people[: GAMES[key].seats[-1]]
        host, *others = seated
        await self._pause()
        self._take()
        opened = await self.client.open(host, channel, key, **options)
        panel = await self.client.announced(host, channel, opened)
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
        if moves := offered(hand):
            address, value = self.rng.choice(moves)
            self._take(decides=address.kind == "move")
            await self.client.click(person, hand["id"], address, value)
        return bool(moves)

    async def _pause(self, share: float = 1.0) -> None:
        await asyncio.sleep(self.pause * share * (0.5 + self.rng.random()))

    def _take(self, *, decides: bool = False) -> None:
        """Take a click of the budget, if it counts."""
        if (decides or self.least is not None) and next(self.budget, None) is None:
            raise _UsedUp


async def _bare(clicks: int, seconds: float) -> float:
    """Return the processor ms of a bare bot for that number of clicks, spread over that time."""
    with tempfile.TemporaryDirectory() as name:
        async with bare(Path(name), _BARE) as (client, processes, sittings):
            await processes[0].rest()
            pause = seconds * _BARE / clicks
            return clicks * (await clicking(client, processes, sittings, seconds, pause)).cpu


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
