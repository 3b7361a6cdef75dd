"""The top of a list of standings."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.drawing import people
from bot.drawing.boxes import Box, column, label, name, panel, piece, plate, row
from bot.drawing.canvas import pointer
from bot.drawing.colours import CORAL, GOLD, MINT, SHINRISEN, WHITE, mixed
from bot.drawing.picture import Described, Who
from bot.words.speech import Speech

LINES = 5
_BAR = 196
"""Width of a full bar."""


class Line(NamedTuple):
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


class Leaderboard(Described, theme=SHINRISEN):
    """The first lines of a page, best first."""

    lines: tuple[Line, ...]

    def box(self) -> Box:
        """Return five panels. Empty ones lie deep."""
        empty = [plate(844, 96, 24, self.theme.well).below()] * (LINES - len(self.lines))
        return column(*map(self._line, self.lines), *empty, gap=9)

    def _line(self, line: Line) -> Box:
        theme, pale = self.theme, mixed(WHITE, self.theme.ground, 0.6)
        place = label(str(line.place), 40, mixed(WHITE, theme.ground, 0.8))
        if line.place < 100:
            place = piece(people.medal(line.place, 74, theme))
        # Few widths, so that they are kept.
        full = max(18, round(_BAR * filled(line.rating) / 4) * 4)
        reached = plate(full, 18, 9, GOLD if line.own else mixed(WHITE, theme.ground, 0.62))
        bar = reached.on(plate(_BAR, 18, 9, theme.well), x=0)
        way = Box(0, 0)
        if line.risen is not None:
            way = piece(pointer(34, 28, *((MINT, "up") if line.risen else (CORAL, "down"))))
        unsure = [] if line.sure else [label("~", 50, pale)]
        number = row(*unsure, label(str(line.rating), 50), gap=4).within(162, 50, x=1)
        who = name(line.who.shown, 255).within(255, 40, x=0)
        parts = row(place.within(78, 74, x=0), who, bar, way.within(40, 28), number, gap=18)
        return parts.pad(left=17).on(panel(theme, 844, 96, loud=line.own), x=0)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield place by place."""
        for line in self.lines:
            score = f"{'~' * (not line.sure)}{line.rating}"
            told = {"rank": line.place, "who": line.who.alt(t), "score": score}
            if line.risen is None:
                yield t("{rank}. {who}: {score}.", **told)
            elif line.risen:
                yield t("{rank}. {who}: {score}, risen.", **told)
            else:
                yield t("{rank}. {who}: {score}, fallen.", **told)


def filled(rating: int) -> float:
    """Return the filled part of a bar, on a scale that is the same on every page."""
    # Each side holds a lead of 500 points on the newcomer. Even an empty bar is seen.
    return min(1.0, max(0.12, (rating - 500) / 1000))
