"""The turning point of a match of Schwimmen: a player's last loss, or the hand that won."""

from dataclasses import dataclass

from bot.drawing import icons
from bot.drawing.canvas import Canvas
from bot.drawing.colours import GOLD, INK
from bot.drawing.pen import Pen, Sprite
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech
from games.cards import Card

from .pictures import cards_line, worth_number, worth_pill, worth_told


@dataclass(frozen=True, slots=True)
class Showdown:
    """A player's hand in a deal among all. `lost`: it cost a life, `out`: it was the last."""

    cards: tuple[Card, ...]
    deal: int
    deals: int
    lost: bool
    out: bool

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the hand, its worth, the deal and the life."""
        cards_line(canvas, self.cards, x + 16, y + 26, 70, 68, 80)
        worth_pill(canvas, self.cards, x + WELL[0] - 116, y + 29, 106, 62, 40, GOLD)
        number = "−1" if self.lost else "+1"
        sign = _heart if self.lost else _crown
        foot(canvas, x, y, (self.deal, self.deals), sign, number, gain=not self.lost)

    def told(self, t: Speech) -> str:
        """Return the hand's worth and what it cost or won."""
        told = worth_told(self.cards, t)
        if self.out:
            return t("Deal {deal} put you out. {worth}", deal=self.deal, worth=told)
        if self.lost:
            return t("Deal {deal} cost you a life. {worth}", deal=self.deal, worth=told)
        return t("You won deal {deal}. {worth}", deal=self.deal, worth=told)

    def brief(self, t: Speech) -> str:
        """Return the worth of the hand."""
        worth = worth_number(self.cards)
        if self.out:
            return t("out with {worth} in deal {deal}", worth=worth, deal=self.deal)
        if self.lost:
            return t("a life lost with {worth} in deal {deal}", worth=worth, deal=self.deal)
        return t("{worth} in deal {deal}", worth=worth, deal=self.deal)


def _heart(size: int) -> Sprite:
    pen = Pen(size, size, 1)
    icons.heart(pen, size / 2, size / 2, size * 0.9, INK)
    return pen.done()


def _crown(size: int) -> Sprite:
    pen = Pen(size, size, 1)
    icons.crown(pen, size / 2, size / 2, size * 0.95, INK)
    return pen.done()
