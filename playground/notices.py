"""Notices: the new messages that Discord would call a person to, until they look.

A new direct message is one, and a message that really mentions somebody. An edit never is.
"""

from collections.abc import Iterable

from .limits import SILENT
from .shapes import Wire

DIRECT = "dm"


class Notices:
    """The ids of the messages that called somebody who hasn't looked since, by person and place."""

    def __init__(self) -> None:
        self._unseen: dict[str, dict[str, list[str]]] = {}

    def hear(self, readers: Iterable[int] | None, event: Wire) -> bool:
        """Take in a message's news for these readers (None: all); whether a notice came or went."""
        where, message = event["where"], event["message"]
        if event["op"] == "delete":
            return self._forget(where, message["id"])
        if event["op"] != "create" or message["flags"] & SILENT:
            return False
        called = set(message["pings"])
        if readers is not None:
            among = {str(reader) for reader in readers}
            called = among if where == DIRECT else called & among
        called -= {message["author"]["id"]}
        for person in called:
            self._unseen.setdefault(person, {}).setdefault(where, []).append(message["id"])
        return bool(called)

    def _forget(self, where: str, message: str) -> bool:
        found = [p[where] for p in self._unseen.values() if message in p.get(where, ())]
        for unseen in found:
            unseen.remove(message)
        return bool(found)

    def look(self, person: str, where: str) -> bool:
        """Somebody looks at a place; whether anything there had been unseen."""
        return bool(self._unseen.get(person, {}).pop(where, None))

    def unseen(self, channels: Iterable[int]) -> dict[str, dict[str, list[str]]]:
        """By person and place what is unseen there, in direct messages and in these channels."""
        there = {DIRECT, *map(str, channels)}
        return {
            person: {where: ids for where, ids in places.items() if ids and where in there}
            for person, places in self._unseen.items()
        }
