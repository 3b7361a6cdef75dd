"""Simpler forms of a refused screen: without emojis, then in words alone."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import IntEnum
from typing import Any

from .fitting import changed
from .ui import Drawn

_TEXT, _GALLERY = 10, 12
# Letters of all texts of a message.
_ROOM = 4000

_Component = dict[str, Any]


class Form(IntEnum):
    """Forms of a screen, the simplest last: each leaves out something that Discord may refuse."""

    PICTURE = 0
    NO_EMOJIS = 1
    WORDS = 2


def in_form(drawn: Drawn, form: Form) -> Drawn:
    """Return a screen in that form, or as far as it can be had.

    Files that aren't pictures stay: they have no words that say the same.
    """
    if form is Form.PICTURE:
        return drawn
    components = drawn.components if drawn.bare is None else drawn.bare
    plain = changed(components, lambda part: _without_emoji(part, drawn))
    pictures = {_picture(part) for part in _all(components)}
    if form is Form.NO_EMOJIS or not {_url(file.name) for file in drawn.files} <= pictures:
        return replace(drawn, components=plain, bare=None)
    return replace(drawn, components=_told(plain, drawn), bare=None, files=())


def _without_emoji(part: _Component, drawn: Drawn) -> _Component:
    """Return a button or a select without emojis of ours. Discord's own stay."""
    if "options" in part:
        return part | {"options": [_without_emoji(one, drawn) for one in part["options"]]}
    if not (part.get("emoji") or {}).get("id"):
        return part
    label = drawn.labels.get(part.get("custom_id", "")) or part.get("label") or "•"
    return {key: value for key, value in part.items() if key != "emoji"} | {"label": label}


def _told(components: list[_Component], drawn: Drawn) -> list[_Component]:
    """Return components with the text of each picture in its place."""
    texts = {_url(file.name): file.text for file in drawn.files}
    room = _ROOM - len(drawn.text)

    def in_words(part: _Component) -> _Component:
        nonlocal room
        if (text := texts.get(_picture(part))) is None:
            return part
        text = text[: max(0, room)]
        room -= len(text)
        return {"type": _TEXT, "content": text or "–"}

    return changed(components, in_words)


def _all(components: Iterable[_Component]) -> Iterator[_Component]:
    for part in components:
        yield part
        yield from _all(part.get("components", []))
        yield from _all([part["accessory"]] if "accessory" in part else [])


def _picture(part: _Component) -> str:
    """Return the address of the only picture in a gallery. Ours have one each."""
    items = part.get("items") or []
    return items[0]["media"]["url"] if part["type"] == _GALLERY and len(items) == 1 else ""


def _url(name: str) -> str:
    return f"attachment://{name}"
