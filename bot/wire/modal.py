"""Forms that ask a person for text, for a file, or for several choices at once."""

from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord import ui

from games.core import Frozen

from .ui import Address

TYPED = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})
"""Interactions with a message of ours: clicks on its controls, and forms opened by them."""
_FIELD, _FILE = "text", "file"
_RADIOS = 4
"""The most choices that stand below each other. More are a list to open."""


def on_message(interaction: discord.Interaction[discord.Client]) -> bool:
    """Return True for a click, or for a form that a click opened. A command has no message."""
    return interaction.type in TYPED and interaction.message is not None


def _form(address: Address, title: str, *items: ui.Item[Any]) -> ui.Modal:
    form = ui.Modal(title=title[:45], custom_id=str(address))
    for item in items:
        form.add_item(item)
    # discord.py would store the form otherwise. `serving.clicked` serves it.
    form.stop()
    return form


def _label(text: str, component: ui.Item[Any], about: str = "") -> ui.Label[Any]:
    return ui.Label(text=text[:45], description=about[:100] or None, component=component)


def modal(
    address: Address, title: str, note: str, label: str, *, fewest: int, most: int
) -> ui.Modal:
    """Return a form with a note and a field for `fewest` to `most` characters."""
    entry = ui.TextInput[Any](custom_id=_FIELD, min_length=fewest, max_length=most)
    return _form(address, title, ui.TextDisplay[Any](note), _label(label, entry))


def file_modal(
    address: Address, title: str, file: tuple[str, str], notes: tuple[str, str], most: int
) -> ui.Modal:
    """Return a form for one file and, if one likes, notes of `most` characters at most.

    `file` and `notes` are each a label and a description.
    """
    upload = ui.FileUpload[Any](custom_id=_FILE, min_values=1, max_values=1)
    long = discord.TextStyle.paragraph
    entry = ui.TextInput[Any](custom_id=_FIELD, style=long, required=False, max_length=most)
    labels = _label(file[0], upload, file[1]), _label(notes[0], entry, notes[1])
    return _form(address, title, *labels)


class Field(Frozen):
    """One question of a form.

    label, text: its title and its description.
    choices: labels and values, or none for a typed answer.
    value: the present answer.
    needed: True if it can't be left empty.
    """

    name: str
    label: str
    text: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    needed: bool = True


def choices_modal(address: Address, title: str, fields: Iterable[Field]) -> ui.Modal:
    """Return a form with up to five questions, the present answers filled in."""
    return _form(address, title, *[_label(one.label, _input(one), one.text) for one in fields])


def _input(one: Field) -> ui.Item[Any]:
    if not one.choices:
        required, value = one.needed, one.value or None
        return ui.TextInput(custom_id=one.name, required=required, default=value, max_length=9)
    if len(one.choices) > _RADIOS:
        options = [
            discord.SelectOption(label=label[:100], value=value, default=value == one.value)
            for label, value in one.choices
        ]
        return ui.Select(custom_id=one.name, options=options)
    group = ui.RadioGroup[Any](custom_id=one.name)
    for label, value in one.choices:
        group.add_option(label=label[:100], value=value, default=value == one.value)
    return group


def filled(data: dict[str, Any]) -> dict[str, str]:
    """Return the answers of a submitted form by the names of its questions."""
    return dict(_filled(data.get("components") or ()))


def _filled(parts: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for part in parts:
        if "custom_id" in part:
            values = part.get("values") or [part.get("value") or ""]
            yield str(part["custom_id"]), str(values[0])
        inner = [part["component"]] if "component" in part else part.get("components") or ()
        yield from _filled(inner)


class Upload(Frozen):
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
    return [text for name, text in _filled(data.get("components") or ()) if name == _FIELD]
