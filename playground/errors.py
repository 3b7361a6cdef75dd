"""Discord's refusals, in Discord's shape and with Discord's codes."""

import contextlib
from collections.abc import Iterator
from typing import Any

INVALID = 50035
"""The code for a form body that Discord won't take."""


class Refused(Exception):
    """A request Discord would refuse: HTTP status, JSON code and text, errors by path."""

    def __init__(
        self, status: int, code: int, text: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {text}")
        self.status = status
        self.body: dict[str, Any] = {"message": text, "code": code}
        if errors is not None:
            self.body["errors"] = errors


class Impossible(Exception):
    """What a person could not do in a Discord client; the text says why."""


def invalid(path: str, text: str, code: str = "BASE_TYPE_INVALID") -> Refused:
    """50035: a form body with an error at that dotted path."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": text}]}
    for key in reversed(path.split(".")):
        errors = {key: errors}
    return Refused(400, INVALID, "Invalid Form Body", errors)


@contextlib.contextmanager
def inside(key: str) -> Iterator[None]:
    """Refusals in here are of a part of the form body: their paths begin with its key."""
    try:
        yield
    except Refused as refused:
        if "errors" in refused.body:
            refused.body["errors"] = {key: refused.body["errors"]}
        raise


def unknown(what: str) -> Refused:
    """404 for something that isn't there (any more)."""
    codes = {"Channel": 10003, "Guild": 10004, "Member": 10007, "Message": 10008, "User": 10013}
    codes |= {"Emoji": 10014}
    codes |= {"Webhook": 10015, "Interaction": 10062}
    return Refused(404, codes[what], f"Unknown {what}")
