"""Playground and bot as separate processes, connected by real HTTP."""

import asyncio
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache, partial
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
from .waits import found, until

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
    shown = [c for c in components(message["components"]) if c["type"] == 2 and "label" in c]
    return {c["label"]: c["custom_id"] for c in shown if not c.get("disabled")}


def addressed(message: Wire) -> Iterator[tuple[Wire, Address]]:
    """Yield the controls of a message, with their addresses."""
    for part in components(message.get("components") or []):
        if address := Address.parse(part.get("custom_id") or ""):
            yield part, address


def at(message: Wire, kind: str, stage: int = 0, text: str = "") -> str:
    """Return a custom_id of another kind with a message's table. Raises KeyError without any."""
    for _, shown in addressed(message):
        return str(replace(shown, kind=kind, stage=stage, text=text))
    raise KeyError(words(message))


def answered(message: Wire) -> str:
    """Return the id of the interaction that a message answers, or ""."""
    return str((message.get("interaction_metadata") or {}).get("id", ""))


def offered(hand: Wire) -> list[tuple[Address, str | None]]:
    """Return the live controls of a hand, with each value of a select."""
    return [
        (address, value)
        for part, address in addressed(hand)
        if address.kind in ("move", "pick") and not part.get("disabled")
        for value in [option["value"] for option in part.get("options") or []] or [None]
    ]


class Client:
    """The people of a playground, acting through its page API.

    `people`, `channels`, `servers` and `guild`: ids that the playground began with. `page`: its
    address. `patient`: each act waits for the effect of a deferred answer. `states`: all outcomes.
    """

    def __init__(self, http: aiohttp.ClientSession, token: str, api: str, world: Wire) -> None:
        self.http, self.token, self.api = http, token, api
        self.people = [str(person["id"]) for person in world["people"]]
        self.channels = [str(channel["id"]) for channel in world["channels"]]
        self.servers: list[str] = world["servers"]
        self.guild = int(world["guild"]["id"])
        self.page = api.removesuffix("/api/v10")
        self.patient = False
        self.states = Counter[str]()

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

    async def world(self) -> Wire:
        """Return what this Discord has: the bot, servers, channels, people and commands."""
        return dict(await self.get("/world"))

    async def ready(self, seconds: float = LIMIT) -> Wire:
        """Wait until the bot and its commands are online and return the world."""
        return await found(self.world, lambda w: w["bot"]["online"] and w["commands"], seconds)

    async def connected(self, count: int) -> None:
        """Wait until the bot has `count` connections."""
        await found(self.world, lambda w: w["bot"]["connections"] == count)

    async def command(self, user: str, channel: str, name: str, **options: Any) -> Wire:
        """Run a slash command."""
        return await self.post(f"/{user}/command", channel=channel, name=name, options=options)

    async def open(self, user: str, channel: str, game: str, **options: Any) -> Wire:
        """Open a table, and set options by its form. Return the outcome of the command."""
        typed = {name: options.pop(name) for name in ("computers",) if name in options}
        done = await self.command(user, channel, game, **typed)
        said = {k: ("no", "yes")[v] if isinstance(v, bool) else str(v) for k, v in options.items()}
        if said:
            panel = await self.announced(user, channel, done)
            press = partial(self.click, user, panel["id"], at(panel, "options"), force=True)
            # On a busy machine a form comes too late for Discord.
            form = await found(press, lambda form: form.get("modal"), 20)
            sent = await self.post(f"/{user}/modal", interaction=form["interaction"], values=said)
            assert "error" not in sent, sent
        return done

    async def act(self, user: str, panel: Wire, kind: str, value: str | None = None) -> Wire:
        """Use a control behind a panel's ⋯, offered or not. Return the outcome."""
        more = await self.click(user, panel["id"], at(panel, "more"), force=True, patient=True)
        where = (more.get("message") or panel)["id"]
        return await self.click(user, where, at(panel, kind), value, force=True, patient=True)

    async def click(
        self, user: str, message: str, control: str | Address, value: str | None = None, **more: Any
    ) -> Wire:
        """Click a button, or choose a value of a select."""
        more |= {"message": message, "custom_id": str(control)}
        more |= {} if value is None else {"values": [value]}
        return await self.post(f"/{user}/component", **more)

    async def announced(self, user: str, channel: str, done: Wire) -> Wire:
        """Return the message that answers a command, once it is there."""

        async def answers() -> list[Wire]:
            seen = await self.messages(user, channel, last=30)
            return [m for m in seen if answered(m) == done["interaction"]]

        return done["message"] or (await found(answers))[0]

    async def messages(self, user: str, channel: str = "dm", last: int = 0) -> list[Wire]:
        """Return the messages that a person sees, oldest first, or the `last` newest."""
        return list(await self.get(f"/{user}/channels/{channel}/messages?last={last}"))

    async def directs(self, user: str, last: int = 0) -> list[Wire]:
        """Return the direct messages without private answers."""
        return [m for m in await self.messages(user, last=last) if m["ephemeral_for"] is None]

    async def hand(self, user: str) -> Wire:
        """Wait for a direct message and return the newest that is not ephemeral."""
        return (await found(lambda: self.directs(user)))[-1]

    async def dealt(self, user: str) -> Wire:
        """Wait for a hand with a move button and return it. The welcome has other buttons."""
        return await found(lambda: self.hand(user), lambda h: ":move:" in str(buttons(h)))


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
            async with http.get("/people/world") as answer:
                client = Client(http, token, api, await answer.json())
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
        self._client = client

    async def says(self, what: str) -> None:
        """Wait until the log contains this text. Fails at once if the bot ends without it."""
        await until(lambda: what in self.logged() or self.status is not None)
        assert what in self.logged(), self.logged()

    async def ready(self) -> None:
        """Wait until it and its commands are online. Fails at once if it ends."""
        online = asyncio.ensure_future(self._client.ready())
        await until(lambda: online.done() or self.status is not None)
        if self.status is not None:
            online.cancel()
            raise AssertionError(self.logged())
        await online

    async def restart(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End it by that signal, start it, and wait until it is ready."""
        await self.end(sign)
        await self.begin().ready()


@asynccontextmanager
async def running_bot(
    client: Client,
    folder: Path,
    sets: dict[str, str] | None = None,
    *,
    pace: int | None = None,
    wait: bool = True,
) -> AsyncIterator[Bot]:
    """Run the bot on a database in a folder, and end it with SIGTERM. It may log no traceback.

    `pace`: the servers' time limit in seconds. Without `wait` it may not be ready yet.
    """
    if not (file := folder / "shinrisen.sqlite3").exists():
        file.write_bytes(just_made())
    await set_settings(client, file, pace=pace)
    bot = Bot(client, file, folder / "bot.log", sets).begin()
    try:
        if wait:
            await bot.ready()
        yield bot
    finally:
        await bot.end()
    assert "Traceback" not in bot.logged(), bot.logged()


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
    for server in client.servers:
        await save_settings(database, int(server), ServerSettings(**given))
    await database.close()
