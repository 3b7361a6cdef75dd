"""Films: reveals in 12 to 25 frames, played once.

A film is made of public events alone, after them. Its first frame shows the question, the last one
is the picture that stands afterwards. Pieces move over a ground that is drawn once.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageOps

from ..words.speech import Speech
from .boxes import Box, drawn
from .canvas import Canvas
from .colours import Theme
from .pen import Point, Sprite
from .picture import Picture

LAST = 2500
"""Milliseconds of the last frame, which stays for ever in a film that is played once."""
STEPS = 0.3, 0.85
"""Parts of the way at the frames between two places: fast at first, slow at the end."""
LONGEST = 4500
"""Milliseconds until the last frame."""
_REST = 200
"""Milliseconds of a resting frame, at least."""
_NARROW = 0.12


Shot = tuple[int, Callable[[], Box]]
"""The milliseconds of a frame, and what returns its pieces."""


class Film(Picture):
    """A description of a film, hashable: two equal films have the same bytes.

    still: the picture of the last frame, with its ground and words. It is sent where the film can't
    be.
    """

    still: Picture

    @abstractmethod
    def shots(self) -> Iterator[Shot]:
        """Yield the frames, except the last one, each to be drawn before the next one is made."""

    def times(self) -> Iterator[int]:
        """Yield the milliseconds of these frames without drawing them."""
        return (milliseconds for milliseconds, _ in self.shots())

    def frames(self) -> Iterator[tuple[int, Canvas]]:
        """Yield the milliseconds of each frame, and its canvas. The last one is the still's."""
        for milliseconds, box in self.shots():
            yield milliseconds, drawn(self.theme, self.ground(box()))
        yield LAST, self.draw()

    @property
    def theme(self) -> Theme:
        """The ground of the still."""
        return self.still.theme

    def box(self) -> Box:
        """Return the pieces of the last frame."""
        return self.still.box()

    def ground(self, box: Box) -> Box:
        """Return pieces on the ground of the still."""
        return self.still.ground(box)

    def alt(self, t: Speech) -> str:
        """Return the words of the still, which are the course."""
        return self.still.alt(t)


def paced(milliseconds: Sequence[int]) -> list[int]:
    """Return the frames' times, whole hundredths of a second, with rests cut in a long film.

    Movements keep their speed.
    """
    rests = sum(ms for ms in milliseconds[:-1] if ms >= _REST)
    over = max(0, sum(milliseconds[:-1]) - LONGEST)
    share = 1 - over / rests if rests else 1.0
    cut = (int(ms * share) if ms >= _REST else ms for ms in milliseconds[:-1])
    return [ms // 10 * 10 for ms in (*cut, milliseconds[-1])]


def seconds(film: Film) -> float:
    """Return the seconds until the last frame, without drawing anything."""
    return sum(paced([*film.times(), LAST])[:-1]) / 1000


def way(begin: Point, end: Point, part: float) -> Point:
    """Return the point at a part (0–1) of the way between two points."""
    return begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part


@lru_cache(maxsize=256)
def turned(sprite: Sprite, part: float) -> Sprite:
    """Return a piece that turns over, narrowed to a part (0–1) of its width."""
    w, h = sprite.mask.size
    narrow = max(1, round((w - 2 * sprite.out) * max(part, _NARROW)) + 2 * sprite.out)
    left = (w - narrow) // 2
    squeezed = (i.resize((narrow, h), Image.Resampling.BILINEAR) for i in (sprite.rgb, sprite.mask))
    rgb, mask = (ImageOps.expand(i, (left, 0, w - narrow - left, 0)) for i in squeezed)
    return Sprite(rgb, mask, sprite.out)


@lru_cache(maxsize=256)
def grown(sprite: Sprite, factor: float) -> Sprite:
    """Return a piece at another size. Its middle stays where it is put."""
    w, h = (max(1, round(side * factor)) for side in sprite.mask.size)
    rgb, mask = (i.resize((w, h), Image.Resampling.BICUBIC) for i in (sprite.rgb, sprite.mask))
    return Sprite(rgb, mask, round(sprite.out * factor))


@lru_cache(maxsize=256)
def tilted(sprite: Sprite, degrees: float) -> Sprite:
    """Return a piece turned around its middle, counterclockwise. Its box grows."""
    kinds = Image.Resampling.BICUBIC
    rgb, mask = (i.rotate(degrees, kinds, expand=True) for i in (sprite.rgb, sprite.mask))
    more = (mask.size[0] - sprite.mask.size[0]) // 2
    return Sprite(rgb, mask, sprite.out + more)
