"""A game's kit: its theme, emblem, pieces and scores in the pictures that all games share."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from games.core import Frozen

from ..words.parts import part
from ..words.speech import Speech
from . import icons
from .colours import WHITE, Theme, colour
from .pen import Sprite
from .picture import Described

FAN_SCALE = 2
"""Pieces of a fan are drawn this many times larger, because turning blurs them."""

Part = tuple[Callable[[int], Sprite] | None, str]
"""A number of a score, and the piece drawn before it at a given size."""


def counted(
    sign: Callable[[int], Sprite] | None, number: Callable[[int], int] = int
) -> Callable[[int], tuple[Part, ...]]:
    """Return the `score_parts` of a score that is one number, with a piece before it."""
    return lambda score: ((sign, str(number(score)).replace("-", "−")),)


class Kit(Frozen):
    """A game in pictures that all games share. Every part has a plain default.

    `theme`: the ground.
    `emblem`: the game's sign at a given size, kept.
    `fan`: five pieces for an open table, `FAN_SCALE` times their size.
    `score_parts`: a final score as pieces and numbers.
    `score_text`: a final score in words.
    `total_text`: a running total in words.
    `place`: the position on a profile. Lower ones come first.
    `trio`: three small pieces beside a title.
    """

    theme: Theme = Theme("plain", colour("#33363F"))
    emblem: Callable[[int], Sprite] = lambda size: icons.icon(icons.star, size, WHITE, share=0.94)
    fan: Callable[[], Sequence[Sprite]] = tuple
    score_parts: Callable[[int], tuple[Part, ...]] = counted(None)
    score_text: Callable[[int, Speech], str] = lambda score, t: t.many(
        "{n} point", "{n} points", score
    )
    total_text: Callable[[int, Speech], str] = lambda total, t: str(total)
    place: int = 99
    trio: Callable[[], Sequence[Sprite]] = tuple


@cache
def kit(game: str) -> Kit:
    """Return the kit that a game's `drawing` offers, or the plain one."""
    module = part(game, "drawing")
    found = getattr(module, "KIT", Kit())
    assert isinstance(found, Kit)
    return found


class OfGame(Described):
    """A picture around a game's matches, in its theme."""

    game: str

    @property
    def theme(self) -> Theme:
        """The game's theme."""
        return kit(self.game).theme


def by_place(games: Iterable[str]) -> list[str]:
    """Return games in the order of a profile."""
    return sorted(games, key=lambda game: (kit(game).place, game))
