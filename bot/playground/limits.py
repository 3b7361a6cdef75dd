"""What Discord limits: the shape and size of messages and modals, and the rate of requests."""

import math
import time
from collections.abc import Iterator
from typing import Any

from .errors import invalid

V2 = 1 << 15
EPHEMERAL = 1 << 6

_ROW, _BUTTON, _TEXT_INPUT, _SECTION, _TEXT, _THUMBNAIL = 1, 2, 4, 9, 10, 11
_GALLERY, _FILE, _SEPARATOR, _CONTAINER, _LABEL = 12, 13, 14, 17, 18
_SELECTS = (3, 5, 6, 7, 8)
_LINK = 5


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component, nested ones and accessories too."""
    for part in components:
        yield part
        yield from walk(part.get("components", []))
        for key in ("accessory", "component"):
            if isinstance(part.get(key), dict):
                yield from walk([part[key]])


def check_message(body: dict[str, Any], flags: int, files: set[str]) -> None:
    """Refuse a message Discord would refuse. `flags` are those it will have; raises 50035."""
    components = body.get("components") or []
    if len(body.get("content") or "") > 2000:
        raise invalid("content", "Must be 2000 or fewer in length.")
    if len(body.get("embeds") or []) > 10:
        raise invalid("embeds", "Must be 10 or fewer in length.")
    if flags & V2:
        for key in ("content", "embeds", "poll", "stickers"):
            if body.get(key):
                raise invalid(key, "Can't be used with the components v2 flag.")
    elif any(part.get("type") != _ROW for part in components):
        raise invalid("components", "Only action rows without the components v2 flag.")
    elif len(components) > 5:
        raise invalid("components", "Must be 5 or fewer in length.")
    _check_tree(components, files)


def _check_tree(components: list[dict[str, Any]], files: set[str]) -> None:
    parts = list(walk(components))
    if len(parts) > 40:
        raise invalid("components", "The total number of components must not exceed 40.")
    if sum(len(part.get("content", "")) for part in parts if part.get("type") == _TEXT) > 4000:
        raise invalid("components", "The total text must be 4000 or fewer in length.")
    ids = [part["custom_id"] for part in parts if part.get("custom_id") is not None]
    if len(ids) != len(set(ids)):
        raise invalid("components", "Component custom id cannot be duplicated.")
    for number, part in enumerate(components):
        _check(part, f"components.{number}", files, top=True)


def _check(part: dict[str, Any], path: str, files: set[str], *, top: bool = False) -> None:
    kind = part.get("type")
    children = part.get("components", [])
    if kind == _ROW:
        kinds = [child.get("type") for child in children]
        buttons = 1 <= len(kinds) <= 5 and set(kinds) == {_BUTTON}
        select = len(kinds) == 1 and kinds[0] in (*_SELECTS, _TEXT_INPUT)
        if not (buttons or select):
            raise invalid(path, "A row holds one to five buttons or one select.")
    elif kind == _BUTTON:
        _check_button(part, path)
    elif kind in _SELECTS:
        _check_select(part, path)
    elif kind == _SECTION:
        if not 1 <= len(children) <= 3 or any(c.get("type") != _TEXT for c in children):
            raise invalid(path, "A section holds one to three texts.")
        if part.get("accessory", {}).get("type") not in (_BUTTON, _THUMBNAIL):
            raise invalid(path, "A section has a button or a thumbnail beside it.")
        _check(part["accessory"], f"{path}.accessory", files)
    elif kind == _TEXT:
        if not 1 <= len(part.get("content", "")) <= 4000:
            raise invalid(f"{path}.content", "Must be between 1 and 4000 in length.")
    elif kind == _GALLERY:
        if not 1 <= len(part.get("items", [])) <= 10:
            raise invalid(path, "A gallery holds one to ten items.")
        for item in part["items"]:
            _check_media(item.get("media", {}), path, files)
    elif kind == _THUMBNAIL:
        _check_media(part.get("media", {}), path, files)
    elif kind == _FILE:
        _check_media(part.get("file", {}), path, files)
    elif kind == _CONTAINER:
        if not top or not children:
            raise invalid(path, "A container stands at the top and isn't empty.")
        if not 0 <= (part.get("accent_color") or 0) <= 0xFFFFFF:
            raise invalid(f"{path}.accent_color", "Not a colour.")
    elif kind != _SEPARATOR:
        raise invalid(f"{path}.type", f"Value {kind!r} is not a component here.")
    if kind in (_ROW, _SECTION, _CONTAINER):
        for number, child in enumerate(children):
            _check(child, f"{path}.components.{number}", files)


def _check_custom_id(part: dict[str, Any], path: str) -> None:
    if not isinstance(part.get("custom_id"), str) or not 1 <= len(part["custom_id"]) <= 100:
        raise invalid(f"{path}.custom_id", "Must be between 1 and 100 in length.")


def _check_button(part: dict[str, Any], path: str) -> None:
    if part.get("style") not in range(1, 7):
        raise invalid(f"{path}.style", "Not a button style.")
    if part["style"] == _LINK:
        if not str(part.get("url", "")).startswith(("http://", "https://", "discord://")):
            raise invalid(f"{path}.url", "Not a well formed URL.")
    else:
        _check_custom_id(part, path)
    if not part.get("label") and not part.get("emoji"):
        raise invalid(f"{path}.label", "A button has a label or an emoji.")
    if len(part.get("label") or "") > 80:
        raise invalid(f"{path}.label", "Must be 80 or fewer in length.")


def _check_select(part: dict[str, Any], path: str) -> None:
    _check_custom_id(part, path)
    if len(part.get("placeholder") or "") > 150:
        raise invalid(f"{path}.placeholder", "Must be 150 or fewer in length.")
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    if not (0 <= least <= 25 and 1 <= most <= 25 and least <= most):
        raise invalid(f"{path}.max_values", "Must be between min_values and 25.")
    if part["type"] != 3:
        return
    options = part.get("options", [])
    if not 1 <= len(options) <= 25:
        raise invalid(f"{path}.options", "Must be between 1 and 25 in length.")
    values = [option.get("value") for option in options]
    if len(values) != len(set(values)):
        raise invalid(f"{path}.options", "The specified option value is already used.")
    for number, option in enumerate(options):
        for key in ("label", "value"):
            if not 1 <= len(str(option.get(key) or "")) <= 100:
                raise invalid(f"{path}.options.{number}.{key}", "Must be between 1 and 100.")
        if len(option.get("description") or "") > 100:
            raise invalid(f"{path}.options.{number}.description", "Must be 100 or fewer.")


def _check_media(media: dict[str, Any], path: str, files: set[str]) -> None:
    url = str(media.get("url", ""))
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in files:
            raise invalid(path, "The referenced attachment was not found.")
    elif not url.startswith(("http://", "https://")):
        raise invalid(path, "Not a well formed URL.")


def check_modal(data: dict[str, Any]) -> None:
    """Refuse a modal Discord would refuse. Raises 50035."""
    _check_custom_id(data, "data")
    if not 1 <= len(data.get("title") or "") <= 45:
        raise invalid("data.title", "Must be between 1 and 45 in length.")
    parts = data.get("components") or []
    if not 1 <= len(parts) <= 5:
        raise invalid("data.components", "Must be between 1 and 5 in length.")
    for number, part in enumerate(parts):
        path = f"data.components.{number}"
        if part.get("type") not in (_ROW, _LABEL, _TEXT):
            raise invalid(f"{path}.type", "A modal holds labels, texts or rows.")
        for field in walk([part]):
            if field.get("type") == _TEXT_INPUT:
                _check_custom_id(field, path)
                if (
                    len(field.get("value") or "") > 4000
                    or len(field.get("placeholder") or "") > 100
                ):
                    raise invalid(path, "The input's text is too long.")
            elif field.get("type") in _SELECTS:
                _check_select(field, path)


class Bucket:
    """So many requests in so many seconds, counted from the first."""

    __slots__ = ("limit", "remaining", "reset_at", "seconds")

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self.remaining = limit
        self.reset_at = 0.0

    def take(self, now: float) -> float:
        """Use one request; returns 0, or the seconds to wait when none is left."""
        if now >= self.reset_at:
            self.remaining = self.limit
            self.reset_at = now + self.seconds
        if self.remaining == 0:
            return self.reset_at - now
        self.remaining -= 1
        return 0.0

    def headers(self, now: float, name: str) -> dict[str, str]:
        """The headers by which a client paces itself."""
        after = max(0.0, self.reset_at - now)
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": name,
        }


# Discord doesn't publish its numbers; these are what its headers usually say.
_ROUTES = {"delete": (5, 1.0), "dm": (10, 10.0), "webhook": (5, 2.0), "sync": (5, 20.0)}
_USUAL = (5, 5.0)
_GLOBAL = (50, 1.0)


class Limits:
    """Every bucket of the bot. `on=False` lets everything through, for benches."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._all = Bucket(*_GLOBAL)

    def take(self, route: str, major: str) -> tuple[float, bool, dict[str, str]]:
        """Count a request: seconds to wait (0: go on), whether that is global, the headers."""
        now = time.monotonic()
        name = f"{route}-{major}"
        if not self.on:
            return 0.0, False, Bucket(1000, 1.0).headers(now, name)
        if route not in ("callback", "webhook") and (wait := self._all.take(now)):
            return wait, True, {"X-RateLimit-Global": "true", "Retry-After": str(math.ceil(wait))}
        if len(self._buckets) > 5000:
            self._buckets = {k: b for k, b in self._buckets.items() if b.reset_at > now}
        bucket = self._buckets.get((route, major))
        if bucket is None:
            limit = _ROUTES.get(route, _USUAL)
            bucket = self._buckets[route, major] = Bucket(*limit)
        wait = bucket.take(now)
        headers = bucket.headers(now, name)
        if wait:
            headers["Retry-After"] = str(math.ceil(wait))
        return wait, False, headers
