"""The picture of a player's profile: matches, wins, and the rating in each game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from bot.drawing import emblems, people, words
from bot.drawing.canvas import Canvas, Panel, box
from bot.drawing.colours import GOLD, SHINRISEN, WHITE, Colour, Felt, mixed
from bot.drawing.kit import by_place, kit
from bot.drawing.pen import Pen, Point, Sprite
from bot.drawing.picture import Who, text
from bot.words.speech import Speech
from games import GAMES

PANELS = 5
"""Games on a profile."""
_CURVE = (122, 92)
_POINTS = 24


@dataclass(frozen=True, slots=True)
class Course:
    """A player's matches in a game.

    `name`: the game's name, untranslated.
    `ratings`: from before the first match until now.
    `sure`: the rating is no longer provisional.
    """

    game: str
    name: str
    matches: int
    wins: int
    ratings: tuple[int, ...]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's results. Games that were never played have no course."""

    felt: ClassVar[Felt] = SHINRISEN
    who: Who
    matches: int
    wins: int
    courses: tuple[Course, ...]

    def draw(self) -> Canvas:
        """Draw the player above, and a panel a game below, in a fixed order."""
        felt = self.felt
        canvas = Canvas(felt, [Panel(18, 18, 844, 120, 24, felt.panel)])
        canvas.mid(people.disc(self.who, 88), 82, 78)
        matches, wins = f"/ {self.matches}", str(self.wins)
        x = 838 - canvas.text(838, 78, matches, 50, mixed(WHITE, felt.ground, 0.6), "r")
        x -= 16 + canvas.text(x - 16, 78, wins, 50, anchor="r")
        canvas.mid(people.crown(56), x - 40, 76)
        canvas.name(146, 78, self.who.shown, round(x - 80 - 146), sizes=(52, 46, 40, 36, 32, 30))
        courses = {course.game: course for course in self.courses}
        for n, game in enumerate(self._games()):
            self._game(canvas, game, courses.get(game), 18 + 171 * n)
        return canvas

    def _games(self) -> list[str]:
        """Return the games of the panels: those played, and others while there is room."""
        played = [course.game for course in self.courses]
        others = [game for game in by_place(GAMES) if game not in played]
        return by_place([*played, *others][:PANELS])

    def _game(self, canvas: Canvas, game: str, course: Course | None, x: int) -> None:
        felt, middle = kit(game).felt, x + 80
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

    def told(self, t: Speech) -> str:
        """Return the sum of all games, then each game."""
        said = [
            t(
                "{who}: {wins} of {matches} won.",
                who=self.who.told(t),
                wins=self.wins,
                matches=self.matches,
            )
        ]
        return text([*said, *(_told(course, t) for course in self.courses)], t)


def _told(course: Course, t: Speech) -> str:
    """Return the course of a rating as a sentence."""
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


def thinned(values: Sequence[int]) -> tuple[int, ...]:
    """Return at most `_POINTS` of the values, including the first and the last."""
    steps = min(_POINTS, len(values))
    return tuple(values[round(i * (len(values) - 1) / max(1, steps - 1))] for i in range(steps))


def heights(values: Sequence[int], top: float, bottom: float, least: int = 1) -> list[float]:
    """Return the height of each value. The range covers at least `least` points."""
    low, high = min(values), max(values)
    span = max(high - low, least)
    low -= (span - (high - low)) / 2  # type: ignore[assignment]
    return [bottom - (bottom - top) * (value - low) / span for value in values]


@lru_cache(maxsize=32)
def _tile(fill: Colour, edge: Colour) -> Sprite:
    return box(161, 388, 24, fill, edge, 3)


@lru_cache(maxsize=512)
def _curve(values: tuple[int, ...], felt: Felt) -> Sprite:
    """Return the curve of a rating, with a line at its start and a disc at its end."""
    w, h = _CURVE
    pen = Pen(w, h, 12)
    # A minimum range keeps small changes small.
    ys = heights(values, 8, h - 8, 60)
    xs = [w * n / max(1, len(values) - 1) for n in range(len(values))]
    points: list[Point] = list(zip(xs, ys, strict=True))
    pen.line([(0, ys[0]), (w, ys[0])], mixed(WHITE, felt.ground, 0.34), 2)
    if len(points) > 1:
        pen.line(points, WHITE, 5)
    pen.circle(*points[-1], 10, GOLD)
    return pen.done()
