"""The turning point of a match of 6 nimmt!: the dearest row that a player took."""

from dataclasses import dataclass

from bot.drawing.canvas import Canvas
from bot.drawing.colours import CORAL, INK
from bot.drawing.pen import Sprite
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech, listed
from games.nimmt.cards import Card, card_text

from .pieces import bull, card

_CARD = (62, 86)


@dataclass(frozen=True, slots=True)
class Dearest:
    """The row, the card that took it, its bulls, and the round among all."""

    cards: tuple[Card, ...]
    by: Card
    bulls: int
    round: int
    rounds: int

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the row, the card that took it in a coral ring, the round and the bulls."""
        w, h = _CARD
        for at, value in enumerate(self.cards):
            canvas.put(card(value, w, h), x + 12 + 54 * at, y + 18)
        left = x + WELL[0] - w - 14
        canvas.put(card(self.by, w, h), left, y + 18)
        canvas.box(left - 4, y + 14, w + 8, h + 8, 11, None, CORAL, 5)
        foot(canvas, x, y, (self.round, self.rounds), _bull, f"+{self.bulls}")

    def told(self, t: Speech) -> str:
        """Return the row with its bulls."""
        return t.many(
            "Dearest: round {round}, your {card} took {cards}: {n} bull.",
            "Dearest: round {round}, your {card} took {cards}: {n} bulls.",
            self.bulls,
            round=self.round,
            card=card_text(self.by),
            cards=listed(map(card_text, self.cards), t),
        )

    def brief(self, t: Speech) -> str:
        """Return the bulls of the row."""
        return t("{n} at once", n=self.bulls)


def _bull(size: int) -> Sprite:
    return bull(size, INK)
