"""Forms that ask a person for one line of text, or for a file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from .ui import Address

TYPED = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})
"""Interactions with a message of ours: clicks on its controls, and forms opened by them."""
FORMS = frozenset({"cutwith", "solocutwith", "prove"})
"""The kinds of addresses that forms have. No control has one."""
_FIELD, _FILE = "text", "file"


def on_message(interaction: discord.Interaction[discord.Client]) -> bool:
    """Return True for a click, or for a form that a click opened. A command has no message."""
    return interaction.type in TYPED and interaction.message is not None


def modal(
    address: Address, title: str, note: str, label: str, *, fewest: int, most: int
) -> ui.Modal:
    """Return a form with a note and a field for `fewest` to `most` characters."""
    form = ui.Modal(title=title[:45], custom_id=str(address))
    form.add_item(ui.TextDisplay[Any](note))
    entry = ui.TextInput[Any](custom_id=_FIELD, min_length=fewest, max_length=most)
    form.add_item(ui.Label[Any](text=label[:45], component=entry))
    # discord.py would store the form otherwise. `answers.clicked` serves it.
    form.stop()
    return form


def file_modal(
    address: Address, title: str, file: tuple[str, str], notes: tuple[str, str], most: int
) -> ui.Modal:
    """Return a form for one file and, if one likes, notes of `most` characters at most.

    `file` and `notes` are each a label and a description.
    """
    form = ui.Modal(title=title[:45], custom_id=str(address))
    label, text = file
    upload = ui.FileUpload[Any](custom_id=_FILE, min_values=1, max_values=1)
    form.add_item(ui.Label[Any](text=label[:45], description=text[:100], component=upload))
    label, text = notes
    long = discord.TextStyle.paragraph
    entry = ui.TextInput[Any](custom_id=_FIELD, style=long, required=False, max_length=most)
    form.add_item(ui.Label[Any](text=label[:45], description=text[:100], component=entry))
    form.stop()
    return form


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a submitted form, before it is fetched. `size` is in bytes."""

    size: int
    url: str


def uploaded(data: dict[str, Any]) -> Upload | None:
    """Return the file of a submitted form, or None."""
    files = (data.get("resolved") or {}).get("attachments") or {}
    found = next(iter(files.values()), None)
    return None if found is None else Upload(int(found["size"]), str(found["url"]))


def typed(data: dict[str, Any]) -> list[str]:
    """Return the texts of a submitted form."""
    return list(_texts(data.get("components") or ()))


def _texts(parts: Iterable[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        if part.get("custom_id") == _FIELD:
            yield str(part.get("value", ""))
        inner = [part["component"]] if "component" in part else part.get("components") or ()
        yield from _texts(inner)
