"""The pictures of matching pennies, and its kit for shared pictures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from bot.drawing import icons
from bot.drawing.boxes import Box, column, label, name, panel, piece, row
from bot.drawing.colours import BLACK, GOLD, INK, SILVER, Theme, colour, mixed
from bot.drawing.film import Film, Shot, turned
from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.drawing.pen import Pen, Sprite
from bot.drawing.picture import Described, Who
from bot.drawing.turning import SIGN, well
from bot.words.speech import Speech

THEME = Theme("pennies", colour("#3A2A1E"))


@lru_cache(maxsize=32)
def coin(side: str, size: int) -> Sprite:
    """Return a coin: a star for heads, a square for tails."""
    pen, fill = Pen(size, size), GOLD if side == "heads" else SILVER
    pen.circle(size / 2, size / 2, size * 0.48, mixed(BLACK, fill, 0.4))
    pen.circle(size / 2, size / 2, size * 0.44, fill)
    if side == "heads":
        icons.star(pen, size / 2, size / 2, size * 0.56, INK)
    else:
        pen.box(size * 0.34, size * 0.34, size * 0.32, size * 0.32, 2, INK)
    return pen.done()


class Coins(Described, theme=THEME):
    """Both players, their points and the coins shown last."""

    people: tuple[Who, ...]
    points: tuple[int, int]
    sides: tuple[str, ...] = ()

    def box(self, part: float = 1) -> Box:
        """Return a panel for each player. A coin that turns shows a part of its width."""
        panels = []
        for seat, who in enumerate(self.people):
            shown = [name(who.shown, 380, size=48), label(str(self.points[seat]), 90)]
            if self.sides:
                side = coin(self.sides[seat], 180)
                shown.append(piece(side if part == 1 else turned(side, part)))
            panels.append(column(*shown, gap=60).pad(top=54).on(panel(THEME, 416, 524), y=0))
        return row(*panels, gap=12)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the points and the coins in words."""
        for seat, who in enumerate(self.people):
            points = t.many("{n} point", "{n} points", self.points[seat])
            yield t("{rank}. {who}: {score}.", rank=seat + 1, who=who.alt(t), score=points)
        if self.sides:
            first, second = map(t, self.sides)
            yield t("{first} and {second}", first=first, second=second)


class Toss(Film):
    """A film of both coins, which turn up together."""

    still: Coins

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: no coins, coins that turn."""
        yield 600, replace(self.still, sides=()).box
        for part in (0.2, 0.6):
            yield 80, partial(self.still.box, part)


@dataclass(frozen=True, slots=True)
class Decided:
    """The turning point: the coins of the last round, its number, and its winner."""

    sides: tuple[str, str]
    round: int
    won: bool

    def box(self) -> Box:
        """Return both coins over the round."""
        coins = row(*(piece(coin(side, 90)) for side in self.sides), gap=34)
        chapter, number = (self.round, self.round), str(int(self.won))
        return well(THEME, chapter, _emblem(SIGN), number, coins, gain=self.won)

    def alt(self, t: Speech) -> str:
        """Return the round and its coins."""
        first, second = map(t, self.sides)
        won = t.many("{n} point", "{n} points", int(self.won))
        return t(
            "Round {round}: {first} and {second}, {points}.",
            round=self.round,
            first=first,
            second=second,
            points=won,
        )

    def brief(self, t: Speech) -> str:
        """Return the coins."""
        first, second = map(t, self.sides)
        return t("{first} and {second}", first=first, second=second)


def _emblem(size: int) -> Sprite:
    return coin("heads", size)


def _fan() -> Sequence[Sprite]:
    return [coin(side, 150 * FAN_SCALE) for side in ("heads", "tails", "heads", "tails", "heads")]


KIT = Kit(THEME, _emblem, _fan, counted(_emblem), place=50)
