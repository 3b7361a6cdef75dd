"""The gateway: one WebSocket by which the bot hears what happens, resumable when it drops."""

import asyncio
import json
import secrets
import zlib
from collections import deque
from typing import Any

from aiohttp import WSMsgType, web

from .world import Wire, World

_DISPATCH, _HEARTBEAT, _IDENTIFY, _PRESENCE, _VOICE, _RESUME = 0, 1, 2, 3, 4, 6
_INVALID, _HELLO, _ACK = 9, 10, 11
_REMEMBERED = 10_000
_UNKNOWN_OPCODE, _NOT_AUTHENTICATED, _WRONG_TOKEN = 4001, 4003, 4004


class Hearing:
    """What one identified bot has been told, for the socket it has now or will resume with."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.seq = 0
        self.said: deque[tuple[int, str]] = deque(maxlen=_REMEMBERED)
        self.line: Line | None = None

    def tell(self, event: str, data: Wire) -> None:
        """Dispatch an event, now or when the bot resumes."""
        self.seq += 1
        text = json.dumps({"op": _DISPATCH, "t": event, "s": self.seq, "d": data})
        self.said.append((self.seq, text))
        if self.line is not None:
            self.line.send(text)


class Line:
    """One WebSocket, compressed if the bot asked for it; sends in order without waiting."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj() if compressed else None
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
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    part = self._deflate.compress(text.encode())
                    part += self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(part)
            except (ConnectionError, RuntimeError):
                return


class Gateway:
    """Every bot connection. `tell` is how the world reaches them."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self._hearings: dict[str, Hearing] = {}

    @property
    def online(self) -> bool:
        """Whether a bot is connected."""
        return any(hearing.line is not None for hearing in self._hearings.values())

    def tell(self, intent: int, event: str, data: Wire) -> None:
        """Dispatch to every bot that asked for that intent (0: to all)."""
        for hearing in self._hearings.values():
            if not intent or hearing.intents & intent:
                hearing.tell(event, data)

    async def drop(self, code: int = 1012) -> None:
        """Close every socket, as Discord does now and then; bots resume."""
        for hearing in self._hearings.values():
            if hearing.line is not None:
                await hearing.line.socket.close(code=code)

    def forget(self) -> None:
        """Forget all sessions, so that resuming them is refused."""
        self._hearings = {k: h for k, h in self._hearings.items() if h.line is not None}

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket until it closes."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        wants = request.query.get("compress")
        if wants not in (None, "zlib-stream"):
            await socket.close(code=4012, message=b"only zlib-stream is spoken here")
            return socket
        line = Line(socket, compressed=wants is not None)
        pump = asyncio.ensure_future(line.pump())
        line.send(json.dumps({"op": _HELLO, "d": {"heartbeat_interval": 41250}}))
        hearing: Hearing | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                hearing = await self._hear(line, hearing, json.loads(message.data))
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
            line.send(json.dumps({"op": _ACK}))
        elif op == _IDENTIFY and isinstance(data, dict):
            if data.get("token") != self.token:
                await line.socket.close(code=_WRONG_TOKEN)
                return None
            return self._identify(line, data)
        elif op == _RESUME and isinstance(data, dict):
            return self._resume(line, data)
        elif op not in (_PRESENCE, _VOICE):
            code = _NOT_AUTHENTICATED if hearing is None else _UNKNOWN_OPCODE
            await line.socket.close(code=code)
        return hearing

    def _identify(self, line: Line, data: dict[str, Any]) -> Hearing:
        # A new process of the same bot: what the old one was told is of no use to anybody.
        self._hearings = {k: h for k, h in self._hearings.items() if h.line is not None}
        hearing = Hearing(int(data.get("intents", 0)))
        self._hearings[hearing.id] = hearing
        hearing.line = line
        world = self.world
        hearing.tell(
            "READY",
            {
                "v": 10,
                "user": world.bot,
                "guilds": [{"id": str(world.guild_id), "unavailable": True}],
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
        hearing.tell("GUILD_CREATE", world.guild_wire())
        world.tell_people(None, {"type": "world"})
        return hearing

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
