"""Pictures: plain descriptions that can be drawn, and said in words."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Protocol

from games.core import Frozen

from ..words.letters import isolated
from ..words.speech import Speech, joined
from . import words
from .canvas import Canvas
from .colours import Theme
from .faces import Face

TOLD = 1024
"""The longest alternative text that Discord takes."""


class Who(Frozen):
    """A player: the seat, and the name without any markup, empty where there is none to show.

    A computer may have a drawn face.
    """

    seat: int
    name: str
    face: Face | None = None

    @property
    def shown(self) -> str:
        """The name in a picture, as far as letters can draw it, or the seat's number."""
        return words.printable(self.name) or str(self.seat + 1)

    def alt(self, t: Speech) -> str:
        """Return the name in the alternative text."""
        return isolated(self.name) or t("Player {n}", n=self.seat + 1)


class Picture(Protocol):
    """A description, hashable: two that are equal are drawn to the same bytes."""

    @property
    def theme(self) -> Theme:
        """The ground, whose palette it is kept in."""

    def draw(self) -> Canvas:
        """The picture, composed."""

    def alt(self, t: Speech) -> str:
        """All that the picture says, in words, what is new first."""


class Described(Frozen, ABC):
    """A picture with the theme of its class, described in sentences."""

    _theme: ClassVar[Theme]

    def __init_subclass__(cls, theme: Theme | None = None) -> None:
        super().__init_subclass__()
        if theme is not None:
            cls._theme = theme

    @property
    def theme(self) -> Theme:
        """The ground, whose palette it is kept in."""
        return self._theme

    @abstractmethod
    def draw(self) -> Canvas:
        """Compose the picture."""

    @abstractmethod
    def said(self, t: Speech) -> Iterable[str]:
        """Yield all that the picture says, what is new first."""

    def alt(self, t: Speech) -> str:
        """Return the sentences as one text."""
        return text(self.said(t), t)


def text(sentences: Iterable[str], t: Speech) -> str:
    """Sentences as one text, cut where Discord would refuse it."""
    whole = joined(sentences, t)
    return whole if len(whole) <= TOLD else whole[: TOLD - 1] + "…"
