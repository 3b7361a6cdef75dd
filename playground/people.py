"""API of the people: used by the page, the wire tests and the benchmarks.

Everything is JSON under `/people`. A person sees and does only what a Discord client allows.
Anything else is answered 400 with the reason.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict
from typing import Any

from aiohttp import WSMsgType, web

from .commands import (
    GUILD_INSTALL,
    USER,
    USER_INSTALL,
    check_allowed,
    entry_point,
    find_command,
    find_menu,
)
from .controls import filled, pressed
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
from .notices import Notices
from .rates import HOUR
from .rest import Rest
from .shapes import GUILD_NAME, PERMISSIONS, Channel, Person, Wire, can_read, may
from .typed import number, options_wire, resolved, resolved_options
from .world import World

# Longest wait for the content of a deferred answer, in seconds.
_FOLLOW_UP_SECONDS = 10.0
# Notifications that the page shows of each phone.
_ON_A_PHONE = 5


class People:
    """The page's API. The world calls `broadcast` to send page events."""

    def __init__(
        self, world: World, interactions: Interactions, gateway: Gateway, rest: Rest
    ) -> None:
        self.world = world
        self.interactions = interactions
        self.gateway = gateway
        self.rest = rest
        self._notices = Notices()
        self._pages: dict[int, set[asyncio.Queue[str]]] = {}

    def routes(self) -> list[web.RouteDef]:
        """Return all routes."""
        user = "/people/{user:\\d+}"
        return [
            web.get("/people/world", self._served(self._world)),
            web.get("/people/log", self._served(self._log)),
            web.get("/people/counts", self._served(self._counts)),
            web.get(user + "/channels/{channel}/messages", self._served(self._messages)),
            web.get(user + "/notifications", self._served(self._notifications)),
            web.get(user + "/live", self._live),
            web.post(user + "/look", self._served(self._look)),
            web.post(user + "/command", self._served(self._command)),
            web.post(user + "/menu", self._served(self._menu)),
            web.post(user + "/autocomplete", self._served(self._autocomplete)),
            web.post(user + "/component", self._served(self._component)),
            web.post(user + "/modal", self._served(self._modal)),
            web.post(user + "/forge", self._served(self._forge)),
            web.post(user + "/say", self._served(self._say)),
            web.post(user + "/settings", self._served(self._settings)),
            web.post("/people/channels", self._served(self._new_channel)),
            web.post("/people/channels/{channel}/permissions", self._served(self._permissions)),
            web.post("/people/channels/{channel}/archive", self._served(self._archive)),
            web.post("/people/channels/{channel}/delete", self._served(self._delete_channel)),
            web.post("/people/messages/{message:\\d+}/delete", self._served(self._delete_message)),
            web.post("/people/faults", self._served(self._faults)),
            web.post("/people/limits", self._served(self._limits)),
            web.post("/people/activities", self._served(self._activities)),
            web.post("/people/clock", self._served(self._clock)),
            web.post("/people/gateway/drop", self._served(self._drop)),
        ]

    def broadcast(self, ids: Iterable[int] | None, event: Wire) -> None:
        """Send an event to the open pages of these people (None: all)."""
        pages = [
            page
            for user in (self._pages if ids is None else ids)
            for page in self._pages.get(user, ())
        ]
        if pages:
            text = json.dumps(event | self._details(event["type"]))
            for page in pages:
                page.put_nowait(text)
        if event["type"] == "message" and self._notices.update(ids, event, self._name(event)):
            self.broadcast(None, {"type": "notices"})

    def _name(self, event: Wire) -> str:
        """Return the name of a server's channel, or an empty text."""
        where = event["where"]
        channel = self.world.channels.get(int(where)) if where.isdecimal() else None
        return "" if channel is None else channel.name

    def _details(self, kind: str) -> Wire:
        """Return the additional data of an event. Called only if a page is connected."""
        if kind == "notices":
            return self._called()
        return self._state() if kind == "world" else {}

    def _called(self) -> Wire:
        unseen = self._notices.unseen(self.world.channels)
        return {"notices": unseen, "phones": self._notices.phones(_ON_A_PHONE)}

    def _served(
        self, serve: Callable[[web.Request, Wire], Awaitable[Any]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            try:
                body = await request.json() if request.can_read_body else {}
                if not isinstance(body, dict):
                    raise Impossible("the body must be a JSON object")
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
        channel = self.world.channels.get(int(where)) if where.isdecimal() else None
        if channel is None or not (person is None or can_read(person, channel)):
            raise Impossible("there is no such channel for this person")
        return channel

    # Reading

    def _state(self) -> Wire:
        people = [
            {
                "id": str(p.id),
                "name": p.name,
                "avatar_color": p.color,
                "locale": p.locale,
                "dms_open": p.dms_open,
                "staff": self.world.guild_id in p.staff_of,
                "permissions": str(may(p, self.world.guild_id)),
            }
            for p in self.world.people.values()
        ]
        channels = [
            {"id": str(c.id), "name": c.name, "guild": str(c.guild)}
            for c in self.world.public_channels()
        ]
        return {
            "people": people,
            "guild": {"id": str(self.world.guild_id), "name": GUILD_NAME, "locale": "en-US"},
            "servers": [str(guild) for guild in self.world.guilds],
            "channels": channels,
            "commands": self.world.commands,
            **self._called(),
            "bot": {
                "id": self.world.bot["id"],
                "name": self.world.bot["username"],
                "online": self.gateway.online,
                "connections": self.gateway.connections,
            },
        }

    async def _world(self, request: web.Request, body: Wire) -> Wire:
        return self._state()

    async def _log(self, request: web.Request, body: Wire) -> list[Wire]:
        return self.rest.log(number(request.query.get("after", "0")))

    async def _counts(self, request: web.Request, body: Wire) -> Wire:
        """Return the request counts: rate-limited, unlimited, refused, invalid. And the resumes."""
        return asdict(self.rest.limits.counts) | {"resumes": self.gateway.resumes}

    async def _messages(self, request: web.Request, body: Wire) -> list[Wire]:
        person = self._person(request)
        channel = self._channel(person, request.match_info["channel"])
        there = [self.world.messages[m] for m in channel.messages if m in self.world.messages]
        seen = [message for message in there if self.world.sees(person, message)]
        last = number(request.query.get("last", "0"))
        return [self.world.page_wire(message) for message in seen[-last:]]

    async def _notifications(self, request: web.Request, body: Wire) -> list[Wire]:
        """Return the latest notifications of a person's phone, oldest first."""
        return self._notices.phone(str(self._person(request).id))

    async def _look(self, request: web.Request, body: Wire) -> Wire:
        """Clear the notices of a person at the place they look at."""
        if self._notices.clear(str(self._person(request).id), str(body.get("where"))):
            self.broadcast(None, {"type": "notices"})
        return {}

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        try:
            person = self._person(request)
        except Impossible as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        page: asyncio.Queue[str] = asyncio.Queue()
        self._pages.setdefault(person.id, set()).add(page)
        page.put_nowait(json.dumps({"type": "hello"} | self._state()))

        async def pump() -> None:
            while True:
                await socket.send_str(await page.get())

        pumping = asyncio.ensure_future(pump())
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            self._pages[person.id].discard(page)
            pumping.cancel()
            await asyncio.gather(pumping, return_exceptions=True)
        return socket

    # Acting

    async def _outcome(self, interaction: Interaction, body: Wire) -> Wire:
        """Return the result of an interaction.

        If the body says `patient`, wait for a deferred answer's content.
        """
        person = [interaction.person.id]
        news: Wire = {"type": "interaction", "id": str(interaction.id)}
        self.broadcast(person, news | {"state": "pending"})
        seconds = self.interactions.answer_seconds
        left = interaction.started + seconds - self.interactions.clock()
        try:
            async with asyncio.timeout(max(0.0, left)):
                await interaction.answered.wait()
            state = "answered"
        except TimeoutError:
            state = "failed"
        self.broadcast(person, news | {"state": state})
        if body.get("patient") and interaction.answered_as == "deferred":
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(_FOLLOW_UP_SECONDS, seconds)):
                    await interaction.followed.wait()
        return {
            "interaction": str(interaction.id),
            "state": state,
            "kind": interaction.answered_as,
            "message": interaction.shown,
            "modal": interaction.modal,
            "ms": (self.interactions.clock() - interaction.started) * 1000,
        }

    def _typed(
        self, person: Person, channel: Channel, body: Wire, focused: str | None = None
    ) -> tuple[Wire, int]:
        """Return the data of a typed command and the type of its focused option (0: none)."""
        command, way = find_command(self.world.commands, str(body.get("name") or ""))
        where = None if channel.person else channel.guild
        check_allowed(command, person, where, elsewhere(body) or GUILD_INSTALL)
        known = (way[-1] if way else command).get("options") or []
        given = body.get("options") or {}
        if not isinstance(given, dict):
            raise Impossible("options are an object")
        options = options_wire(known, given, focused)
        kind = next((option["type"] for option in options if option.get("focused")), 0)
        found = resolved_options(self.world, options)
        for sub in reversed(way):
            options = [{"name": sub["name"], "type": sub["type"], "options": options}]
        data: Wire = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        return data | ({"resolved": found} if found else {}), kind

    async def _command(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        channel = self._channel(person, str(body.get("channel")))
        data, _ = self._typed(person, channel, body)
        return await self._used(person, channel, data, f"/{body['name']}", body)

    async def _used(
        self, person: Person, channel: Channel, data: Wire, name: str, body: Wire
    ) -> Wire:
        note, where = f"{person.name} used {name}", elsewhere(body)
        return await self._outcome(
            self.interactions.start(COMMAND, person, channel, data, note=note, elsewhere=where),
            body,
        )

    async def _menu(self, request: web.Request, body: Wire) -> Wire:
        """Use a command on a person, as a client does from *Apps*."""
        person = self._person(request)
        channel = self._channel(person, str(body.get("channel")))
        command = find_menu(self.world.commands, str(body.get("name") or ""))
        where = None if channel.person else channel.guild
        check_allowed(command, person, where, elsewhere(body) or GUILD_INSTALL)
        target = str(body.get("target"))
        data: Wire = {"id": command["id"], "name": command["name"], "type": USER}
        data |= {"target_id": target, "resolved": resolved(self.world, [target], [])}
        return await self._used(person, channel, data, command["name"], body)

    async def _autocomplete(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        channel = self._channel(person, str(body.get("channel")))
        data, kind = self._typed(person, channel, body, str(body.get("focused")))
        interaction = self.interactions.start(
            AUTOCOMPLETE, person, channel, data, focused=kind, elsewhere=elsewhere(body)
        )
        await self._outcome(interaction, body)
        return {"choices": interaction.choices or []}

    async def _component(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        message = self.world.messages.get(number(body.get("message")))
        if message is None or not self.world.sees(person, message):
            raise Impossible("that message isn't there for this person")
        custom_id, forced = str(body.get("custom_id")), bool(body.get("force"))
        data = pressed(self.world, message, custom_id, body.get("values"), force=forced)
        return await self._outcome(
            self.interactions.start(
                COMPONENT, person, message.channel, data, source=message, elsewhere=elsewhere(body)
            ),
            body,
        )

    async def _modal(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        shown = self.interactions.get(number(body.get("interaction")))
        if shown is None or shown.modal is None or shown.person is not person:
            raise Impossible("that form isn't open")
        data = filled(self.world, shown.modal, body.get("values") or {})
        shown.modal = None
        return await self._outcome(
            self.interactions.start(MODAL, person, shown.channel, data, source=shown.source), body
        )

    async def _forge(self, request: web.Request, body: Wire) -> Wire:
        """Send an interaction of any type with any data, which no client would send.

        `change` replaces parts of the event. Null parts are removed.
        """
        person = self._person(request)
        message = self.world.messages.get(number(body.get("message") or 0))
        where = str(body.get("channel")) if message is None else str(message.channel.id)
        channel = self._channel(person, where)
        kind, data, change = int(body["type"]), body.get("data") or {}, body.get("change") or {}
        if message is not None and not message.wire["components"]:
            # Not even a forger finds a control on a notice's plain line.
            raise Impossible("a plain message has no controls")
        forged = self.interactions.start(
            kind, person, channel, data, source=message, focused=3, change=change
        )
        return await self._outcome(forged, body)

    async def _say(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        channel = self._channel(person, str(body.get("channel")))
        posted = self.world.post(channel, person, {"content": str(body.get("text") or "")})
        return self.world.page_wire(posted)

    async def _settings(self, request: web.Request, body: Wire) -> Wire:
        person = self._person(request)
        person.dms_open = bool(body.get("dms_open", person.dms_open))
        person.locale = str(body.get("locale", person.locale))
        person.name = str(body.get("name", person.name))
        if "staff_of" in body:
            person.staff_of = {number(guild) for guild in body["staff_of"]}
        self.broadcast(None, {"type": "world"})
        return self._state()

    # State changes

    async def _new_channel(self, request: web.Request, body: Wire) -> Wire:
        """Create a channel in a server, or a thread if `parent` is set.

        `readers` makes it private to them.
        """
        parent = body.get("parent")
        readers = body.get("readers")
        channel = self.world.add_channel(
            str(body.get("name") or "channel"),
            guild=number(body.get("server") or 0),
            parent=None if parent is None else self._channel(None, str(parent)),
            readers=None if readers is None else {number(reader) for reader in readers},
        )
        return {"id": str(channel.id), "name": channel.name}

    async def _archive(self, request: web.Request, body: Wire) -> Wire:
        channel = self._channel(None, request.match_info["channel"])
        archived, locked = bool(body.get("archived", True)), bool(body.get("locked"))
        self.world.archive(channel, archived=archived, locked=locked)
        return {}

    async def _permissions(self, request: web.Request, body: Wire) -> Wire:
        channel = self._channel(None, request.match_info["channel"])
        deny = set(body.get("deny") or [])
        if not deny <= set(PERMISSIONS):
            raise Impossible(f"permissions are {', '.join(PERMISSIONS)}")
        channel.deny = deny
        self.world.dispatch(1, "CHANNEL_UPDATE", self.world.channel_wire(channel))
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

    async def _activities(self, request: web.Request, body: Wire) -> Wire:
        """Switch the application's activities on, which gives it an Entry Point command."""
        made = entry_point("launch") | {"id": str(self.world.new_id())}
        self.world.commands = [*self.world.commands, made]
        return made

    async def _clock(self, request: web.Request, body: Wire) -> Wire:
        """Set the seconds that Discord's clock is behind this machine's."""
        self.world.behind = float(body.get("behind", 0.0))
        return {}

    async def _drop(self, request: web.Request, body: Wire) -> Wire:
        """Close the bot's sockets. `resume` and `twice` say what becomes of its tries to resume."""
        code = int(body.get("code") or 1012)
        self.gateway.resuming = str(body.get("resume") or "")
        self.gateway.twice = bool(body.get("twice"))
        await self.gateway.drop(code, forget=bool(body.get("forget")))
        return {}

    async def _faults(self, request: web.Request, body: Wire) -> Wire:
        self.rest.faults.set(body)
        return {}

    async def _limits(self, request: web.Request, body: Wire) -> Wire:
        """Set the age in seconds of old messages, and switch the limits on or off.

        `answer`: seconds until an interaction fails.
        """
        self.rest.limits.hour = float(body.get("hour", HOUR))
        self.rest.limits.on = bool(body.get("on", self.rest.limits.on))
        self.interactions.answer_seconds = float(body.get("answer", ANSWER_SECONDS))
        return {}


def elsewhere(body: Wire) -> int | None:
    """Return the installation type of an interaction in a server without the bot, or None.

    Raises Impossible if the type is unknown.
    """
    how = body.get("elsewhere")
    if how is None:
        return None
    if how not in ("server", "person"):
        raise Impossible("elsewhere it is installed for the server or the person")
    return GUILD_INSTALL if how == "server" else USER_INSTALL
