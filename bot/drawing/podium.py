"""The picture of a match's end: ranks and scores."""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin

from PIL import Image

from ..words.speech import Speech
from . import emblems, people
from .canvas import CORNER, HEIGHT, WIDTH, Canvas
from .colours import WHITE, Felt, mixed
from .kit import Part, kit
from .pen import Pen, Sprite
from .picture import Who, text

_HEIGHTS = {1: 150, 2: 104, 3: 78}
_MOST = 5
# Pixels from the foot up to the middle of the light.
_ABOVE = 190
ORDER = {1: (0,), 2: (1, 0), 3: (1, 0, 2), 4: (3, 1, 0, 2), 5: (3, 1, 0, 2, 4)}
"""Places on blocks from left to right, by their number: from the middle outwards."""
# Sizes of a score, and the free space beside it on its block.
_SIZES = (50, 44, 40)
_MARGIN = 24
WIDTHS = {1: 300, 2: 260, 3: 232, 4: 200, 5: 166}
"""Width of a block in pixels, by the number of blocks."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's rank and score (None: broken off). Equal ranks are shared."""

    who: Who
    rank: int
    score: int | None


@dataclass(frozen=True, slots=True)
class Podium:
    """A finished match, best rank first."""

    game: str
    places: tuple[Place, ...]

    @property
    def felt(self) -> Felt:
        """The game's felt."""
        return kit(self.game).felt

    def draw(self) -> Canvas:
        """Draw the first three on blocks as high as their rank, and all others below."""
        canvas = self.ground()
        for place in self.on_blocks:
            self.block(canvas, place)
        self.below(canvas)
        return canvas

    def ground(self) -> Canvas:
        """Draw what is there before any player: light, foot, and the game's emblem."""
        canvas = Canvas(self.felt)
        light(canvas, self._foot)
        canvas.put(_foot(self.felt, self._foot), 0, self._foot)
        rest = self._split()[1]
        if len(rest) <= 2:
            place = (800 if rest else 440), (self._foot + 556) / 2
            canvas.mid(emblems.faded(self.game, 84), *place)
        return canvas

    @property
    def on_blocks(self) -> tuple[Place, ...]:
        """The players on blocks, from left to right."""
        top, _ = self._split()
        return tuple(top[n] for n in ORDER[len(top)])

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the light."""
        return WIDTH / 2, self._foot - _ABOVE

    @property
    def _foot(self) -> int:
        return 420 if self._split()[1] else 444

    def _split(self) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
        """Return the players on blocks and the rest. A shared rank stays together if it fits."""
        high = sum(place.rank <= 3 for place in self.places)
        at = high if high <= _MOST else 3
        return self.places[:at], self.places[at:]

    def block(self, canvas: Canvas, place: Place, risen: float = 1, fall: float | None = 0) -> None:
        """Draw a player's block, risen to a part (0–1) of its height. The name comes on top of it.

        fall: the pixels that a winner's crown still has to fall, or None before it is there.
        """
        on, felt, foot = self.on_blocks, self.felt, self._foot
        w = WIDTHS[len(on)]
        x = round((WIDTH - w * len(on)) / 2 + on.index(place) * w)
        middle, high = x + w / 2, round(_HEIGHTS.get(place.rank, 78) * risen)
        top = foot - high
        canvas.box(x, top + 8, w, high - 8, 0, felt.active)
        canvas.box(x, top, w, 14, 7, people.metal(place.rank, felt))
        if risen < 1:
            return
        first = place.rank == 1
        canvas.name(
            middle,
            top - 36,
            place.who.shown,
            w - 14,
            anchor="m",
            sizes=(48, 44, 40, 36, 32, 30) if first else (42, 40, 36, 32, 30),
        )
        size = 108 if first else 92
        at = top - (122 if first else 116)
        canvas.mid(people.medal(place.rank, size, felt), middle, at)
        if first and fall is not None:
            canvas.mid(people.crown(78), middle, at - 82 - fall)
        parts, size = fitted(parts_of(self.game, place), w)
        emblems.score(canvas, middle, top + 46, parts, size)

    def below(self, canvas: Canvas) -> None:
        """Draw the players without a block."""
        _, rest = self._split()
        if not rest:
            return
        half = (len(rest) + 1) // 2
        lines = [rest] if len(rest) <= 2 else [rest[:half], rest[half:]]
        w = 350 if len(lines) == 1 else (WIDTH - 48) / half
        for row, line in enumerate(lines):
            y = 488 if len(lines) == 1 else 456 + 64 * row
            for at, place in enumerate(line):
                self._small(canvas, place, 24 + at * w, y, w, large=len(lines) == 1)

    def _small(
        self, canvas: Canvas, place: Place, x: float, y: float, w: float, *, large: bool
    ) -> None:
        size, narrow = (64 if large else 54), w < 250
        size, gap = (48, 8) if narrow else (size, 12)
        canvas.mid(people.medal(place.rank, size, self.felt), x + size / 2, y)
        parts = parts_of(self.game, place)[:1]
        if narrow:
            parts = tuple((None, told) for _, told in parts)
        digits = 40 if narrow else 42
        most = round(w - size - 3 * gap - emblems.measure(parts, digits))
        wide = canvas.name(x + size + gap, y, place.who.shown, most, sizes=(38, 34, 32, 30))
        begin = x + size + 2 * gap + (most if narrow else wide)
        pale = mixed(WHITE, self.felt.ground, 0.82)
        emblems.score(canvas, begin, y, parts, digits, pale, middle=False)

    def told(self, t: Speech) -> str:
        """Return the result, rank by rank."""
        return text((told(self.game, place, t) for place in self.places), t)


def told(game: str, place: Place, t: Speech) -> str:
    """Return a place in words."""
    who = place.who.told(t)
    if place.score is None:
        return t("{rank}. {who}.", rank=place.rank, who=who)
    score = kit(game).score_text(place.score, t)
    return t("{rank}. {who}: {score}.", rank=place.rank, who=who, score=score)


def parts_of(game: str, place: Place) -> tuple[Part, ...]:
    """Return the numbers of a place's score, with their pieces."""
    return () if place.score is None else kit(game).score_parts(place.score)


def fitted(parts: tuple[Part, ...], w: int) -> tuple[tuple[Part, ...], int]:
    """Return the numbers of a score that fit on a block of that width, and their size."""
    for size in _SIZES:
        if emblems.measure(parts, size) <= w - _MARGIN:
            return parts, size
    return parts[:1], _SIZES[-1]


@lru_cache(maxsize=4)
def _light(foot: int) -> Image.Image:
    """Return the opacity of the light behind the winner, above a foot at that height."""
    pen = Pen(WIDTH, HEIGHT)
    x, y = WIDTH / 2, foot - _ABOVE
    for n in range(20):
        begin, end = radians(18 * n + 3), radians(18 * n + 12)
        far = 900
        pen.shape(
            [
                (x, y),
                (x + far * cos(begin), y + far * sin(begin)),
                (x + far * cos(end), y + far * sin(end)),
            ],
            WHITE,
        )
    pen.within(4, 4, WIDTH - 8, HEIGHT - 8, CORNER - 4)
    return pen.done().mask


def light(canvas: Canvas, foot: int) -> None:
    """Draw the light behind the winner, above a foot at that height."""
    canvas.stencil(_light(foot), 0, 0, mixed(WHITE, canvas.felt.ground, 0.05))


@lru_cache(maxsize=16)
def _foot(felt: Felt, y: int) -> Sprite:
    """Return the ground below the blocks."""
    pen = Pen(WIDTH, HEIGHT - y)
    pen.box(4, 0, WIDTH - 8, HEIGHT - y - 4, 0, felt.well)
    keep = Pen(WIDTH, HEIGHT - y)
    keep.alone(pen, 0, 0)
    keep.within(4, -60, WIDTH - 8, HEIGHT - y + 56, CORNER - 4)
    return keep.done()
