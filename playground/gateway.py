"""The gateway: resumable WebSockets that send events to the bot.

Each session is a shard. It receives the events of its servers, and shard 0 those of direct
messages.
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
_STORED_EVENTS = 10_000
_HEARTBEAT_MS = 41250
# An immediate answer would overtake discord.py's own record of when it sent the heartbeat.
_ACK_SECONDS = 0.05
_UNKNOWN_ERROR = 4000
_UNKNOWN_OPCODE, _UNDECODABLE, _NOT_AUTHENTICATED, _WRONG_TOKEN = 4001, 4002, 4003, 4004
_TWICE, _BAD_VERSION, _DISALLOWED = 4005, 4012, 4014
_GUILDS = 1 << 0
# The bot treats servers it receives within a second of its READY as old ones.
_INVITE_SECONDS = 2.0
# Answers that a busy bot owes before it is invited: after its READY, and after that second.
_ANSWERS = 2
_PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)  # members, presences, message content

DROPS: dict[str, dict[str, Any]] = {
    "resumed": {},
    "forgotten": {"forget": True},
    "silent": {"resume": "silent"},
    "closed": {"resume": "closed"},
    "twice": {"twice": True},
}
"""Ways to close the sockets, and what becomes of the tries to resume: see `Gateway`."""


class Session:
    """Event log of one identified shard. Outlives its socket, so that the bot can resume."""

    def __init__(self, intents: int, shard: tuple[int, int] = (0, 1)) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.seq = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=_STORED_EVENTS)
        self.connection: Connection | None = None

    def concerns(self, guild: int) -> bool:
        """Return True if this shard receives the events of that server (0: direct messages)."""
        number, count = self.shard
        return (guild >> 22) % count == number

    def dispatch(self, event: str, data: Wire) -> None:
        """Dispatch an event, now or when the bot resumes."""
        self.seq += 1
        text = json.dumps({"op": _DISPATCH, "t": event, "s": self.seq, "d": data})
        self.sent.append((self.seq, text))
        if self.connection is not None:
            self.connection.send(text)


class Connection:
    """One WebSocket, compressed if the bot asked. Sends in order without blocking the caller."""

    def __init__(self, socket: web.WebSocketResponse, compress: Compressor | None) -> None:
        self.socket = socket
        self._compress = compress
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, text: str) -> None:
        """Queue a text."""
        self._waiting.put_nowait(text)

    def end(self) -> None:
        """Stop the pump after the queued texts."""
        self._waiting.put_nowait(None)

    async def pump(self) -> None:
        """Send queued texts until the socket closes."""
        while (text := await self._waiting.get()) is not None:
            try:
                if self._compress is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self._compress(text.encode()))
            except (ConnectionError, RuntimeError):
                return


class Gateway:
    """All connections of the bot.

    `inviting`: the bot starts in no server and joins all of them once it is ready. `scatter`: every
    shard is in every server, and a random connected shard receives each interaction. That is harder
    on several processes than Discord is. `resumes` counts the tries to resume, which are "silent"
    (never answered) or "closed" (at once) where `resuming` says so. `twice`: each interaction is
    sent again, as after a RESUME.
    """

    def __init__(self, world: World, token: str, *, scatter: bool = False) -> None:
        self.world = world
        self.token = token
        self.inviting = False
        self.resuming, self.resumes, self.twice = "", 0, False
        self._answers = 0
        self.scatter = scatter
        self._sessions: dict[str, Session] = {}

    @property
    def online(self) -> bool:
        """True if a bot is connected and in the servers."""
        return not self.inviting and any(
            session.connection is not None for session in self._sessions.values()
        )

    def dispatch(self, intent: int, event: str, data: Wire) -> None:
        """Dispatch to the shards of a server if they subscribed to the intent (0: always)."""
        guild = int(data.get("guild_id") or (data["id"] if event.startswith("GUILD_C") else 0))
        concerned = [h for h in self._sessions.values() if h.concerns(guild)]
        if self.scatter and event == "INTERACTION_CREATE":
            connected = {h.shard for h in self._sessions.values() if h.connection is not None}
            chosen = random.choice([*connected]) if connected else None
            concerned = [h for h in self._sessions.values() if h.shard == chosen]
        for session in concerned:
            if not intent or session.intents & intent:
                for _ in range(1 + (self.twice and event == "INTERACTION_CREATE")):
                    session.dispatch(event, data)

    @property
    def connections(self) -> int:
        """Number of connected shards."""
        return sum(session.connection is not None for session in self._sessions.values())

    async def drop(self, code: int = 1012, *, forget: bool = False) -> None:
        """Close every socket, as Discord sometimes does. Bots then resume.

        `forget` also deletes the sessions, so bots must identify again.
        """
        sockets = [h.connection.socket for h in self._sessions.values() if h.connection is not None]
        if forget:
            self._sessions.clear()
        for socket in sockets:
            await socket.close(code=code)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket until it closes."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        compression = request.query.get("compress")
        compress = compressor(compression)
        if (compression and compress is None) or request.query.get("encoding", "json") != "json":
            await socket.close(code=_BAD_VERSION, message=b"not spoken here")
            return socket
        connection = Connection(socket, compress)
        pump = asyncio.ensure_future(connection.pump())
        connection.send(json.dumps({"op": _HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MS}}))
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                try:
                    sent = json.loads(message.data)
                except json.JSONDecodeError:
                    sent = None
                if not isinstance(sent, dict):
                    await socket.close(code=_UNDECODABLE)
                    break
                session = await self._receive(connection, session, sent)
        finally:
            if session is not None and session.connection is connection:
                session.connection = None
                self.world.broadcast(None, {"type": "world"})
            connection.end()
            await pump
        return socket

    async def _receive(
        self, connection: Connection, session: Session | None, sent: dict[str, Any]
    ) -> Session | None:
        op, data = sent.get("op"), sent.get("d")
        if op == _HEARTBEAT:
            loop = asyncio.get_running_loop()
            loop.call_later(_ACK_SECONDS, connection.send, json.dumps({"op": _ACK}))
            if self.inviting and session is not None:
                self._answered(connection)
        elif op == _IDENTIFY and isinstance(data, dict):
            refusal = self._refusal(session, data)
            if refusal:
                await connection.socket.close(code=refusal)
                return session
            return self._identify(connection, data)
        elif op == _RESUME and isinstance(data, dict):
            self.resumes += 1
            if self.resuming == "closed":
                await connection.socket.close(code=_UNKNOWN_ERROR)
            return session if self.resuming else self._resume(connection, data)
        elif session is None:
            await connection.socket.close(code=_NOT_AUTHENTICATED)
        elif op == _MEMBERS:
            chunk = self.world.members_chunk(data)
            if chunk is None:
                await connection.socket.close(code=_UNDECODABLE)
            else:
                session.dispatch("GUILD_MEMBERS_CHUNK", chunk)
        elif op not in (_PRESENCE, _VOICE):
            await connection.socket.close(code=_UNKNOWN_OPCODE)
        return session

    def _refusal(self, session: Session | None, data: dict[str, Any]) -> int:
        """Return the close code that refuses this IDENTIFY, or 0."""
        if session is not None:
            return _TWICE
        if data.get("token") != self.token:
            return _WRONG_TOKEN
        # Discord closes the connection on privileged intents the application lacks.
        return _DISALLOWED if int(data.get("intents", 0)) & _PRIVILEGED else 0

    def _identify(self, connection: Connection, data: dict[str, Any]) -> Session:
        # A restarted bot never resumes the sessions of its old process.
        self._sessions = {k: h for k, h in self._sessions.items() if h.connection is not None}
        number, count = data.get("shard") or (0, 1)
        session = Session(int(data.get("intents", 0)), (int(number), int(count)))
        self._sessions[session.id] = session
        session.connection = connection
        world = self.world
        guilds = [
            guild
            for guild in ([] if self.inviting else world.guilds)
            if self.scatter or session.concerns(guild)
        ]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": world.bot,
                "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
                "session_id": session.id,
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
            connection.send(json.dumps({"op": _HEARTBEAT, "d": None}))
        elif session.intents & _GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", world.guild_wire(guild))
        world.broadcast(None, {"type": "world"})
        return session

    def _answered(self, connection: Connection) -> None:
        """Invite the bot once it has done what came before, however busy the machine is."""
        self._answers += 1
        if self._answers < _ANSWERS:
            ask = json.dumps({"op": _HEARTBEAT, "d": None})
            asyncio.get_running_loop().call_later(_INVITE_SECONDS, connection.send, ask)
        else:
            self._invite()

    def _invite(self) -> None:
        """Add the bot to every server, once."""
        invited, self.inviting = self.inviting, False
        for guild in self.world.guilds if invited else ():
            wire = self.world.guild_wire(guild)
            # Bots recognise a new server only by the missing `unavailable`.
            del wire["unavailable"]
            self.dispatch(_GUILDS, "GUILD_CREATE", wire)
        self.world.broadcast(None, {"type": "world"})

    def _resume(self, connection: Connection, data: dict[str, Any]) -> Session | None:
        session = self._sessions.get(str(data.get("session_id")))
        seq = int(data.get("seq") or 0)
        missed = [] if session is None else [text for s, text in session.sent if s > seq]
        if session is None or len(missed) != session.seq - seq or data.get("token") != self.token:
            connection.send(json.dumps({"op": _INVALID, "d": False}))
            return None
        session.connection = connection
        for text in missed:
            connection.send(text)
        session.dispatch("RESUMED", {})
        self.world.broadcast(None, {"type": "world"})
        return session
