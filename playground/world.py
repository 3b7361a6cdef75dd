"""State of the stand-in: people, servers, channels, messages. Pure, no HTTP.

Messages are stored in Discord's own JSON shapes.
"""

import itertools
import mimetypes
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from .errors import Impossible, Refused, unknown
from .limits import (
    CONTAINER,
    EPHEMERAL,
    FILE,
    SELECTS,
    SEPARATOR,
    SILENT,
    THUMBNAIL,
    V2,
    check_emojis,
    check_files,
    check_message,
    walk,
)
from .shapes import (
    EVERYONE,
    JOINED,
    PERMISSIONS,
    Channel,
    Message,
    Person,
    Upload,
    Wire,
    can_read,
    guild_wire,
    member_wire,
    thread_wire,
    user_wire,
)

_NAMES = ("Ana", "Ben", "Chie", "Dan", "Eva", "Fumi", "Gil", "Hana", "Ivo", "Jun", "Kei", "Lea")
_COLOURS = ("#e67e22", "#3498db", "#e91e63", "#2ecc71", "#9b59b6", "#1abc9c", "#f1c40f", "#e74c3c")
_MAX_MESSAGES = 2000
_MOST_MEMBERS = 100
_EPOCH = 1_420_070_400_000
_INTENT_GUILDS, _INTENT_MESSAGES, _INTENT_DIRECT = 1 << 0, 1 << 9, 1 << 12
_SUPPRESS_EMBEDS = 1 << 2
_MENTION = re.compile(r"<@!?(\d+)>")
_DEFAULTS: dict[int, Wire] = {
    CONTAINER: {"accent_color": None, "spoiler": False},
    SEPARATOR: {"divider": True, "spacing": 1},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}
LINGERING = 100
"""Number of attachments that stay readable after their message drops them, as on Discord."""
_UNREAD: Wire = {"content": "", "embeds": [], "attachments": [], "components": []}


class World:
    """The whole state.

    `dispatch(intent, event, data)` sends events to the bot, `broadcast(ids, event)` to open pages.
    """

    def __init__(self, people: int = 4, servers: int = 1) -> None:
        self._ids = itertools.count()
        # Seconds that this clock is behind the machine's.
        self.behind = 0.0
        self.dispatch: Callable[[int, str, Wire], None] = lambda intent, event, data: None
        self.broadcast: Callable[[Iterable[int] | None, Wire], None] = lambda ids, event: None
        self.base = ""
        self.bot: Wire = {
            "id": str(self.new_id()),
            "username": "Shinrisen",
            "discriminator": "0",
            "global_name": None,
            "avatar": None,
            "bot": True,
            "flags": 0,
            "public_flags": 0,
            "primary_guild": None,
        }
        self.guilds = [self.new_id() for _ in range(servers)]
        # A server without the bot.
        self.elsewhere_id = self.new_id()
        # No person owns a server: an owner has every permission, which would hide missing ones.
        self.owner_id = self.new_id()
        self.commands: list[Wire] = []
        self.emojis: dict[int, tuple[Wire, bytes]] = {}
        self.channels: dict[int, Channel] = {}
        self.people: dict[int, Person] = {}
        self.messages: dict[int, Message] = {}
        self._nonces: dict[tuple[int, Any], int] = {}
        self.files: dict[tuple[int, str], tuple[bytes, str]] = {}
        self._dropped: deque[tuple[int, str]] = deque()
        for guild in self.guilds:
            for name in ("game-table", "lounge"):
                self.add_channel(name, guild=guild)
        for number in range(people):
            self._add_person(number)

    @property
    def guild_id(self) -> int:
        """The first server, usually the only one."""
        return self.guilds[0]

    def new_id(self) -> int:
        """Return a new unique snowflake."""
        return (int(self.time() * 1000) - _EPOCH << 22) | next(self._ids) & 0x3FFFFF

    def time(self) -> float:
        """Return this Discord's time in unix seconds."""
        return time.time() - self.behind

    def _add_person(self, number: int) -> None:
        name = _NAMES[number] if number < len(_NAMES) else f"Guest {number + 1}"
        colour = _COLOURS[number % len(_COLOURS)]
        staff_of = {self.guild_id} if number == 3 else set()
        person = Person(self.new_id(), name, colour, self.new_id(), staff_of=staff_of)
        self.people[person.id] = person
        self.channels[person.direct] = Channel(person.direct, name, person)

    def add_channel(
        self,
        name: str,
        *,
        guild: int = 0,
        parent: Channel | None = None,
        readers: set[int] | None = None,
    ) -> Channel:
        """Create a channel in a server (0: the first), or a thread if `parent` is set.

        `readers` makes it private to these people. The bot can always read it.
        """
        where = guild or self.guild_id if parent is None else parent.guild
        channel = Channel(self.new_id(), name, guild=where, parent=parent, readers=readers)
        self.channels[channel.id] = channel
        self.dispatch(_INTENT_GUILDS, _event(channel, "CREATE"), self.channel_wire(channel))
        self.broadcast(None, {"type": "world"})
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel and everything in it."""
        for thread in [c for c in self.channels.values() if c.parent is channel]:
            self.remove_channel(thread)
        del self.channels[channel.id]
        for message_id in channel.messages:
            self._drop_files(self.messages.pop(message_id).wire["attachments"])
        self.dispatch(_INTENT_GUILDS, _event(channel, "DELETE"), self.channel_wire(channel))
        self.broadcast(None, {"type": "world"})

    def archive(self, thread: Channel, *, archived: bool, locked: bool = False) -> None:
        """Archive a thread (*Close*, or *Close and Lock* if `locked`), or reopen it."""
        thread.archived, thread.locked = archived, archived and locked
        self.dispatch(_INTENT_GUILDS, "THREAD_UPDATE", self.channel_wire(thread))

    # Shapes

    def channel_wire(self, channel: Channel) -> Wire:
        """Return a channel in Discord's shape."""
        if channel.person is not None:
            recipients = [user_wire(channel.person)]
            return {"id": str(channel.id), "type": 1, "recipients": recipients, "flags": 0}
        denied = sum(PERMISSIONS[name] for name in channel.deny)
        overwrites = [_overwrite(self.bot["id"], 1, deny=denied)] if denied else []
        if channel.readers is not None and channel.parent is None:
            view = PERMISSIONS["view_channel"]
            overwrites = [
                _overwrite(str(channel.guild), 0, deny=view),
                _overwrite(self.bot["id"], 1, allow=view & ~denied, deny=denied),
                *(_overwrite(str(reader), 1, allow=view) for reader in channel.readers),
            ]
        wire: Wire = {
            "id": str(channel.id),
            "type": 0,
            "guild_id": str(channel.guild),
            "name": channel.name,
            "position": 0,
            "permission_overwrites": overwrites,
            "nsfw": False,
            "topic": None,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "flags": 0,
            "permissions": str(EVERYONE),
        }
        return wire if channel.parent is None else wire | thread_wire(channel, channel.parent)

    def guild_wire(self, guild: int) -> Wire:
        """Return a server as GUILD_CREATE describes it."""
        me = self.own_member()
        here = [channel for channel in self.public_channels() if channel.guild == guild]
        channels = [self.channel_wire(channel) for channel in here if channel.parent is None]
        threads = [self.channel_wire(c) for c in here if c.parent is not None and not c.archived]
        wire = guild_wire(guild, self.owner_id, me, channels, len(self.people) + 2)
        return wire | {"threads": threads}

    def own_member(self) -> Wire:
        """Return the bot as a server member."""
        me: Wire = {"user": self.bot, "roles": [], "joined_at": JOINED}
        return me | {"deaf": False, "mute": False, "flags": 0}

    def members_chunk(self, asked: Any) -> Wire | None:
        """Return members by ids or by the start of a name, or None if the request is invalid.

        Bots without the members intent can't request all members, and here none has it.
        """
        if not isinstance(asked, dict) or str(asked.get("guild_id")) not in map(str, self.guilds):
            return None
        ids, start = asked.get("user_ids"), asked.get("query")
        if (ids is None) == (start is None):
            return None
        members = {str(p.id): member_wire(p) | {"user": user_wire(p)} for p in self.people.values()}
        chunk: Wire = {"guild_id": str(asked["guild_id"]), "chunk_index": 0, "chunk_count": 1}
        if asked.get("nonce") is not None:
            chunk["nonce"] = asked["nonce"]
        if start is not None:
            limit = min(int(asked.get("limit") or 0), _MOST_MEMBERS) if start else 0
            named = (
                m for m in members.values() if m["user"]["username"].startswith(str(start).lower())
            )
            return chunk | {"members": list(named)[:limit]}
        wanted = [str(i) for i in (ids if isinstance(ids, list) else [ids])][:_MOST_MEMBERS]
        return chunk | {
            "members": [members[i] for i in wanted if i in members],
            "not_found": [i for i in wanted if i not in members],
        }

    def public_channels(self) -> list[Channel]:
        """Return all server channels and threads, oldest first."""
        return [channel for channel in self.channels.values() if channel.person is None]

    def page_wire(self, message: Message) -> Wire:
        """Return a message with the fields the page and the tests need."""
        return message.wire | {
            "ephemeral_for": None if message.ephemeral_for is None else str(message.ephemeral_for),
            "pings": message.pings,
            "interaction_note": message.note,
            "edited": message.wire["edited_timestamp"] is not None,
        }

    # Lookup

    def channel(self, channel_id: int) -> Channel:
        """Return the channel. Raises error 10003 if it doesn't exist."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise unknown("Channel") from None

    def message(self, channel: Channel, message_id: int) -> Message:
        """Return a message the bot can read by REST. Raises error 10008 if there is none."""
        message = self.messages.get(message_id)
        if message is None or message.channel is not channel or message.ephemeral_for is not None:
            raise unknown("Message")
        return message

    def age(self, message: Message) -> float:
        """Return the age of a message in seconds."""
        return self.time() - ((message.id >> 22) + _EPOCH) / 1000

    def person(self, user_id: int) -> Person:
        """Return the person. Raises Impossible if there is none with this id."""
        try:
            return self.people[user_id]
        except KeyError:
            raise Impossible(f"there is nobody with the id {user_id}") from None

    def sees(self, person: Person, message: Message) -> bool:
        """Return True if a person can see a message."""
        return can_read(person, message.channel) and message.ephemeral_for in (None, person.id)

    def bot_permissions(self, channel: Channel) -> int:
        """Return the bot's permission bits in a channel."""
        return sum(bit for name, bit in PERMISSIONS.items() if name not in channel.deny)

    def require(self, channel: Channel, *names: str) -> None:
        """Check that the bot has these permissions. Raises error 50001 or 50013 if it doesn't."""
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
        files: Sequence[Upload] = (),
        *,
        ephemeral_for: int | None = None,
        note: str | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Message:
        """Add a message and send events to everyone who can see it.

        An archived thread reopens, unless it is locked. Raises error 50035, 50006, 10003, 40005 or
        50083.
        """
        if channel.id not in self.channels:
            raise unknown("Channel")
        check_unlocked(channel)
        flags = int(body.get("flags") or 0) & (V2 | SILENT | _SUPPRESS_EMBEDS)
        flags |= EPHEMERAL if ephemeral_for else 0
        check_files(files)
        check_message(body, flags, {file.name for file in files})
        check_emojis(body.get("components"), self.emojis)
        message_id = self.new_id()
        wire: Wire = {
            "id": str(message_id),
            "channel_id": str(channel.id),
            "type": 0,
            "author": self.bot if author is None else user_wire(author),
            "content": body.get("content") or "",
            "timestamp": _now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": _embeds(body.get("embeds") or []),
            "components": [],
            "pinned": False,
            "flags": flags,
            **(extra or {}),
        }
        nonce = (channel.id, body["nonce"]) if body.get("enforce_nonce") else None
        if (
            nonce is not None
            and (same := self.messages.get(self._nonces.get(nonce, 0))) is not None
        ):
            return same
        if body.get("nonce") is not None:
            wire["nonce"] = body["nonce"]
        message = Message(message_id, channel, wire, ephemeral_for, note=note)
        self._fill(message, body, files)
        if not ephemeral_for and not flags & SILENT:
            message.pings = _pinged(wire["mentions"], body.get("allowed_mentions"))
        self.messages[message_id] = message
        if nonce is not None:
            self._nonces[nonce] = message_id
        if channel.archived and not ephemeral_for:
            self.archive(channel, archived=False)
        channel.messages.append(message_id)
        if len(channel.messages) > _MAX_MESSAGES:
            self._drop_files(self.messages.pop(channel.messages.pop(0)).wire["attachments"])
        self._announce("create", message)
        return message

    def edit(self, message: Message, body: Mapping[str, Any], files: Sequence[Upload] = ()) -> None:
        """Change the content of a message. Raises error 50035, 50006, 10008, 40005 or 50083."""
        if message.id not in self.messages:
            raise unknown("Message")
        if message.channel.archived:
            raise Refused(400, 50083, "Thread is archived")
        wire = message.wire
        before = int(wire["flags"])
        flags = before | (int(body.get("flags") or 0) & (V2 | _SUPPRESS_EMBEDS))
        remaining = _remaining(wire["attachments"], body)
        check_files(files)
        state = {key: body[key] if key in body else wire[key] for key in ("content", "embeds")}
        state["components"] = body["components"] if "components" in body else wire["components"]
        state["allowed_mentions"] = body.get("allowed_mentions")
        names = {file.name for file in files} | {a["filename"] for a in remaining}
        check_message(state, flags, names)
        check_emojis(body.get("components"), self.emojis)
        wire["flags"] = flags
        if "content" in body:
            wire["content"] = body["content"] or ""
        if "embeds" in body:
            wire["embeds"] = _embeds(body["embeds"] or [])
        self._drop_files([a for a in wire["attachments"] if a not in remaining])
        wire["attachments"] = remaining
        self._fill(message, body, files)
        wire["edited_timestamp"] = _now()
        self._announce("update", message)

    def delete(self, message: Message) -> None:
        """Remove a message."""
        self.messages.pop(message.id, None)
        self._drop_files(message.wire["attachments"])
        if message.id in message.channel.messages:
            message.channel.messages.remove(message.id)
        self._announce("delete", message)

    def _drop_files(self, attachments: Iterable[Wire]) -> None:
        """Delete all but the last dropped attachments. A page may still be fetching those."""
        self._dropped.extend((int(file["id"]), file["filename"]) for file in attachments)
        while len(self._dropped) > LINGERING:
            self.files.pop(self._dropped.popleft(), None)

    def _fill(self, message: Message, body: Mapping[str, Any], files: Sequence[Upload]) -> None:
        wire = message.wire
        descriptions = {
            str(a.get("id")): a.get("description") for a in body.get("attachments") or []
        }
        for upload in files:
            file = self.store(upload)
            if descriptions.get(str(upload.number)):
                file["description"] = descriptions[str(upload.number)]
            wire["attachments"].append(file)
        if "components" in body:
            wire["components"] = numbered(wire["attachments"], body["components"] or [])
        texts = [wire["content"], *(part.get("content", "") for part in walk(wire["components"]))]
        found = dict.fromkeys(int(found) for text in texts for found in _MENTION.findall(text))
        wire["mentions"] = [user_wire(self.people[i]) for i in found if i in self.people]

    def store(self, upload: Upload) -> Wire:
        """Keep a file for download, and return it as an attachment."""
        file_id, name = self.new_id(), upload.name
        # discord.py sends no content type. Discord, too, derives it from the name.
        kind = mimetypes.guess_type(name)[0] or upload.kind
        self.files[file_id, name] = upload.content, kind
        url = f"{self.base}/attachments/{file_id}/{quote(name)}"
        size = len(upload.content)
        file = {"id": str(file_id), "filename": name, "size": size, "content_type": kind}
        return file | {"url": url, "proxy_url": url}

    def _announce(self, what: str, message: Message) -> None:
        channel = message.channel
        news = {"id": str(message.id)} if what == "delete" else self.page_wire(message)
        event = {"type": "message", "op": what, "message": news}
        if channel.person is not None:
            self.broadcast([channel.person.id], event | {"where": "dm"})
        else:
            readers = None if message.ephemeral_for is None else [message.ephemeral_for]
            if readers is None and (channel.readers is not None or channel.parent is not None):
                readers = [p.id for p in self.people.values() if can_read(p, channel)]
            self.broadcast(readers, event | {"where": str(channel.id)})
        if message.ephemeral_for is not None or "view_channel" in channel.deny:
            return
        data: Wire = message.wire
        if what == "delete":
            data = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.person is None:
            data = data | {"guild_id": str(channel.guild)}
            author = self.people.get(int(message.wire["author"]["id"]))
            if author is not None and what != "delete":
                data["member"] = member_wire(author)
                if f"<@{self.bot['id']}>" not in message.wire["content"]:
                    # Content that people write is hidden from bots without the message content
                    # intent.
                    data |= _UNREAD
        intent = _INTENT_MESSAGES if channel.person is None else _INTENT_DIRECT
        self.dispatch(intent, f"MESSAGE_{what.upper()}", data)


def check_unlocked(channel: Channel) -> None:
    """Raise error 50083 if the thread is locked."""
    if channel.locked:
        raise Refused(403, 50083, "Thread is archived")


def _event(channel: Channel, what: str) -> str:
    """Return the event name of a change to a channel or thread."""
    return f"{'CHANNEL' if channel.parent is None else 'THREAD'}_{what}"


def _overwrite(who: str, kind: int, *, allow: int = 0, deny: int = 0) -> Wire:
    return {"id": who, "type": kind, "allow": str(allow), "deny": str(deny)}


def _remaining(attachments: list[Wire], body: Mapping[str, Any]) -> list[Wire]:
    """Return the attachments that stay: all, or those an edit lists."""
    if "attachments" not in body:
        return list(attachments)
    wanted = {str(a.get("id")) for a in body["attachments"] or []}
    return [a for a in attachments if a["id"] in wanted]


def numbered(attachments: list[Wire], components: list[Wire]) -> list[Wire]:
    """Assign ids and Discord's defaults to all components, and addresses to their media."""
    by_name = {a["filename"]: a for a in attachments}
    parts = list(walk(components))
    taken = {part.get("id") for part in parts}
    free = (number for number in itertools.count(1) if number not in taken)
    for part in parts:
        if not part.get("id"):
            part["id"] = next(free)
        items = part.get("items", [])
        for one, kind in [(part, part["type"]), *((item, THUMBNAIL) for item in items)]:
            one |= {k: v for k, v in _DEFAULTS.get(kind, {}).items() if one.get(k) is None}
        for part_or_option in (part, *part.get("options", [])):
            # discord.py sends an integer, which JavaScript would round.
            if (emoji := part_or_option.get("emoji")) and emoji.get("id") is not None:
                part_or_option["emoji"] = emoji | {"id": str(emoji["id"])}
        media = [part.get("media"), part.get("file")]
        media += [item.get("media") for item in items]
        for found in filter(None, media):
            # Discord assigns such an id to pictures it fetched. The stand-in fetches none.
            found.setdefault("id", "0")
            found.setdefault("proxy_url", found.get("url"))
            if str(found.get("url", "")).startswith("attachment://"):
                file = by_name[found["url"].removeprefix("attachment://")]
                found |= {key: file[key] for key in ("url", "proxy_url", "content_type")}
                found["attachment_id"] = found["id"] = file["id"]
                if part["type"] == FILE:
                    part |= {"name": file["filename"], "size": file["size"]}
    return components


def _embeds(embeds: list[Wire]) -> list[Wire]:
    return [{**embed, "type": "rich"} for embed in embeds]


def _pinged(mentions: list[Wire], allowed: Mapping[str, Any] | None) -> list[str]:
    """Return the ids of users the message notifies: mentioned, and permitted by the body."""
    found = [user["id"] for user in mentions]
    if allowed is None or "users" in (allowed.get("parse") or []):
        return found
    users = {str(user) for user in allowed.get("users") or []}
    return [user for user in found if user in users]


def _now() -> str:
    return datetime.now(UTC).isoformat()
