"""The card of a finished match: all totals round by round, and the ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from ..words.speech import Speech, listed
from . import emblems, people, words
from .canvas import Canvas, Panel
from .colours import CORAL, GOLD, INK, WHITE, Colour, Felt, mixed
from .kit import kit
from .pen import Pen, Point, Sprite
from .picture import Who, text

_SIGN = "戦"
_FEW = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A player's rank, and the totals at the beginning and after each round."""

    who: Who
    rank: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A finished match.

    `name`: the game's name, untranslated.
    `target`: the total that ends a match, if there is one.
    `lost`: a player who reaches the target has lost.
    """

    game: str
    name: str
    lines: tuple[Line, ...]
    target: int | None = None
    lost: bool = False

    @property
    def felt(self) -> Felt:
        """The game's felt."""
        return kit(self.game).felt

    def draw(self) -> Canvas:
        """Draw the game above, the lines on the left, the players on the right by their totals."""
        felt, few = self.felt, len(self.lines) <= _FEW
        panels = [Panel(24, 150, 832, 388, 28, felt.well)]
        if not few:
            panels = [
                Panel(24, 118, 416, 420, 28, felt.well),
                Panel(452, 18, 410, 524, 28, felt.well),
            ]
        canvas = Canvas(felt, panels)
        self._head(canvas, few)
        room = _Room(72, 194, 510, 484) if few else _Room(60, 164, 400, 490)
        scale = _Scale(
            max(len(line.totals) for line in self.lines) - 1,
            min([0, *_totals(self.lines)]),
            max([1, *_totals(self.lines), self.target or 0]),
        )
        self._axes(canvas, room, scale)
        canvas.put(_chart(self.lines, room, scale, felt), room.left, room.top)
        step, top, bottom = (68, 190, 506) if few else (min(68, 490 // len(self.lines)), 46, 514)
        ordered = sorted(self.lines, key=lambda line: (-line.totals[-1], line.rank))
        ends = [room.at(scale, scale.rounds, line.totals[-1])[1] for line in ordered]
        gap, x, size = (34, 588, 62) if few else (42, 486, 46)
        for line, end, y in zip(ordered, ends, _apart(ends, step, top, bottom), strict=True):
            fill = mixed(_colour(line.rank, felt), felt.well, 0.7)
            canvas.put(_leader(gap, round(y - end), fill), room.right + 13, min(y, end))
            self._person(canvas, line, x, y, size)
        return canvas

    def _head(self, canvas: Canvas, few: bool) -> None:
        size = 100 if few else 80
        canvas.box(30, 26 if few else 20, size, size, 26, GOLD)
        sign = _SIGN if words.printable(_SIGN, "black") else "S"
        y = (26 if few else 20) + size / 2
        canvas.text(30 + size / 2, y, sign, round(size * 0.8), INK, "m")
        x = 30 + size + 22
        pale = mixed(WHITE, self.felt.ground, 0.66)
        canvas.text(x, 54 if few else 40, "Shinrisen", 46 if few else 38, weight="bold")
        canvas.text(x, 104 if few else 84, self.name, 40 if few else 34, pale, weight="bold")
        if few:
            for n, piece in enumerate(emblems.trio(self.game)):
                canvas.mid(piece, 610 + 98 * n, 78)

    def _axes(self, canvas: Canvas, room: "_Room", scale: "_Scale") -> None:
        """Draw the numbers of the rounds, and the target."""
        felt = self.felt
        for n in scale.numbered():
            canvas.text(room.at(scale, n, 0)[0], room.bottom + 28, str(n), 40, felt.quiet, "m")
        if self.target is not None:
            loud = CORAL if self.lost else mixed(WHITE, felt.ground, 0.8)
            y = room.at(scale, 0, self.target)[1]
            canvas.put(_dashed(room.right - room.left, loud), room.left, y - 2)
            canvas.text(room.left - 14, y - 24, str(self.target), 40, loud)

    def _person(self, canvas: Canvas, line: Line, x: int, y: float, size: int) -> None:
        fill = _colour(line.rank, self.felt) if line.rank <= 3 else WHITE
        canvas.mid(people.medal(line.rank, size, self.felt), x, y)
        piece, total = kit(self.game).total(line.totals[-1])
        digits = 48 if size > 50 else 42
        wide = digits if piece else words.width(total, digits)
        if piece:
            canvas.mid(piece(digits), 840 - wide / 2, y)
        else:
            canvas.text(840, y, total, digits, fill, "r")
        begin = x + size / 2 + 14
        most = round(840 - wide - 16 - begin)
        canvas.name(
            begin, y, line.who.shown, most, sizes=(40, 36, 32, 30) if size > 50 else (34, 32, 30)
        )

    def told(self, t: Speech) -> str:
        """Return the game, then each player's rank and totals."""
        said = [t("Shinrisen, {game}.", game=t(self.name))]
        if self.target is not None:
            said.append(t("Dashed line: {target}.", target=self.target))
        for line in sorted(self.lines, key=lambda line: line.rank):
            few = _few(line.totals[1:] or line.totals)
            totals = listed((kit(self.game).total_text(total, t) for total in few), t)
            said.append(
                t("{rank}. {who}: {score}.", rank=line.rank, who=line.who.told(t), score=totals)
            )
        return text(said, t)


@dataclass(frozen=True, slots=True)
class _Scale:
    """The number of rounds, and the range of the totals."""

    rounds: int
    low: int
    high: int

    def numbered(self) -> range:
        """Return the rounds with a number."""
        stride = ceil(self.rounds / 6) or 1
        return range(stride, self.rounds + 1, stride)


@dataclass(frozen=True, slots=True)
class _Room:
    """The area of the lines."""

    left: int
    top: int
    right: int
    bottom: int

    def at(self, scale: _Scale, n: int, total: int) -> Point:
        """Return the point of a total after a round."""
        x = self.left + (self.right - self.left) * n / max(1, scale.rounds)
        part = (total - scale.low) / (scale.high - scale.low)
        return x, self.bottom - (self.bottom - self.top) * part


def _totals(lines: Sequence[Line]) -> list[int]:
    return [total for line in lines for total in line.totals]


@lru_cache(maxsize=16)
def _chart(lines: tuple[Line, ...], room: _Room, scale: _Scale, felt: Felt) -> Sprite:
    """Return the lines of totals over the rounds, with the winner's on top."""
    pen = Pen(room.right - room.left, room.bottom - room.top, 16)

    def at(n: int, total: int) -> Point:
        x, y = room.at(scale, n, total)
        return x - room.left, y - room.top

    quiet = mixed(WHITE, felt.ground, 0.2)
    for n in scale.numbered():
        pen.line([at(n, scale.low), at(n, scale.high)], quiet, 2)
    for line in sorted(lines, key=lambda line: -line.rank):
        fill, first = _colour(line.rank, felt), line.rank == 1
        points = [at(n, total) for n, total in enumerate(line.totals)]
        if len(points) > 1:
            pen.line(points, fill, 8 if first else 5)
        for point in points[1:] if scale.rounds <= 15 else points[-1:]:
            pen.circle(*point, 9 if first else 7, fill)
    return pen.done()


@lru_cache(maxsize=8)
def _dashed(length: int, fill: Colour) -> Sprite:
    pen = Pen(length, 4, 2)
    for n in range(length // 18):
        pen.line([(n * 18 + 3, 2), (n * 18 + 11, 2)], fill, 4)
    return pen.done()


def _apart(wished: Sequence[float], step: float, top: float, bottom: float) -> list[float]:
    """Return places from top to bottom, each as near to its wish as its neighbours allow."""
    places: list[float] = []
    for y in wished:
        places.append(max(y, top, *[place + step for place in places[-1:]]))
    for n in range(len(places) - 1, -1, -1):
        places[n] = min(places[n], bottom - step * (len(places) - 1 - n))
    return places


def _few(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the last totals: a text cannot hold all of a long match."""
    return totals[-8:]


def _colour(rank: int, felt: Felt) -> Colour:
    return people.metal(rank, felt) if rank <= 3 else mixed(WHITE, felt.ground, 0.5 - 0.02 * rank)


@lru_cache(maxsize=256)
def _leader(length: int, high: int, fill: Colour) -> Sprite:
    """Return the connection from a line's end to its player."""
    pen = Pen(length, abs(high) + 1, 4)
    pen.line([(0, max(0, -high)), (length, max(0, high))], fill, 2.5)
    return pen.done()
