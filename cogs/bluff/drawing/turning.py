"""The turning point of a match of Bluff: the challenge that cost a player the most dice."""

from dataclasses import dataclass

from bot.drawing.canvas import Canvas
from bot.drawing.colours import WHITE, mixed
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech
from games.bluff.state import Bid

from .pictures import bid_told
from .pieces import die, lost


@dataclass(frozen=True, slots=True)
class Costly:
    """The bid, the dice found, the dice lost, and the round among all."""

    bid: Bid
    found: int
    lost: int
    round: int
    rounds: int

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the bid against the count, the round and the lost dice."""
        pale, y_mid = mixed(WHITE, canvas.felt.ground, 0.75), y + 62
        left = x + 22
        left += canvas.text(left, y_mid, str(self.bid.count), 66) + 8
        left += canvas.text(left, y_mid, "×", 44, pale) + 10
        canvas.put(die(self.bid.face, 72), left, y_mid - 36)
        sign = "<" if self.bid.count < self.found else "=" if self.bid.count == self.found else ">"
        right = x + WELL[0] - 24
        wide = canvas.text(right, y_mid, str(self.found), 66, WHITE, "r")
        canvas.text((left + 72 + right - wide) / 2, y_mid, sign, 56, pale, "m")
        foot(canvas, x, y, (self.round, self.rounds), lost, f"−{self.lost}")

    def told(self, t: Speech) -> str:
        """Return the bid, the count and the loss."""
        return t.many(
            "Round {round}: {bid} bid, {found} counted, you lost {n} die.",
            "Round {round}: {bid} bid, {found} counted, you lost {n} dice.",
            self.lost,
            round=self.round,
            bid=bid_told(self.bid, t),
            found=self.found,
        )

    def brief(self, t: Speech) -> str:
        """Return the dice lost at once."""
        return t.many("{n} die lost at once", "{n} dice lost at once", self.lost)
