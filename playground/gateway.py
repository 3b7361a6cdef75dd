"""The gateway: WebSockets by which the bot hears what happens, resumable when they drop.

Each is a shard: it hears of its servers, shard 0 of direct messages.
"""

import asyncio
import json
import random
import secrets
from collections import deque
from typing import Any

from aiohttp import WSMsgType, web

from .compression import Compressor, compressor
from .shapes import Wire
from .world import World

_DISPATCH, _HEARTBEAT, _IDENTIFY, _PRESENCE, _VOICE, _RESUME, _MEMBERS = 0, 1, 2, 3, 4, 6, 8
_INVALID, _HELLO, _ACK = 9, 10, 11
_REMEMBERED = 10_000
_HEARTBEAT_MS = 41250
# As from afar: at once, and it overtakes discord.py's own note of when it sent the heartbeat.
_ACK_SECONDS = 0.05
_UNKNOWN_OPCODE, _UNDECODABLE, _NOT_AUTHENTICATED, _WRONG_TOKEN = 4001, 4002, 4003, 4004
_TWICE, _BAD_VERSION, _DISALLOWED = 4005, 4012, 4014
_GUILDS = 1 << 0
# The bot takes whatever it is told within a second of READY for servers it was in before.
_INVITED_AFTER = 2.0
_PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)  # members, presences, message content


class Hearing:
    """What one identified bot has been told, for the socket it has now or will resume with."""

    def __init__(self, intents: int, shard: tuple[int, int] = (0, 1)) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.seq = 0
        self.said: deque[tuple[int, str]] = deque(maxlen=_REMEMBERED)
        self.line: Line | None = None

    def concerns(self, guild: int) -> bool:
        """Whether what happens in that server (0: in direct messages) is for this shard."""
        number, count = self.shard
        return (guild >> 22) % count == number

    def tell(self, event: str, data: Wire) -> None:
        """Dispatch an event, now or when the bot resumes."""
        self.seq += 1
        text = json.dumps({"op": _DISPATCH, "t": event, "s": self.seq, "d": data})
        self.said.append((self.seq, text))
        if self.line is not None:
            self.line.send(text)


class Line:
    """One WebSocket, compressed if the bot asked for it; sends in order without waiting."""

    def __init__(self, socket: web.WebSocketResponse, compress: Compressor | None) -> None:
        self.socket = socket
        self._compress = compress
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, text: str) -> None:
        """Queue a text."""
        self._waiting.put_nowait(text)

    def end(self) -> None:
        """Let the pump stop after what is queued."""
        self._waiting.put_nowait(None)

    async def pump(self) -> None:
        """Send what is queued, as long as the socket lives."""
        while (text := await self._waiting.get()) is not None:
            try:
                if self._compress is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self._compress(text.encode()))
            except (ConnectionError, RuntimeError):
                return


class Gateway:
    """Every bot connection. `tell` is how the world reaches them.

    `inviting`: whoever comes first is in no server yet, and is invited when it has settled.
    With `scatter` every shard is in every server, and each interaction goes to any of those that
    are connected (twice where two processes have that shard): harder on several processes than
    Discord is.
    """

    def __init__(self, world: World, token: str, *, scatter: bool = False) -> None:
        self.world = world
        self.token = token
        self.inviting = False
        self.scatter = scatter
        self._hearings: dict[str, Hearing] = {}

    @property
    def online(self) -> bool:
        """Whether a bot is connected, and in the servers."""
        return not self.inviting and any(
            hearing.line is not None for hearing in self._hearings.values()
        )

    def tell(self, intent: int, event: str, data: Wire) -> None:
        """Dispatch to the shard that is concerned, if it asked for that intent (0: anyhow)."""
        guild = int(data.get("guild_id") or (data["id"] if event.startswith("GUILD_C") else 0))
        concerned = [h for h in self._hearings.values() if h.concerns(guild)]
        if self.scatter and event == "INTERACTION_CREATE":
            connected = {h.shard for h in self._hearings.values() if h.line is not None}
            chosen = random.choice([*connected]) if connected else None
            concerned = [h for h in self._hearings.values() if h.shard == chosen]
        for hearing in concerned:
            if not intent or hearing.intents & intent:
                hearing.tell(event, data)

    @property
    def connections(self) -> int:
        """How many shards are connected."""
        return sum(hearing.line is not None for hearing in self._hearings.values())

    async def drop(self, code: int = 1012, *, forget: bool = False) -> None:
        """Close every socket, as Discord does now and then; bots resume.

        With `forget` their sessions are forgotten, so that they must identify anew.
        """
        sockets = [h.line.socket for h in self._hearings.values() if h.line is not None]
        if forget:
            self._hearings.clear()
        for socket in sockets:
            await socket.close(code=code)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket until it closes."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        wants = request.query.get("compress")
        compress = compressor(wants)
        if (wants and compress is None) or request.query.get("encoding", "json") != "json":
            await socket.close(code=_BAD_VERSION, message=b"not spoken here")
            return socket
        line = Line(socket, compress)
        pump = asyncio.ensure_future(line.pump())
        line.send(json.dumps({"op": _HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MS}}))
        hearing: Hearing | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                try:
                    said = json.loads(message.data)
                except json.JSONDecodeError:
                    said = None
                if not isinstance(said, dict):
                    await socket.close(code=_UNDECODABLE)
                    break
                hearing = await self._hear(line, hearing, said)
        finally:
            if hearing is not None and hearing.line is line:
                hearing.line = None
                self.world.tell_people(None, {"type": "world"})
            line.end()
            await pump
        return socket

    async def _hear(
        self, line: Line, hearing: Hearing | None, said: dict[str, Any]
    ) -> Hearing | None:
        op, data = said.get("op"), said.get("d")
        if op == _HEARTBEAT:
            loop = asyncio.get_running_loop()
            loop.call_later(_ACK_SECONDS, line.send, json.dumps({"op": _ACK}))
        elif op == _IDENTIFY and isinstance(data, dict):
            refusal = self._refusal(hearing, data)
            if refusal:
                await line.socket.close(code=refusal)
                return hearing
            return self._identify(line, data)
        elif op == _RESUME and isinstance(data, dict):
            return self._resume(line, data)
        elif hearing is None:
            await line.socket.close(code=_NOT_AUTHENTICATED)
        elif op == _MEMBERS:
            chunk = self.world.members_chunk(data)
            if chunk is None:
                await line.socket.close(code=_UNDECODABLE)
            else:
                hearing.tell("GUILD_MEMBERS_CHUNK", chunk)
        elif op not in (_PRESENCE, _VOICE):
            await line.socket.close(code=_UNKNOWN_OPCODE)
        return hearing

    def _refusal(self, hearing: Hearing | None, data: dict[str, Any]) -> int:
        """The code with which an IDENTIFY is refused, or 0."""
        if hearing is not None:
            return _TWICE
        if data.get("token") != self.token:
            return _WRONG_TOKEN
        # The application asks for no privileged intents: Discord would close on them.
        return _DISALLOWED if int(data.get("intents", 0)) & _PRIVILEGED else 0

    def _identify(self, line: Line, data: dict[str, Any]) -> Hearing:
        # A new process of the same bot: what the old one was told is of no use to anybody.
        self._hearings = {k: h for k, h in self._hearings.items() if h.line is not None}
        number, count = data.get("shard") or (0, 1)
        hearing = Hearing(int(data.get("intents", 0)), (int(number), int(count)))
        self._hearings[hearing.id] = hearing
        hearing.line = line
        world = self.world
        here = [
            guild
            for guild in ([] if self.inviting else world.guilds)
            if self.scatter or hearing.concerns(guild)
        ]
        hearing.tell(
            "READY",
            {
                "v": 10,
                "user": world.bot,
                "guilds": [{"id": str(guild), "unavailable": True} for guild in here],
                "session_id": hearing.id,
                "resume_gateway_url": f"{world.base.replace('http', 'ws', 1)}/gateway",
                "application": {"id": world.bot["id"], "flags": 0},
                "shard": data.get("shard", [0, 1]),
                "session_type": "normal",
                "private_channels": [],
                "relationships": [],
                "_trace": [],
            },
        )
        if self.inviting:
            asyncio.get_running_loop().call_later(_INVITED_AFTER, self._invite)
        elif hearing.intents & _GUILDS:
            for guild in here:
                hearing.tell("GUILD_CREATE", world.guild_wire(guild))
        world.tell_people(None, {"type": "world"})
        return hearing

    def _invite(self) -> None:
        """Let the bot into every server, unless that has happened."""
        invited, self.inviting = self.inviting, False
        for guild in self.world.guilds if invited else ():
            wire = self.world.guild_wire(guild)
            # By nothing else a bot is told that a server is new to it.
            del wire["unavailable"]
            self.tell(_GUILDS, "GUILD_CREATE", wire)
        self.world.tell_people(None, {"type": "world"})

    def _resume(self, line: Line, data: dict[str, Any]) -> Hearing | None:
        hearing = self._hearings.get(str(data.get("session_id")))
        seq = int(data.get("seq") or 0)
        missed = [] if hearing is None else [text for s, text in hearing.said if s > seq]
        if hearing is None or len(missed) != hearing.seq - seq or data.get("token") != self.token:
            line.send(json.dumps({"op": _INVALID, "d": False}))
            return None
        hearing.line = line
        for text in missed:
            line.send(text)
        hearing.tell("RESUMED", {})
        self.world.tell_people(None, {"type": "world"})
        return hearing
