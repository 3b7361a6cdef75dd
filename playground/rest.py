"""REST v10, limited to the routes the bot uses. All others answer 501 and are logged."""

import asyncio
import itertools
import json
import math
import re
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, web

from . import emojis
from .bounds import check_request
from .commands import check_commands
from .errors import Refused, invalid, unknown
from .faults import BAD_DAY, Faults, odd, page
from .forms import check_form
from .gateway import Gateway
from .interactions import Files, Interactions
from .rates import Limits
from .sent import PUBLIC, Sent
from .shapes import GUILD_LOCALE, Channel, Message, Person, Upload, Wire, member_wire, user_wire
from .world import World

API = "/api/v10"
_TOO_MANY = {
    30046: "Maximum number of edits to messages older than 1 hour reached. Try again later"
}
# Discord answers these with 201, all others with 200, or with 204 if the body is empty.
_CREATING = {("POST", "emoji")}
_FILE = re.compile(r"files\[(\d{1,3})\]")


class Rest:
    """REST server of the stand-in. Records the bot's latest requests."""

    def __init__(
        self, world: World, interactions: Interactions, gateway: Gateway, limits: Limits
    ) -> None:
        self.world = world
        self.interactions = interactions
        self.gateway = gateway
        self.limits = limits
        self.faults = Faults()
        self._log: deque[Sent] = deque(maxlen=20_000)
        self._numbers = itertools.count(1)

    def routes(self) -> list[web.RouteDef]:
        """Return all routes. The last one catches unknown paths."""
        channel, token = "/channels/{channel:\\d+}", "/webhooks/{app:\\d+}/{token}"
        table: list[tuple[str, str, str, Callable[..., Awaitable[Any]]]] = [
            ("GET", "/users/@me", "read", self._me),
            ("GET", "/users/{user:\\d+}", "read", self._user),
            ("GET", "/oauth2/applications/@me", "read", self._application),
            ("GET", "/applications/@me", "read", self._application),
            ("GET", "/gateway", "read", self._gateway),
            ("GET", "/gateway/bot", "read", self._gateway),
            ("GET", "/applications/{app:\\d+}/commands", "read", self._commands),
            ("PUT", "/applications/{app:\\d+}/commands", "sync", self._sync),
            *emojis.routes(self.world),
            ("POST", "/users/@me/channels", "dm", self._open_direct),
            ("GET", channel, "read", self._channel),
            ("POST", channel + "/messages", "send", self._send),
            ("GET", channel + "/messages/{message:\\d+}", "read", self._message),
            ("PATCH", channel + "/messages/{message:\\d+}", "edit", self._edit),
            ("DELETE", channel + "/messages/{message:\\d+}", "delete", self._delete),
            ("GET", channel + "/thread-members/{user:\\d+}", "read", self._thread_member),
            ("GET", "/guilds/{guild:\\d+}", "read", self._guild),
            ("GET", "/guilds/{guild:\\d+}/members/{user:\\d+}", "read", self._member),
            ("POST", "/interactions/{id:\\d+}/{token}/callback", "callback", self._callback),
            ("POST", token, "webhook", self._follow_up),
            ("GET", token + "/messages/{which}", "webhook", self._followed),
            ("PATCH", token + "/messages/{which}", "webhook", self._edit_followed),
            ("DELETE", token + "/messages/{which}", "webhook", self._delete_followed),
        ]
        made = [
            web.route(verb, API + path, self._served(route, f)) for verb, path, route, f in table
        ]
        return [*made, web.route("*", "/api/{rest:.*}", self._missing)]

    def _served(
        self, route: str, serve: Callable[..., Awaitable[Any]]
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            headers: dict[str, str] = {}
            raw, received = "", time.time()
            files: Files = []
            status, answer = 200, None
            refusal: dict[str, Any] = {}
            fault = self.faults.next(route)
            if (answered := odd(fault, self.faults.wait)) is not None:
                return answered
            try:
                if not (route in ("callback", "webhook") or self._authorised(request)):
                    raise Refused(401, 0, "401: Unauthorized")
                info = request.match_info
                major = info.get("channel") or info.get("token") or info.get("guild") or ""
                wait, everywhere, headers = self.limits.take(route, major)
                if wait:
                    raise _limited(wait, everywhere)
                raw, files = await _body(request)
                await self._fail(request, fault)
                body = _parsed(raw, list if route == "sync" else dict)
                check_request(route, body)
                self.faults.refuse(fault, route, raw, files)
                answer = await serve(request, body, files)
            except Refused as refused:
                status, answer = refused.status, refused.body
                refusal = refused.body
            if status == 429:
                # discord.py retries a 429 only if it has a Via header.
                after = {"Retry-After": str(math.ceil(answer["retry_after"]))}
                headers |= after | {"Via": "1.1 playground"}
            if status == 200:
                made = (request.method, route) in _CREATING
                status = 204 if answer is None else 201 if made else 200
            sizes = [len(file.content) for file in files]
            self.limits.counts.add(route, status, refusal, sizes)
            self._record(
                request, raw, status, files, received, self._reader(request, route, answer)
            )
            if fault == "lost":
                _disconnect(request)
            if fault == "html408":
                return page(408)
            if answer is None:
                return web.Response(status=204, headers=headers)
            text = json.dumps(answer)
            # discord.py compares the whole content type, so no charset may follow.
            headers["Content-Type"] = "application/json"
            return web.Response(status=status, body=text.encode(), headers=headers)

        return handle

    async def _fail(self, request: web.Request, fault: str | None) -> None:
        """Inject a fault before the request is handled."""
        if fault == "slow":
            await asyncio.sleep(self.faults.wait)
        elif fault in ("429", "global"):
            raise _limited(self.faults.wait, fault == "global")
        elif fault in ("500", "502", "503"):
            raise Refused(int(fault), 0, f"{fault}: {BAD_DAY}")
        elif fault == "unheard":
            _disconnect(request)
            raise Refused(503, 0, "never sent: the connection is cut")

    def _authorised(self, request: web.Request) -> bool:
        # The gateway address needs no token.
        known = request.headers.get("Authorization") == f"Bot {self.gateway.token}"
        return known or request.path == f"{API}/gateway"

    def _record(
        self,
        request: web.Request,
        raw: str,
        status: int,
        files: Files = (),
        received: float = 0.0,
        read: tuple[str | None, str | None] = (None, None),
    ) -> None:
        path = request.path.removeprefix(API)
        if token := request.match_info.get("token"):
            path = path.replace(token, "TOKEN")
        answered = request.match_info.get("id")
        number = next(self._numbers)
        sent = Sent(number, received, request.method, path, raw, files, status, *read, answered)
        self._log.append(sent)

    def _reader(
        self, request: web.Request, route: str, answer: Any
    ) -> tuple[str | None, str | None]:
        """Return the reader of a request's content and its channel, if it succeeded."""
        if route == "callback":
            answered = self.interactions.get(int(request.match_info["id"]))
            if answered is None or answered.answered_as in (None, "deferred"):
                return None, None
            if answered.answered_as in ("choices", "modal"):
                return str(answered.person.id), str(answered.channel.id)
            message = answered.original
        elif route in ("send", "edit", "webhook") and isinstance(answer, dict):
            number = str(answer.get("id"))
            message = self.world.messages.get(int(number)) if number.isdecimal() else None
        else:
            return None, None
        if message is None:
            return None, None
        where, person = str(message.channel.id), message.channel.person
        if message.ephemeral_for is not None:
            return str(message.ephemeral_for), where
        return PUBLIC if person is None else str(person.id), where

    def log(self, after: int = 0) -> list[Wire]:
        """Return the bot's latest requests, oldest first, with tokens removed from the paths."""
        return [sent.wire() for sent in self._log if sent.number > after]

    async def _missing(self, request: web.Request) -> web.StreamResponse:
        text = f"501: the playground has no {request.method} {request.path}"
        print(text, file=sys.stderr, flush=True)
        self.world.broadcast(None, {"type": "problem", "text": text})
        self._record(request, "", 501)
        body = json.dumps({"message": text, "code": 0}).encode()
        return web.Response(status=501, body=body, headers={"Content-Type": "application/json"})

    # Users, servers and channels

    async def _me(self, request: web.Request, body: Wire, files: Files) -> Wire:
        return self.world.bot | {"locale": GUILD_LOCALE, "mfa_enabled": False}

    async def _user(self, request: web.Request, body: Wire, files: Files) -> Wire:
        if request.match_info["user"] == self.world.bot["id"]:
            return self.world.bot
        return user_wire(self._person(request, "User"))

    async def _member(self, request: web.Request, body: Wire, files: Files) -> Wire:
        await self._guild(request, body, files)
        if request.match_info["user"] == self.world.bot["id"]:
            return self.world.own_member()
        person = self._person(request, "Member")
        return member_wire(person) | {"user": user_wire(person)}

    def _person(self, request: web.Request, what: str) -> Person:
        person = self.world.people.get(int(request.match_info["user"]))
        if person is None:
            raise unknown(what)
        return person

    async def _application(self, request: web.Request, body: Wire, files: Files) -> Wire:
        owner = {"id": str(self.world.owner_id), "username": "owner", "bot": False}
        return {
            "id": self.world.bot["id"],
            "name": "Shinrisen",
            **dict.fromkeys(("icon", "team", "type", "interactions_endpoint_url")),
            "role_connections_verification_url": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "summary": "",
            "verify_key": "0" * 64,
            "flags": 0,
            "flags_new": "0",
            "owner": self.world.bot | owner,
            "redirect_uris": [],
            "approximate_guild_count": 1,
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
        }

    async def _gateway(self, request: web.Request, body: Wire, files: Files) -> Wire:
        left = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        url = f"{self.world.base.replace('http', 'ws', 1)}/gateway"
        return {"url": url, "shards": 1, "session_start_limit": left}

    async def _guild(self, request: web.Request, body: Wire, files: Files) -> Wire:
        guild = int(request.match_info["guild"])
        if guild not in self.world.guilds:
            raise unknown("Guild")
        return self.world.guild_wire(guild)

    async def _channel(self, request: web.Request, body: Wire, files: Files) -> Wire:
        channel = self._channel_of(request)
        self.world.require(channel)
        return self.world.channel_wire(channel)

    async def _thread_member(self, request: web.Request, body: Wire, files: Files) -> Wire:
        thread, user = self._channel_of(request), int(request.match_info["user"])
        self.world.require(thread)
        if thread.parent is None or user not in (thread.readers or ()):
            raise Refused(404, 10007, "Unknown Member")
        joined = "2020-01-01T00:00:00+00:00"
        return {"id": str(thread.id), "user_id": str(user), "join_timestamp": joined, "flags": 0}

    async def _open_direct(self, request: web.Request, body: Wire, files: Files) -> Wire:
        asked = str(body.get("recipient_id"))
        person = self.world.people.get(int(asked) if asked.isdecimal() else 0)
        if person is None:
            raise Refused(400, 50033, "Invalid Recipient(s)")
        return self.world.channel_wire(self.world.channels[person.direct])

    # Commands

    async def _commands(self, request: web.Request, body: Wire, files: Files) -> list[Wire]:
        return self.world.commands

    async def _sync(self, request: web.Request, body: Any, files: Files) -> list[Wire]:
        commands = check_commands(body, self.world.commands)
        known = {command["name"]: command["id"] for command in self.world.commands}
        self.world.commands = [
            {
                "options": [],
                "description": "",
                "type": 1,
                "default_member_permissions": None,
                **command,
                "id": known.get(command["name"], str(self.world.new_id())),
                "application_id": self.world.bot["id"],
                "version": str(self.world.new_id()),
            }
            for command in commands
        ]
        self.world.broadcast(None, {"type": "world"})
        return self.world.commands

    # Messages

    def _channel_of(self, request: web.Request) -> Channel:
        return self.world.channel(int(request.match_info["channel"]))

    def _message_of(self, request: web.Request) -> Message:
        channel = self._channel_of(request)
        self.world.require(channel)
        return self.world.message(channel, int(request.match_info["message"]))

    async def _send(self, request: web.Request, body: Wire, files: Files) -> Wire:
        channel = self._channel_of(request)
        self.world.require(channel, "send_messages", *(["attach_files"] if files else []))
        if channel.person is not None and not channel.person.dms_open:
            raise Refused(403, 50007, "Cannot send messages to this user")
        return self.world.post(channel, None, body, files).wire

    async def _message(self, request: web.Request, body: Wire, files: Files) -> Wire:
        self.world.require(self._channel_of(request), "read_message_history")
        return self._message_of(request).wire

    async def _edit(self, request: web.Request, body: Wire, files: Files) -> Wire:
        message = self._message_of(request)
        if message.wire["author"]["id"] != self.world.bot["id"]:
            raise Refused(403, 50005, "Cannot edit a message authored by another user")
        self.world.require(message.channel, *(["attach_files"] if files else []))
        if wait := self.limits.edit_old(str(message.channel.id), self.world.age(message)):
            raise _limited(wait, False, 30046)
        self.world.edit(message, body, files)
        return message.wire

    async def _delete(self, request: web.Request, body: Wire, files: Files) -> None:
        message = self._message_of(request)
        if message.wire["author"]["id"] != self.world.bot["id"]:
            raise Refused(403, 50013, "Missing Permissions")
        self.world.delete(message)

    # Interactions

    async def _callback(self, request: web.Request, body: Wire, files: Files) -> Wire | None:
        info = request.match_info
        done = self.interactions.respond(int(info["id"]), info["token"], body, files)
        if request.query.get("with_response", "").lower() not in ("1", "true"):
            return None
        kind = done.answer
        response: Wire = {
            "interaction": {
                "id": str(done.id),
                "type": done.kind,
                "response_message_loading": kind == 5,
                "response_message_ephemeral": bool(done.deferred_flags),
            }
        }
        if done.original is not None and kind in (4, 7):
            response["interaction"]["response_message_id"] = str(done.original.id)
            response["interaction"]["response_message_ephemeral"] = bool(
                done.original.ephemeral_for
            )
            response["resource"] = {"type": kind, "message": done.original.wire}
        return response

    async def _follow_up(self, request: web.Request, body: Wire, files: Files) -> Wire:
        return self.interactions.follow_up(request.match_info["token"], body, files).wire

    async def _followed(self, request: web.Request, body: Wire, files: Files) -> Wire:
        info = request.match_info
        return self.interactions.message(info["token"], info["which"]).wire

    async def _edit_followed(self, request: web.Request, body: Wire, files: Files) -> Wire:
        info = request.match_info
        return self.interactions.edit(info["token"], info["which"], body, files).wire

    async def _delete_followed(self, request: web.Request, body: Wire, files: Files) -> None:
        info = request.match_info
        self.interactions.delete(info["token"], info["which"])


def _limited(wait: float, everywhere: bool, code: int = 0) -> Refused:
    text = _TOO_MANY.get(code, "You are being rate limited.")
    refused = Refused(429, code, text)
    refused.body = {"message": text, "retry_after": wait, "global": everywhere}
    refused.body |= {"code": code} if code else {}
    return refused


def _disconnect(request: web.Request) -> None:
    """Cut the connection to the bot."""
    if request.transport is not None:
        request.transport.abort()


async def _body(request: web.Request) -> tuple[str, Files]:
    """Return the request's JSON as text, and its uploads."""
    if not request.can_read_body:
        return "", []
    if not request.content_type.startswith("multipart/"):
        return await request.text(), []
    raw = ""
    files: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        if part.name == "payload_json":
            raw = await part.text()
        elif part.name and (numbered := _FILE.fullmatch(part.name)):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            name, content = part.filename or part.name, bytes(await part.read())
            files.append(Upload(int(numbered[1]), name, content, kind))
    return raw, files


def _parsed(raw: str, kind: type) -> Any:
    try:
        body = json.loads(raw) if raw else kind()
    except json.JSONDecodeError:
        raise Refused(400, 50109, "The request body contains invalid JSON.") from None
    if not isinstance(body, kind):
        raise invalid("_", f"Only a {kind.__name__} may be used here.")
    check_form(body)
    return body
