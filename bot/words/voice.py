"""Texts about the players of a match. They call their reader "you"."""

from collections.abc import Sequence
from dataclasses import dataclass

from .speech import Speech


@dataclass(frozen=True, slots=True)
class Voice:
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
