"""The pictures of a turning point, and of a decision in a review with both moves."""

from dataclasses import dataclass
from typing import ClassVar

from bot.drawing.canvas import Canvas, Panel, arrow
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Colour, Felt, mixed
from bot.drawing.pen import Sprite
from bot.drawing.picture import text
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech, listed
from games.nimmt.cards import Card, card_text

from .pictures import End, ends, ends_told
from .pieces import FELT, bull, card, place

_ENDS = tuple(Panel(20 + 212 * n - n // 2, 18, 205, 104, 20, FELT.panel) for n in range(4))
# Least distance of both feet, and of a foot from the edge.
_FOOT, _EDGE = 142.0, 82.0
_LEFT, _ROOM, _GAP, _TOP, _HIGH, _LIFT = 22, 836, 10, 186, 214, 28


@dataclass(frozen=True, slots=True)
class Chosen:
    """A card that may be played, its row as the rows lie (None: none fits), and its extra bulls."""

    card: Card
    row: int | None
    more: int


@dataclass(frozen=True, slots=True)
class Choice:
    """The rows' ends, the hand, the played card and a better one, and the trick among all."""

    felt: ClassVar[Felt] = FELT
    rows: tuple[End, ...]
    hand: tuple[Card, ...]
    played: Chosen
    better: Chosen
    trick: int
    tricks: int

    def draw(self) -> Canvas:
        """Draw the played card lifted in coral and the better one in gold, the tricks below."""
        canvas = Canvas(FELT, _ENDS)
        ends(canvas, self.rows, 18)
        count = len(self.hand)
        wide = min(132, (_ROOM - _GAP * (count - 1)) // count)
        left = (880 - count * wide - (count - 1) * _GAP) // 2
        loud = {self.played.card: (self.played, CORAL), self.better.card: (self.better, GOLD)}
        spots = {value: left + at * (wide + _GAP) for at, value in enumerate(self.hand)}
        for value, x in spots.items():
            if value not in loud:
                canvas.put(card(value, wide, _HIGH), x, _TOP)
        for value, (_, fill) in loud.items():
            x, y = spots[value], _TOP - (_LIFT if value == self.played.card else 0)
            canvas.put(card(value, wide, _HIGH), x, y)
            canvas.box(x - 5, y - 5, wide + 10, _HIGH + 10, 20, None, fill, 5, glow=True)
        middles = {value: spots[value] + wide / 2 for value in loud}
        for value, middle in _apart(middles).items():
            self._foot(canvas, loud[value][0], middle, loud[value][1])
        self._bar(canvas)
        return canvas

    def _foot(self, canvas: Canvas, chosen: Chosen, x: float, fill: Colour) -> None:
        """Draw the row that a card would go to, and its extra bulls."""
        canvas.mid(arrow(38, 23, 8, WHITE), x - 29, 432)
        if chosen.row is None:
            canvas.text(x + 21, 433, "?", 44, fill, "m")
        else:
            canvas.mid(place(chosen.row + 1, 50, fill, INK), x + 21, 432)
        canvas.box(round(x) - 66, 462, 132, 58, 29, fill)
        canvas.mid(bull(42, INK), x - 38, 490)
        canvas.text(x - 10, 492, f"+{chosen.more}", 40, INK)

    def _bar(self, canvas: Canvas) -> None:
        wide = (_ROOM - _GAP * (self.tricks - 1)) // self.tricks
        for at in range(self.tricks):
            fill = mixed(WHITE, FELT.ground, 0.5) if at + 1 < self.trick else FELT.well
            x = _LEFT + at * (wide + _GAP)
            canvas.box(x, 529, wide, 12, 6, WHITE if at + 1 == self.trick else fill)

    def told(self, t: Speech) -> str:
        """Return both cards with their rows, the hand and the ends."""
        cards = listed(map(card_text, self.hand), t)
        said = t.many(
            "You played {card}: about {n} bull more than {other}.",
            "You played {card}: about {n} bulls more than {other}.",
            self.played.more,
            card=card_text(self.played.card),
            other=card_text(self.better.card),
        )
        mine = t("Your hand: {cards}.", cards=cards)
        two = [_told(self.played, t), _told(self.better, t)]
        return text([said, *two, mine, *ends_told(self.rows, t)], t)


def _apart(middles: dict[Card, float]) -> dict[Card, float]:
    """Return the middles of both feet, inside the picture and not over each other."""
    (first, a), (second, b) = sorted(middles.items(), key=lambda one: one[1])
    near = max(0.0, _FOOT - (b - a)) / 2
    a, b = a - near, b + near
    shift = max(0.0, _EDGE - a) - max(0.0, b - (880 - _EDGE))
    if b - a > _FOOT:
        return {first: max(_EDGE, a), second: min(880 - _EDGE, b)}
    return {first: a + shift, second: b + shift}


def _told(chosen: Chosen, t: Speech) -> str:
    """Return the row of a card."""
    card = card_text(chosen.card)
    if chosen.row is None:
        return t("{card} fits no row.", card=card)
    return t("{card} goes to row {row} as the rows lie.", card=card, row=chosen.row + 1)


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
