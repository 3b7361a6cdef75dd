"""The stand-in's little world: people, one server, its channels, messages. Pure, no HTTP.

Everything said is kept in Discord's own JSON shapes, because that is what is asked for.
"""

import itertools
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from .errors import Impossible, Refused, unknown
from .limits import EPHEMERAL, V2, check_message, walk

Wire = dict[str, Any]

PERMISSIONS = {
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "use_external_emojis": 1 << 18,
    "use_application_commands": 1 << 31,
    "send_messages_in_threads": 1 << 38,
}
_STAFF = (1 << 5) | (1 << 4) | (1 << 13)  # Manage Server, Manage Channels, Manage Messages
_NAMES = ("Ana", "Ben", "Chie", "Dan", "Eva", "Fumi", "Gil", "Hana", "Ivo", "Jun", "Kei", "Lea")
_COLOURS = ("#e67e22", "#3498db", "#e91e63", "#2ecc71", "#9b59b6", "#1abc9c", "#f1c40f", "#e74c3c")
_KEPT = 300
_EPOCH = 1_420_070_400_000
_INTENT_GUILDS, _INTENT_MESSAGES, _INTENT_DIRECT = 1 << 0, 1 << 9, 1 << 12


@dataclass(slots=True)
class Person:
    """Somebody who can be played in the page. `direct` is their channel with the bot."""

    id: int
    name: str
    color: str
    direct: int
    locale: str = "en-US"
    dms_open: bool = True
    staff: bool = False


@dataclass(slots=True)
class Channel:
    """A channel of the server, or (`person` set) direct messages. Messages oldest first."""

    id: int
    name: str
    person: Person | None = None
    deny: set[str] = field(default_factory=set)
    messages: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Message:
    """A message in Discord's shape, and what only the stand-in knows about it."""

    id: int
    channel: Channel
    wire: Wire
    ephemeral_for: int | None = None
    pings: list[str] = field(default_factory=list)
    note: str | None = None


class World:
    """All there is. `tell_bot(intent, event, data)` and `tell_people(ids, event)` carry news."""

    def __init__(self, people: int = 4) -> None:
        self._ids = itertools.count()
        self.tell_bot: Callable[[int, str, Wire], None] = lambda intent, event, data: None
        self.tell_people: Callable[[Iterable[int] | None, Wire], None] = lambda ids, event: None
        self.base = ""
        self.bot: Wire = {
            "id": str(self.new_id()),
            "username": "Shinrisen",
            "discriminator": "0",
            "global_name": None,
            "avatar": None,
            "bot": True,
            "flags": 0,
        }
        self.guild_id = self.new_id()
        self.commands: list[Wire] = []
        self.channels: dict[int, Channel] = {}
        self.people: dict[int, Person] = {}
        self.messages: dict[int, Message] = {}
        self.files: dict[tuple[int, str], tuple[bytes, str]] = {}
        for name in ("game-table", "lounge"):
            self.add_channel(name)
        for number in range(people):
            self._add_person(number)

    def new_id(self) -> int:
        """A snowflake, never the same twice."""
        return (int(time.time() * 1000) - _EPOCH << 22) | next(self._ids) & 0x3FFFFF

    def _add_person(self, number: int) -> None:
        name = _NAMES[number] if number < len(_NAMES) else f"Guest {number + 1}"
        colour = _COLOURS[number % len(_COLOURS)]
        person = Person(self.new_id(), name, colour, self.new_id(), staff=number == 3)
        self.people[person.id] = person
        self.channels[person.direct] = Channel(person.direct, name, person)

    def add_channel(self, name: str) -> Channel:
        """Make one more channel in the server."""
        channel = Channel(self.new_id(), name)
        self.channels[channel.id] = channel
        self.tell_bot(_INTENT_GUILDS, "CHANNEL_CREATE", self.channel_wire(channel))
        self.tell_people(None, {"type": "world"})
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with everything in it."""
        del self.channels[channel.id]
        for message_id in channel.messages:
            self.messages.pop(message_id, None)
        self.tell_bot(_INTENT_GUILDS, "CHANNEL_DELETE", self.channel_wire(channel))
        self.tell_people(None, {"type": "world"})

    # Shapes

    def user_wire(self, person: Person) -> Wire:
        """A person as Discord shows users."""
        return {
            "id": str(person.id),
            "username": person.name.lower().replace(" ", "."),
            "discriminator": "0",
            "global_name": person.name,
            "avatar": None,
            "bot": False,
        }

    def member_wire(self, person: Person) -> Wire:
        """A person as a member of the server."""
        permissions = sum(PERMISSIONS.values()) | (_STAFF if person.staff else 0)
        return {
            "user": self.user_wire(person),
            "nick": None,
            "avatar": None,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(permissions),
        }

    def channel_wire(self, channel: Channel) -> Wire:
        """A channel as Discord shows it."""
        if channel.person is not None:
            recipients = [self.user_wire(channel.person)]
            return {"id": str(channel.id), "type": 1, "recipients": recipients, "flags": 0}
        denied = sum(PERMISSIONS[name] for name in channel.deny)
        overwrite = {"id": self.bot["id"], "type": 1, "allow": "0", "deny": str(denied)}
        return {
            "id": str(channel.id),
            "type": 0,
            "guild_id": str(self.guild_id),
            "name": channel.name,
            "position": 0,
            "permission_overwrites": [overwrite] if denied else [],
            "nsfw": False,
            "topic": None,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "flags": 0,
            "permissions": str(sum(PERMISSIONS.values())),
        }

    def guild_wire(self) -> Wire:
        """The server as a bot is told of it at first."""
        everyone = {
            "id": str(self.guild_id),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 0,
            "permissions": str(sum(PERMISSIONS.values())),
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        me: Wire = {"user": self.bot, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00"}
        me |= {"deaf": False, "mute": False, "flags": 0}
        return {
            "id": str(self.guild_id),
            "name": "Shinrisen Café",
            "icon": None,
            "owner_id": str(next(iter(self.people), 0)),
            "roles": [everyone],
            "emojis": [],
            "stickers": [],
            "features": [],
            "channels": [self.channel_wire(c) for c in self.public_channels()],
            "threads": [],
            "members": [me],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "member_count": len(self.people) + 1,
            "large": False,
            "unavailable": False,
            "joined_at": "2026-01-01T00:00:00+00:00",
            "preferred_locale": "en-US",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "splash": None,
            "discovery_splash": None,
            "application_id": None,
            "max_members": 500000,
            "lazy": True,
            "version": 0,
        }

    def public_channels(self) -> list[Channel]:
        """The server's channels, oldest first."""
        return [channel for channel in self.channels.values() if channel.person is None]

    def page_wire(self, message: Message) -> Wire:
        """A message as the page and the tests get it."""
        return message.wire | {
            "ephemeral_for": None if message.ephemeral_for is None else str(message.ephemeral_for),
            "pings": message.pings,
            "interaction_note": message.note,
            "edited": message.wire["edited_timestamp"] is not None,
        }

    # Looking things up

    def channel(self, channel_id: int) -> Channel:
        """The channel. Raises 10003."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise unknown("Channel") from None

    def message(self, channel: Channel, message_id: int) -> Message:
        """A message there that the bot can see by REST. Raises 10008."""
        message = self.messages.get(message_id)
        if message is None or message.channel is not channel or message.ephemeral_for is not None:
            raise unknown("Message")
        return message

    def person(self, user_id: int) -> Person:
        """The person. Raises Impossible."""
        try:
            return self.people[user_id]
        except KeyError:
            raise Impossible(f"there is nobody with the id {user_id}") from None

    def sees(self, person: Person, message: Message) -> bool:
        """Whether a person can see a message."""
        where = message.channel.person
        return (where is None or where is person) and message.ephemeral_for in (None, person.id)

    def bot_permissions(self, channel: Channel) -> int:
        """What the bot may do in a channel."""
        return sum(bit for name, bit in PERMISSIONS.items() if name not in channel.deny)

    def require(self, channel: Channel, *names: str) -> None:
        """Raise 50001 or 50013 unless the bot may."""
        if channel.person is not None:
            return
        if "view_channel" in channel.deny:
            raise Refused(403, 50001, "Missing Access")
        if any(name in channel.deny for name in names):
            raise Refused(403, 50013, "Missing Permissions")

    # Messages

    def post(
        self,
        channel: Channel,
        author: Person | None,
        body: Mapping[str, Any],
        files: Mapping[str, tuple[bytes, str]] | None = None,
        *,
        ephemeral_for: int | None = None,
        note: str | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Message:
        """Add a message and tell who can see it. Raises 50035, 50006."""
        files = files or {}
        flags = int(body.get("flags") or 0) | (EPHEMERAL if ephemeral_for else 0)
        check_message(dict(body), flags, set(files))
        if not any(body.get(key) for key in ("content", "embeds", "components")) and not files:
            raise Refused(400, 50006, "Cannot send an empty message")
        message_id = self.new_id()
        wire: Wire = {
            "id": str(message_id),
            "channel_id": str(channel.id),
            "type": 0,
            "author": self.bot if author is None else self.user_wire(author),
            "content": body.get("content") or "",
            "timestamp": _now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": body.get("embeds") or [],
            "components": [],
            "pinned": False,
            "flags": flags,
            **(extra or {}),
        }
        if body.get("nonce") is not None:
            wire["nonce"] = body["nonce"]
        message = Message(message_id, channel, wire, ephemeral_for, note=note)
        self._fill(message, body, files)
        message.pings = [] if ephemeral_for else self._pinged(message, body)
        self.messages[message_id] = message
        channel.messages.append(message_id)
        if len(channel.messages) > _KEPT:
            self.messages.pop(channel.messages.pop(0), None)
        self._tell("create", message)
        return message

    def edit(
        self,
        message: Message,
        body: Mapping[str, Any],
        files: Mapping[str, tuple[bytes, str]] | None = None,
    ) -> None:
        """Change what a message says. Raises 50035."""
        files = files or {}
        before = int(message.wire["flags"])
        flags = before | (int(body.get("flags") or 0) & V2)
        state = {"content": message.wire["content"], "embeds": message.wire["embeds"]} | dict(body)
        state.setdefault("components", [])
        kept = {a["filename"] for a in message.wire["attachments"]}
        if flags & V2 and not before & V2:
            state["content"] = body.get("content") or ""
            state["embeds"] = body.get("embeds") or []
        check_message(state, flags, set(files) | kept)
        message.wire["flags"] = flags
        for key in ("content", "embeds"):
            if key in body:
                message.wire[key] = body[key] or type(message.wire[key])()
        self._fill(message, body, files)
        message.wire["edited_timestamp"] = _now()
        self._tell("update", message)

    def delete(self, message: Message) -> None:
        """Remove a message."""
        self.messages.pop(message.id, None)
        if message.id in message.channel.messages:
            message.channel.messages.remove(message.id)
        self._tell("delete", message)

    def _fill(
        self, message: Message, body: Mapping[str, Any], files: Mapping[str, tuple[bytes, str]]
    ) -> None:
        if "attachments" in body and message.wire["attachments"]:
            kept = {str(a.get("id")) for a in body["attachments"] or []}
            old = message.wire["attachments"]
            message.wire["attachments"] = [a for a in old if a["id"] in kept]
        for name, (content, kind) in files.items():
            file_id = self.new_id()
            self.files[file_id, name] = content, kind
            url = f"{self.base}/attachments/{file_id}/{name}"
            message.wire["attachments"].append(
                {
                    "id": str(file_id),
                    "filename": name,
                    "size": len(content),
                    "url": url,
                    "proxy_url": url,
                    "content_type": kind,
                }
            )
        if "components" in body:
            message.wire["components"] = self._numbered(message, body["components"] or [])

    def _numbered(self, message: Message, components: list[Wire]) -> list[Wire]:
        by_name = {a["filename"]: a for a in message.wire["attachments"]}
        for number, part in enumerate(walk(components), 1):
            part.setdefault("id", number)
            media = [part.get("media"), part.get("file")]
            media += [item.get("media") for item in part.get("items", [])]
            for found in media:
                if found and str(found.get("url", "")).startswith("attachment://"):
                    file = by_name[found["url"].removeprefix("attachment://")]
                    found |= {"url": file["url"], "content_type": file["content_type"]}
                    part |= {"name": file["filename"], "size": file["size"]}
        return components

    def _pinged(self, message: Message, body: Mapping[str, Any]) -> list[str]:
        """Who is really notified: mentioned in the text, and allowed by the body."""
        texts = [message.wire["content"]]
        texts += [part.get("content", "") for part in walk(message.wire["components"])]
        text = "\n".join(texts)
        allowed = body.get("allowed_mentions")
        found = [p for p in self.people.values() if f"<@{p.id}>" in text or f"<@!{p.id}>" in text]
        message.wire["mentions"] = [self.user_wire(person) for person in found]
        if allowed is not None:
            users = {str(user) for user in allowed.get("users") or []}
            if "users" not in (allowed.get("parse") or []):
                found = [person for person in found if str(person.id) in users]
        return [str(person.id) for person in found]

    def _tell(self, what: str, message: Message) -> None:
        channel = message.channel
        news = {"id": str(message.id)} if what == "delete" else self.page_wire(message)
        event = {"type": "message", "op": what, "message": news}
        if channel.person is not None:
            self.tell_people([channel.person.id], event | {"where": "dm"})
        else:
            readers = None if message.ephemeral_for is None else [message.ephemeral_for]
            self.tell_people(readers, event | {"where": str(channel.id)})
        if message.ephemeral_for is not None:
            return
        data: Wire = message.wire
        if what == "delete":
            data = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.person is None:
            data = data | {"guild_id": str(self.guild_id)}
            author = self.people.get(int(message.wire["author"]["id"]))
            if author is not None and what != "delete":
                member = self.member_wire(author)
                del member["user"]
                data["member"] = member
        intent = _INTENT_MESSAGES if channel.person is None else _INTENT_DIRECT
        self.tell_bot(intent, f"MESSAGE_{what.upper()}", data)


def _now() -> str:
    return datetime.now(UTC).isoformat()
