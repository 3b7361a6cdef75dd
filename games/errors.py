"""Refusals: one sentence, safe to show to whoever caused it; nothing has changed.

GameError
├── InvalidOptions    options the game doesn't have
├── UnknownGame       no game of that key
├── RecordError       a record that can't be read or doesn't replay
└── MoveError
    ├── InvalidMove   not a move of this game at all
    ├── IllegalMove   a move, but not one that can be made now
    ├── NotToAct      the match doesn't wait for this seat
    └── MatchOver     the match has ended
"""

from dataclasses import dataclass


def N_(text: str) -> str:
    """Mark a text for the catalogues; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Name:
    """What a command or an option is called; every reader knows it in their own language."""

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

    def __str__(self) -> str:
        return self.text.format(**self.values)


class InvalidOptions(GameError):
    """Options the game doesn't have, or not together."""


def out_of_range(option: Name, least: int, most: int) -> InvalidOptions:
    """The refusal of a number that isn't from `least` to `most`."""
    text = N_("`{option}` goes from {least} to {most}.")
    return InvalidOptions(text, option=option, least=least, most=most)


def none_of(option: Name, *choices: str) -> InvalidOptions:
    """The refusal of what isn't one of the choices."""
    return InvalidOptions(
        N_("`{option}` is {choices}."), option=option, choices=" / ".join(choices)
    )


class UnknownGame(GameError):
    """There is no game of that key."""


class RecordError(GameError):
    """A record that can't be read, or doesn't replay."""

    @property
    def ply(self) -> int | None:
        """The first move that can't be read or played; None where it isn't about a move."""
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
