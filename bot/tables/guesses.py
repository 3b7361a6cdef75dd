"""Guesses of spectators at what the next move reveals, in memory only and without points."""

from typing import NamedTuple

from ..play.match import Match
from ..screens.look import Look

# Plies that a guess is kept for. Its reveal may still be shown when the next guesses are made.
_KEPT = 3


class Seen(NamedTuple):
    """The spectators who guessed what was revealed: those who were right, and all of them."""

    right: int
    all: int


class Guesses:
    """The guesses at a table, one of each person and ply."""

    def __init__(self) -> None:
        self._made: dict[int, dict[int, str]] = {}

    def make(self, user_id: int, ply: int, text: str) -> None:
        """Note the guess of a person at a ply, in place of an earlier one."""
        self._made = {at: made for at, made in self._made.items() if ply - at < _KEPT}
        self._made.setdefault(ply, {})[user_id] = text

    def of(self, user_id: int, ply: int) -> str:
        """Return the guess of a person at a ply, or nothing."""
        return self._made.get(ply, {}).get(user_id, "")

    def seen(self, match: Match, look: Look) -> Seen | None:
        """Return the number of right guesses at the latest reveal, or None without any guess.

        They stay secret before the reveal, because they may influence the players.
        """
        for ply in sorted(self._made, reverse=True):
            events = [event for at, event in match.story(None) if at == ply + 1]
            right, made = look.guessed(events), self._made[ply].values()
            if right is not None and made:
                return Seen(sum(text == right for text in made), len(made))
        return None

    def forget(self, user_id: int) -> None:
        """Forget the guesses of a person."""
        for made in self._made.values():
            made.pop(user_id, None)
