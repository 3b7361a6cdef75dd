"""Playground and bot as separate processes, connected by real HTTP."""

import asyncio
import multiprocessing
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from bot.storage import Database
from bot.storage.servers import ServerSettings, save_settings
from bot.wire.ui import Address
from rig import LIMIT

from .forks import Forked

Wire = dict[str, Any]


def components(parts: list[Wire]) -> Iterator[Wire]:
    """Yield all components, nested ones too."""
    for part in parts:
        yield part
        yield from components(part.get("components", []))
        if beside := part.get("accessory"):
            yield beside


def words(message: Wire) -> str:
    """Return all text of a message."""
    return "\n".join(c["content"] for c in components(message["components"]) if c["type"] == 10)


def buttons(message: Wire) -> dict[str, str]:
    """Return the live buttons of a message: label → custom_id."""
    found = [c for c in components(message["components"]) if c["type"] == 2 and "label" in c]
    return {c["label"]: c["custom_id"] for c in found if not c.get("disabled")}


def at(message: Wire, kind: str, stage: int = 0, text: str = "") -> str:
    """Return a custom_id of another kind with a message's table. Raises KeyError without any."""
    found = (part.get("custom_id") or "" for part in components(message["components"]))
    shown = next(filter(None, map(Address.parse, found)), None)
    if shown is None:
        raise KeyError(words(message))
    return str(replace(shown, kind=kind, stage=stage, text=text))


def offered(hand: Wire) -> list[tuple[Address, str | None]]:
    """Return the live controls of a hand, with each value of a select."""
    found: list[tuple[Address, str | None]] = []
    for part in components(hand["components"]):
        address = Address.parse(part.get("custom_id") or "")
        if address is None or address.kind not in ("move", "pick") or part.get("disabled"):
            continue
        values = [option["value"] for option in part.get("options") or []]
        found += [(address, value) for value in values or [None]]
    return found


class Client:
    """The people of a playground, acting through its page API."""

    def __init__(self, http: aiohttp.ClientSession, token: str, api: str) -> None:
        self.http = http
        self.token = token
        self.api = api
        # True if each act waits for the effect of a deferred answer.
        self.patient = False
        # Outcomes of all acts.
        self.states: Counter[str] = Counter()

    def environment(self, **sets: str) -> dict[str, str]:
        """Return the variables of a bot that connects to this playground."""
        here = {"DISCORD_TOKEN": self.token, "SHINRISEN_DISCORD_API": self.api}
        return os.environ | here | sets

    async def get(self, path: str) -> Any:
        """Return the JSON of an address."""
        async with self.http.get(f"/people{path}") as answer:
            return await answer.json()

    async def post(self, path: str, **body: Any) -> Wire:
        """Act and return the outcome."""
        told = body | {"patient": True} if self.patient else body
        async with self.http.post(f"/people{path}", json=told) as answer:
            done: Wire = await answer.json()
        if isinstance(done, dict) and "state" in done:
            self.states[done["state"]] += 1
        return done

    async def ask(self, method: str, path: str, **body: Any) -> Any:
        """Send a request to Discord as the bot, and return its answer, None without content."""
        head = {"Authorization": f"Bot {self.token}"}
        async with self.http.request(method, self.api + path, json=body, headers=head) as answer:
            assert answer.status < 300, await answer.text()
            return await answer.json() if answer.status == 200 else None

    async def ready(self, seconds: float = LIMIT) -> Wire:
        """Wait until the bot and its commands are online and return the world."""
        async with asyncio.timeout(seconds):
            while True:
                world: Wire = await self.get("/world")
                if world["bot"]["online"] and world["commands"]:
                    return world
                await asyncio.sleep(0.05)

    async def connected(self, count: int) -> None:
        """Wait until the bot has `count` connections."""
        async with asyncio.timeout(LIMIT):
            while (await self.get("/world"))["bot"]["connections"] != count:
                await asyncio.sleep(0.02)

    async def command(self, user: str, channel: str, name: str, **options: Any) -> Wire:
        """Run a slash command."""
        return await self.post(f"/{user}/command", channel=channel, name=name, options=options)

    async def open(self, user: str, channel: str, game: str, **options: Any) -> Wire:
        """Open a table, and set options by its form. Return the outcome of the command."""
        typed = {name: options.pop(name) for name in ("computers",) if name in options}
        done = await self.command(user, channel, game, **typed)
        if options:
            panel = done["message"] or await self.announced(user, channel, done)
            said = {name: _told(value) for name, value in options.items()}
            for _ in range(5):
                # On a busy machine a form comes too late for Discord.
                form = await self.click(user, panel["id"], at(panel, "options"), force=True)
                if form.get("modal"):
                    await self.post(f"/{user}/modal", interaction=form["interaction"], values=said)
                    break
                await asyncio.sleep(0.1)
        return done

    async def act(self, user: str, panel: Wire, kind: str, *values: str) -> Wire:
        """Use a control behind a panel's ⋯, offered or not. Return the outcome."""
        more = await self.click(user, panel["id"], at(panel, "more"), force=True, patient=True)
        given = {"values": [*values]} if values else {}
        where, control = (more.get("message") or panel)["id"], at(panel, kind)
        return await self.click(user, where, control, force=True, patient=True, **given)

    async def click(self, user: str, message: str, custom_id: str, **more: Any) -> Wire:
        """Click a button."""
        return await self.post(f"/{user}/component", message=message, custom_id=custom_id, **more)

    async def announced(self, user: str, channel: str, done: Wire, seconds: float = LIMIT) -> Wire:
        """Wait for the message that answers a command, in case it was deferred."""
        async with asyncio.timeout(seconds):
            while True:
                for seen in await self.messages(user, channel, last=30):
                    answered = seen.get("interaction_metadata") or {}
                    if answered.get("id") == done["interaction"]:
                        return seen
                await asyncio.sleep(0.05)

    async def messages(self, user: str, channel: str = "dm", last: int = 0) -> list[Wire]:
        """Return the messages that a person sees, oldest first, or the `last` newest."""
        seen: list[Wire] = await self.get(f"/{user}/channels/{channel}/messages?last={last}")
        return seen

    async def hand(self, user: str) -> Wire:
        """Wait for a direct message and return the newest that is not ephemeral."""
        async with asyncio.timeout(LIMIT):
            while True:
                seen = [m for m in await self.messages(user) if m["ephemeral_for"] is None]
                if seen:
                    return seen[-1]
                await asyncio.sleep(0.05)

    async def dealt(self, user: str, seconds: float = LIMIT) -> Wire:
        """Wait until the newest direct message is a hand with a move button and return it.

        The welcome has buttons too: *Rules* and *Fairness*.
        """
        async with asyncio.timeout(seconds):
            while True:
                hand = await self.hand(user)
                if any(":move:" in custom_id for custom_id in buttons(hand).values()):
                    return hand
                await asyncio.sleep(0.05)


@asynccontextmanager
async def listening(client: Client, hear: Callable[[Wire], object]) -> AsyncIterator[None]:
    """Pass each request of the bots to `hear`, without a gap: all so far, and those of the block.

    Fails with the block if `hear` does.
    """
    number = 0

    async def fetch() -> None:
        nonlocal number
        for one in await client.get(f"/log?after={number}"):
            assert one["number"] == number + 1, "the playground forgot before it was asked"
            number = one["number"]
            hear(one)

    async def listen() -> None:
        while True:
            await asyncio.sleep(0.2)
            await fetch()

    await fetch()
    task = asyncio.ensure_future(listen())
    try:
        yield
        assert not task.done(), task.exception()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await fetch()


def _told(value: Any) -> str:
    """Return an answer of a form."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


GONE = "The referenced attachment was not found."


@asynccontextmanager
async def playground(*arguments: str, refused: Sequence[str] = ()) -> AsyncIterator[Client]:
    """Serve a playground without a bot in a process of its own.

    Fails at the end if bots sent a request that Discord would refuse as invalid. `refused`: texts
    of the refusals that a test brings about, by files or emojis that are gone.
    """
    reading, writing = multiprocessing.Pipe(duplex=False)
    given = ("--no-bot", "--port", "0", *arguments)
    process = Forked("playground.__main__", given, out=writing).begin()
    writing.close()
    try:
        lines = await asyncio.to_thread(_lines, reading, 3)
        address = lines[0].removeprefix("Playground: ")
        token, api = (line.partition("=")[2] for line in lines[1:])
        timeout = aiohttp.ClientTimeout(total=LIMIT)
        # No limit: no person waits for the connection of another.
        line = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(address, timeout=timeout, connector=line) as http:
            client = Client(http, token, api)
            yield client
            wrong = (await client.get("/counts"))["invalid"]
            wrong = [one for one in wrong if not any(text in one for text in refused)]
            assert not wrong, f"Discord wouldn't take that: {wrong}"
    finally:
        await process.end()


def _lines(reading: Connection, count: int) -> list[str]:
    with reading, open(reading.fileno(), encoding="utf-8", closefd=False) as out:
        return [out.readline().strip() for _ in range(count)]


class Bot(Forked):
    """`python -m bot run` without waits (rig/quick.py). Tests kill and restart it."""

    def __init__(
        self, client: Client, database: Path, log: Path, sets: dict[str, str] | None = None
    ) -> None:
        # Defaults: direct messages open without a limit, and everything is in words.
        usual = {"SHINRISEN_DIRECTS_PER_MINUTE": "100000", "SHINRISEN_PICTURES": "off"}
        sets = {"SHINRISEN_DATABASE": str(database)} | (sets or {})
        environment = usual | client.environment(**sets)
        super().__init__("rig.quick", ["run"], environment=environment, log=log)
        self._log = log

    async def start(self) -> None:
        """Start the process. It is ready when the playground says so."""
        self.begin()

    def logged(self) -> str:
        """Return the log so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    async def says(self, what: str) -> None:
        """Wait until the log contains this text."""
        async with asyncio.timeout(LIMIT):
            while what not in self.logged():
                await asyncio.sleep(0.05)


@asynccontextmanager
async def running_bot(
    client: Client, folder: Path, sets: dict[str, str] | None = None
) -> AsyncIterator[Bot]:
    """Run the bot on a database in a folder, and end it with SIGTERM.

    The server has no time limit.
    """
    if not (file := folder / "shinrisen.sqlite3").exists():
        file.write_bytes(just_made())
    await set_settings(client, file)
    async with running_bot_unready(client, folder, sets) as bot:
        await client.ready()
        yield bot


@cache
def just_made() -> bytes:
    """Make a new database once: it takes the bot as long as the rest of its start."""

    async def make(file: Path) -> bytes:
        await (await Database.open(file)).close()
        return file.read_bytes()

    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, make(Path(folder) / "made.sqlite3")).result()


async def set_settings(client: Client, where: Path | str, **given: Any) -> None:
    """Store settings of all servers before a bot reads them: by default no time limit."""
    database = await Database.open(where)
    for server in (await client.get("/world"))["servers"]:
        await save_settings(database, int(server), ServerSettings(**given))
    await database.close()


@asynccontextmanager
async def running_bot_unready(
    client: Client, folder: Path, sets: dict[str, str] | None = None
) -> AsyncIterator[Bot]:
    """Run the bot without waiting until it is ready. It may log no traceback."""
    bot = Bot(client, folder / "shinrisen.sqlite3", folder / "bot.log", sets)
    await bot.start()
    try:
        yield bot
    finally:
        await bot.end()
    assert "Traceback" not in bot.logged(), bot.logged()
