"""The turning point of a match of Sinomilia: the largest payment."""

from dataclasses import dataclass

from bot.drawing.canvas import Canvas, arrow
from bot.drawing.colours import CORAL, GOLD, INK, WHITE
from bot.drawing.pen import Pen, Sprite
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech
from games.sinomilia.state import Card

from .pieces import chip, number

_CARD = (78, 88)


@dataclass(frozen=True, slots=True)
class Payment:
    """The own prediction and the other one, the chips and moons, the change, and the round."""

    own: Card
    other: Card
    chips: int
    moons: int
    change: int
    round: int
    rounds: int

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw both numbers around the moons, the round and the change."""
        w, h = _CARD
        canvas.put(number(self.own, w, h), x + 18, y + 18)
        canvas.box(x + 14, y + 14, w + 8, h + 8, 15, None, WHITE, 4)
        canvas.put(number(self.other, w, h), x + WELL[0] - w - 18, y + 18)
        middle = x + WELL[0] / 2
        canvas.mid(chip("moon", 54), middle - 24, y + 44)
        canvas.text(middle + 12, y + 45, str(self.moons), 46)
        gain = self.change > 0
        way, fill = ("left", GOLD) if gain else ("right", CORAL)
        canvas.mid(arrow(120, 30, 9, fill, way), middle, y + 92)
        told = f"+{self.change}" if gain else f"−{-self.change}"
        foot(canvas, x, y, (self.round, self.rounds), _coin, told, gain=gain)

    def told(self, t: Speech) -> str:
        """Return both predictions, the chips and the change."""
        given = {
            "round": self.round,
            "own": self.own,
            "other": self.other,
            "moons": t.many("{n} moon", "{n} moons", self.moons),
            "chips": t.many("{n} chip", "{n} chips", self.chips),
        }
        if self.change > 0:
            return t.many(
                "Round {round}: {moons} among {chips}, you {own}, the other {other}: {n} chip won.",
                "Round {round}: {moons} among {chips}, you {own}, the other {other}: "
                "{n} chips won.",
                self.change,
                **given,
            )
        return t.many(
            "Round {round}: {moons} among {chips}, you {own}, the other {other}: {n} chip lost.",
            "Round {round}: {moons} among {chips}, you {own}, the other {other}: {n} chips lost.",
            -self.change,
            **given,
        )

    def brief(self, t: Speech) -> str:
        """Return the change of the round."""
        told = f"+{self.change}" if self.change > 0 else f"−{-self.change}"
        return t("{change} in round {round}", change=told, round=self.round)


def _coin(size: int) -> Sprite:
    """Return a plain coin, because both faces count."""
    pen = Pen(size, size, 1)
    pen.circle(size / 2, size / 2, size * 0.46, INK)
    pen.circle(size / 2, size / 2, size * 0.3, WHITE)
    pen.circle(size / 2, size / 2, size * 0.22, INK)
    return pen.done()
