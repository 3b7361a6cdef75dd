"""Controls that carry their state, and screens built from them, ready to be sent.

A custom_id is `s2:<kind>:<table>:<mark>:<stage>:<text>`. For a move the text is the move in the
notation of the rules pages. The mark is unique to the table: another table may get the same number
in another database, or after a backup was restored. A click needs no other data, so controls
outlive the process that drew them.
"""

import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Protocol
from zlib import crc32

import discord
import orjson
from discord import ui

from games.core import Frozen

from ..storage import StoredTable
from ..words.speech import headed
from .fitting import COMPONENTS, Head, cut, every, fitted

SIGNS = {
    "join": "✅",
    "leave": "↩️",
    "cut": "✂️",
    "start": "▶️",
    "hand": "🎴",
    "looking": "👁️",
    "next": "🎟️",
    "rules": "📖",
    "options": "⚙️",
    "fairness": "🔒",
    "again": "🔁",
    "record": "📄",
    "hint": "💡",
    "happened": "📜",
    "resume": "⏯️",
    "pause": "⏸️",
    "prolong": "☕",
    "show": "⬇️",
    "vote": "🏳️",
    "kick": "👢",
    "win": "🏆",
    "back": "👋",
    "undo": "⏪",
    "quit": "🚪",
    "cancel": "🛑",
    "strength": "❔",
}
"""The sign of each kind of button (see `Address.kind`). Features add theirs by `control`."""


_CUSTOM_ID = re.compile(r"s2:([a-z]+):(\d{1,18}):([0-9a-f]{0,8}):(\d{1,9}):(.*)", re.DOTALL)
_STAGES = 10**9
_OPTIONS = 25
# Lengths in UTF-16 units: labels of buttons, texts of options, placeholders, alternative texts.
_LABEL, _OPTION, _PLACEHOLDER, _ALT = 80, 100, 150, 1024
# Discord's numbers of the components that are made here.
_ROW, _BUTTON, _TEXT, _CONTAINER = 1, 2, 10, 17
# Labels as short as `104` leave room for five buttons beside each other on a phone.
_SHORT, _LONG_ROW = 3, 4
IN_A_ROW = 5
"""Buttons in a row at most, by Discord's rules."""
_CHOSEN = " ✓"


NO_MENTIONS = discord.AllowedMentions.none()
"""A message that notifies no one."""


class Address(Frozen):
    """The purpose of a control: its kind, its table, the stage at its drawing, and a text.

    `mark` is that of the table (see StoredTable), and empty without a table.
    """

    kind: str
    table_id: int = 0
    stage: int = 0
    text: str = ""
    mark: str = ""

    def __str__(self) -> str:
        return f"{leading(self.kind, self.table_id, self.mark, self.stage)}{self.text}"

    @classmethod
    def parse(cls, custom_id: str) -> "Address | None":
        """Return the address in a custom_id, or None if the custom_id isn't one of ours."""
        found = _CUSTOM_ID.fullmatch(custom_id)
        if found is None:
            return None
        kind, table_id, mark, stage, text = found.groups()
        return cls(kind, int(table_id), int(stage), text, mark)


def leading(kind: str, table_id: int, mark: str, stage: int) -> str:
    """Return the part of an address before its text."""
    return f"s2:{kind}:{table_id}:{mark}:{stage}:"


def address(stored: StoredTable | None, kind: str, stage: int = 0, text: str = "") -> Address:
    """Return the address of a control, of a table or of none."""
    if stored is None:
        return Address(kind, 0, stage, text)
    return Address(kind, stored.id, stage, text, stored.mark)


def stage_of(*seen: object) -> int:
    """Return a stage that changes with these values, for a list whose entries may be used again."""
    return crc32(repr(seen).encode()) % _STAGES


def addresses(parts: Iterable[Any]) -> Iterator[Address]:
    """Yield the addresses of a received message's controls, nested ones too."""
    for part in parts:
        address = Address.parse(getattr(part, "custom_id", None) or "")
        if address is not None:
            yield address
        yield from addresses(getattr(part, "children", ()))
        yield from addresses(filter(None, [getattr(part, "accessory", None)]))


class Attached(Frozen):
    """A file of a screen, shown by `attachment://name`. `text` is its description.

    `key`: True if files of this name always have the same content.
    """

    name: str
    content: bytes = field(repr=False)
    text: str = ""
    key: bool = False

    @property
    def alt(self) -> str:
        """The description, cut to Discord's limit."""
        return cut(self.text, _ALT)


class Component(Protocol):
    """A piece with Discord's format: our own controls, and discord.py's items."""

    def to_component_dict(self) -> Any:
        """Return the component in Discord's format."""


Part = str | Component | Attached
"""A piece of a screen: text (Discord's markdown), a component, or a picture."""

Kept = Mapping[str, int]
"""Ids of the files that a message has already, by name."""


def attached(message: discord.Message | None) -> Kept:
    """Return the files of a received message."""
    if message is None:
        return {}
    found = {file.filename: file.id for file in message.attachments}
    for media in _media(message.components):
        name = media.url.partition("?")[0].rpartition("/")[2]
        if media.attachment_id is not None:
            found.setdefault(name, media.attachment_id)
    return found


def _media(parts: Iterable[Any]) -> Iterator[discord.UnfurledMediaItem]:
    for part in parts:
        if isinstance(part, discord.MediaGalleryComponent):
            yield from (item.media for item in part.items)
        yield from _media(getattr(part, "children", ()))


class Stays(discord.Attachment):
    """A file that a message keeps. Discord needs only its id."""

    def __init__(self, number: int) -> None:
        self.id = number

    def to_dict(self) -> Any:
        return {"id": self.id}


class _Layout(ui.LayoutView):
    """A screen in the type that discord.py sends. It is fixed and serves no clicks."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._drawn = components

    def to_components(self) -> list[dict[str, Any]]:
        return self._drawn

    def has_components_v2(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        # discord.py would store the view otherwise. `serving.clicked` serves the controls.
        return False


@dataclass(frozen=True, eq=False)
class Drawn:
    """A screen as it should look. All posts, edits and answers send one.

    `components` are in Discord's format, and never change. `ply` is the newest ply shown, or −1.
    `bare` are the components before emojis replaced plain characters. `parts` is what the screen
    was made of.
    """

    components: list[dict[str, Any]]
    files: tuple[Attached, ...] = ()
    ply: int = -1
    bare: list[dict[str, Any]] | None = None
    parts: Sequence[Part] = ()

    @property
    def labels(self) -> dict[str, str]:
        """The full labels by custom_id, of buttons whose emoji replaces a part of the label."""
        rows = [part.controls if isinstance(part, Row) else (part,) for part in self.parts]
        controls = [one for row in rows for one in row if isinstance(one, Control) and one.plain]
        return {one.component["custom_id"]: one.plain for one in controls}

    @cached_property
    def layout(self) -> _Layout:
        """The screen in the type that discord.py sends."""
        return _Layout(self.components)

    @cached_property
    def digest(self) -> int:
        """A hash of the content. In this process, screens that look the same have the same one."""
        files = [file.name if file.key else file.content for file in self.files]
        return hash((orjson.dumps(self.components), *files))

    @property
    def text(self) -> str:
        """All texts of the screen, line by line."""
        return "\n".join(one["content"] for one in every(self.components) if "content" in one)

    def wear(self, components: list[dict[str, Any]]) -> "Drawn":
        """Return the screen with these components, where emojis replace plain characters."""
        return Drawn(components, self.files, self.ply, self.components, self.parts)

    def at(self, ply: int) -> "Drawn":
        """Return the screen as the one of a ply."""
        return Drawn(self.components, self.files, ply, self.bare, self.parts)

    def keeps(self, kept: Kept) -> bool:
        """Return True if a message with these files can keep any of them."""
        return any(file.key and file.name in kept for file in self.files)

    def uploads(self) -> list[discord.File]:
        """Return the files for one request. discord.py closes them."""
        return [_upload(file) for file in self.files]

    def attachments(self, kept: Kept = MappingProxyType({})) -> list[discord.File | Stays]:
        """Return the files for an edit. Those that the message has are only named."""
        return [
            Stays(kept[file.name]) if file.key and file.name in kept else _upload(file)
            for file in self.files
        ]


async def become(
    message: discord.Message | discord.PartialMessage,
    drawn: Drawn,
    files: Sequence[discord.File | Stays] | None = None,
    mentions: discord.AllowedMentions = NO_MENTIONS,
) -> discord.Message:
    """Edit a message into a screen. Without content and embeds, a notice's line becomes one."""
    return await message.edit(
        content=None,
        embeds=[],
        view=drawn.layout,
        attachments=drawn.attachments() if files is None else files,
        allowed_mentions=mentions,
    )


def contents(what: Drawn | str, calls: Collection[int] = ()) -> dict[str, Any]:
    """Return a new message as discord.py takes it: a screen or a plain line.

    It notifies those people alone.
    """
    mentions = notifying(calls)
    if isinstance(what, str):
        return {"content": what, "allowed_mentions": mentions}
    return {"view": what.layout, "files": what.uploads(), "allowed_mentions": mentions}


def _upload(file: Attached) -> discord.File:
    return discord.File(io.BytesIO(file.content), file.name, description=file.alt or None)


class Control:
    """A button or select of ours in Discord's format, identified by its custom_id alone.

    Every move draws many of them, and discord.py's own classes take five times as long.
    """

    __slots__ = ("component", "plain")

    def __init__(self, component: dict[str, Any], plain: str = "") -> None:
        self.component = component
        # The full label, if the emoji replaces a part of it.
        self.plain = plain

    @property
    def label(self) -> str:
        """The label of a button, or an empty text."""
        return str(self.component.get("label", ""))

    def to_component_dict(self) -> dict[str, Any]:
        """Return the component in Discord's format."""
        return self.component


class Row:
    """Controls beside each other."""

    __slots__ = ("controls",)

    def __init__(self, *controls: Component) -> None:
        self.controls = controls

    @property
    def buttons(self) -> bool:
        """True if it has buttons, which can stand beside others, and no select."""
        return all(
            isinstance(one, Control) and one.component["type"] == _BUTTON for one in self.controls
        )

    def to_component_dict(self) -> dict[str, Any]:
        """Return the component in Discord's format."""
        return {"type": _ROW, "components": [one.to_component_dict() for one in self.controls]}


def button(
    address: Address | str,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
    plain: str = "",
) -> Control:
    """Return a button at an address, given whole or as its custom_id.

    A fixed button wears the sign of its kind. `plain` is a label without the emoji.
    """
    if emoji is None and isinstance(address, Address):
        emoji = SIGNS.get(address.kind)
    return _button(str(address), label, style, emoji, disabled, plain)


# A hand is drawn again with each choice, and most of its buttons stay the same.
@lru_cache(maxsize=2048)
def _button(
    custom_id: str,
    label: str,
    style: discord.ButtonStyle,
    emoji: str | None,
    disabled: bool,
    plain: str,
) -> Control:
    component: dict[str, Any] = {"type": _BUTTON, "style": style.value, "disabled": disabled}
    if label:
        component["label"] = cut(label, _LABEL)
    component["custom_id"] = custom_id
    if emoji:
        component["emoji"] = _emoji(emoji)
    return Control(component, cut(plain, _LABEL) if emoji else "")


@lru_cache(maxsize=1024)
def _emoji(text: str) -> Mapping[str, Any]:
    """Return an emoji in Discord's format. Most buttons have one of a few."""
    return discord.PartialEmoji.from_str(text).to_dict()


def choice(
    address: Address,
    placeholder: str,
    options: Sequence[tuple[str, str, str | None]],
    emojis: Mapping[str, str] = MappingProxyType({}),
) -> list[Row]:
    """Return selects of (label, value, description) options, at most 25 each.

    `emojis` are shown before the labels, by value.
    """
    selects: list[Row] = []
    for start in range(0, len(options), _OPTIONS):
        part = options[start : start + _OPTIONS]
        # The text only makes the custom_ids unique. A click is served by its value.
        at = replace(address, text=f"{address.text}/{start}")
        select: ui.Select[Any] = ui.Select(
            custom_id=str(at),
            placeholder=cut(placeholder, _PLACEHOLDER),
            options=[
                discord.SelectOption(
                    label=cut(label, _OPTION),
                    value=value,
                    description=text and cut(text, _OPTION),
                    emoji=emojis.get(value),
                )
                for label, value, text in part
            ],
        )
        selects.append(Row(select))
    return selects


def button_rows(controls: Sequence[Control]) -> list[Row]:
    """Return even rows of buttons, the longer ones first, as a picture of a hand has them.

    A row has at most five if all labels are short, else four. Phones wrap longer rows.
    """
    most = IN_A_ROW if all(_width(one) <= _SHORT for one in controls) else _LONG_ROW
    rows = -(-len(controls) // most)
    ends = [-(-len(controls) * row // rows) for row in range(rows + 1)] if rows else [0]
    return [Row(*controls[a:b]) for a, b in pairwise(ends)]


def _width(control: Control) -> int:
    """Return the width of a label in letters. An emoji takes two.

    The mark of a choice doesn't count: rows stay as they are when a reader chooses.
    """
    component = control.component
    width = len(component.get("label", "").removesuffix(_CHOSEN))
    return width + 2 if "emoji" in component else width


def screen(colour: int | None, *parts: Part, files: Sequence[Attached] = ()) -> Drawn:
    """Return a screen of parts in a container of that colour, or without one if None.

    Strings become texts. Empty ones, which Discord refuses, are left out. Parts without room give
    way, see `fitting`. Raises ValueError if the controls alone are too many.
    """
    made = [(part, _component(part)) for part in parts if part != ""]
    if colour is None:
        components = fitted(made)
    else:
        inside = {"spoiler": False, "components": fitted(made, COMPONENTS - 1)}
        components = [{"type": _CONTAINER, "accent_color": colour} | inside]
    pictures = [part for part in parts if isinstance(part, Attached)]
    return Drawn(components, (*pictures, *files), parts=parts)


def _component(part: Part) -> dict[str, Any]:
    if isinstance(part, str):
        # Elsewhere a headline is the rest of a line.
        content = headed(part) if isinstance(part, Head) else str(part)
        return {"type": _TEXT, "content": content}
    if isinstance(part, Attached):
        media = discord.MediaGalleryItem(f"attachment://{part.name}", description=part.alt)
        gallery: dict[str, Any] = ui.MediaGallery(media).to_component_dict()  # type: ignore[no-untyped-call]
        return gallery
    component: dict[str, Any] = part.to_component_dict()
    return component


def moment(at: float | None) -> str:
    """Return Discord's markup of a relative time (“in 5 minutes”), or an empty text."""
    return "" if at is None else f"<t:{int(at)}:R>"


def link_to(guild_id: int | None, channel_id: int | None, message_id: int | None = None) -> str:
    """Return the link to a channel or a message. Without a server, it is in direct messages."""
    channel = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


def notifying(people: Collection[int]) -> discord.AllowedMentions:
    """Return mentions that notify those people alone."""
    users = [discord.Object(user) for user in people]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
