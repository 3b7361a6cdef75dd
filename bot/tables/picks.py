"""Half choices: a player has clicked the first part of a decision."""

from ..play.match import Match


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
