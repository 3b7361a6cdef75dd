"""Controls that carry their state, and what is drawn of them: a screen, ready to be sent.

A custom_id is `s2:<kind>:<table>:<mark>:<stage>:<text>`; for a move the text is the move in the
notation of the rules pages. The mark is the table's own: another table may get the same number in
another file, or after a backup was restored. Nothing else is needed to serve a click, so controls
outlive the process that drew them.
"""

import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Protocol

import discord
import orjson
from discord import ui

from ..storage import StoredTable

_CUSTOM_ID = re.compile(r"s2:([a-z]+):(\d{1,18}):([0-9a-f]{0,8}):(\d{1,9}):(.*)", re.DOTALL)
_OPTIONS = 25
_COMPONENTS = 40
# Discord's numbers of the components that are made here.
_ROW, _BUTTON, _TEXT, _CONTAINER = 1, 2, 10, 17
# A label as short as `4 ✓` leaves room for five buttons beside each other on a phone.
_SHORT, _SHORT_ROW, _LONG_ROW = 3, 5, 4


@dataclass(frozen=True, slots=True)
class Address:
    """What a control is for: its kind, its table, the stage it was drawn at, and a text.

    `mark` is that of the table (see StoredTable); without a table there is none.
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
        """The address in a custom_id, or None if it isn't one of ours."""
        found = _CUSTOM_ID.fullmatch(custom_id)
        if found is None:
            return None
        kind, table_id, mark, stage, text = found.groups()
        return cls(kind, int(table_id), int(stage), text, mark)


def leading(kind: str, table_id: int, mark: str, stage: int) -> str:
    """What comes before the text of an address."""
    return f"s2:{kind}:{table_id}:{mark}:{stage}:"


def address(stored: StoredTable | None, kind: str, stage: int = 0, text: str = "") -> Address:
    """The address of a control of that table; of none, where it belongs to no table."""
    if stored is None:
        return Address(kind, 0, stage, text)
    return Address(kind, stored.id, stage, text, stored.mark)


def addresses(parts: Iterable[Any]) -> Iterator[Address]:
    """Where the controls of a message lead that Discord shows us, nested ones too."""
    for part in parts:
        address = Address.parse(getattr(part, "custom_id", None) or "")
        if address is not None:
            yield address
        yield from addresses(getattr(part, "children", ()))


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that goes with a screen, shown by `attachment://name`; `text` says what it shows.

    `key`: the name stands for the content, so that files of the same name are the same.
    """

    name: str
    content: bytes = field(repr=False)
    text: str = ""
    key: bool = False


class Component(Protocol):
    """What knows how Discord is sent it: our own controls, and discord.py's items."""

    def to_component_dict(self) -> Any:
        """As Discord is sent it."""


Part = str | Component | Attached
"""A piece of a screen: text (Discord's markdown), a component, or a picture."""

Kept = Mapping[str, int]
"""The files of a message that Discord has already: their ids by name."""


def attached(message: discord.Message | None) -> Kept:
    """The files of a message as Discord shows it."""
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
    """A file that Discord has already: it takes its number alone."""

    def __init__(self, number: int) -> None:
        self.id = number

    def to_dict(self) -> Any:
        return {"id": self.id}


class _Layout(ui.LayoutView):
    """A screen as discord.py takes it for a message: drawn already, never changed or waited for."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._drawn = components

    def to_components(self) -> list[dict[str, Any]]:
        return self._drawn

    def has_components_v2(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        # So that discord.py keeps nothing of it: `answers.clicked` serves the controls.
        return False


@dataclass(frozen=True, eq=False)
class Drawn:
    """A screen as it should look: the one thing that is posted, edited or answered.

    `components` are what Discord is sent, and nobody changes them. `ply` is the newest one it shows
    (−1: none). Two that look the same have the same `digest`. `bare`: the same components before
    emojis took the place of plain characters; `labels`: by custom_id, those of buttons whose emoji
    stands for a part of the label.
    """

    components: list[dict[str, Any]]
    files: tuple[Attached, ...] = ()
    ply: int = -1
    bare: list[dict[str, Any]] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def layout(self) -> _Layout:
        """The same as discord.py takes it."""
        return _Layout(self.components)

    @cached_property
    def digest(self) -> bytes:
        """By which two drawings are compared."""
        seen = hashlib.sha256(orjson.dumps(self.components))
        for file in self.files:
            seen.update(file.name.encode() if file.key else hashlib.sha256(file.content).digest())
        return seen.digest()

    @property
    def text(self) -> str:
        """All its words, line by line."""
        return "\n".join(_words(self.components))

    def wear(self, components: list[dict[str, Any]]) -> "Drawn":
        """Return the same with these components, where emojis replace plain characters."""
        return replace(self, components=components, bare=self.components)

    def keeps(self, kept: Kept) -> bool:
        """Whether a message that has these files need not be sent all of its own."""
        return any(file.key and file.name in kept for file in self.files)

    def uploads(self) -> list[discord.File]:
        """Its files, to be sent once."""
        return [_upload(file) for file in self.files]

    def attachments(self, kept: Kept = MappingProxyType({})) -> list[discord.File | Stays]:
        """The same for a message that has some files: those that stay are only named."""
        return [
            Stays(kept[file.name]) if file.key and file.name in kept else _upload(file)
            for file in self.files
        ]


def _upload(file: Attached) -> discord.File:
    return discord.File(io.BytesIO(file.content), file.name, description=file.text or None)


def _words(parts: Sequence[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        if "content" in part:
            yield part["content"]
        yield from _words(part.get("components", []))


class Control:
    """A button or select of ours, found again by nothing but its custom_id, as Discord is sent it.

    Screens have many, and are drawn at every move: discord.py's own take five times as long.
    """

    __slots__ = ("component", "plain")

    def __init__(self, component: dict[str, Any], plain: str = "") -> None:
        self.component = component
        # The whole label, where the emoji stands for a part of it.
        self.plain = plain

    @property
    def label(self) -> str:
        """What stands on a button."""
        return str(self.component.get("label", ""))

    def to_component_dict(self) -> dict[str, Any]:
        """As Discord is sent it."""
        return self.component


class Row:
    """Controls beside each other."""

    __slots__ = ("controls",)

    def __init__(self, *controls: Component) -> None:
        self.controls = controls

    def to_component_dict(self) -> dict[str, Any]:
        """As Discord is sent it."""
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
    """A button at that address, given whole or as its custom_id.

    `plain`: the label that it has without the emoji.
    """
    component: dict[str, Any] = {"type": _BUTTON, "style": style.value, "disabled": disabled}
    if label:
        component["label"] = label[:80]
    component["custom_id"] = str(address)
    if emoji:
        component["emoji"] = discord.PartialEmoji.from_str(emoji).to_dict()
    return Control(component, plain[:80] if emoji else "")


def choice(
    address: Address,
    placeholder: str,
    options: Sequence[tuple[str, str, str | None]],
    emojis: Mapping[str, str] = MappingProxyType({}),
) -> list[Row]:
    """Selects among (label, value, description), as many as 25 a select ask for.

    Before a label stands the emoji of its value, where it has one.
    """
    selects: list[Row] = []
    for start in range(0, len(options), _OPTIONS):
        part = options[start : start + _OPTIONS]
        # Only the value chosen matters: the text just keeps the custom_ids apart.
        at = replace(address, text=f"{address.text}/{start}")
        select: ui.Select[Any] = ui.Select(
            custom_id=str(at),
            placeholder=placeholder[:150],
            options=[
                discord.SelectOption(
                    label=label[:100], value=value, description=text, emoji=emojis.get(value)
                )
                for label, value, text in part
            ],
        )
        selects.append(Row(select))
    return selects


def button_rows(controls: Sequence[Control]) -> list[Row]:
    """Buttons in even rows: five where all labels are as short as a digit, else four at most.

    A phone breaks longer rows where it likes.
    """
    widest = max(map(_width, controls), default=0)
    most = _SHORT_ROW if widest <= _SHORT else _LONG_ROW
    rows = -(-len(controls) // most)
    ends = [len(controls) * row // rows for row in range(rows + 1)] if rows else [0]
    return [Row(*controls[a:b]) for a, b in pairwise(ends)]


def _width(control: Control) -> int:
    """In letters; an emoji of ours takes two."""
    component = control.component
    width = len(component.get("label", ""))
    return width + 2 if "id" in component.get("emoji", ()) else width


def screen(colour: int | None, *parts: Part, files: Sequence[Attached] = ()) -> Drawn:
    """One container in that colour; without one, the parts by themselves. Strings become texts.

    An empty one, which Discord would refuse, is left out. Raises ValueError if it is more than
    Discord takes.
    """
    components = [_component(part) for part in parts if part != ""]
    if colour is not None:
        inside = {"spoiler": False, "components": components}
        components = [{"type": _CONTAINER, "accent_color": colour} | inside]
    if count(components) > _COMPONENTS:
        raise ValueError(f"a screen has {_COMPONENTS} components at most")
    pictures = [part for part in parts if isinstance(part, Attached)]
    return Drawn(components, (*pictures, *files), labels=_labels(parts))


def _labels(parts: Iterable[Part]) -> dict[str, str]:
    """Return the labels without emojis, by custom_id, of buttons that have others with them."""
    rows = [part.controls if isinstance(part, Row) else (part,) for part in parts]
    controls = [one for row in rows for one in row if isinstance(one, Control) and one.plain]
    return {one.component["custom_id"]: one.plain for one in controls}


def _component(part: Part) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": _TEXT, "content": part}
    if isinstance(part, Attached):
        media = discord.MediaGalleryItem(f"attachment://{part.name}", description=part.text)
        gallery: dict[str, Any] = ui.MediaGallery(media).to_component_dict()  # type: ignore[no-untyped-call]
        return gallery
    component: dict[str, Any] = part.to_component_dict()
    return component


def count(components: Iterable[dict[str, Any]]) -> int:
    """How many components that is, nested ones too."""
    found = 0
    for one in components:
        found += 1 + ("accessory" in one)
        if "components" in one:
            found += count(one["components"])
    return found


def moment(at: float | None) -> str:
    """A point in time as Discord tells everybody: “in 5 minutes”; nothing for none."""
    return "" if at is None else f"<t:{int(at)}:R>"
