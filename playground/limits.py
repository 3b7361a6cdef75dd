"""Discord's rules on the shape of messages and modals. Errors name the path."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any

from .bounds import check_bounds
from .errors import Refused, invalid
from .shapes import Upload

Wire = dict[str, Any]

V2 = 1 << 15
EPHEMERAL = 1 << 6
SILENT = 1 << 12

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT, THUMBNAIL = 1, 2, 3, 4, 9, 10, 11
GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 12, 13, 14, 17, 18
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
FILE_UPLOAD, RADIO_GROUP = 19, 21
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
_IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_AT_TOP = (*_IN_CONTAINER, CONTAINER)
_IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP)
_LINK = 5
_MEBIBYTE = 1 << 20
_FILE_BYTES, _FILES = 10 * _MEBIBYTE, 10


def walk(components: list[Wire]) -> Iterator[Wire]:
    """Yield every component, including nested ones and accessories."""
    for part in components:
        yield part
        yield from walk(part.get("components", []))
        for key in ("accessory", "component"):
            if isinstance(part.get(key), dict):
                yield from walk([part[key]])


def check_files(files: Sequence[Upload]) -> None:
    """Check the number and total size of uploads. Raises error 40005 or 50035."""
    if len(files) > _FILES:
        raise invalid("files", f"Must be {_FILES} or fewer in length.")
    if sum(len(file.content) for file in files) > _FILE_BYTES:
        raise Refused(413, 40005, "Request entity too large")


def check_message(body: Mapping[str, Any], flags: int, files: set[str]) -> None:
    """Check a whole message with these flags and attachment names against Discord's limits.

    Raises error 50035 with the path, or 50006 for an empty message.
    """
    for key in ("embeds", "components"):
        if not isinstance(body.get(key) or [], list):
            raise invalid(key, "Only lists may be used here.")
    components: list[Wire] = body.get("components") or []
    embeds: list[Wire] = body.get("embeds") or []
    check_bounds("message", body)
    if flags & V2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(key):
                raise invalid(key, "Can't be used with the components v2 flag.")
    elif len(components) > 5:
        raise invalid("components", "Must be 5 or fewer in length.")
    if not (body.get("content") or embeds or components or files):
        raise Refused(400, 50006, "Cannot send an empty message")
    _check_mentions(body.get("allowed_mentions") or {})
    _check_tree(components, (ROW,) if not flags & V2 else _AT_TOP, files)


def _check_mentions(allowed: Wire) -> None:
    if allowed.get("users") and "users" in (allowed.get("parse") or []):
        raise invalid("allowed_mentions", "parse:users and users are mutually exclusive.")


def _check_tree(components: list[Wire], allowed: tuple[int, ...], files: set[str]) -> None:
    for number, part in enumerate(components):
        _check(part, f"components.{number}", allowed, files)
    parts = list(walk(components))
    if len(parts) > 40:
        raise invalid("components", "The total number of components must not exceed 40.")
    # Discord doesn't document its unit: UTF-16 is the stricter one.
    texts = [part["content"] for part in parts if part["type"] == TEXT]
    if sum(len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in texts) > 4000:
        raise invalid("components", "The total text must be 4000 or fewer in length.")
    _check_ids(parts, "components")


def _check_ids(parts: list[Wire], path: str) -> None:
    for key, what in (("custom_id", "Component custom id"), ("id", "Component id")):
        ids = [part[key] for part in parts if part.get(key)]
        if len(ids) != len(set(ids)):
            raise invalid(path, f"{what} cannot be duplicated.")


def _check(part: Any, path: str, allowed: tuple[int, ...], files: set[str]) -> None:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind not in allowed:
        raise invalid(f"{path}.type", f"Value {kind!r} is not a component that may stand here.")
    if kind in (ROW, SECTION, CONTAINER):
        children = part.get("components")
        if not isinstance(children, list):
            raise invalid(f"{path}.components", "Only lists may be used here.")
        _CHECKS[kind](part, path, files)
        inside = {ROW: (BUTTON, *SELECTS), SECTION: (TEXT,), CONTAINER: _IN_CONTAINER}[kind]
        for number, child in enumerate(children):
            _check(child, f"{path}.components.{number}", inside, files)
    else:
        _CHECKS[kind](part, path, files)


def _check_row(part: Wire, path: str, files: set[str]) -> None:
    kinds = [child.get("type") for child in part["components"] if isinstance(child, dict)]
    if len(kinds) != 1 and set(kinds) != {BUTTON}:
        raise invalid(f"{path}.components", "A row holds one to five buttons or one select.")


def _check_section(part: Wire, path: str, files: set[str]) -> None:
    _check(part.get("accessory"), f"{path}.accessory", (BUTTON, THUMBNAIL), files)


def _check_nothing(part: Wire, path: str, files: set[str]) -> None:
    """Accept a part whose bounds are all that Discord asks."""


def _check_gallery(part: Wire, path: str, files: set[str]) -> None:
    for number, item in enumerate(part.get("items") or []):
        _check_thumbnail(item, f"{path}.items.{number}", files)


def _check_thumbnail(part: Wire, path: str, files: set[str]) -> None:
    _check_media(part.get("media"), f"{path}.media", files)


def _check_file(part: Wire, path: str, files: set[str]) -> None:
    url = str((part.get("file") or {}).get("url", ""))
    # An edit may send back the address of a file it received.
    if not url.startswith("attachment://") and "/attachments/" not in url:
        raise invalid(f"{path}.file.url", "Must be a reference to an attachment.")
    _check_media(part.get("file"), f"{path}.file", files)


def _check_media(media: Any, path: str, files: set[str]) -> None:
    url = str(media.get("url", "")) if isinstance(media, dict) else ""
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in files:
            raise invalid(f"{path}.url", "The referenced attachment was not found.")
    elif not url.startswith(("http://", "https://")):
        raise invalid(f"{path}.url", "Not a well formed URL.")


def _check_button(part: Wire, path: str, files: set[str]) -> None:
    if part.get("style") not in (1, 2, 3, 4, _LINK):
        raise invalid(f"{path}.style", "Not a button style.")
    if part["style"] == _LINK:
        if part.get("custom_id"):
            raise invalid(path, "A custom id and url cannot both be specified.")
        if not str(part.get("url", "")).startswith(("http://", "https://", "discord://")):
            raise invalid(f"{path}.url", "Not a well formed URL.")
    elif part.get("url"):
        raise invalid(path, "A custom id and url cannot both be specified.")
    elif not part.get("custom_id"):
        raise invalid(f"{path}.custom_id", "Must be between 1 and 100 in length.")
    if not part.get("label") and not part.get("emoji"):
        raise invalid(f"{path}.label", "A button has a label or an emoji.")


def _check_select(part: Wire, path: str, files: set[str]) -> None:
    _check_order(part, path, files)
    most = bounds(part)[1]
    if part["type"] != STRING_SELECT:
        if len(part.get("default_values") or []) > most:
            raise invalid(f"{path}.default_values", f"Must be {most} or fewer in length.")
        return
    options = part.get("options") or []
    _check_options(options, path, most)
    if most > len(options):
        text = f"int value should be less than or equal to {len(options)}."
        raise invalid(f"{path}.max_values", text)


def _check_options(options: list[Wire], path: str, chosen: int) -> None:
    """Check that all values differ, and that at most `chosen` are chosen."""
    if len({option.get("value") for option in options}) != len(options):
        raise invalid(f"{path}.options", "The specified option value is already used.")
    if sum(bool(option.get("default")) for option in options) > chosen:
        raise invalid(f"{path}.options", "More options are chosen than may be.")


def bounds(select: Wire) -> tuple[int, int]:
    """Return the least and the greatest number of values a select takes."""
    least, most = select.get("min_values"), select.get("max_values")
    return (1 if least is None else least), (1 if most is None else most)


def _check_order(part: Wire, path: str, files: set[str]) -> None:
    least, most = bounds(part)
    if least > most:
        raise invalid(f"{path}.max_values", f"Must be between min_values and {most}.")


def _check_radio(part: Wire, path: str, files: set[str]) -> None:
    _check_options(part.get("options") or [], path, 1)


_CHECKS: dict[int, Callable[[Wire, str, set[str]], None]] = {
    ROW: _check_row,
    BUTTON: _check_button,
    SECTION: _check_section,
    TEXT: _check_nothing,
    THUMBNAIL: _check_thumbnail,
    GALLERY: _check_gallery,
    FILE: _check_file,
    SEPARATOR: _check_nothing,
    CONTAINER: _check_nothing,
    **dict.fromkeys(SELECTS, _check_select),
    FILE_UPLOAD: _check_order,
    RADIO_GROUP: _check_radio,
}


def check_modal(data: Wire) -> None:
    """Check a modal against Discord's limits. Raises error 50035."""
    check_bounds("modal", data)
    parts = data["components"]
    for number, part in enumerate(parts):
        path = f"components.{number}"
        kind = part.get("type")
        if kind == LABEL:
            _check_field(part.get("component") or {}, f"{path}.component", _IN_LABEL)
        elif kind == ROW:
            children = part.get("components") or []
            if len(children) != 1:
                raise invalid(f"{path}.components", "Must be 1 in length.")
            if not children[0].get("label"):
                text = "Must be between 1 and 45 in length."
                raise invalid(f"{path}.components.0.label", text)
            _check_field(children[0], f"{path}.components.0", (TEXT_INPUT,))
        else:
            _check(part, path, (TEXT,), set())
    _check_ids(list(walk(parts)), "components")


def _check_field(field: Wire, path: str, allowed: tuple[int, ...]) -> None:
    if field.get("type") != TEXT_INPUT:
        _check(field, path, tuple(kind for kind in allowed if kind != TEXT_INPUT), set())
        return
    if field.get("style") is None:
        raise invalid(f"{path}.style", "Must be 1 or 2.")
    if (field.get("min_length") or 0) > (field.get("max_length") or 4000):
        raise invalid(f"{path}.max_length", "Must be between min_length and 4000.")


def check_emojis(components: Any, known: Container[int]) -> None:
    """Refuse buttons and selects with an emoji that is gone. Raises 50035."""
    for part in walk(components or []):
        for one in (part, *(part.get("options") or [])):
            emoji = (one.get("emoji") or {}).get("id")
            if emoji is not None and int(emoji) not in known:
                code = "BUTTON_COMPONENT_INVALID_EMOJI"
                raise invalid("components.0.components.0.emoji.id", "Invalid emoji", code)
