"""What the bot has sent, and who can read it: for tests that look for what should be nowhere."""

import json
from dataclasses import dataclass
from typing import Any

from .interactions import Files
from .shapes import Wire

EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True)
class Sent:
    """A request of the bot: its number, when it came, and who can read what it says.

    `reader` is everybody, a person's id, or None where nobody can; `channel` where they do;
    `interaction` is what it answers, if anything.
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
        """The same in JSON."""
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
