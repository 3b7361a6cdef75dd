"""The pictures of a turning point, and of a decision in a review with both moves."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.drawing.boxes import Box, column, piece, pill, plate, row
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Colour
from bot.drawing.icons import crown, heart, icon
from bot.drawing.pen import Sprite
from bot.drawing.picture import Described
from bot.drawing.turning import SIGN, well
from bot.words.speech import Speech, joined
from games.cards import Card
from games.cards import Hand as Cards

from ..cards import number_text
from . import THEME, lying, palm, upright
from .pictures import cards_alt, cards_line, worth_alt, worth_pill

_LIFT = 24


class Turn(NamedTuple):
    """A turn: the cards given and taken (none: a pass), the hand after it, and a close."""

    give: Cards
    take: Cards
    hand: Cards
    close: bool = False


class Choice(Described, theme=THEME):
    """The middle and a hand before a turn, the turn that was made and a better one."""

    table: Cards
    own: Cards
    played: Turn
    better: Turn

    def box(self) -> Box:
        """Return the cards of the turn made in coral and lifted, those of the better one in gold.

        Both hands' worth after the turn stands beside them, with a palm for a close.
        """
        table = row(*(self._marked(card, lying(card, 148, 88)) for card in self.table), gap=20)
        hand = row(*(self._marked(card, upright(card, 186, 262)) for card in self.own), gap=18)
        middle = table.pad(left=26).on(plate(840, 124, 24, THEME.well), x=0)
        worths = column(_worth(self.played, CORAL), _worth(self.better, GOLD), gap=36)
        return column(middle, row(hand, worths, gap=34).within(840, 396))

    def _marked(self, card: Card, sprite: Sprite) -> Box:
        """Return a card in the rings of the turns that move it, lifted if it was given."""
        shown = piece(sprite)
        if card in (*self.played.give, *self.played.take):
            # Outside the gold ring, where both turns move a card.
            shown = shown.mark(Box(shown.w + 12, shown.h + 12).ring(CORAL, 14))
        if card in (*self.better.give, *self.better.take):
            shown = shown.ring(GOLD, 14)
        return shown.pad(top=-_LIFT, bottom=_LIFT) if card in self.played.give else shown

    def said(self, t: Speech) -> Iterator[str]:
        """Yield both turns, the hand and the middle."""
        yield t("You played, in coral: {turn}.", turn=_turn(self.played, t))
        yield t("Better, in gold: {turn}.", turn=_turn(self.better, t))
        yield t("Your hand: {cards}.", cards=cards_alt(self.own, t))
        yield t("In the middle: {cards}.", cards=cards_alt(self.table, t))


def _worth(turn: Turn, fill: Colour) -> Box:
    shown = worth_pill(turn.hand, 194, 92, 60, fill)
    mark = piece(palm(32)).on(pill(40, WHITE, w=40))
    return shown.mark(mark, 1, 0, -8, -2) if turn.close else shown


def _turn(turn: Turn, t: Speech) -> str:
    """Return a turn in words, with the worth of the hand after it."""
    what = t("a pass")
    if turn.give:
        gave, took = cards_alt(turn.give, t), cards_alt(turn.take, t)
        what = t("{gave} for {took}", gave=gave, took=took)
    if turn.close:
        what = joined([what, t("and a close")], t)
    return t("{turn}, worth {worth} then", turn=what, worth=number_text(turn.hand))


class Showdown(NamedTuple):
    """A player's hand in a deal among all. `lost`: it cost a life, `out`: it was the last."""

    cards: tuple[Card, ...]
    deal: int
    deals: int
    lost: bool
    out: bool

    def box(self) -> Box:
        """Return the hand, its worth, the deal and the life."""
        draw, share, number = (heart, 0.9, "−1") if self.lost else (crown, 0.95, "+1")
        hand = cards_line(self.cards, 70, 68, 10), worth_pill(self.cards, 106, 62, 40, GOLD)
        chapter, sign = (self.deal, self.deals), icon(draw, SIGN, INK, share=share)
        return well(THEME, chapter, sign, number, *hand, gain=not self.lost)

    def alt(self, t: Speech) -> str:
        """Return the hand's worth and what it cost or won."""
        told = worth_alt(self.cards, t)
        if self.out:
            return t("Deal {deal} put you out. {worth}", deal=self.deal, worth=told)
        if self.lost:
            return t("Deal {deal} cost you a life. {worth}", deal=self.deal, worth=told)
        return t("You won deal {deal}. {worth}", deal=self.deal, worth=told)

    def brief(self, t: Speech) -> str:
        """Return the worth of the hand."""
        worth = number_text(self.cards)
        if self.out:
            return t("out with {worth} in deal {deal}", worth=worth, deal=self.deal)
        if self.lost:
            return t("a life lost with {worth} in deal {deal}", worth=worth, deal=self.deal)
        return t("{worth} in deal {deal}", worth=worth, deal=self.deal)
