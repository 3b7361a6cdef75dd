"""A reader's language, as a Protocol without Discord or catalogues."""

from collections.abc import Iterable
from typing import Protocol


class Speech(Protocol):
    """The part of a `Tongue` that descriptions of pictures need.

    The drawing process imports this module instead of `i18n`, which loads Discord.
    """

    def __call__(self, text: str, /, **values: object) -> str:
        """Return a text in this language, its fields filled."""

    def many(self, one: str, several: str, n: int, /, **values: object) -> str:
        """Return the form of a text that fits a number."""

    def word(self, context: str, text: str, /, **values: object) -> str:
        """Return a text that has another translation in each context."""


def listed(items: Iterable[str], t: Speech) -> str:
    """Return a list of names, cards or numbers, joined as in the language."""
    return t("{some}, {more}", some="", more="").join(items)


def joined(sentences: Iterable[str], t: Speech) -> str:
    """Return sentences as one text, joined as in the language. Empty ones are left out."""
    return t("{sentence} {next}", sentence="", next="").join(filter(None, sentences))


def headed(text: str) -> str:
    """Return a text with a capital letter, as it begins a line."""
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """Return a change with its sign, a minus and no hyphen."""
    return f"{number:+}".replace("-", "−")
