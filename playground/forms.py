"""Types of the values in request bodies, after Discord's API description."""

from collections.abc import Mapping, Sequence
from typing import Any

from .errors import invalid

_NUMBER, _YES, _TEXT = "int", "boolean", "string"
_LIST, _OBJECT, _PLAIN = "list", "dictionary", "value"
_KINDS: dict[str, tuple[type, ...]] = {
    _NUMBER: (int,),
    _YES: (bool,),
    _TEXT: (str,),
    _LIST: (list,),
    _OBJECT: (dict,),
    _PLAIN: (str, int, float, bool),
}
_LOCALISED = ("name_localizations", "description_localizations")
# A key has the same type at every level.
_NAMED: dict[str, str] = {
    **dict.fromkeys(("flags", "style", "spacing", "accent_color"), _NUMBER),
    **dict.fromkeys(("min_values", "max_values", "min_length", "max_length"), _NUMBER),
    **dict.fromkeys(("disabled", "default", "required", "autocomplete", "divider"), _YES),
    **dict.fromkeys(("spoiler", "tts", "enforce_nonce"), _YES),
    **dict.fromkeys(("content", "custom_id", "label", "placeholder", "title", "url"), _TEXT),
    **dict.fromkeys(("name", "description", "filename"), _TEXT),
    **dict.fromkeys(("components", "embeds", "attachments", "options", "items"), _LIST),
    **dict.fromkeys(("choices", "default_values", "fields", "users", "roles", "parse"), _LIST),
    **dict.fromkeys(("data", "accessory", "component", "media", "file", "emoji"), _OBJECT),
    **dict.fromkeys(("allowed_mentions", "message_reference", "footer", "author"), _OBJECT),
    # `type` is text in an embed and a number in a component.
    **dict.fromkeys(("type", "id", "value", "nonce", "default_member_permissions"), _PLAIN),
    **dict.fromkeys(_LOCALISED, _OBJECT),
}
_OF_PLAIN = frozenset(("users", "roles", "parse"))


def check_form(body: Any) -> None:
    """Check the types of all values in a form body. Raises error 50035."""
    if isinstance(body, list):
        _check_all(body, "", _OBJECT)
    else:
        _check(body, "")


def _check(part: Mapping[str, Any], path: str) -> None:
    for key, value in part.items():
        here = f"{path}{key}"
        kind = _NAMED.get(key)
        if value is None or kind is None:
            continue
        _check_kind(value, here, kind)
        if key in _LOCALISED:
            for locale, text in value.items():
                _check_kind(text, f"{here}.{locale}", _TEXT)
        elif kind == _OBJECT:
            _check(value, here + ".")
        elif kind == _LIST:
            _check_all(value, here + ".", _PLAIN if key in _OF_PLAIN else _OBJECT)


def _check_all(parts: Sequence[Any], path: str, kind: str) -> None:
    for number, part in enumerate(parts):
        _check_kind(part, f"{path}{number}", kind)
        if kind == _OBJECT:
            _check(part, f"{path}{number}.")


def _check_kind(value: Any, path: str, kind: str) -> None:
    if not isinstance(value, _KINDS[kind]) or (kind == _NUMBER and isinstance(value, bool)):
        raise invalid(path, f"Could not interpret the value as {kind}.")
