"""The options of a game, each declared once. Refusals, the command and the form come from that."""

from collections.abc import Mapping
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any

from .core import Frozen
from .errors import N_, InvalidOptions, Name

YES_NO: Mapping[Any, str] = MappingProxyType({True: N_("Yes"), False: N_("No")})


class Option(Frozen):
    """The declaration of an option.

    name, text: as players read them.
    values: a range of numbers, words with their labels, or yes and no. None is a further value of
    an option whose default it is.
    """

    default: Any
    name: Name
    text: str
    values: range | Mapping[Any, str]

    def check(self, value: object) -> None:
        """Raise InvalidOptions if the value isn't one of the option."""
        if value is None and self.default is None:
            return
        if isinstance(self.values, range):
            if type(value) is not int or value not in self.values:
                least, most = self.values[0], self.values[-1]
                text = N_("`{option}` goes from {least} to {most}.")
                raise InvalidOptions(text, option=self.name, least=least, most=most)
        elif type(value) not in map(type, self.values) or value not in self.values:
            words = ("yes", "no") if self.values is YES_NO else self.values
            text = N_("`{option}` is {choices}.")
            raise InvalidOptions(text, option=self.name, choices=" / ".join(words))


def option(default: Any, name: Name, text: str, values: range | Mapping[Any, str] = YES_NO) -> Any:
    """Return a field of `Options`: `dice: int = option(5, Name("dice"), N_("…"), range(1, 7))`."""
    return field(default=default, metadata={"option": Option(default, name, text, values)})


class Options(Frozen):
    """The options of a match. Raises InvalidOptions."""

    def __post_init__(self) -> None:
        for name, one in declared(type(self)).items():
            one.check(getattr(self, name))


def declared(kind: type[Options]) -> dict[str, Option]:
    """Return the options of a game by field."""
    return {one.name: one.metadata["option"] for one in fields(kind)}
