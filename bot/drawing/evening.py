"""The picture of an evening: the matches of one table, and the wins of its players."""

from dataclasses import dataclass
from typing import ClassVar

from ..words.speech import Speech, listed
from . import emblems, people
from .canvas import Canvas, Panel
from .colours import GOLD, SHINRISEN, WHITE, Felt, mixed
from .picture import Who, text

MATCHES, LINES = 7, 6
"""Largest number of matches and of players in the picture."""
_TOP, _BOTTOM, _GAP = 132, 542, 8
_FIRST, _STEP, _ROOM = 300, 88, 380
_TOTAL = 796


@dataclass(frozen=True, slots=True)
class Line:
    """A player's wins or points, and the rank in each match (None: not there)."""

    who: Who
    ranks: tuple[int | None, ...]
    wins: int


@dataclass(frozen=True, slots=True)
class Evening:
    """The players of an evening, the most wins first. `matches` is the number of all.

    A game night has points in place of wins, one winner, and `games` by round.
    """

    felt: ClassVar[Felt] = SHINRISEN
    game: str
    matches: int
    lines: tuple[Line, ...]
    games: tuple[str, ...] = ()

    def draw(self) -> Canvas:
        """Draw a column for each match with its game above, a row for each player."""
        felt, rows = self.felt, len(self.lines)
        high = min(96, (_BOTTOM - _TOP) // rows - _GAP)
        tops = [_TOP + (high + _GAP) * row for row in range(rows)]
        panels = [Panel(18, top, 844, high, 22, felt.panel) for top in tops]
        canvas = Canvas(felt, [Panel(18, 18, 844, 104, 24, felt.well), *panels])
        count = len(self.lines[0].ranks)
        step = min(_STEP, _ROOM // max(1, count - 1))
        for at in range(count):
            game = self.games[at] if self.games else self.game
            canvas.mid(
                emblems.emblem(game, min(64, round(0.75 * (step - 8)))), _FIRST + step * at, 70
            )
        canvas.mid(people.crown(60), _TOTAL, 70)
        most = self.lines[0].wins
        for line, top in zip(self.lines, tops, strict=True):
            leads = line.wins == most and not (self.games and line is not self.lines[0])
            if leads:
                canvas.box(18, top, 844, high, 22, felt.active, GOLD, 5, glow=True)
            self._row(canvas, line, top + high / 2, high, step, leads=leads)
        return canvas

    def _row(
        self, canvas: Canvas, line: Line, y: float, high: int, step: int, *, leads: bool
    ) -> None:
        size = min(62, high - 12)
        canvas.mid(people.disc(line.who, size), 66, y)
        canvas.name(112, y, line.who.shown, _FIRST - 112 - step // 2 - 4, sizes=(38, 34, 32, 30))
        coin = min(70, step - 6, high - 8)
        for at, rank in enumerate(line.ranks):
            x = _FIRST + step * at
            if rank == 1:
                canvas.mid(people.medal(1, coin, self.felt), x, y)
            elif rank is not None:
                share = 0.8 if rank <= 3 else 0.45
                canvas.text(x, y, str(rank), 44, mixed(WHITE, self.felt.panel, share), "m")
        canvas.box(722, round(y - high * 0.3), 4, round(high * 0.6), 2, self.felt.rim)
        size = 66 if high > 80 else 52
        canvas.text(_TOTAL, y, str(line.wins), size, GOLD if leads else WHITE, "m")

    def told(self, t: Speech) -> str:
        """Return the number of matches, and each player's wins and ranks."""
        said = [t.many("{n} match.", "{n} matches.", self.matches)]
        if self.games:
            said = [t.many("{n} round.", "{n} rounds.", self.matches)]
        for line in self.lines:
            ranks = listed(("–" if rank is None else str(rank) for rank in line.ranks), t)
            values = {"who": line.who.told(t), "ranks": ranks}
            said.append(
                t.many(
                    "{who}: {n} point, ranks {ranks}.",
                    "{who}: {n} points, ranks {ranks}.",
                    line.wins,
                    **values,
                )
                if self.games
                else t.many(
                    "{who}: {n} win, ranks {ranks}.",
                    "{who}: {n} wins, ranks {ranks}.",
                    line.wins,
                    **values,
                )
            )
        return text(said, t)
