"""Pictures: plain descriptions that can be drawn, and said in words."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from games.core import Frozen

from ..words.letters import isolated
from ..words.speech import Speech, joined
from . import words
from .boxes import Box, drawn
from .canvas import HEIGHT, WIDTH, Canvas
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


class Picture(Frozen, ABC):
    """A description, hashable: two that are equal are drawn to the same bytes."""

    @property
    @abstractmethod
    def theme(self) -> Theme:
        """The ground, whose palette it is kept in."""

    @abstractmethod
    def box(self) -> Box:
        """Return the pieces."""

    def ground(self, box: Box) -> Box:
        """Return pieces in the middle of the whole picture, with what is always there."""
        return Box(WIDTH, HEIGHT, None, (((WIDTH - box.w) // 2, (HEIGHT - box.h) // 2, box),))

    def draw(self) -> Canvas:
        """Compose the picture."""
        return drawn(self.theme, self.ground(self.box()))

    @abstractmethod
    def alt(self, t: Speech) -> str:
        """Return all that the picture says, in words, what is new first."""


class Described(Picture):
    """A picture with the theme of its class, described in sentences."""

    _theme: ClassVar[Theme]

    def __init_subclass__(cls, theme: Theme | None = None) -> None:
        super().__init_subclass__()
        if theme is not None:
            cls._theme = theme

    @property
    def theme(self) -> Theme:
        """The theme of the class."""
        return self._theme

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
