"""A bot without discord.py: raw REST requests and a raw gateway socket."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from playground.serve import Playground, serving
from playground.shapes import Person
from rig import LIMIT

Wire = dict[str, Any]
V2, EPHEMERAL = 1 << 15, 1 << 6
_WORD = {"type": 3, "name": "word", "description": "What", "required": True, "autocomplete": True}
COMMANDS = [
    {"name": "ask", "description": "Asks"},
    {"name": "find", "description": "Finds", "options": [_WORD]},
]


class Clock:
    """A clock set by the test."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Reply:
    """The answer to an HTTP request."""

    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> tuple[int, int]:
        """HTTP status and Discord's own code."""
        return self.status, self.body["code"]

    def wrong(self) -> dict[str, str]:
        """Return the errors of a 50035 as dotted path → message."""
        assert self.code == (400, 50035), self.body
        assert self.body["message"] == "Invalid Form Body"
        return dict(_leaves(self.body["errors"], []))


def _leaves(tree: Wire, path: list[str]) -> list[tuple[str, str]]:
    found = [(".".join(path), error["message"]) for error in tree.get("_errors", [])]
    for key, below in tree.items():
        if key != "_errors":
            found += _leaves(below, [*path, key])
    return found


class GatewayClient:
    """The bot's end of a gateway socket. `seq` is the newest sequence number received."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.seq = 0
        self.session = ""

    async def next(self) -> Wire:
        """Receive the next payload."""
        message = await self.socket.receive(LIMIT)
        assert message.type is aiohttp.WSMsgType.TEXT, message
        said: Wire = json.loads(message.data)
        self.seq = said.get("s") or self.seq
        return said

    async def until(self, event: str) -> Wire:
        """Receive payloads until that event and return its data."""
        while (said := await self.next()).get("t") != event:
            pass
        data: Wire = said["d"]
        return data

    async def send(self, op: int, data: Any) -> None:
        """Send one payload."""
        await self.socket.send_json({"op": op, "d": data})

    async def identify(
        self, token: str, intents: int = 1 | 1 << 9 | 1 << 12, shard: tuple[int, int] | None = None
    ) -> Wire:
        """Identify, as one shard if given, and return the data of READY."""
        properties = {"os": "linux", "browser": "raw", "device": "raw"}
        identity: Wire = {"token": token, "intents": intents, "properties": properties}
        await self.send(2, identity | ({} if shard is None else {"shard": shard}))
        ready = await self.until("READY")
        self.session = ready["session_id"]
        return ready

    async def closed(self) -> int | None:
        """Return the close code once the other side closes."""
        while not self.socket.closed:
            await self.socket.receive(LIMIT)
        return self.socket.close_code


@dataclass(frozen=True)
class Received:
    """An interaction as the bot receives it. `outcome` is what the person gets."""

    wire: Wire
    outcome: asyncio.Task[Wire]

    @property
    def callback(self) -> str:
        """Path of the first answer."""
        return f"/interactions/{self.wire['id']}/{self.wire['token']}/callback"

    @property
    def webhook(self) -> str:
        """Path of later answers."""
        return f"/webhooks/{self.wire['application_id']}/{self.wire['token']}"

    @property
    def original(self) -> str:
        """Path to edit or delete the first answer."""
        return f"{self.webhook}/messages/@original"


class Raw:
    """A stand-in with its clock, its REST API and its gateway."""

    def __init__(self, play: Playground, http: aiohttp.ClientSession, clock: Clock) -> None:
        self.play, self.http, self.clock = play, http, clock
        self.people: Sequence[Person] = list(play.world.people.values())
        self.channel = f"/channels/{play.world.public_channels()[0].id}"
        self._acts: set[asyncio.Task[Wire]] = set()

    async def call(
        self, verb: str, path: str, body: Any = None, *, data: Any = None, token: str = ""
    ) -> Reply:
        """Send a REST request as the bot: JSON, or the data of a form."""
        headers, url = {"Authorization": f"Bot {token or self.play.token}"}, self.play.api + path
        async with self.http.request(verb, url, json=body, data=data, headers=headers) as answer:
            content = await answer.read()
            said = json.loads(content) if content else None
            return Reply(answer.status, said, dict(answer.headers))

    async def send(self, text: str = "hello", **more: Any) -> Reply:
        """Send a message to the first channel as the bot."""
        return await self.call("POST", f"{self.channel}/messages", {"content": text} | more)

    async def show(self, *components: Wire, **more: Any) -> Reply:
        """Send components of version 2 to the first channel as the bot."""
        body = {"components": list(components), "flags": V2} | more
        return await self.call("POST", f"{self.channel}/messages", body)

    @property
    def here(self) -> str:
        """Id of the first channel."""
        return self.channel.removeprefix("/channels/")

    def direct(self, number: int) -> str:
        """Return the path of a person's direct messages."""
        return f"/channels/{self.people[number].direct}"

    async def see(self, path: str) -> Any:
        """Read from the people's API."""
        async with self.http.get(f"{self.play.address}/people{path}") as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def do(self, path: str, **body: Any) -> Wire:
        """Post to the people's API."""
        async with self.http.post(f"{self.play.address}/people{path}", json=body) as answer:
            done: Wire = await answer.json()
            return done

    async def seen(self, number: int, where: str | None = None) -> list[Wire]:
        """Return the messages a person sees, by default in the first channel."""
        path = f"/{self.people[number].id}/channels/{where or self.here}/messages"
        found: list[Wire] = await self.see(path)
        return found

    @asynccontextmanager
    async def gateway(self) -> AsyncIterator[GatewayClient]:
        """Open a gateway socket without reading from it."""
        found = await self.call("GET", "/gateway/bot")
        async with self.http.ws_connect(f"{found.body['url']}/?v=10&encoding=json") as socket:
            yield GatewayClient(socket)

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[GatewayClient]:
        """Register the commands and open an identified gateway socket."""
        where = f"/applications/{self.play.world.bot['id']}/commands"
        synced = await self.call("PUT", where, COMMANDS)
        assert synced.status == 200
        async with self.gateway() as gateway:
            await gateway.identify(self.play.token)
            yield gateway

    async def act(self, gateway: GatewayClient, number: int, what: str, **body: Any) -> Received:
        """Act as a person and return the interaction the bot receives."""
        act = asyncio.ensure_future(self.do(f"/{self.people[number].id}/{what}", **body))
        self._acts.add(act)
        heard = asyncio.ensure_future(gateway.until("INTERACTION_CREATE"))
        await asyncio.wait({act, heard}, return_when=asyncio.FIRST_COMPLETED)
        if not heard.done() and "error" in act.result():
            heard.cancel()
            raise AssertionError(act.result())
        return Received(await heard, act)

    async def ask(self, gateway: GatewayClient, number: int = 0) -> Received:
        """Run a command in the first channel as a person."""
        return await self.act(gateway, number, "command", channel=self.here, name="ask")

    async def end(self) -> None:
        """Cancel all people still waiting for an answer."""
        for act in self._acts:
            act.cancel()
        await asyncio.gather(*self._acts, return_exceptions=True)


@asynccontextmanager
async def stand_in(*, limited: bool = False) -> AsyncIterator[Raw]:
    """Serve a stand-in in this process. Its clock stands still."""
    clock = Clock()
    timeout = aiohttp.ClientTimeout(total=LIMIT)
    async with (
        serving(limited=limited, clock=clock) as play,
        aiohttp.ClientSession(timeout=timeout) as http,
    ):
        raw = Raw(play, http, clock)
        yield raw
        await raw.end()


def text(content: str) -> Wire:
    """Return a text display."""
    return {"type": 10, "content": content}


def button(custom_id: str, label: str = "Press") -> Wire:
    """Return a button."""
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id}


def row(*components: Wire) -> Wire:
    """Return a row of controls."""
    return {"type": 1, "components": list(components)}


def select(count: int, **more: Any) -> Wire:
    """Return a select with that number of options."""
    options = [{"label": f"Option {n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "choose", "options": options} | more
