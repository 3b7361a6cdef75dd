"""Notices: new messages to awaited players, because an edit notifies no reader."""

from collections.abc import Callable, Iterable

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
