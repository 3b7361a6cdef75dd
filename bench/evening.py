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
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count, cycle
from pathlib import Path
from typing import Any

from bot.wire.ui import Address
from games import GAMES
from games.options import declared
from rig.processes import Client, Wire, components, offered, playground

from . import markdown
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

HEAD = markdown.head(
    *("evening", "clicks", "processor time a click", "bot", "draws", "thinks"),
    *("bare bot, as many edits", "ratio", "requests (counted)", "files", "sent", "memory of all"),
)


async def measure(people: int, form: str, tables: int = TABLES, clicks: int | None = None) -> str:
    """Play an evening, let the bare bot do as many edits, and return a row.

    `clicks` are those of a seat. Figures are per person's click.
    """
    usual = form == USUAL
    clicks = people * (clicks or (DECISIONS if usual else CLICKS))
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "shinrisen.sqlite3"
        async with playground("--people", str(tables * people + 1), "--no-limits") as client:
            pictures = form != "words"
            async with bot(client, file, "bot", "run", pictures=pictures) as process:
                world = await client.ready()
                if form == "stills":
                    await _without_films(client, world)
                await _play(client, file, world, tables, clicks=_FIRST, early=True)
                # The start of the processes isn't part of an evening.
                await process.rest()
                before, cpu, begun = await client.get("/counts"), _cpu(process), time.monotonic()
                await _play(client, file, world, tables, clicks, usual=usual)
                seconds = time.monotonic() - begun
                await process.rest()
                after, spent = await client.get("/counts"), _cpu(process)
                memory = sum(one.share() for _, one in _all(process)) / 2**20
    new = {one: after[one] - before[one] for one in ("counted", "uncounted", "files", "bytes")}
    requests = int(new["counted"] + new["uncounted"])
    alone = await _bare(requests, seconds) * 1000 / clicks
    costs = [(spent[one] - cpu[one]) * 1000 / clicks for one in ("bot", "draws", "thinks")]
    return markdown.row(
        f"{'one person' if people == 1 else f'{people} people'} a table, {FORMS[form]}",
        *(clicks, f"{sum(costs):.1f} ms", *(f"{one:.1f}" for one in costs)),
        *(f"{alone:.1f} ms", f"{sum(costs) / alone:.1f}"),
        f"{requests / clicks:.1f} ({new['counted'] / clicks:.2f})",
        f"{new['files'] / clicks:.1f}",
        *(f"{new['bytes'] / clicks / 1000:.0f} kB", f"{memory:.0f} MB"),
    )


async def _play(
    client: Client,
    file: Path,
    world: Wire,
    tables: int,
    clicks: int,
    *,
    early: bool = False,
    usual: bool = False,
) -> None:
    """Play at all tables. `early`: a person of its own alone, so that all processes run."""
    *people, alone = [person["id"] for person in world["people"]]
    budget, least = iter(range(clicks)), None if usual else _least()
    with closing(sqlite3.connect(file, timeout=10)) as database:
        if early:
            at = next(at for at in count(tables) if _order(at)[0] == GAME.key)
            places = [Place(client, database, [alone], at, least, budget, 0.5)]
        else:
            places = [
                Place(client, database, people[at::tables], at, least, budget)
                for at in range(tables)
            ]
        await asyncio.gather(*(place.play() for place in places))


def _order(number: int) -> list[str]:
    """Return the games in the order of a place."""
    keys = sorted(GAMES)
    first = number % len(keys)
    return keys[first:] + keys[:first]


async def _without_films(client: Client, world: Wire) -> None:
    """Turn films off in the server's settings, as its staff would."""
    staff = next(person["id"] for person in world["people"] if person["staff"])
    channel = world["channels"][0]["id"]
    shown = await client.command(staff, channel, "settings")
    off = str(Address("setmoving", text="off"))
    done = await client.click(staff, shown["message"]["id"], off, force=True)
    if done.get("state") != "answered":
        raise RuntimeError(f"films can't be turned off: {done}")


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

    async def play(self) -> None:
        """Play until the clicks of all tables are used up."""
        made = await self.client.post("/channels", name=f"evening-{self.number}")
        rng = random.Random(self.number)
        await asyncio.sleep(rng.random() * self.pause)
        for turn, key in enumerate(cycle(_order(self.number))):
            computers = _COMPUTERS[1 if self.least is None else turn % 2]
            computers = computers if len(self.people) == 1 else 0
            if not await self._match(key, made["id"], computers, rng):
                return

    async def _match(self, key: str, channel: str, computers: int, rng: random.Random) -> bool:
        """Play one match. Return False once no clicks are left."""
        most = GAMES[key].seats[-1]
        host, *others = self.people[:most]
        options = {} if self.least is None else dict(self.least[key])
        if computers:
            # Some games take three at least.
            least = GAMES[key].seats[0] - 1
            options["computers"] = max(least, min(computers, most - 1))
        if not await self._wait(rng):
            return False
        opened = await self.client.open(host, channel, key, **options)
        panel = opened["message"] or await self.client.announced(host, channel, opened)
        ids = (part.get("custom_id") or "" for part in components(panel["components"]))
        address = next(found for found in map(Address.parse, ids) if found is not None)
        for person, kind in [*((one, "join") for one in others), (host, "start")]:
            if not await self._wait(rng, share=0.2):
                return False
            await self.client.click(person, panel["id"], str(replace(address, kind=kind)))
        return await self._decide([host, *others], address.table_id, rng)

    async def _decide(self, seated: list[str], table: int, rng: random.Random) -> bool:
        live = "select count(*) from tables where id = ? and phase = 'live'"
        while self.database.execute(live, (table,)).fetchone()[0]:
            acted = False
            for person in seated:
                if not offered(await self.client.hand(person)):
                    continue
                await self._pause(rng, share=1 / len(seated))
                # The hand may have changed meanwhile.
                hand = await self.client.hand(person)
                if not (moves := offered(hand)):
                    continue
                at, value = rng.choice(moves)
                if not self._take(decides=at.kind == "move"):
                    return False
                more = {} if value is None else {"values": [value]}
                await self.client.click(person, hand["id"], str(at), **more)
                acted = True
            if not acted:
                await asyncio.sleep(0.2)
        return True

    async def _wait(self, rng: random.Random, share: float = 1.0) -> bool:
        """Pause, and take one click of the budget. Return False if none is left."""
        await self._pause(rng, share)
        return self._take()

    async def _pause(self, rng: random.Random, share: float) -> None:
        await asyncio.sleep(self.pause * share * (0.5 + rng.random()))

    def _take(self, *, decides: bool = False) -> bool:
        """Take a click of the budget, if it counts. Return False if none is left."""
        if self.least is None and not decides:
            return True
        return next(self.budget, None) is not None


async def _bare(edits: int, seconds: float) -> float:
    """Return the processor seconds of a bare bot for a number of edits within that time."""
    left, pause = iter(range(edits)), seconds * _BARE / edits

    async def one(client: Client, sitting: Sitting) -> None:
        await asyncio.sleep(random.random() * pause)
        for _ in left:
            await click(client, sitting)
            await asyncio.sleep(pause * (0.5 + random.random()))

    with tempfile.TemporaryDirectory() as name:
        async with bare(Path(name), _BARE) as (client, process, sittings):
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
