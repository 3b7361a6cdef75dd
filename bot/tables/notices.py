"""Who is told by a new message that they are awaited: edits notify nobody."""

from collections.abc import Iterable

_ELSEWHERE = 120.0
"""Who wasn't heard of for so long seems to be elsewhere."""
_AGAIN = 30.0
"""So long after the first notice comes the second, and last."""
_MOST = 2


class Notices:
    """What is known of a table's players, and the notices of the decision under way."""

    def __init__(self, now: float) -> None:
        self._heard: dict[int, float] = {}
        # After a restart nobody counts as gone.
        self._taken_up = now
        self._stage = -1
        self._repeats = True
        self._told: dict[int, list[float]] = {}

    def heard(self, user_id: int, now: float) -> None:
        """A player is active here: edits will reach their eye."""
        self._heard[user_id] = now

    def forget(self, user_id: int) -> None:
        """Know a person no more."""
        self._heard.pop(user_id, None)
        self._told.pop(user_id, None)

    def decision(self, stage: int, *, repeats: bool) -> None:
        """The decisions of that stage are under way: notices are counted anew for each stage.

        `repeats`: the second comes soon after the first, and isn't left to a reminder.
        """
        self._repeats = repeats
        if stage != self._stage:
            self._stage = stage
            self._told = {}

    def may_tell(self, user_id: int) -> bool:
        """Whether there may be one more notice of this decision."""
        return len(self._told.get(user_id, ())) < _MOST

    def tell(self, user_id: int, now: float) -> None:
        """Count a notice."""
        self._told.setdefault(user_id, []).append(now)

    def is_due(self, user_id: int, now: float) -> bool:
        """Whether it is time to tell a player that they are awaited."""
        at = self.due_at(user_id)
        return at is not None and at <= now

    def due_at(self, user_id: int) -> float | None:
        """When to tell a player that they are awaited, if nothing is heard of them until then."""
        told, heard = self._told.get(user_id, []), self._heard.get(user_id, self._taken_up)
        if len(told) >= _MOST:
            return None
        if told and heard <= told[-1]:
            return told[-1] + _AGAIN if self._repeats else None
        return heard + _ELSEWHERE

    def next(self, awaited: Iterable[int]) -> float | None:
        """The earliest moment when one of those is to be told."""
        return min((at for one in awaited if (at := self.due_at(one)) is not None), default=None)
