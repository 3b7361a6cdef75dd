"""A reader's language, as a Protocol without Discord or catalogues, and its words for players."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from games.core import Frozen


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


class Voice(Frozen):
    """The words of a story for one reader.

    names: the players by seat. reader: the reader's seat, None in public.
    """

    t: Speech
    names: Sequence[str]
    reader: int | None = None

    def name(self, seat: int) -> str:
        """Return a player's name in a list, or the word for the reader."""
        return self.t.word("person", "you") if seat == self.reader else self.names[seat]

    @property
    def awaited(self) -> list[str]:
        """The names of awaited players, in place of mentions."""
        you = self.t.word("awaited", "you")
        return [you if seat == self.reader else name for seat, name in enumerate(self.names)]

    def about(self, seat: int, own: str, other: str, /, **values: object) -> str:
        """Return `own` for the reader's own seat, else `other` with the name as `{who}`."""
        text = own if seat == self.reader else other
        return self.t(text, who=self.names[seat], **values)

    def counting(
        self, seat: int, own: tuple[str, str], other: tuple[str, str], n: int, /, **values: object
    ) -> str:
        """Return such a text with a number, in its singular or its plural."""
        one, several = own if seat == self.reader else other
        return self.t.many(one, several, n, who=self.names[seat], **values)
