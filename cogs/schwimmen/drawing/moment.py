"""The pictures of a turning point, and of a decision in a review with both moves."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from bot.drawing import icons
from bot.drawing.boxes import Box, paint
from bot.drawing.canvas import Canvas, Panel
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Colour, Felt
from bot.drawing.pen import Pen, Sprite
from bot.drawing.picture import text
from bot.drawing.turning import well
from bot.words.speech import Speech, joined, listed
from games.cards import Card
from games.cards import Hand as Cards

from .pictures import card_told, cards_line, ringed, worth_number, worth_pill, worth_told
from .pieces import FELT, lying, palm, upright

_TOP, _HAND = (38, 148, 88), (208, 186, 262)
"""The upper edge and the size of the cards in the middle, and of those in the hand."""
_WIDER, _LIFT = 12, 24


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the cards given and taken (none: a pass), the hand after it, and a close."""

    give: Cards
    take: Cards
    hand: Cards
    close: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """The middle and a hand before a turn, the turn that was made and a better one."""

    felt: ClassVar[Felt] = FELT
    table: Cards
    own: Cards
    played: Turn
    better: Turn

    def draw(self) -> Canvas:
        """Draw the cards of the turn made in coral and lifted, those of the better one in gold.

        Both hands' worth after the turn stands beside them, with a palm for a close.
        """
        canvas = Canvas(FELT, (Panel(20, 20, 840, 124, 24, FELT.well),))
        for card, (x, y, w, h) in self._places():
            canvas.put(lying(card, w, h) if card in self.table else upright(card, w, h), x, y)
        for turn, edge, wider in ((self.played, CORAL, _WIDER), (self.better, GOLD, 0)):
            marked = {*turn.give, *turn.take}
            for card, (x, y, w, h) in self._places():
                if card in marked:
                    ringed(canvas, x - wider / 2, y - wider / 2, w + wider, h + wider, edge, 14)
        self._worth(canvas, self.played, 228, CORAL)
        self._worth(canvas, self.better, 356, GOLD)
        return canvas

    def _places(self) -> Iterator[tuple[Card, tuple[int, int, int, int]]]:
        """Yield each card with its left edge, its top and its size."""
        (top, w, h), (below, wide, high) = _TOP, _HAND
        for at, card in enumerate(self.table):
            yield card, (46 + 168 * at, top, w, h)
        for at, card in enumerate(self.own):
            lift = _LIFT if card in self.played.give else 0
            yield card, (40 + 204 * at, below - lift, wide, high)

    def _worth(self, canvas: Canvas, turn: Turn, y: int, fill: Colour) -> None:
        worth_pill(canvas, turn.hand, 668, y, 194, 92, 60, fill)
        if turn.close:
            canvas.box(834, y - 22, 40, 40, 20, WHITE)
            canvas.mid(palm(32), 854, y - 2)

    def told(self, t: Speech) -> str:
        """Return both turns, the hand and the middle."""
        mine = listed((card_told(card, t) for card in self.own), t)
        middle = listed((card_told(card, t) for card in self.table), t)
        said = [
            t("You played, in coral: {turn}.", turn=_turn(self.played, t)),
            t("Better, in gold: {turn}.", turn=_turn(self.better, t)),
            t("Your hand: {cards}.", cards=mine),
            t("In the middle: {cards}.", cards=middle),
        ]
        return text(said, t)


def _turn(turn: Turn, t: Speech) -> str:
    """Return a turn in words, with the worth of the hand after it."""
    what = t("a pass")
    if turn.give:
        gave = listed((card_told(card, t) for card in turn.give), t)
        took = listed((card_told(card, t) for card in turn.take), t)
        what = t("{gave} for {took}", gave=gave, took=took)
    if turn.close:
        what = joined([what, t("and a close")], t)
    return t("{turn}, worth {worth} then", turn=what, worth=worth_number(turn.hand))


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
        number = "−1" if self.lost else "+1"
        sign = _heart if self.lost else _crown
        chapter, gain = (self.deal, self.deals), not self.lost
        hand = Box(230, 68, self._hand), Box(106, 62, self._pill)
        shown = well(FELT, *hand, chapter=chapter, sign=sign, number=number, gain=gain)
        paint(canvas, shown, x, y)

    def _hand(self, canvas: Canvas, x: float, y: float) -> None:
        cards_line(canvas, self.cards, round(x), round(y), 70, 68, 80)

    def _pill(self, canvas: Canvas, x: float, y: float) -> None:
        worth_pill(canvas, self.cards, round(x), round(y), 106, 62, 40, GOLD)

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
