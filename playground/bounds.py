"""Discord's bounds on each field of a request body: lengths, counts, ranges and formats.

The table has the shapes that bots send here. Relations of several fields are in `limits`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from .errors import invalid

_INT32, _INT53, _INT64 = (1 << 31) - 1, (1 << 53) - 1, (1 << 63) - 1
_LANGUAGES = 34
_TEXT, _NUMBER, _LIST, _MAP, _PART, _EITHER = "text", "number", "list", "map", "part", "either"


@dataclass(frozen=True, slots=True)
class Bound:
    """The bounds of one field.

    least, most: the characters of a text or of each in a map, the items of a list, the size of a
    number.
    of: the shape of a part or of each item. `component` is one by its type.
    form: the format of a text or of each item.
    needed: the field may not be missing.
    unique: no item twice.
    number: the size of a number that may stand in place of a text, plus or minus.
    """

    kind: str
    least: int = 0
    most: int = _INT64
    of: str | None = None
    form: str | None = None
    needed: bool = False
    unique: bool = False
    number: int = 0


def _text(least: int, most: int, *, form: str | None = None) -> Bound:
    return Bound(_TEXT, least, most, form=form, needed=least > 0)


def _list(least: int, most: int, of: str | None = None, *, form: str | None = None) -> Bound:
    return Bound(_LIST, least, most, of, form, needed=least > 0)


def _unique(most: int, form: str | None = None, *, least: int = 0) -> Bound:
    return Bound(_LIST, least, most, form=form, unique=True)


def _number(least: int, most: int) -> Bound:
    return Bound(_NUMBER, least, most)


def _part(of: str) -> Bound:
    return Bound(_PART, of=of)


def _optional(bound: Bound) -> Bound:
    return replace(bound, needed=False)


_ADDRESS, _ID = _text(0, 2048, form="address"), Bound(_TEXT, form="id")
_CUSTOM_ID, _DESCRIPTION = _text(1, 100), _optional(_text(1, 1024))
_CONTROL = {"custom_id": _CUSTOM_ID, "id": _number(0, _INT32)}
_COMPONENT = {"id": _number(0, _INT32)}
_SELECT = _CONTROL | {
    "placeholder": _text(0, 150),
    "min_values": _number(0, 25),
    "max_values": _number(1, 25),
}
_BY_ID = _SELECT | {"default_values": _list(0, 25, "default value")}
_NAMES = {
    "name": _text(1, 32),
    "name_localizations": Bound(_MAP, 1, 32),
    "description_localizations": Bound(_MAP, 1, 100),
}
_FOOT = {"icon_url": _ADDRESS}
_PICTURE = {"url": _ADDRESS, "description": _text(0, 4096)}

BOUNDS: dict[str, Mapping[str, Bound]] = {
    "message": {
        "content": _text(0, 2000),
        "embeds": _list(0, 10, "embed"),
        "components": _list(0, 40, "component"),
        "attachments": _list(0, 10, "attachment"),
        "sticker_ids": _list(0, 3, form="id"),
        "allowed_mentions": _part("mentions"),
        "nonce": Bound(_EITHER, 0, 25, number=_INT64),
    },
    "mentions": {"parse": _unique(1521), "users": _unique(100, "id"), "roles": _unique(100, "id")},
    "attachment": {
        "id": _ID,
        "filename": _optional(_text(1, 1024)),
        "description": _text(0, 1024),
        "title": _text(0, 1024),
    },
    "embed": {
        "title": _text(0, 256),
        "description": _text(0, 4096),
        "url": _ADDRESS,
        "color": _number(0, 0xFFFFFF),
        "timestamp": Bound(_TEXT, form="time"),
        "fields": _list(0, 25, "field"),
        "footer": _part("footer"),
        "author": _part("author"),
        "image": _part("picture"),
        "thumbnail": _part("picture"),
    },
    "field": {"name": _text(0, 256), "value": _text(0, 1024)},
    "footer": _FOOT | {"text": _text(0, 2048)},
    "author": _FOOT | {"name": _text(0, 256), "url": _ADDRESS},
    "picture": _PICTURE,
    "row": _COMPONENT | {"components": _list(1, 5, "component")},
    "button": _COMPONENT
    | {
        "custom_id": _optional(_CUSTOM_ID),
        "label": _text(0, 80),
        "url": _text(0, 512, form="address"),
        "emoji": _part("emoji"),
    },
    "emoji": {"name": _text(0, 32), "id": _ID},
    "select": _SELECT | {"options": _list(1, 25, "option")},
    "person select": _BY_ID,
    "role select": _BY_ID,
    "mentionable select": _BY_ID,
    "channel select": _BY_ID | {"channel_types": _unique(_INT32)},
    "option": {
        "label": _text(1, 100),
        "value": _text(1, 100),
        "description": _text(0, 100),
        "emoji": _part("emoji"),
    },
    "default value": {"id": _ID},
    "section": _COMPONENT
    | {"components": _list(1, 3, "component"), "accessory": _part("component")},
    "text": _COMPONENT | {"content": _text(1, 4000)},
    "thumbnail": _COMPONENT | {"description": _DESCRIPTION, "media": _part("media")},
    "gallery": _COMPONENT | {"items": _list(1, 10, "item")},
    "item": {"description": _DESCRIPTION, "media": _part("media")},
    "media": {"url": _ADDRESS},
    "file": _COMPONENT | {"file": _part("media")},
    "separator": _COMPONENT | {"spacing": _number(1, 2)},
    "container": _COMPONENT
    | {"components": _list(1, 40, "component"), "accent_color": _number(0, 0xFFFFFF)},
    # Modals and their fields.
    "modal": {
        "custom_id": _CUSTOM_ID,
        "title": _text(1, 45),
        "components": _list(1, 5, "component"),
    },
    "label": _COMPONENT
    | {
        "label": _text(1, 45),
        "description": _optional(_text(1, 100)),
        "component": _part("component"),
    },
    "text input": _CONTROL
    | {
        "style": _number(1, 2),
        "label": _optional(_text(1, 45)),
        "value": _text(0, 4000),
        "placeholder": _text(0, 100),
        "min_length": _number(0, 4000),
        "max_length": _number(1, 4000),
    },
    "upload": _CONTROL | {"min_values": _number(0, 10), "max_values": _number(1, 10)},
    "radio": _CONTROL | {"options": _list(2, 10, "option")},
    # Commands and the choices of their options.
    "command": _NAMES
    | {
        "id": _ID,
        "description": _text(0, 100),
        "options": _list(0, 25, "parameter"),
        "default_member_permissions": _number(0, (1 << 54) - 1),
        "contexts": _unique(_INT32, least=1),
        "integration_types": _unique(_INT32, least=1),
    },
    "parameter": _NAMES
    | {
        "description": _text(1, 100),
        "options": _list(0, 25, "parameter"),
        "choices": _list(0, 25, "choice"),
        "channel_types": _unique(_INT32),
        "min_length": _number(0, 6000),
        "max_length": _number(1, 6000),
        **dict.fromkeys(("min_value", "max_value"), _number(-_INT53, _INT53)),
    },
    "choices": {"choices": _list(0, 25, "choice")},
    "choice": {
        "name": _text(1, 100),
        "name_localizations": Bound(_MAP, 1, 100),
        "value": Bound(_EITHER, 0, 100, number=_INT53),
    },
    # The other requests.
    "commands": {"": _list(0, 130, "command")},
    "upload of an emoji": {"name": _text(2, 32)},
    "person to write to": {"recipient_id": _ID},
}

_TYPES = {
    **dict(enumerate(("row", "button", "select", "text input", "person select"), 1)),
    **dict(enumerate(("role select", "mentionable select", "channel select"), 6)),
    **dict(enumerate(("section", "text", "thumbnail", "gallery", "file", "separator"), 9)),
    **{17: "container", 18: "label", 19: "upload", 21: "radio"},
}
_REQUESTS = {
    **dict.fromkeys(("send", "edit", "webhook", "messages", "@original"), "message"),
    **{"sync": "commands", "emoji": "upload of an emoji", "dm": "person to write to"},
}
_ANSWERS = {**dict.fromkeys((4, 5, 6, 7), "message"), 8: "choices", 9: "modal"}


def check_request(route: str, body: Any) -> None:
    """Check a request's body against all bounds. Raises error 50035.

    route: the bucket of its limit, or the end of its path.
    """
    if route == "callback":
        shape = _ANSWERS.get(body["type"]) if isinstance(body.get("type"), int) else None
        if shape is not None and body.get("data"):
            check_bounds(shape, body["data"], "data.")
    elif route in _REQUESTS and body:
        check_bounds(_REQUESTS[route], {"": body} if route == "sync" else body)


def check_bounds(shape: str, part: Mapping[str, Any], path: str = "") -> None:
    """Check all fields of a part, and the parts inside. Raises error 50035 with the path."""
    for key, bound in BOUNDS[shape].items():
        value, here = part.get(key), f"{path}{key}"
        if value is None and not bound.needed:
            continue
        _FIELDS[bound.kind](value, here or "_", bound)
        if isinstance(value, list):
            for number, item in enumerate(value):
                _check_part(bound.of, item, f"{here}.{number}." if here else f"{number}.")
        elif bound.kind == _PART:
            _check_part(bound.of, value, f"{here}.")


def _check_part(of: str | None, part: Any, path: str) -> None:
    if of is not None and isinstance(part, dict):
        shape = _TYPES.get(part.get("type", 0)) if of == "component" else of
        if shape is not None:
            check_bounds(shape, part, path)


def _check_text(value: Any, path: str, bound: Bound) -> None:
    text = "" if value is None else str(value)
    _check_length(len(text), path, bound)
    if text and bound.form is not None and not _FORMS[bound.form](text):
        raise invalid(path, f"Not well formed: {bound.form}.", "STRING_TYPE_REGEX")


def _check_list(value: Any, path: str, bound: Bound) -> None:
    items = value if isinstance(value, list) else []
    _check_length(len(items), path, bound)
    if bound.unique and len(set(map(str, items))) < len(items):
        raise invalid(path, "The list has an item twice.", "SET_TYPE_ALREADY_CONTAINS_VALUE")
    if bound.form is not None:
        for number, item in enumerate(items):
            _check_text(item, f"{path}.{number}", Bound(_TEXT, form=bound.form))


def _check_map(value: Any, path: str, bound: Bound) -> None:
    if isinstance(value, dict):
        _check_length(len(value), path, Bound(_MAP, 0, _LANGUAGES))
        for key, item in value.items():
            _check_text(item, f"{path}.{key}", bound)


def _check_number(value: Any, path: str, bound: Bound) -> None:
    """Check a number, or one as text: Discord takes both for permissions."""
    number = int(value) if isinstance(value, str) and value.isdecimal() else value
    if not isinstance(number, int | float):
        raise invalid(path, f'Value "{value}" is not int.', "NUMBER_TYPE_COERCE")
    if number > bound.most:
        text = f"int value should be less than or equal to {bound.most}."
        raise invalid(path, text, "NUMBER_TYPE_MAX")
    if number < bound.least:
        text = f"int value should be greater than or equal to {bound.least}."
        raise invalid(path, text, "NUMBER_TYPE_MIN")


def _check_either(value: Any, path: str, bound: Bound) -> None:
    if isinstance(value, int | float):
        _check_number(value, path, Bound(_NUMBER, -bound.number, bound.number))
    else:
        _check_text(value, path, bound)


def _check_length(length: int, path: str, bound: Bound) -> None:
    if bound.least <= length <= bound.most:
        return
    if bound.least:
        text = f"Must be between {bound.least} and {bound.most} in length."
        raise invalid(path, text, "BASE_TYPE_BAD_LENGTH")
    raise invalid(path, f"Must be {bound.most} or fewer in length.", "BASE_TYPE_MAX_LENGTH")


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


_FORMS: dict[str, Callable[[str], object]] = {
    "id": re.compile("0|[1-9][0-9]*").fullmatch,
    "address": re.compile(r"(?:https?|attachment|discord)://\S+").fullmatch,
    "time": _is_time,
}
_FIELDS = {
    _TEXT: _check_text,
    _LIST: _check_list,
    _MAP: _check_map,
    _PART: lambda value, path, bound: None,
    _NUMBER: _check_number,
    _EITHER: _check_either,
}
