"""The pictures of a turning point, and of a decision in a review with both moves."""

from dataclasses import dataclass
from typing import ClassVar

from bot.drawing import turning
from bot.drawing.boxes import Box, column, drawn, label, piece, plate, row
from bot.drawing.canvas import Canvas, arrow
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Theme, mixed
from bot.drawing.pen import Pen, Sprite
from bot.drawing.picture import text
from bot.drawing.turning import SIGN, well
from bot.words.speech import Speech, listed
from games.sinomilia import Change, Chip, Lay, Move
from games.sinomilia.state import CARDS, Card, Face

from .pictures import Seat, chips_alt, chips_row, numbers, other_row, seat_alt
from .pieces import THEME, change, chip, free, number, pile

_DIM = mixed(WHITE, THEME.ground, 0.4)


@dataclass(frozen=True, slots=True)
class Choice:
    """The position as its seat saw it, the move made and a better one.

    `cost`: the loss by the move made, in percent of the win.
    """

    theme: ClassVar[Theme] = THEME
    own: Seat
    other: Seat
    table: tuple[Face, ...]
    prediction: int | None
    played: Move
    better: Move
    cost: int

    def draw(self) -> Canvas:
        """Draw the middle, the other seat, the own cards, and both moves below."""
        middle = chips_row(self.table, new=False).on(plate(844, 100, 24, THEME.well))
        other = other_row(self.other, WHITE).on(plate(844, 88, 22, THEME.panel), x=0)
        own = self._own().on(plate(844, 128, 24, THEME.active), x=0)
        played, better = _move(self.played), _move(self.better)
        moves = turning.moves(THEME, played, better, self.cost)
        return drawn(THEME, (18, 18, column(middle, other, own, moves.pad(top=6), gap=8)))

    def _own(self) -> Box:
        """Return the own chips and cards. A white ring is around the prediction."""
        chips = row(piece(pile(40)), label(str(self.own.chips), 50), gap=8)
        starts = [piece(arrow(48, 38, 12, WHITE))] if self.own.starts else []
        left = column(chips, *starts, gap=6).within(120, 128)
        shown = numbers(self.own.used, 58, 92, 6, self.prediction, WHITE)
        return row(left, shown, piece(change(self.own.changed, 54, 70)), gap=14).pad(left=4)

    def alt(self, t: Speech) -> str:
        """Return both moves, the own cards, the chips and both seats."""
        played, better = self._told(self.played, t), self._told(self.better, t)
        said = turning.alt(played, better, self.cost, t)
        if self.prediction is not None:
            said.append(t("Your prediction: {card}.", card=self.prediction))
        left = [str(card) for card in CARDS if card not in self.own.used]
        said.append(t("Your cards: {cards}.", cards=listed(left, t)))
        said.append(chips_alt(self.table, t))
        return text([*said, seat_alt(self.own, t), seat_alt(self.other, t)], t)

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


def _move(move: Move) -> Box:
    """Return a card, a chip, a change to a card, or an empty place for a pass."""
    match move:
        case Lay(card=card):
            return piece(number(card, 78, 98))
        case Chip(face=face):
            return piece(chip(face, 98))
        case Change(card=card):
            way = piece(arrow(58, 40, 12, WHITE))
            return row(piece(change(False, 70, 90)), way, piece(number(card, 74, 94)), gap=22)
        case _:
            return plate(40, 10, 5, WHITE).on(piece(free(92, _DIM)))


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

    def box(self) -> Box:
        """Return both numbers around the moons, the round and the change."""
        own, other = (piece(number(card, *_CARD)) for card in (self.own, self.other))
        gain = self.change > 0
        way, fill = ("left", GOLD) if gain else ("right", CORAL)
        moons = row(piece(chip("moon", 54)), label(str(self.moons), 46), gap=9)
        between = column(moons, piece(arrow(120, 30, 9, fill, way)), gap=6)
        told = f"+{self.change}" if gain else f"−{-self.change}"
        parts = own.ring(WHITE, 11, 4, glow=False), between, other
        return well(
            THEME, *parts, chapter=(self.round, self.rounds), sign=_coin(), number=told, gain=gain
        )

    def alt(self, t: Speech) -> str:
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


def _coin() -> Sprite:
    """Return a plain coin, because both faces count."""
    pen = Pen(SIGN, SIGN, 1)
    for share, fill in (0.46, INK), (0.3, WHITE), (0.22, INK):
        pen.circle(SIGN / 2, SIGN / 2, SIGN * share, fill)
    return pen.done()
