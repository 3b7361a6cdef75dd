"""The pictures of a turning point, and of a decision in a review with both moves."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.drawing.boxes import Box, apart, column, fan, label, piece, plate, row
from bot.drawing.canvas import arrow
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Colour, mixed
from bot.drawing.picture import Described
from bot.drawing.turning import SIGN, well
from bot.words.speech import Speech, listed
from games.errors import N_
from games.nimmt import fitting
from games.nimmt.cards import Card, Row, card_text, row_bulls, row_end

from . import THEME, bull, card, cost, place
from .pictures import ends, ends_alt

_FOOT = 142
"""Width of a foot."""
_ROOM, _GAP = 836, 10
_CARD = (62, 86)


class Choice(Described, theme=THEME):
    """The rows, the hand, the played card and a better one, and the trick among all.

    `more`: the bulls that the first one costs more.
    """

    rows: tuple[Row, ...]
    hand: tuple[Card, ...]
    played: Card
    better: Card
    more: int
    trick: int
    tricks: int

    def box(self) -> Box:
        """Return the played card lifted in coral and the better one in gold, the tricks below."""
        count = len(self.hand)
        wide = min(132, (_ROOM - _GAP * (count - 1)) // count)
        hand = {value: piece(card(value, wide, 214)).keyed(value) for value in self.hand}
        loud = {self.better: GOLD, self.played: CORAL}
        for value, fill in loud.items():
            lift = 28 if value == self.played else 0
            hand[value] = hand[value].ring(fill, 16).pad(top=-lift, bottom=lift)
        cards = row(*hand.values(), gap=_GAP).pad(top=64, bottom=129)
        whole = column(ends(self.rows), cards, self._bar())
        places = whole.places()
        middles = apart([places[value].middle[0] for value in loud], (_FOOT, _FOOT), -9, 849)
        for (value, fill), middle in zip(loud.items(), middles, strict=True):
            whole = whole.put(self._feet(value, fill), middle, 445.5)
        return whole

    def _feet(self, card: Card, fill: Colour) -> Box:
        """Return the row that a card would go to, and its extra bulls."""
        goes, more = self._goes(card), self.more if card == self.played else 0
        to = label("?", 44, fill).within(50, 50)
        if goes is not None:
            to = place(goes, 50, fill, INK)
        way = row(piece(arrow(38, 23, 8, WHITE)), to, gap=6)
        return column(way, cost(more, 58, 132, fill), gap=5)

    def _goes(self, card: Card) -> int | None:
        return fitting([*map(row_end, self.rows)], card)

    def _bar(self) -> Box:
        wide = (_ROOM - _GAP * (self.tricks - 1)) // self.tricks
        fills = [mixed(WHITE, THEME.ground, 0.5)] * (self.trick - 1) + [WHITE]
        fills += [THEME.well] * (self.tricks - self.trick)
        return row(*(plate(wide, 12, 6, fill) for fill in fills), gap=_GAP)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield both cards with their rows, the hand and the ends."""
        yield t.many(
            "You played {card}: about {n} bull more than {other}.",
            "You played {card}: about {n} bulls more than {other}.",
            self.more,
            card=card_text(self.played),
            other=card_text(self.better),
        )
        for value in (self.played, self.better):
            if (goes := self._goes(value)) is None:
                yield t("{card} fits no row.", card=card_text(value))
            else:
                text = N_("{card} goes to row {row} as the rows lie.")
                yield t(text, card=card_text(value), row=goes + 1)
        yield t("Your hand: {cards}.", cards=listed(map(card_text, self.hand), t))
        yield from ends_alt(self.rows, t)


class Dearest(NamedTuple):
    """The row, the card that took it, and the round among all."""

    cards: tuple[Card, ...]
    by: Card
    round: int
    rounds: int

    def box(self) -> Box:
        """Return the row, the card that took it in a coral ring, the round and the bulls."""
        cards = fan((piece(card(value, *_CARD)) for value in self.cards), -8, 270)
        by = piece(card(self.by, *_CARD)).ring(CORAL, 7, 4, glow=False)
        chapter = self.round, self.rounds
        return well(THEME, chapter, bull(SIGN, INK), f"+{row_bulls(self.cards)}", cards, by)

    def alt(self, t: Speech) -> str:
        """Return the row with its bulls."""
        return t.many(
            "Dearest: round {round}, your {card} took {cards}: {n} bull.",
            "Dearest: round {round}, your {card} took {cards}: {n} bulls.",
            row_bulls(self.cards),
            round=self.round,
            card=card_text(self.by),
            cards=listed(map(card_text, self.cards), t),
        )

    def brief(self, t: Speech) -> str:
        """Return the bulls of the row."""
        return t("{n} at once", n=row_bulls(self.cards))
