"""Requests of the bot with the people who can read their content. Tests search them for leaks."""

import json
from dataclasses import dataclass
from typing import Any

from .interactions import Files
from .shapes import Wire

PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Sent:
    """One request: its number, its time, and its content's reader.

    `reader` is PUBLIC, a person's id, or None if the request shows nothing. `channel` is the
    place of the content. `interaction` is the id of the answered interaction, if any.
    """

    number: int
    at: float
    method: str
    path: str
    raw: str
    files: Files
    status: int
    reader: str | None = None
    channel: str | None = None
    interaction: str | None = None

    def wire(self) -> Wire:
        """Return this request as JSON."""
        files = [
            {"name": file.name, "text": file.content.decode("utf-8", "replace")}
            for file in self.files
        ]
        return {
            "number": self.number,
            "at": self.at,
            "method": self.method,
            "path": self.path,
            "body": _shown(self.raw),
            "files": files,
            "status": self.status,
            "reader": self.reader,
            "channel": self.channel,
            "interaction": self.interaction,
        }


def _shown(raw: str) -> Any:
    try:
        return json.loads(raw or "{}")
    except json.JSONDecodeError:
        return raw
