"""Discord's refusals, in Discord's shape and with Discord's codes."""

import contextlib
from collections.abc import Iterator
from typing import Any

INVALID = 50035
"""Error code of an invalid form body."""


class Refused(Exception):
    """A refusal: HTTP status, JSON code, text, and errors by path."""

    def __init__(
        self, status: int, code: int, text: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {text}")
        self.status = status
        self.body: dict[str, Any] = {"message": text, "code": code}
        if errors is not None:
            self.body["errors"] = errors


class Impossible(Exception):
    """An action no Discord client would allow. Its text is the reason."""


def invalid(path: str, text: str, code: str = "BASE_TYPE_INVALID") -> Refused:
    """Return error 50035 for the form field at this dotted path."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": text}]}
    for key in reversed(path.split(".")):
        errors = {key: errors}
    return Refused(400, INVALID, "Invalid Form Body", errors)


@contextlib.contextmanager
def inside(key: str) -> Iterator[None]:
    """Prefix the error paths of refusals raised inside with `key`."""
    try:
        yield
    except Refused as refused:
        if "errors" in refused.body:
            refused.body["errors"] = {key: refused.body["errors"]}
        raise


def unknown(what: str) -> Refused:
    """Return the 404 for a missing object of this type."""
    codes = {"Channel": 10003, "Guild": 10004, "Member": 10007, "Message": 10008, "User": 10013}
    codes |= {"Emoji": 10014}
    codes |= {"Webhook": 10015, "Interaction": 10062}
    return Refused(404, codes[what], f"Unknown {what}")
