"""The turning point of a match of COLORSE: the cards that vanished at once."""

from dataclasses import dataclass

from bot.drawing.canvas import Canvas
from bot.drawing.colours import CORAL, INK
from bot.drawing.pen import Sprite
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech, listed
from games.colorse.cards import Card

from .pictures import card_told
from .pieces import card, ghost

_SIZE = 78


@dataclass(frozen=True, slots=True)
class Vanished:
    """The placed card, the cards that vanished with it, and the round among all."""

    placed: Card
    others: tuple[Card, ...]
    round: int
    rounds: int

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the cards, the placed one in a coral ring, the round and their number."""
        cards = (self.placed, *self.others)
        step = min(_SIZE + 12, (WELL[0] - 36 - _SIZE) // max(1, len(self.others)))
        for at, value in enumerate(cards):
            canvas.put(card(value, _SIZE), x + 18 + step * at, y + 22)
        canvas.box(x + 13, y + 17, _SIZE + 10, _SIZE + 10, 17, None, CORAL, 5)
        foot(canvas, x, y, (self.round, self.rounds), _ghost, f"−{len(cards)}")

    def told(self, t: Speech) -> str:
        """Return the cards."""
        cards = listed((card_told(value, t) for value in self.others), t)
        placed = card_told(self.placed, t)
        return t(
            "Round {round}: your {card} vanished with {cards}.",
            round=self.round,
            card=placed,
            cards=cards,
        )

    def brief(self, t: Speech) -> str:
        """Return the number of cards."""
        return t.many(
            "{n} card vanished at once", "{n} cards vanished at once", 1 + len(self.others)
        )


def _ghost(size: int) -> Sprite:
    return ghost(size, INK)
