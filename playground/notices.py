"""Notices: new messages that notify a person until that person looks.

New direct messages and messages with an allowed mention notify. Edits never do.
"""

import re
from collections import deque
from collections.abc import Iterable

from .limits import SILENT, V2
from .shapes import Wire

DIRECT = "dm"
_MENTION = re.compile(r"<@!?(\d+)>")
_KEPT = 100


class Notices:
    """Ids of unseen notifying messages by person and place, and what each person's phone showed."""

    def __init__(self) -> None:
        self._unseen: dict[str, dict[str, list[str]]] = {}
        self._phones: dict[str, deque[Wire]] = {}

    def update(self, readers: Iterable[int] | None, event: Wire, place: str = "") -> bool:
        """Apply a message event sent to these readers (None: all) at a named place.

        Return True if any notice was added or removed.
        """
        where, message = event["where"], event["message"]
        if event["op"] == "delete":
            return self._delete(where, message["id"])
        if event["op"] != "create" or message["flags"] & SILENT:
            return False
        notified = set(message["pings"])
        if readers is not None:
            ids = {str(reader) for reader in readers}
            notified = ids if where == DIRECT else notified & ids
        notified -= {message["author"]["id"]}
        for person in notified:
            self._unseen.setdefault(person, {}).setdefault(where, []).append(message["id"])
            phone = self._phones.setdefault(person, deque(maxlen=_KEPT))
            phone.append(_notification(message, "" if where == DIRECT else f"#{place}"))
        return bool(notified)

    def phone(self, person: str) -> list[Wire]:
        """Return the latest notifications of a person's phone, oldest first."""
        return list(self._phones.get(person, ()))

    def phones(self, most: int) -> dict[str, list[Wire]]:
        """Return the latest notifications of each phone, at most that number."""
        return {person: list(phone)[-most:] for person, phone in self._phones.items()}

    def _delete(self, where: str, message: str) -> bool:
        found = [p[where] for p in self._unseen.values() if message in p.get(where, ())]
        for unseen in found:
            unseen.remove(message)
        return bool(found)

    def clear(self, person: str, where: str) -> bool:
        """Clear a person's notices at a place and return True if there were any."""
        return bool(self._unseen.get(person, {}).pop(where, None))

    def unseen(self, channels: Iterable[int]) -> dict[str, dict[str, list[str]]]:
        """Return unseen message ids by person and place, in direct messages and these channels."""
        there = {DIRECT, *map(str, channels)}
        return {
            person: {where: ids for where, ids in places.items() if ids and where in there}
            for person, places in self._unseen.items()
        }


def _notification(message: Wire, place: str) -> Wire:
    """Return what a phone shows: the sender, the place, and the words.

    As on Discord, a Components V2 message has no words (discord-api-docs#7854).
    """
    names = {user["id"]: user["global_name"] or user["username"] for user in message["mentions"]}
    words = "" if message["flags"] & V2 else message["content"]
    return {
        "message": message["id"],
        "sender": message["author"]["global_name"] or message["author"]["username"],
        "place": place,
        "words": _MENTION.sub(lambda found: f"@{names.get(found[1], '?')}", words),
    }
