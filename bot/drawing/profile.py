"""Somebody in a server: matches and wins, and in each game the rating and how it went."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from ..words.i18n import Tongue
from . import emblems, people, words
from .canvas import Canvas, Panel, box
from .colours import GAME_FELTS, GOLD, SHINRISEN, WHITE, Colour, Felt, mixed
from .pen import Pen, Point, Sprite
from .picture import Who, text

_CURVE = (122, 92)
_POINTS = 24


@dataclass(frozen=True, slots=True)
class Course:
    """Somebody's matches in a game: wins, and the rating from before the first to now.

    `name`: the game's, to be translated; `sure`: the rating won't jump any more.
    """

    game: str
    name: str
    matches: int
    wins: int
    ratings: tuple[int, ...]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Profile:
    """What somebody has done; games in which nothing was played have no course."""

    felt: ClassVar[Felt] = SHINRISEN
    who: Who
    matches: int
    wins: int
    courses: tuple[Course, ...]

    def draw(self) -> Canvas:
        """The person above, below them a panel a game, always in the same order."""
        felt = self.felt
        canvas = Canvas(felt, [Panel(18, 18, 844, 120, 24, felt.panel)])
        canvas.mid(people.disc(self.who, 88), 82, 78)
        matches, wins = f"/ {self.matches}", str(self.wins)
        x = 838 - canvas.text(838, 78, matches, 50, mixed(WHITE, felt.ground, 0.6), "r")
        x -= 16 + canvas.text(x - 16, 78, wins, 50, anchor="r")
        canvas.mid(people.crown(56), x - 40, 76)
        canvas.name(146, 78, self.who.shown, round(x - 80 - 146), sizes=(52, 46, 40, 36, 32, 30))
        courses = {course.game: course for course in self.courses}
        for n, game in enumerate(GAME_FELTS):
            self._game(canvas, game, courses.get(game), 18 + 171 * n)
        return canvas

    def _game(self, canvas: Canvas, game: str, course: Course | None, x: int) -> None:
        felt, middle = GAME_FELTS[game], x + 80
        if course is None:
            canvas.put(_tile(felt.well, mixed(felt.rim, felt.ground, 0.5)), x, 154)
            canvas.mid(emblems.faded(game, 84), middle, 220)
            canvas.text(middle, 310, "–", 50, felt.quiet, "m")
            return
        canvas.put(_tile(mixed(WHITE, felt.ground, 0.06), mixed(WHITE, felt.ground, 0.34)), x, 154)
        canvas.mid(emblems.emblem(game, 84), middle, 220)
        now = str(course.ratings[-1])
        told = [("" if course.sure else "~", mixed(WHITE, felt.ground, 0.6)), (now, WHITE)]
        size = 48 if words.width("".join(part for part, _ in told), 48) <= 144 else 42
        wide = sum(words.width(part, size) for part, _ in told)
        canvas.texts(middle - wide / 2, 310, [(part, size, fill) for part, fill in told], 0)
        canvas.put(_curve(thinned(course.ratings), felt), x + 19, 352)
        won = str(course.wins)
        left = middle - (42 + 10 + words.width(won, 44)) / 2
        canvas.mid(people.crown(42), left + 21, 496)
        canvas.text(left + 52, 498, won, 44)

    def told(self, t: Tongue) -> str:
        """All together, then game by game."""
        said = [
            t(
                "{who}: {wins} of {matches} won.",
                who=self.who.told(t),
                wins=self.wins,
                matches=self.matches,
            )
        ]
        return text([*said, *(course_told(course, t) for course in self.courses)])


def course_told(course: Course, t: Tongue) -> str:
    """How a rating went, in a sentence."""
    ratings = course.ratings
    return t(
        "Rating in {game} over {matches}: from {first} to {last}, lowest {low}, highest {high}",
        game=t(course.name),
        matches=t.many("{n} match", "{n} matches", len(ratings) - 1),
        first=ratings[0],
        last=ratings[-1],
        low=min(ratings),
        high=max(ratings),
    )


def thinned(values: Sequence[int], most: int = _POINTS) -> tuple[int, ...]:
    """At most so many of the values, the first and the last among them."""
    steps = min(most, len(values))
    return tuple(values[round(i * (len(values) - 1) / max(1, steps - 1))] for i in range(steps))


def heights(values: Sequence[int], top: float, bottom: float, least: int = 1) -> list[float]:
    """How far down each value lies where so many points fill all the height at the least."""
    low, high = min(values), max(values)
    span = max(high - low, least)
    low -= (span - (high - low)) / 2  # type: ignore[assignment]
    return [bottom - (bottom - top) * (value - low) / span for value in values]


@lru_cache(maxsize=32)
def _tile(fill: Colour, edge: Colour) -> Sprite:
    return box(161, 388, 24, fill, edge, 3)


@lru_cache(maxsize=512)
def _curve(values: tuple[int, ...], felt: Felt) -> Sprite:
    """A rating's way, over a quiet line where it began; a disc where it is now."""
    w, h = _CURVE
    pen = Pen(w, h, 12)
    # So that a few points don't look like a mountain.
    ys = heights(values, 8, h - 8, 60)
    xs = [w * n / max(1, len(values) - 1) for n in range(len(values))]
    points: list[Point] = list(zip(xs, ys, strict=True))
    pen.line([(0, ys[0]), (w, ys[0])], mixed(WHITE, felt.ground, 0.34), 2)
    if len(points) > 1:
        pen.line(points, WHITE, 5)
    pen.circle(*points[-1], 10, GOLD)
    return pen.done()
