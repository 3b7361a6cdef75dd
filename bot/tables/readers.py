"""Facts about a table's readers: notices, half choices, languages and departures."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from ..play.consent import gone_seat, regrets_until
from ..play.match import Match
from ..storage import STAFF, StoredPost, StoredTable

_ELSEWHERE = 120.0
"""Seconds without activity or notice before a player seems absent."""
_UNREACHED = 20.0
"""The same for a player whose messages are closed: no edit reaches their eye."""
_MOST = 2
"""Notices of one decision. With a time limit, the second comes at half time."""


class Notices:
    """The players' last activity, the invitations, and the notices of the current decision.

    `closed(user_id)`: True if the person's direct messages are closed.
    """

    def __init__(self, now: float, closed: Callable[[int], bool] = lambda user_id: False) -> None:
        self._closed = closed
        self._active: dict[int, float] = {}
        # After a restart no player counts as absent.
        self._taken_up = now
        self._stage = -1
        self._limited = False
        self._sent: dict[int, list[float]] = {}
        # People whose invitation is sent, or on its way.
        self._invited: set[int] = set()

    def active(self, user_id: int, now: float) -> None:
        """A player is active here: edits will reach their eye."""
        self._active[user_id] = now

    def forget(self, user_id: int) -> None:
        """Know a person no more."""
        self._active.pop(user_id, None)
        self._sent.pop(user_id, None)
        self._invited.discard(user_id)

    def decision(self, stage: int, *, limited: bool) -> None:
        """Note the stage of the current decisions. Each stage counts its notices from zero.

        `limited`: the decisions have a time limit, whose half time is the time of the last notice.
        """
        self._limited = limited
        if stage != self._stage:
            self._stage = stage
            self._sent = {}

    def invited(self, people: set[int]) -> set[int]:
        """Count an invitation to each of these people, and return those who had none."""
        new = people - self._invited
        self._invited |= new
        return new

    def may_send(self, user_id: int) -> bool:
        """Return True if this decision may have one more notice."""
        return len(self._sent.get(user_id, ())) < _MOST

    def sent(self, user_id: int, now: float) -> None:
        """Count a notice."""
        self._sent.setdefault(user_id, []).append(now)

    def due_at(self, user_id: int) -> float | None:
        """Return the time of an inactive player's next notice."""
        sent, active = self._sent.get(user_id, []), self._active.get(user_id, self._taken_up)
        if len(sent) >= _MOST or (sent and self._limited):
            return None
        if not sent and self._closed(user_id):
            return active + _UNREACHED
        return max(active, *sent[-1:], 0.0) + _ELSEWHERE

    def times(self, awaited: Iterable[int]) -> dict[int, float]:
        """Return the time of the next notice of each of those players who may have one."""
        return {one: at for one in awaited if (at := self.due_at(one)) is not None}


class Picks:
    """The half choices at one table. Each lasts as long as its stage."""

    def __init__(self) -> None:
        self._picks: dict[int, tuple[int, str]] = {}

    def make(self, user_id: int, match: Match | None, picked: str) -> None:
        """Note a half choice in place of an earlier one, or with an empty text none."""
        self._picks.pop(user_id, None)
        if picked and match is not None:
            self._picks[user_id] = match.stage, picked

    def of(self, user_id: int, match: Match) -> str:
        """Return a player's half choice in the current stage, or an empty text."""
        if user_id not in self._picks:
            return ""
        stage, picked = self._picks[user_id]
        return picked if match.stage == stage else ""

    def forget(self, user_id: int) -> None:
        """Know a person no more."""
        self._picks.pop(user_id, None)


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
