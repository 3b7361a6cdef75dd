"""Hints on people's screens, removed once their decision has passed."""

import asyncio

from ..play.match import Match
from ..wire.tokens import Key
from .house import House
from .private_copy import delete


class ShownHints:
    """The newest hint of each player at a table, with the stage of its decision.

    Hints are kept in memory only. One whose token has ended, or that a process left behind, stays:
    it names its decision.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._shown: dict[int, tuple[int, Key]] = {}

    def show(self, user_id: int, stage: int, key: Key) -> None:
        """Note a hint for the decision of that stage. An earlier one goes."""
        before = self._shown.get(user_id)
        self._shown[user_id] = stage, key
        if before is not None:
            self._remove(before[1])

    def passed(self, match: Match | None) -> None:
        """Remove the hints for decisions that are no more."""
        if match is None:
            return
        for user_id, (stage, key) in [*self._shown.items()]:
            if stage != match.stage:
                del self._shown[user_id]
                self._remove(key)

    def forget(self, user_id: int) -> None:
        """Evict a person."""
        self._shown.pop(user_id, None)

    def _remove(self, key: Key) -> None:
        if self._house.now() < key.until and not self._house.closed:
            self._house.watch(asyncio.ensure_future(delete(key)))
