"""The pictures of a turning point, and of a decision in a review with both moves."""

from dataclasses import dataclass
from typing import ClassVar

from bot.drawing import turning
from bot.drawing.canvas import Canvas, Panel, arrow
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Felt, mixed
from bot.drawing.pen import Pen, Sprite
from bot.drawing.picture import text
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech, listed
from games.sinomilia import Change, Chip, Lay, Move
from games.sinomilia.state import CARDS, Card, Face

from .pictures import Seat, chips_row, chips_told, other_row, seat_told
from .pieces import FELT, change, chip, free, number, pile

_DIM = mixed(WHITE, FELT.ground, 0.4)
_OWN, _HIGH, _BELOW = 222, 128, 364


@dataclass(frozen=True, slots=True)
class Choice:
    """The position as its seat saw it, the move made and a better one.

    `cost`: the loss by the move made, in percent of the win.
    """

    felt: ClassVar[Felt] = FELT
    own: Seat
    other: Seat
    table: tuple[Face, ...]
    prediction: int | None
    played: Move
    better: Move
    cost: int

    def draw(self) -> Canvas:
        """Draw the middle, the other seat, the own cards, and both moves below."""
        panels = (
            Panel(18, 18, 844, 100, 24, FELT.well),
            Panel(18, 126, 844, 88, 22, FELT.panel),
            Panel(18, _OWN, 844, _HIGH, 24, FELT.active),
        )
        canvas = Canvas(FELT, panels)
        chips_row(canvas, self.table, 68, new=False)
        other_row(canvas, self.other, 170, WHITE)
        self._own(canvas)
        places = turning.frames(canvas, _BELOW, self.cost)
        for move, place in zip((self.played, self.better), places, strict=True):
            _move(canvas, move, *place)
        return canvas

    def _own(self, canvas: Canvas) -> None:
        """Draw the own chips and cards. A white ring is around the prediction."""
        own, middle = self.own, _OWN + _HIGH // 2
        if own.starts:
            canvas.mid(arrow(48, 38, 12, WHITE), 68, middle + 36)
        line = middle - 22 if own.starts else middle
        canvas.mid(pile(40), 56, line)
        canvas.text(84, line + 2, str(own.chips), 50, WHITE)
        for card in CARDS:
            x, y = 156 + 64 * card, middle - 46
            state = "used" if card in own.used else "free"
            canvas.put(number(card, 58, 92, state), x, y)
            if card == self.prediction:
                canvas.box(x - 6, y - 6, 70, 104, 14, None, WHITE, 5, glow=True)
        canvas.put(change(own.changed, 54, 70), 800, middle - 36)

    def told(self, t: Speech) -> str:
        """Return both moves, the own cards, the chips and both seats."""
        played, better = self._told(self.played, t), self._told(self.better, t)
        said = turning.told(played, better, self.cost, t)
        if self.prediction is not None:
            said.append(t("Your prediction: {card}.", card=self.prediction))
        left = [str(card) for card in CARDS if card not in self.own.used]
        said.append(t("Your cards: {cards}.", cards=listed(left, t)))
        said.append(chips_told(self.table, t))
        return text([*said, seat_told(self.own, t), seat_told(self.other, t)], t)

    def _told(self, move: Move, t: Speech) -> str:
        """Return a move in words."""
        match move:
            case Lay(card=card):
                return t("Prediction: {card}", card=card)
            case Chip(face=face):
                return t("Chip, sun up") if face == "sun" else t("Chip, moon up")
            case Change(card=card) if card == self.prediction:
                return t("Change to {card} again (a feint)", card=card)
            case Change(card=card):
                return t("Change to {card}", card=card)
            case _:
                return t("Pass")


def _move(canvas: Canvas, move: Move, x: float, y: float) -> None:
    """Draw a card, a chip, a change to a card, or an empty place for a pass."""
    match move:
        case Lay(card=card):
            canvas.put(number(card, 78, 98), x - 39, y - 49)
        case Chip(face=face):
            canvas.mid(chip(face, 98), x, y)
        case Change(card=card):
            canvas.put(change(False, 70, 90), x - 126, y - 45)
            canvas.mid(arrow(58, 40, 12, WHITE), x - 6, y)
            canvas.put(number(card, 74, 94), x + 48, y - 47)
        case _:
            canvas.mid(free(92, _DIM), x, y)
            canvas.box(round(x) - 20, round(y) - 5, 40, 10, 5, WHITE)


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
