"""The pictures of a turning point, and of a decision in a review with both moves."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.drawing.boxes import Box, column, label, piece, plate, row
from bot.drawing.canvas import arrow
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, mixed
from bot.drawing.pen import Pen, Sprite
from bot.drawing.turning import SIGN, TwoMoves, well
from bot.words.speech import Speech, signed
from games.sinomilia import Change, Chip, Lay, Move
from games.sinomilia.state import Card

from . import THEME, change, chip, number, pile
from .pictures import Hand, chips_row, free, numbers, other_row

_DIM = mixed(WHITE, THEME.ground, 0.4)
_CARD = (78, 88)


class Choice(TwoMoves[Move], theme=THEME):
    """The position as its seat saw it, the move made and a better one."""

    hand: Hand

    def position(self) -> Box:
        """Return the middle, the other seat, and the own cards, the prediction in a white ring."""
        own = self.hand.own
        chips = row(piece(pile(40)), label(str(own.chips), 50), gap=8)
        starts = [piece(arrow(48, 38, 12, WHITE))] if own.starts else []
        left = column(chips, *starts, gap=6).within(120, 128)
        shown = numbers(own.used, 58, 92, 6, self.hand.prediction, WHITE)
        mine = row(left, shown, piece(change(own.changed, 54, 70)), gap=14).pad(left=4)
        middle = chips_row(self.hand.table, new=False).on(plate(844, 100, 24, THEME.well))
        other = other_row(self.hand.other, WHITE).on(plate(844, 88, 22, THEME.panel), x=0)
        return column(middle, other, mine.on(plate(844, 128, 24, THEME.active), x=0), gap=8)

    def move(self, move: Move) -> Box:
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
                return plate(40, 10, 5, WHITE).on(free(92, _DIM))

    def position_alt(self, t: Speech) -> Iterator[str]:
        """Return the own cards, the chips and both seats."""
        return self.hand.said(t)

    def move_alt(self, move: Move, t: Speech) -> str:
        """Return a move in words."""
        return move_alt(move, self.hand.prediction, t)


def move_alt(move: Move, prediction: int | None, t: Speech) -> str:
    """Return a move in words. A change to the same prediction is a feint."""
    match move:
        case Lay(card=card):
            return t("Prediction: {card}", card=card)
        case Chip(face=face):
            return t("Chip, sun up") if face == "sun" else t("Chip, moon up")
        case Change(card=card) if card == prediction:
            return t("Change to {card} again (a feint)", card=card)
        case Change(card=card):
            return t("Change to {card}", card=card)
        case _:
            return t("Pass")


class Payment(NamedTuple):
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
        parts = own.ring(WHITE, 11, 4, glow=False), between, other
        chapter = self.round, self.rounds
        return well(THEME, chapter, _coin(), signed(self.change), *parts, gain=gain)

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
        return t("{change} in round {round}", change=signed(self.change), round=self.round)


def _coin() -> Sprite:
    """Return a plain coin, because both faces count."""
    pen = Pen(SIGN, SIGN, 1)
    for share, fill in (0.46, INK), (0.3, WHITE), (0.22, INK):
        pen.circle(SIGN / 2, SIGN / 2, SIGN * share, fill)
    return pen.done()
