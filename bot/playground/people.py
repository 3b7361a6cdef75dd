"""What people do: the API of the page, of the wire tests and of the benches.

Everything under `/people`, JSON. A person sees only what they would see in Discord, and can do
only what a Discord client would let them do; what it wouldn't is answered 400 with the reason.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from aiohttp import WSMsgType, web

from .errors import Impossible, Refused
from .gateway import Gateway
from .interactions import (
    ANSWER_SECONDS,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Interaction,
    Interactions,
)
from .limits import walk
from .rest import Rest
from .typed import options_wire, resolved_wire
from .world import PERMISSIONS, Channel, Message, Person, Wire, World


class People:
    """The page's API. `tell` is how the world reaches open pages."""

    def __init__(
        self, world: World, interactions: Interactions, gateway: Gateway, rest: Rest
    ) -> None:
        self.world = world
        self.interactions = interactions
        self.gateway = gateway
        self.rest = rest
        self._lines: dict[int, set[asyncio.Queue[Wire | None]]] = {}

    def routes(self) -> list[web.RouteDef]:
        """Every route there is."""
        user = "/people/{user:\\d+}"
        return [
            web.get("/people/world", self._served(self._world)),
            web.get("/people/log", self._served(self._log)),
            web.get(user + "/channels/{channel}/messages", self._served(self._messages)),
            web.get(user + "/live", self._live),
            web.post(user + "/command", self._served(self._command)),
            web.post(user + "/autocomplete", self._served(self._autocomplete)),
            web.post(user + "/component", self._served(self._component)),
            web.post(user + "/modal", self._served(self._modal)),
            web.post(user + "/say", self._served(self._say)),
            web.post(user + "/settings", self._served(self._settings)),
            web.post("/people/channels", self._served(self._new_channel)),
            web.post("/people/channels/{channel}/permissions", self._served(self._permissions)),
            web.post("/people/channels/{channel}/delete", self._served(self._delete_channel)),
            web.post("/people/messages/{message:\\d+}/delete", self._served(self._delete_message)),
            web.post("/people/gateway/drop", self._served(self._drop)),
        ]

    def tell(self, ids: Iterable[int] | None, event: Wire) -> None:
        """Send news to the open pages of some people (None: of all)."""
        for user in list(self._lines) if ids is None else ids:
            for line in self._lines.get(user, ()):
                line.put_nowait(event)

    def _served(
        self, serve: Callable[[web.Request, Wire], Awaitable[Any]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            try:
                body = await request.json() if request.can_read_body else {}
                return web.json_response(await serve(request, body))
            except (Impossible, json.JSONDecodeError) as error:
                return web.json_response({"error": str(error)}, status=400)
            except Refused as refused:
                return web.json_response({"error": refused.body["message"]}, status=400)

        return handle

    def _person(self, request: web.Request) -> Person:
        return self.world.person(int(request.match_info["user"]))

    def _channel(self, person: Person | None, where: str) -> Channel:
        if where == "dm" and person is not None:
            return self.world.channels[person.direct]
        channel = self.world.channels.get(int(where)) if where.isdigit() else None
        if channel is None or channel.person not in (None, person):
            raise Impossible("there is no such channel for this person")
        return channel

    # Looking

    def _known(self) -> Wire:
        people = [
            {
                "id": str(p.id),
                "name": p.name,
                "avatar_color": p.color,
                "locale": p.locale,
                "dms_open": p.dms_open,
                "staff": p.staff,
            }
            for p in self.world.people.values()
        ]
        channels = [{"id": str(c.id), "name": c.name} for c in self.world.public_channels()]
        return {
            "people": people,
            "guild": {
                "id": str(self.world.guild_id),
                "name": "Shinrisen Café",
                "locale": "en-US",
            },
            "channels": channels,
            "commands": self.world.commands,
            "bot": {
                "id": self.world.bot["id"],
                "name": self.world.bot["username"],
                "online": self.gateway.online,
            },
        }

    async def _world(self, request: web.Request, body: Wire) -> Wire:
        return self._known()

    async def _log(self, request: web.Request, body: Wire) -> list[Wire]:
        return list(self.rest.log)

    async def _messages(self, request: web.Request, body: Wire) -> list[Wire]:
        person = self._person(request)
        channel = self._channel(person, request.match_info["channel"])
        seen = [self.world.messages[m] for m in channel.messages if m in self.world.messages]
        return [self.world.page_wire(m) for m in seen if self.world.sees(person, m)]

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        person = self._person(request)
        line: asyncio.Queue[Wire | None] = asyncio.Queue()
        self._lines.setdefault(person.id, set()).add(line)
        line.put_nowait({"type": "hello"} | self._known())

        async def pump() -> None:
            while (event := await line.get()) is not None:
                if event["type"] == "world":
                    event = event | self._known()
                await socket.send_str(json.dumps(event))

        pumping = asyncio.ensure_future(pump())
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            self._lines[person.id].discard(line)
            pumping.cancel()
            await asyncio.gather(pumping, return_exceptions=True)
        return socket

    # Acting

    async def _outcome(self, interaction: Interaction) -> Wire:
        person = [interaction.person.id]
        news: Wire = {"type": "interaction", "id": str(interaction.id)}
        self.tell(person, news | {"state": "pending"})
        left = interaction.begun + ANSWER_SECONDS - time.monotonic()
        try:
            async with asyncio.timeout(max(0.0, left)):
                await interaction.answered.wait()
            state = "answered"
        except TimeoutError:
            state = "failed"
        self.tell(person, news | {"state": state})
        original = interaction.original
        return {
            "interaction": str(interaction.id),
            "state": state,
            "kind": interaction.answered_as,
            "message": None if original is None else self.world.page_wire(original),
            "modal": interaction.modal,
            "ms": (time.monotonic() - interaction.begun) * 1000,
        }

    def _command_data(self, person: Person, body: Wire, focused: str | None = None) -> Wire:
        root, _, sub = str(body.get("name", "")).partition(" ")
        command = next((c for c in self.world.commands if c["name"] == root), None)
        if command is None:
            raise Impossible(f"there is no command /{root}")
        options = command.get("options", [])
        if sub:
            leaf = next((o for o in options if o["name"] == sub and o["type"] == 1), None)
            if leaf is None:
                raise Impossible(f"there is no command /{root} {sub}")
            options = leaf.get("options", [])
        given = dict(body.get("options") or {})
        wire = options_wire(options, given, focused)
        data: Wire = {"id": command["id"], "name": root, "type": 1}
        data["options"] = [{"name": sub, "type": 1, "options": wire}] if sub else wire
        if resolved := resolved_wire(self.world, wire):
            data["resolved"] = resolved
        return data

    def _may_command(self, body: Wire, channel: Channel) -> None:
        root = str(body.get("name", "")).partition(" ")[0]
        command = next((c for c in self.world.commands if c["name"] == root), {})
        contexts = command.get("contexts")
        guild_only = command.get("dm_permission") is False or contexts == [0]
        if channel.person is not None and guild_only:
            raise Impossible("that command can only be used in a server")

    async def _command(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        channel = self._channel(person, str(body.get("channel")))
        self._may_command(body, channel)
        data = self._command_data(person, body)
        note = f"{person.name} used /{body['name']}"
        return await self._outcome(
            self.interactions.begin(COMMAND, person, channel, data, note=note)
        )

    async def _autocomplete(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        channel = self._channel(person, str(body.get("channel")))
        data = self._command_data(person, body, str(body.get("focused")))
        interaction = self.interactions.begin(AUTOCOMPLETE, person, channel, data)
        await self._outcome(interaction)
        return {"choices": interaction.choices or []}

    async def _component(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        message = self.world.messages.get(int(body.get("message") or 0))
        if message is None or not self.world.sees(person, message):
            raise Impossible("that message isn't there for this person")
        custom_id, values = str(body.get("custom_id")), body.get("values")
        part = self._pressed(message, custom_id, values, force=bool(body.get("force")))
        data: Wire = {"custom_id": custom_id, "component_type": part.get("type", 2)}
        data["id"] = part.get("id", 1)
        if values is not None:
            data["values"] = [str(value) for value in values]
        return await self._outcome(
            self.interactions.begin(COMPONENT, person, message.channel, data, source=message)
        )

    def _pressed(
        self, message: Message, custom_id: str, values: list[str] | None, *, force: bool
    ) -> Wire:
        parts = walk(message.wire["components"])
        part = next((p for p in parts if p.get("custom_id") == custom_id), None)
        if force:
            return part or {}
        if part is None:
            raise Impossible("that message has no such control")
        if part.get("disabled"):
            raise Impossible("that control is disabled")
        if part["type"] == 2:
            return part
        least, most = part.get("min_values", 1), part.get("max_values", 1)
        if values is None or not least <= len(values) <= most:
            raise Impossible(f"choose from {least} to {most}")
        options = {option["value"] for option in part.get("options", [])}
        if part["type"] == 3 and not set(values) <= options:
            raise Impossible("that isn't among the options")
        return part

    async def _modal(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        shown = self.interactions.get(int(body.get("interaction") or 0))
        if shown is None or shown.modal is None or shown.person is not person:
            raise Impossible("that form isn't open")
        values = {str(k): v for k, v in (body.get("values") or {}).items()}
        filled = [_fill(part, values) for part in shown.modal["components"]]
        data = {"custom_id": shown.modal["custom_id"], "components": filled}
        shown.modal = None
        return await self._outcome(
            self.interactions.begin(MODAL, person, shown.channel, data, source=shown.source)
        )

    async def _say(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        channel = self._channel(person, str(body.get("channel")))
        said = self.world.post(channel, person, {"content": str(body.get("text") or "")})
        return self.world.page_wire(said)

    async def _settings(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        person.dms_open = bool(body.get("dms_open", person.dms_open))
        person.locale = str(body.get("locale", person.locale))
        self.tell(None, {"type": "world"})
        return self._known()

    # Changing the world

    async def _new_channel(self, request: web.Request, body: Wire) -> Wire:
        channel = self.world.add_channel(str(body.get("name") or "channel"))
        return {"id": str(channel.id), "name": channel.name}

    async def _permissions(self, request: web.Request, body: Wire) -> Wire:
        channel = self._channel(None, request.match_info["channel"])
        deny = set(body.get("deny") or [])
        if not deny <= set(PERMISSIONS):
            raise Impossible(f"permissions are {', '.join(PERMISSIONS)}")
        channel.deny = deny
        self.gateway.tell(1, "CHANNEL_UPDATE", self.world.channel_wire(channel))
        return {"deny": sorted(deny)}

    async def _delete_channel(self, request: web.Request, body: Wire) -> Wire:
        self.world.remove_channel(self._channel(None, request.match_info["channel"]))
        return {}

    async def _delete_message(self, request: web.Request, body: Wire) -> Wire:
        message = self.world.messages.get(int(request.match_info["message"]))
        if message is None:
            raise Impossible("that message isn't there")
        self.world.delete(message)
        return {}

    async def _drop(self, request: web.Request, body: Wire) -> Wire:
        if body.get("forget"):
            await self.gateway.drop()
            await asyncio.sleep(0)
            self.gateway.forget()
        else:
            await self.gateway.drop()
        return {}


def _fill(part: Wire, values: dict[str, Any]) -> Wire:
    """A modal's component as it is submitted: its value instead of its looks."""
    filled: Wire = {"type": part["type"], "id": part.get("id", 1)}
    if "component" in part:
        filled["component"] = _fill(part["component"], values)
    elif "components" in part:
        filled["components"] = [_fill(child, values) for child in part["components"]]
    elif "custom_id" in part:
        filled["custom_id"] = part["custom_id"]
        value: Any = values.get(part["custom_id"], part.get("value") or "")
        if part["type"] == 4:
            least, most = part.get("min_length") or 0, part.get("max_length") or 4000
            needed = part.get("required", True)
            if (not least <= len(value) <= most and (value or needed)) or (needed and not value):
                raise Impossible(f"fill in {part.get('label') or part['custom_id']}")
            filled["value"] = str(value)
        else:
            filled["values"] = value if isinstance(value, list) else [value] if value else []
    return filled
