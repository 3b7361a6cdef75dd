"""Refusals: one sentence that is safe to show to the player. Nothing has changed.

GameError
├── InvalidOptions    Options the game doesn't have.
├── UnknownGame       No game of that key.
├── RecordError       A record that can't be read or doesn't replay.
└── MoveError
    ├── InvalidMove   No move of this game.
    ├── IllegalMove   A move, but not one that is possible now.
    ├── NotToAct      The match doesn't wait for this seat.
    └── MatchOver     The match has ended.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any


def N_(text: str) -> str:
    """Mark a text for the catalogues. It is translated when it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a command or an option, translated for every reader."""

    text: str
    context: str = "command"

    def __str__(self) -> str:
        return self.text


class GameError(Exception):
    """A refusal. `text` is the English sentence with {named} fields, `values` fill them."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text, values)
        self.text = text
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.text, **self.values), ()

    def __str__(self) -> str:
        return self.text.format(**self.values)


class InvalidOptions(GameError):
    """Options the game doesn't have, or not together."""


def check_seats(possible: range, number: int) -> None:
    """Refuse a number of players the game isn't for. Raises InvalidOptions."""
    if number not in possible:
        text = N_("This game is for {least} to {most} players.")
        raise InvalidOptions(text, least=possible[0], most=possible[-1])


class UnknownGame(GameError):
    """There is no game of that key."""


class RecordError(GameError):
    """A record that can't be read, or doesn't replay."""

    @property
    def ply(self) -> int | None:
        """The first move that can't be read or played, or None for other errors."""
        ply = self.values.get("ply")
        return ply if isinstance(ply, int) else None


class MoveError(GameError):
    """A move that was refused."""


class InvalidMove(MoveError):
    """The text is no move of this game."""


class IllegalMove(MoveError):
    """A move of this game that can't be made now."""


class NotToAct(MoveError):
    """The match doesn't wait for this seat."""


class MatchOver(MoveError):
    """The match has ended."""
