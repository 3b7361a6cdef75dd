"""Readers of a table without a seat: their language and their departure."""

from collections.abc import Collection, Sequence
from typing import Any

from ..play.consent import gone_seat, regrets_until
from ..storage import STAFF, StoredPost, StoredTable


class Seatless:
    """Facts about a table's people that outlive their seats."""

    def __init__(self, shown: Sequence[StoredPost], removed: Collection[int]) -> None:
        # Languages of all who have or had a seat, kept or taken.
        self._locales = {post.reader: post.locale for post in shown if post.locale is not None}
        # People removed from the open table, and the person there who did it (None: the staff, 0:
        # unknown).
        self._removed: dict[int, int | None] = dict.fromkeys(removed, 0)

    def locale(self, reader: int) -> str | None:
        """Return the language of a person who has or had a seat."""
        return self._locales.get(reader)

    def know(self, stored: StoredTable) -> None:
        """Note the languages of the people here, who read their messages after they leave too."""
        people = (*stored.players, *stored.awaited)
        self._locales.update({player.user_id: player.locale for player in people})

    def removed(self, user_id: int, by: int, stored: StoredTable) -> None:
        """Note who removed a person from the open table: a player, or else the staff."""
        self._removed[user_id] = None if stored.seat_of(by) is None else by

    def sight(self, reader: int, stored: StoredTable, now: float) -> dict[str, Any]:
        """Return the fields of a reader's Sight about their departure."""
        gone = gone_seat(stored, reader)
        fields: dict[str, Any] = {"gone": gone, "awaited": stored.awaits(reader)}
        if gone is not None:
            fields["regrets_until"] = regrets_until(stored.players[gone], now)
        if reader in self._removed:
            by = self._removed[reader]
            fields |= {"removed": True, "removed_by": STAFF if by is None else stored.seat_of(by)}
        return fields

    def forget(self, user_id: int) -> None:
        """Know a person no more."""
        self._locales.pop(user_id, None)
        self._removed.pop(user_id, None)
        self._removed |= {one: 0 for one, by in self._removed.items() if by == user_id}
