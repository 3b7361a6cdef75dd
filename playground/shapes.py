"""People, channels, messages and uploads of the stand-in, and their JSON in Discord's shape."""

from dataclasses import dataclass, field
from typing import Any

Wire = dict[str, Any]

GUILD_NAME = "Shinrisen Café"
GUILD_LOCALE = "en-US"
JOINED = "2026-01-01T00:00:00+00:00"
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
STAFF = (1 << 5) | (1 << 4) | (1 << 13)  # Manage Server, Manage Channels, Manage Messages
EVERYONE = sum(PERMISSIONS.values())


# Fields of a server that has nothing there, by Discord's value for that.
_NULL = (
    *("icon", "home_header", "afk_channel_id", "system_channel_id", "rules_channel_id"),
    *("public_updates_channel_id", "safety_alerts_channel_id", "vanity_url_code", "description"),
    *("banner", "splash", "discovery_splash", "application_id", "widget_channel_id"),
    *("incidents_data", "max_presences"),
)
_ZERO = (
    *("system_channel_flags", "verification_level", "default_message_notifications", "mfa_level"),
    *("explicit_content_filter", "nsfw_level", "premium_tier", "premium_subscription_count"),
    "version",
)
_EMPTY = (
    *("emojis", "stickers", "features", "threads", "presences", "voice_states"),
    *("stage_instances", "guild_scheduled_events", "soundboard_sounds"),
)


@dataclass(slots=True)
class Person:
    """A person to play in the page. `direct` is their direct message channel with the bot."""

    id: int
    name: str
    color: str
    direct: int
    locale: str = "en-US"
    dms_open: bool = True
    # Ids of the servers that give them staff permissions.
    staff_of: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Channel:
    """A server's channel, its thread (`parent` set), or direct messages (`person` set).

    `messages` are ids, oldest first. `readers` limits access to these people, unless None. `locked`
    threads are archived, and only staff may reopen them.
    """

    id: int
    name: str
    person: Person | None = None
    guild: int = 0
    parent: "Channel | None" = None
    readers: set[int] | None = None
    archived: bool = False
    locked: bool = False
    deny: set[str] = field(default_factory=set)
    messages: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Message:
    """A message in Discord's shape, with data only the stand-in needs."""

    id: int
    channel: Channel
    wire: Wire
    ephemeral_for: int | None = None
    pings: list[str] = field(default_factory=list)
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request. `number` is its index there, `kind` its declared content type."""

    number: int
    name: str
    content: bytes
    kind: str


def user_wire(person: Person) -> Wire:
    """Return a person as a Discord user."""
    return {
        "id": str(person.id),
        "username": person.name.lower().replace(" ", "."),
        "discriminator": "0",
        "global_name": person.name,
        "avatar": None,
        "bot": False,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def member_wire(person: Person) -> Wire:
    """Return a person as a server member, without the user."""
    return {
        **dict.fromkeys(("nick", "avatar", "banner", "premium_since")),
        "communication_disabled_until": None,
        "roles": [],
        "joined_at": JOINED,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def may(person: Person, guild: int) -> int:
    """Return a person's permission bits in that server."""
    return EVERYONE | (STAFF if guild in person.staff_of else 0)


def can_read(person: Person, channel: Channel) -> bool:
    """Return True if a person may read a channel or thread."""
    if channel.person is not None:
        return channel.person is person
    if channel.parent is not None and not can_read(person, channel.parent):
        return False
    return channel.readers is None or person.id in channel.readers


def thread_wire(thread: Channel, parent: Channel) -> Wire:
    """Return the fields that only threads have."""
    state = {"archived": thread.archived, "auto_archive_duration": 1440, "locked": thread.locked}
    return {
        "type": 11 if thread.readers is None else 12,
        "parent_id": str(parent.id),
        "owner_id": "0",
        "message_count": len(thread.messages),
        "member_count": len(thread.readers or ()),
        "thread_metadata": state | {"archive_timestamp": JOINED},
        "member": {"join_timestamp": JOINED, "flags": 0},
    }


def guild_wire(guild_id: int, owner: int, me: Wire, channels: list[Wire], members: int) -> Wire:
    """Return a server as GUILD_CREATE describes it."""
    everyone: Wire = {"id": str(guild_id), "name": "@everyone", "permissions": str(EVERYONE)}
    everyone |= {"color": 0, "position": 0, "flags": 0, "icon": None, "unicode_emoji": None}
    everyone |= {"hoist": False, "managed": False, "mentionable": False}
    everyone["colors"] = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    return {
        **dict.fromkeys(_NULL),
        **dict.fromkeys(_ZERO, 0),
        **{name: [] for name in _EMPTY},
        "id": str(guild_id),
        "name": GUILD_NAME,
        "region": "deprecated",
        "owner_id": str(owner),
        "roles": [everyone],
        "channels": channels,
        "members": [me],
        "member_count": members,
        "large": False,
        "lazy": True,
        "unavailable": False,
        "nsfw": False,
        "premium_progress_bar_enabled": False,
        "widget_enabled": False,
        "joined_at": JOINED,
        "preferred_locale": GUILD_LOCALE,
        "afk_timeout": 300,
        "max_members": 500000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
    }
