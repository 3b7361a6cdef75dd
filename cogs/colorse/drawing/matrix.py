"""The matrix of the signs: what each pair of them brings."""

from dataclasses import dataclass
from typing import ClassVar

from bot.drawing.canvas import Canvas, Panel, pointer
from bot.drawing.colours import CORAL, GOLD, WHITE, Felt
from bot.drawing.picture import text
from bot.words.speech import Speech
from games.colorse.cards import SIGNS, Sign
from games.colorse.rounds import BEATEN_BY

from .pictures import NAMES, Names, sign_name
from .pieces import FELT, sign

_LEFT, _TOP, _WIDE, _HIGH = 166, 124, 232, 142


@dataclass(frozen=True, slots=True)
class Matrix:
    """Nine duels: the first sign in rows, the second in columns."""

    felt: ClassVar[Felt] = FELT
    names: Names = NAMES

    def draw(self) -> Canvas:
        """Draw the signs above and on the left, and the cards taken or lost between them."""
        places = [(x, y) for y in range(3) for x in range(3)]
        panels = [Panel(_x(x) - 110, _y(y) - 66, 220, 132, 22, FELT.panel) for x, y in places]
        canvas = Canvas(FELT, panels)
        for at, shown in enumerate(SIGNS):
            name = sign_name(shown, self.names)
            canvas.mid(sign(shown, 76), _x(at) - 44, 68)
            canvas.text(_x(at) + 4, 70, name, 38, WHITE)
            canvas.mid(sign(shown, 76), 88, _y(at) - 22)
            canvas.text(88, _y(at) + 40, name, 38, WHITE, "m")
        for x, y in places:
            _duel(canvas, SIGNS[y], SIGNS[x], _x(x), _y(y))
        return canvas

    def told(self, t: Speech) -> str:
        """Return each pair of signs with its cards."""
        said = t(
            "Do and Do: both take 1. Do and Zof: Zof takes 2. Do and Rau: Do takes 1. "
            "Zof and Rau: Rau takes 1. Zof and Zof: both lose their top right card, then the seat "
            "after the rival takes 1. Rau and Rau: both choose again."
        )
        return text([said], t)


def _x(at: int) -> int:
    return _LEFT + _WIDE * at + 110


def _y(at: int) -> int:
    return _TOP + _HIGH * at + 66


def _duel(canvas: Canvas, first: Sign, second: Sign, x: int, y: int) -> None:
    """Draw the stronger sign with its cards, or what two equal ones bring."""
    if first != second:
        won = second if BEATEN_BY[first] == second else first
        cards = 2 if won == "zof" else 1
        canvas.mid(sign(won, 96, edge=GOLD), x - 42, y)
        canvas.text(x + 22, y + 2, f"+{cards}", 56, GOLD)
    elif first == "do":
        canvas.text(x, y + 2, "+1  +1", 56, GOLD, "m")
    elif first == "zof":
        canvas.text(x, y - 26, "−1  −1", 56, CORAL, "m")
        canvas.mid(pointer(18, 28, WHITE), x - 34, y + 33)
        canvas.text(x - 14, y + 35, "+1", 48, GOLD)
    else:
        canvas.text(x, y + 2, "=", 72, FELT.quiet, "m")
