"""Controls that carry their state, and what is drawn of them: a screen, ready to be sent.

A custom_id is `s2:<kind>:<table>:<mark>:<stage>:<text>`; for a move the text is the move in the
notation of the rules pages. The mark is the table's own: another table may get the same number in
another file, or after a backup was restored. Nothing else is needed to serve a click, so controls
outlive the process that drew them.
"""

import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import discord
from discord import ui

from .storage import StoredTable

_CUSTOM_ID = re.compile(r"s2:([a-z]+):(\d{1,18}):([0-9a-f]{0,8}):(\d{1,9}):(.*)", re.DOTALL)
_OPTIONS = 25
# A label as short as `4 ✓` leaves room for five buttons beside each other on a phone.
_SHORT, _SHORT_ROW, _LONG_ROW = 3, 5, 4

Part = str | ui.Item[Any]
"""A piece of a screen: text (Discord's markdown) or a component."""


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
        return f"s2:{self.kind}:{self.table_id}:{self.mark}:{self.stage}:{self.text}"

    @classmethod
    def parse(cls, custom_id: str) -> "Address | None":
        """The address in a custom_id, or None if it isn't one of ours."""
        found = _CUSTOM_ID.fullmatch(custom_id)
        if found is None:
            return None
        kind, table_id, mark, stage, text = found.groups()
        return cls(kind, int(table_id), int(stage), text, mark)


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
    """A file that goes with a screen, shown by `attachment://name`; `text` says what it shows."""

    name: str
    content: bytes = field(repr=False)
    text: str = ""


class _Layout(ui.LayoutView):
    """A layout that nobody changes once it is drawn, and that is compared and sent."""

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    @cached_property
    def _components(self) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = super().to_components()  # type: ignore[no-untyped-call]
        return sent


@dataclass(frozen=True, eq=False)
class Drawn:
    """A screen as it should look: the one thing that is posted, edited or answered.

    `ply` is the newest one it shows (−1: none). Two that look the same have the same `digest`.
    """

    layout: _Layout
    files: tuple[Attached, ...] = ()
    ply: int = -1

    @property
    def components(self) -> list[dict[str, Any]]:
        """What Discord is sent."""
        return self.layout.to_components()

    @cached_property
    def digest(self) -> bytes:
        """By which two drawings are compared."""
        seen = hashlib.sha256(json.dumps(self.components, sort_keys=True).encode())
        for file in self.files:
            seen.update(hashlib.sha256(file.content).digest())
        return seen.digest()

    @property
    def text(self) -> str:
        """All its words, line by line."""
        return "\n".join(_words(self.components))

    def attachments(self) -> list[discord.File]:
        """Its files, to be sent once."""
        return [
            discord.File(io.BytesIO(file.content), file.name, description=file.text or None)
            for file in self.files
        ]


def _words(parts: Sequence[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        if "content" in part:
            yield part["content"]
        yield from _words(part.get("components", []))


class Control(ui.DynamicItem[ui.Item[Any]], template=r"s2:"):
    """Every button and select of ours, found again by nothing but its custom_id.

    A dynamic item, so that discord.py keeps no view in memory for it. But the template fits only
    the beginning of a custom_id, so discord.py doesn't dispatch it either: `answers.clicked` does,
    from the custom_id alone, whatever the message looks like, and answers what can't be served.
    """


def button(
    address: Address,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> Control:
    """A button at that address."""
    return Control(
        ui.Button(
            style=style,
            label=label[:80],
            emoji=emoji,
            disabled=disabled,
            custom_id=str(address),
        )
    )


def choice(
    address: Address, placeholder: str, options: Sequence[tuple[str, str, str | None]]
) -> list[ui.ActionRow[Any]]:
    """Selects among (label, value, description), as many as 25 a select ask for."""
    selects: list[ui.ActionRow[Any]] = []
    for start in range(0, len(options), _OPTIONS):
        part = options[start : start + _OPTIONS]
        # Only the value chosen matters: the text just keeps the custom_ids apart.
        at = replace(address, text=f"{address.text}/{start}")
        select: ui.Select[Any] = ui.Select(
            custom_id=str(at),
            placeholder=placeholder[:150],
            options=[
                discord.SelectOption(label=label[:100], value=value, description=text)
                for label, value, text in part
            ],
        )
        selects.append(ui.ActionRow(Control(select)))
    return selects


def button_rows(controls: Sequence[Control]) -> list[ui.ActionRow[Any]]:
    """Buttons in even rows: five where all labels are as short as a digit, else four at most.

    A phone breaks longer rows where it likes.
    """
    widest = max(map(_width, controls), default=0)
    most = _SHORT_ROW if widest <= _SHORT else _LONG_ROW
    rows = -(-len(controls) // most)
    ends = [len(controls) * row // rows for row in range(rows + 1)] if rows else [0]
    return [ui.ActionRow(*controls[a:b]) for a, b in pairwise(ends)]


def _width(control: Control) -> int:
    """In letters; an emoji of ours takes two."""
    item = control.item
    drawn = isinstance(item, ui.Button) and item.emoji is not None and item.emoji.id is not None
    return len(getattr(item, "label", None) or "") + 2 * drawn


def screen(colour: int | None, *parts: Part, files: Sequence[Attached] = ()) -> Drawn:
    """One container in that colour; without one, the parts by themselves. Strings become texts."""
    layout = _Layout(timeout=None)
    items = [ui.TextDisplay[Any](part) if isinstance(part, str) else part for part in parts]
    if colour is not None:
        items = [ui.Container(*items, accent_colour=colour)]
    for item in items:
        layout.add_item(item)
    return Drawn(layout, tuple(files))
