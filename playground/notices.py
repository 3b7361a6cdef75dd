"""Notices: new messages that notify a person until that person looks.

New direct messages and messages with an allowed mention notify. Edits never do.
"""

from collections.abc import Iterable

from .limits import SILENT
from .shapes import Wire

DIRECT = "dm"


class Notices:
    """Ids of unseen notifying messages, by person and place."""

    def __init__(self) -> None:
        self._unseen: dict[str, dict[str, list[str]]] = {}

    def update(self, readers: Iterable[int] | None, event: Wire) -> bool:
        """Apply a message event sent to these readers (None: all).

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
        return bool(notified)

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
