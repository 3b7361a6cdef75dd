"""Cases of screens: all that one depends on, and the kinds of screens that features add."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.drawing.emojis import emojis
from bot.drawing.picture import Picture
from bot.screens.finished import Finished
from bot.screens.look import Look
from bot.screens.transcript import looks
from bot.wire.ui import Drawn
from bot.words.i18n import Tongue, tongue
from games import GAMES
from games.core import Seat

_EMOJIS = {name: f"<:{name}_abc123:{10**18 + at}>" for at, name in enumerate(emojis())}


@dataclass(frozen=True)
class Case:
    """A screen of a game, with everything it depends on.

    haste: the players' bias, below 1 towards later legal moves, above towards earlier ones.
    at: the position in the match from 0 to 1.
    people: the state of each seat's player.
    step: a page of the rules, or another number of a part.
    others: the name of all players but the reader (empty: the same).
    late: a long evening lies behind the table: earlier matches, cuts, rivalries, remarks.
    solo: the match has no panel.
    filmed: a held reveal is a film.
    """

    game: str
    kind: str
    seats: int
    options: Any
    seed: int
    haste: float
    at: float
    reader: int
    name: str
    language: str
    people: tuple[str, ...]
    phase: str
    picked: str = ""
    held: bool = False
    pictured: bool = False
    dressed: bool = False
    paused: bool = False
    hidden: bool = False
    pace: int | None = None
    step: int = 0
    late: bool = False
    solo: bool = False
    others: str = ""
    filmed: bool = False

    @property
    def look(self) -> Look:
        """The look of its game."""
        return looks()[self.game]

    @property
    def t(self) -> Tongue:
        """The language of its reader."""
        return tongue(self.language)

    @property
    def seat(self) -> Seat:
        """The seat of its reader."""
        return Seat(self.reader % self.seats)

    @property
    def emojis(self) -> Mapping[str, str]:
        """The emojis that it wears."""
        return _EMOJIS if self.dressed else {}


@dataclass(frozen=True)
class Kind:
    """A kind of screen, declared in a feature's module `largest` of its tests.

    draw: its drawing from a case and the match of the case.
    games: the games that have such screens.
    of_match: it shows that match, and names its players.
    halves: kinds of its controls that choose a half.
    aims: its greatest height in pixels, and values of its cases, by the names of aims.
    """

    name: str
    draw: Callable[[Case, Finished], Drawn]
    games: Collection[str] = tuple(GAMES)
    of_match: bool = True
    halves: Collection[str] = ()
    aims: Mapping[str, tuple[int, Mapping[str, Any]]] = field(default_factory=dict)


# All pictures of one kind have the same size.
_sizes: dict[type[Picture], tuple[int, int]] = {}


def blank(picture: Picture) -> bytes:
    """Return an empty file in the size of a picture."""
    kind = type(picture)
    if kind not in _sizes:
        _sizes[kind] = picture.draw().size
    w, h = _sizes[kind]
    return f"<svg xmlns='http://www.w3.org/2000/svg' width='{w}' height='{h}'/>".encode()
