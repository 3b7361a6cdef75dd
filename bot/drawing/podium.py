"""The picture of a match's end: ranks and scores."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from ..words.speech import Speech
from . import emblems, people
from .boxes import Box, column, grid, name, piece, plate, row
from .canvas import CORNER, HEIGHT, RIM, WIDTH, stencil
from .colours import WHITE, Theme, mixed
from .kit import OfGame, Part, kit
from .pen import Pen, Sprite
from .picture import Who

_HEIGHTS = {1: 150, 2: 104, 3: 78}
_MOST = 5
# Pixels down to the foot, and from it up to the middle of the light.
_FOOT, _ABOVE = 420, 190
MIDDLE = WIDTH / 2, _FOOT - _ABOVE
"""The middle of the light."""
ORDER = {1: (0,), 2: (1, 0), 3: (1, 0, 2), 4: (3, 1, 0, 2), 5: (3, 1, 0, 2, 4)}
"""Places on blocks from left to right, by their number: from the middle outwards."""
WIDTHS = {1: 300, 2: 260, 3: 232, 4: 200, 5: 166}
"""Width of a block in pixels, by the number of blocks."""


class Place(NamedTuple):
    """A player's rank and score (None: broken off). Equal ranks are shared."""

    who: Who
    rank: int
    score: int | None


class Podium(OfGame):
    """A finished match, best rank first."""

    places: tuple[Place, ...]

    def box(self, rank: int = 0, risen: float = 1, fall: float | None = 0) -> Box:
        """Return the first three on blocks as high as their rank, and all others below.

        rank: those of a better rank aren't there yet, and its own ones rise.
        risen: the part (0–1) of the height of their blocks. The name comes on top of it.
        fall: the pixels that a winner's crown still has to fall, or None before it is there.
        """
        on, rest = self.split()
        w, few = WIDTHS[len(on)], len(rest) <= 2
        blocks = [Box(w, 0)] * len(on)
        for at, place in enumerate(on[n] for n in ORDER[len(on)]):
            if place.rank >= rank:
                blocks[at] = self._block(place, w, risen if place.rank == rank else 1, fall)
        beside = len(rest) if few else (len(rest) + 1) // 2
        wide = 350 if few else (WIDTH - 48) / beside
        lines = grid((self._small(place, wide, large=few) for place in rest), beside or 1)
        below = lines.pad(left=24, bottom=RIM).within(WIDTH, HEIGHT - _FOOT, x=0)
        return column(row(*blocks, y=1).within(WIDTH, _FOOT, y=1), below)

    def ground(self, box: Box) -> Box:
        """Return pieces on what is there before any player: light, foot, and the game's emblem."""
        rest = self.split()[1]
        under = piece(_low(self.theme)).on(light(self.theme, _FOOT), y=1)
        if len(rest) <= 2:
            ornament = emblems.faded(self.game, 84).pad(bottom=RIM).within(160, HEIGHT - _FOOT)
            under = ornament.on(under, x=1 if rest else 0.5, y=1)
        return box.on(under)

    def split(self) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
        """Return the players on blocks and the rest. A shared rank stays together if it fits."""
        high = sum(place.rank <= 3 for place in self.places)
        at = high if high <= _MOST else 3
        return self.places[:at], self.places[at:]

    def _block(self, place: Place, w: int, risen: float, fall: float | None) -> Box:
        shown = block(self.theme, place.rank, w, round(_HEIGHTS.get(place.rank, 78) * risen))
        if risen < 1:
            return shown
        size, names = (108, 48) if place.rank == 1 else (92, 42)
        return raised(self.game, place, shown, size, names, fall=fall)

    def _small(self, place: Place, w: float, *, large: bool) -> Box:
        narrow, parts = w < 250, parts_of(self.game, place)[:1]
        size, gap = (48, 8) if narrow else (64 if large else 54, 12)
        if narrow:
            parts = tuple((None, number) for _, number in parts)
        number = emblems.score(parts, 40 if narrow else 42, mixed(WHITE, self.theme.ground, 0.82))
        most = w - size - 3 * gap - number.w
        who = name(place.who.shown, most, size=38)
        if narrow:
            who = who.within(most, who.h, x=0)
        line = row(piece(people.medal(place.rank, size, self.theme)), who, number, gap=gap)
        return line.within(w, 64, x=0)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the result, rank by rank."""
        return (alt(self.game, place, t) for place in self.places)


def alt(game: str, place: Place, t: Speech) -> str:
    """Return a place in words."""
    who = place.who.alt(t)
    if place.score is None:
        return t("{rank}. {who}.", rank=place.rank, who=who)
    score = kit(game).score_text(place.score, t)
    return t("{rank}. {who}: {score}.", rank=place.rank, who=who, score=score)


def parts_of(game: str, place: Place) -> tuple[Part, ...]:
    """Return the numbers of a place's score, with their pieces."""
    return () if place.score is None else kit(game).score_parts(place.score)


def block(theme: Theme, rank: int, w: float, h: float) -> Box:
    """Return a block with an edge in its rank's colour."""
    body = plate(w, h - 8, 0, theme.active).pad(top=8)
    return plate(w, 14, 7, people.metal(rank, theme)).on(body, y=0)


def raised(
    game: str,
    place: Place,
    ground: Box,
    size: int,
    names: int,
    scores: tuple[int, ...] = (50, 44, 40),
    fall: float | None = 0,
) -> Box:
    """Return a player on a block under a medal of that size, with the score on the block."""
    w, parts = ground.w, parts_of(game, place)
    medal = piece(people.medal(place.rank, size, kit(game).theme))
    if place.rank == 1 and fall is not None:
        crown = piece(people.crown(round(size * 0.72)))
        medal = medal.mark(crown, y=0, dy=-0.26 * size - fall)
    number = emblems.fitting(parts, w - 24, scores)
    number = number.within(w, min(68, ground.h - 14)).pad(top=12)
    return column(medal, name(place.who.shown, w - 14, size=names), number.on(ground, y=0), gap=17)


@lru_cache(maxsize=4)
def _light(foot: int) -> Image.Image:
    """Return the opacity of the light behind the winner, above a foot at that height."""
    pen = Pen(WIDTH, HEIGHT)
    for begin in range(3, 360, 18):
        pen.wedge(WIDTH / 2, foot - _ABOVE, 900, begin, begin + 9, WHITE)
    pen.within(4, 4, WIDTH - 8, HEIGHT - 8, CORNER - 4)
    return pen.done().mask


@lru_cache(maxsize=8)
def light(theme: Theme, foot: int) -> Box:
    """Return the light behind the winner, above a foot at that height, as large as the picture."""
    fill = mixed(WHITE, theme.ground, 0.05)
    return Box(WIDTH, HEIGHT, lambda x, y: stencil(_light(foot), 0, 0, fill))


@lru_cache(maxsize=8)
def _low(theme: Theme) -> Sprite:
    """Return the ground below the blocks."""
    pen = Pen(WIDTH, HEIGHT - _FOOT)
    pen.box(RIM, 0, WIDTH - 2 * RIM, HEIGHT - _FOOT - RIM, 0, theme.well)
    pen.within(RIM, -60, WIDTH - 2 * RIM, HEIGHT - _FOOT + 56, CORNER - RIM)
    return pen.done()
