"""The stand-in spoken to word for word: HTTP with the bot's token, and the gateway's socket."""

import asyncio
import json
import time
import zlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from yarl import URL

from playground.serve import Playground, serving
from playground.shapes import Person

Wire = dict[str, Any]
V2, EPHEMERAL = 1 << 15, 1 << 6
COMMANDS = [
    {"name": "ask", "description": "Asks"},
    {
        "name": "find",
        "description": "Finds",
        "options": [
            {"type": 3, "name": "word", "description": "What", "required": True}
            | {"autocomplete": True}
        ],
    },
]


class Clock:
    """Seconds that pass only when told to, unless it runs besides."""

    def __init__(self, *, runs: bool = False) -> None:
        self.now = 1000.0
        self._runs = runs

    def __call__(self) -> float:
        return self.now + (time.monotonic() if self._runs else 0)


@dataclass(frozen=True)
class Reply:
    """What an HTTP request was answered."""

    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> tuple[int, int]:
        """HTTP status and Discord's own code."""
        return self.status, self.body["code"]

    def wrong(self) -> dict[str, str]:
        """The errors tree of a 50035, flat: dotted path → message."""
        assert self.code == (400, 50035), self.body
        assert self.body["message"] == "Invalid Form Body"
        return dict(_leaves(self.body["errors"], []))


def _leaves(tree: Wire, path: list[str]) -> list[tuple[str, str]]:
    found = [(".".join(path), error["message"]) for error in tree.get("_errors", [])]
    for key, below in tree.items():
        if key != "_errors":
            found += _leaves(below, [*path, key])
    return found


class Ear:
    """The bot's end of one gateway socket. `seq` is the newest it heard."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, packed: bool) -> None:
        self.socket = socket
        self.seq = 0
        self.session = ""
        self.sizes: list[int] = []
        self._inflate = zlib.decompressobj() if packed else None

    async def next(self) -> Wire:
        """What comes next."""
        async with asyncio.timeout(10):
            message = await self.socket.receive()
        data = message.data
        if self._inflate is not None:
            assert message.type is aiohttp.WSMsgType.BINARY, message
            assert data.endswith(b"\0\0\xff\xff"), "every message is flushed"
            self.sizes.append(len(data))
            data = self._inflate.decompress(data)
        else:
            assert message.type is aiohttp.WSMsgType.TEXT, message
        said: Wire = json.loads(data)
        self.seq = said.get("s") or self.seq
        return said

    async def until(self, event: str) -> Wire:
        """The data of the next such event."""
        while (said := await self.next()).get("t") != event:
            pass
        data: Wire = said["d"]
        return data

    async def say(self, op: int, data: Any) -> None:
        """Send one payload."""
        await self.socket.send_json({"op": op, "d": data})

    async def identify(
        self, token: str, intents: int = 1 | 1 << 9 | 1 << 12, shard: tuple[int, int] | None = None
    ) -> Wire:
        """Say who this is, maybe as one shard of so many; READY."""
        properties = {"os": "linux", "browser": "raw", "device": "raw"}
        told: Wire = {"token": token, "intents": intents, "properties": properties}
        await self.say(2, told | ({} if shard is None else {"shard": shard}))
        ready = await self.until("READY")
        self.session = ready["session_id"]
        return ready

    async def closed(self) -> int | None:
        """The code with which the other side closes, now."""
        async with asyncio.timeout(10):
            while not self.socket.closed:
                await self.socket.receive()
        return self.socket.close_code


@dataclass(frozen=True)
class Asked:
    """An interaction as the bot hears of it; `outcome` is what the person gets in the end."""

    wire: Wire
    outcome: asyncio.Task[Wire]

    @property
    def callback(self) -> str:
        """Where it is answered first."""
        return f"/interactions/{self.wire['id']}/{self.wire['token']}/callback"

    @property
    def webhook(self) -> str:
        """Where it is answered later."""
        return f"/webhooks/{self.wire['application_id']}/{self.wire['token']}"

    @property
    def original(self) -> str:
        """The first answer."""
        return f"{self.webhook}/messages/@original"


class Raw:
    """The stand-in, its clock, and both ways to speak to it."""

    def __init__(self, play: Playground, http: aiohttp.ClientSession, clock: Clock) -> None:
        self.play = play
        self.http = http
        self.clock = clock
        self.people: Sequence[Person] = list(play.world.people.values())
        self.channel = f"/channels/{play.world.public_channels()[0].id}"
        self._acts: set[asyncio.Task[Wire]] = set()

    async def call(
        self,
        verb: str,
        path: str,
        body: Any = None,
        *,
        data: aiohttp.FormData | str | None = None,
        token: str | None = None,
    ) -> Reply:
        """A REST request of the bot."""
        headers = {"Authorization": f"Bot {token or self.play.token}"}
        if isinstance(data, str):
            headers["Content-Type"] = "application/json"
        url = self.play.api + path
        async with self.http.request(verb, url, json=body, data=data, headers=headers) as answer:
            content = await answer.read()
            said = json.loads(content) if content else None
            return Reply(answer.status, said, dict(answer.headers))

    async def send(self, text: str = "hello", **more: Any) -> Reply:
        """A message of the bot in the first channel."""
        return await self.call("POST", f"{self.channel}/messages", {"content": text} | more)

    async def show(self, *components: Wire, **more: Any) -> Reply:
        """Components, of the second version."""
        body = {"components": list(components), "flags": V2} | more
        return await self.call("POST", f"{self.channel}/messages", body)

    def direct(self, number: int) -> str:
        """The path of the direct messages with a person."""
        return f"/channels/{self.people[number].direct}"

    async def see(self, path: str) -> Any:
        """What the people's API shows."""
        async with self.http.get(f"{self.play.address}/people{path}") as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def do(self, path: str, **body: Any) -> Wire:
        """What the people's API does."""
        async with self.http.post(f"{self.play.address}/people{path}", json=body) as answer:
            done: Wire = await answer.json()
            return done

    async def seen(self, number: int, where: str | None = None) -> list[Wire]:
        """The messages a person sees, in the first channel unless told."""
        where = where or self.channel.removeprefix("/channels/")
        found: list[Wire] = await self.see(f"/{self.people[number].id}/channels/{where}/messages")
        return found

    @asynccontextmanager
    async def ear(self, *, packed: bool = False) -> AsyncIterator[Ear]:
        """A gateway socket, before anything is heard."""
        found = await self.call("GET", "/gateway/bot")
        url = f"{found.body['url']}/?v=10&encoding=json" + "&compress=zlib-stream" * packed
        async with self.http.ws_connect(url) as socket:
            yield Ear(socket, packed)

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[Ear]:
        """A gateway socket of an identified bot whose commands are known."""
        synced = await self.call(
            "PUT", f"/applications/{self.play.world.bot['id']}/commands", COMMANDS
        )
        assert synced.status == 200
        async with self.ear() as ear:
            await ear.identify(self.play.token)
            yield ear

    async def act(self, ear: Ear, number: int, what: str, **body: Any) -> Asked:
        """Somebody does something that the bot hears as an interaction."""
        act = asyncio.ensure_future(self.do(f"/{self.people[number].id}/{what}", **body))
        self._acts.add(act)
        heard = asyncio.ensure_future(ear.until("INTERACTION_CREATE"))
        await asyncio.wait({act, heard}, return_when=asyncio.FIRST_COMPLETED)
        if not heard.done() and "error" in act.result():
            heard.cancel()
            raise AssertionError(act.result())
        return Asked(await heard, act)

    async def ask(self, ear: Ear, number: int = 0, name: str = "ask", **options: Any) -> Asked:
        """Somebody runs a command in the first channel."""
        channel = self.channel.removeprefix("/channels/")
        return await self.act(ear, number, "command", channel=channel, name=name, options=options)

    async def end(self) -> None:
        """Nobody waits for answers any longer."""
        for act in self._acts:
            act.cancel()
        await asyncio.gather(*self._acts, return_exceptions=True)


@asynccontextmanager
async def stand_in(*, limited: bool = False, runs: bool = False) -> AsyncIterator[Raw]:
    """A stand-in of this process under a clock that stands, unless it shall run."""
    clock = Clock(runs=runs)
    timeout = aiohttp.ClientTimeout(total=20)
    async with (
        serving(limited=limited, clock=clock) as play,
        aiohttp.ClientSession(timeout=timeout) as http,
    ):
        raw = Raw(play, http, clock)
        yield raw
        await raw.end()


def lead(patch: pytest.MonkeyPatch, raw: Raw) -> None:
    """Let the discord.py of this process speak to the stand-in."""
    patch.setattr(discord.http.Route, "BASE", raw.play.api)
    gateway = URL(raw.play.api).with_scheme("ws").with_path("/gateway")
    patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    patch.setattr(discord.VoiceClient, "warn_nacl", False)
    patch.setattr(discord.VoiceClient, "warn_dave", False)


def text(content: str) -> Wire:
    """A text display."""
    return {"type": 10, "content": content}


def button(custom_id: str, label: str = "Press") -> Wire:
    """A button."""
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id}


def row(*components: Wire) -> Wire:
    """A row of controls."""
    return {"type": 1, "components": list(components)}


def select(count: int, **more: Any) -> Wire:
    """A select with so many options."""
    options = [{"label": f"Option {n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "choose", "options": options} | more
