"""The top of a list of standings."""

from dataclasses import dataclass
from typing import ClassVar

from bot.drawing import people
from bot.drawing.canvas import Canvas, Panel, pointer
from bot.drawing.colours import CORAL, GOLD, MINT, SHINRISEN, WHITE, Felt, mixed
from bot.drawing.picture import Who, text
from bot.words.speech import Speech

LINES = 5
_STEP, _H = 105, 96
_BAR = (404, 196)
# An empty and a full bar. Each side holds a lead of 500 points on the newcomer.
_SCALE = (500, 1500)
# Least filled part, so that each bar is seen.
_LEAST = 0.12


@dataclass(frozen=True, slots=True)
class Line:
    """A player's place and rating.

    `sure`: the rating is no longer provisional.
    `risen`: the last match raised it.
    `own`: the reader's line.
    """

    who: Who
    place: int
    rating: int
    sure: bool = True
    risen: bool | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The first lines of a page, best first."""

    felt: ClassVar[Felt] = SHINRISEN
    lines: tuple[Line, ...]

    def draw(self) -> Canvas:
        """Draw five panels. Empty ones lie deep."""
        felt, had = self.felt, len(self.lines)
        canvas = Canvas(
            felt,
            [
                Panel(18, 18 + _STEP * n, 844, _H, 24, felt.panel if n < had else felt.well)
                for n in range(LINES)
            ],
        )
        for n, line in enumerate(self.lines):
            self._line(canvas, line, 18 + _STEP * n, filled(line.rating))
        return canvas

    def _line(self, canvas: Canvas, line: Line, y: int, share: float) -> None:
        felt, middle = self.felt, y + _H // 2
        if line.own:
            canvas.box(18, y, 844, _H, 24, felt.active, GOLD, 5, glow=True)
        if line.place < 100:
            canvas.mid(people.medal(line.place, 74, felt), 72, middle)
            begin = 132
        else:
            pale = mixed(WHITE, felt.ground, 0.8)
            begin = 52 + canvas.text(34, middle, str(line.place), 40, pale)
        canvas.name(begin, middle, line.who.shown, _BAR[0] - 18 - begin)
        x, w = _BAR
        canvas.box(x, middle - 9, w, 18, 9, felt.well)
        fill = GOLD if line.own else mixed(WHITE, felt.ground, 0.62)
        # Few widths, so that they are kept.
        canvas.box(x, middle - 9, max(18, round(w * share / 4) * 4), 18, 9, fill)
        if line.risen is not None:
            way, colour = ("up", MINT) if line.risen else ("down", CORAL)
            canvas.mid(pointer(34, 28, colour, way), 638, middle)
        text = str(line.rating)
        wide = canvas.text(838, middle, text, 50, anchor="r")
        if not line.sure:
            canvas.text(838 - wide - 4, middle, "~", 50, mixed(WHITE, felt.ground, 0.6), "r")

    def told(self, t: Speech) -> str:
        """Place by place."""
        said = []
        for line in self.lines:
            told = {"rank": line.place, "who": line.who.told(t), "score": rating(line)}
            if line.risen is None:
                said.append(t("{rank}. {who}: {score}.", **told))
            elif line.risen:
                said.append(t("{rank}. {who}: {score}, risen.", **told))
            else:
                said.append(t("{rank}. {who}: {score}, fallen.", **told))
        return text(said, t)


def filled(rating: int) -> float:
    """Return the filled part of a bar, on a scale that is the same on every page."""
    low, high = _SCALE
    return min(1.0, max(_LEAST, (rating - low) / (high - low)))


def rating(line: Line) -> str:
    """Return the rating as text."""
    return str(line.rating) if line.sure else f"~{line.rating}"
