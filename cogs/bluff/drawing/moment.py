"""The pictures of a turning point, and of a decision in a review with both moves."""

from dataclasses import dataclass
from typing import ClassVar

from bot.drawing import turning
from bot.drawing.canvas import Canvas, Panel, pointer
from bot.drawing.colours import WHITE, Felt, mixed
from bot.drawing.film import tilted
from bot.drawing.picture import Who, text
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech
from games.bluff import Move, Show
from games.bluff.state import Bid, Dice

from .pictures import Seat, bid_told, dice_in_line, faces_told, large_bid, own_told, seat_told
from .pieces import FELT, cup, die, eye, hidden, lost

_NAMES = (34, 32, 30)
_TOP, _OWN, _BELOW = 18, 236, 366


@dataclass(frozen=True, slots=True)
class Choice:
    """The running bid, the other seats clockwise, the own dice, and both moves.

    `cost`: the loss by the move made, in percent of the win.
    """

    felt: ClassVar[Felt] = FELT
    others: tuple[Seat, ...]
    own: Dice
    open: Dice
    bid: Bid | None
    bidder: Who | None
    played: Move
    better: Move
    cost: int

    def draw(self) -> Canvas:
        """Draw the bid with the other seats' dice, the own dice, and both moves below."""
        panels = (
            Panel(_TOP, _TOP, 260, 206, 26, FELT.well),
            Panel(18, _OWN, 844, 118, 26, FELT.panel),
        )
        canvas = Canvas(FELT, panels)
        self._bid(canvas)
        self._others(canvas)
        self._dice(canvas)
        places = turning.frames(canvas, _BELOW, self.cost)
        for move, place in zip((self.played, self.better), places, strict=True):
            self._move(canvas, move, *place)
        return canvas

    def _bid(self, canvas: Canvas) -> None:
        if self.bid is None or self.bidder is None:
            canvas.text(148, 122, "?", 90, FELT.quiet, "m")
            return
        large_bid(canvas, self.bid, 148, 92, 96)
        canvas.name(148, 184, self.bidder.shown, 230, anchor="m", sizes=(36, 32, 30))

    def _others(self, canvas: Canvas) -> None:
        """Draw the others with dice in one column or two, a pointer beside the bidder."""
        seats = [seat for seat in self.others if seat.hidden or seat.shown]
        columns = 1 if len(seats) < 3 else 2
        rows = -(-len(seats) // columns)
        wide, high = (570 - 14 * (columns - 1)) // columns, (206 - 12 * (rows - 1)) // rows
        for at, seat in enumerate(seats):
            x, y = 292 + (wide + 14) * (at // rows), _TOP + (high + 12) * (at % rows)
            bids = self.bidder == seat.who
            canvas.box(x, y, wide, high, 20, FELT.active if bids else FELT.panel)
            if bids:
                canvas.mid(pointer(18, 28, WHITE, "right"), x + 24, y + high / 2)
            # Three rows have no room for a line of its own.
            if high > 80:
                size, line = (54, 64) if columns == 1 and rows < 3 else (40, 56)
                mid = y + high / 2
                canvas.name(x + 44, mid - line / 2 + 4, seat.who.shown, wide - 64, sizes=_NAMES)
                dice_in_line(canvas, seat, x + 44, mid + 2, size, wide - 60, 8)
            else:
                canvas.name(x + 40, y + high / 2, seat.who.shown, 96, sizes=_NAMES)
                dice_in_line(canvas, seat, x + 140, y + high / 2 - 17, 34, wide - 150, 4)

    def _dice(self, canvas: Canvas) -> None:
        dice = [*((face, False) for face in self.own), *((face, True) for face in self.open)]
        size, gap = 88, 16
        left = 440 - ((size + gap) * len(dice) - gap) / 2
        for at, (face, shown) in enumerate(dice):
            x = left + (size + gap) * at
            canvas.put(die(face, size), x, _OWN + 15)
            if shown:
                canvas.mid(eye(40, WHITE), x + size - 6, _OWN + 20)

    def _move(self, canvas: Canvas, move: Move, x: float, y: float) -> None:
        """Draw a bid, the dice shown before those rolled again, or a lifted cup."""
        if isinstance(move, Bid):
            large_bid(canvas, move, x, y, 92)
        elif isinstance(move, Show):
            again = len(self.own) - len(move.dice)
            size = min(58, (330 - 52 - 6 * len(self.own)) // max(1, len(self.own)))
            left = x - (52 + (size + 6) * len(self.own)) / 2
            canvas.mid(eye(44, WHITE), left + 20, y)
            for at, face in enumerate((*move.dice, *[None] * again)):
                piece = hidden(size, FELT.active) if face is None else die(face, size)
                canvas.put(piece, left + 52 + (size + 6) * at, y - size / 2)
        else:
            canvas.mid(tilted(cup(None, 84), 24), x - 124, y)
            if self.bid is not None:
                large_bid(canvas, self.bid, x + 52, y, 80)

    def told(self, t: Speech) -> str:
        """Return both moves, the own dice, the bid and the others' dice."""
        played, better = self._told(self.played, t), self._told(self.better, t)
        said = [*turning.told(played, better, self.cost, t), *own_told(self.own, self.open, t)]
        if self.bid is None or self.bidder is None:
            said.append(t("No bid yet."))
        else:
            who = self.bidder.told(t)
            said.append(t("{who} bids {bid}.", who=who, bid=bid_told(self.bid, t)))
        return text([*said, *(seat_told(seat, t) for seat in self.others)], t)

    def _told(self, move: Move, t: Speech) -> str:
        """Return a move in words."""
        if isinstance(move, Bid):
            return t("Bid {bid}", bid=bid_told(move, t))
        if isinstance(move, Show):
            dice, again = faces_told(move.dice, t), len(self.own) - len(move.dice)
            return t.many(
                "Show {dice} and reroll {n} die",
                "Show {dice} and reroll {n} dice",
                again,
                dice=dice,
            )
        return t("Challenge {bid}", bid="" if self.bid is None else bid_told(self.bid, t))


@dataclass(frozen=True, slots=True)
class Costly:
    """The bid, the dice found, the dice lost, and the round among all."""

    bid: Bid
    found: int
    lost: int
    round: int
    rounds: int

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the bid against the count, the round and the lost dice."""
        pale, y_mid = mixed(WHITE, canvas.felt.ground, 0.75), y + 62
        left = x + 22
        left += canvas.text(left, y_mid, str(self.bid.count), 66) + 8
        left += canvas.text(left, y_mid, "×", 44, pale) + 10
        canvas.put(die(self.bid.face, 72), left, y_mid - 36)
        sign = "<" if self.bid.count < self.found else "=" if self.bid.count == self.found else ">"
        right = x + WELL[0] - 24
        wide = canvas.text(right, y_mid, str(self.found), 66, WHITE, "r")
        canvas.text((left + 72 + right - wide) / 2, y_mid, sign, 56, pale, "m")
        foot(canvas, x, y, (self.round, self.rounds), lost, f"−{self.lost}")

    def told(self, t: Speech) -> str:
        """Return the bid, the count and the loss."""
        return t.many(
            "Round {round}: {bid} bid, {found} counted, you lost {n} die.",
            "Round {round}: {bid} bid, {found} counted, you lost {n} dice.",
            self.lost,
            round=self.round,
            bid=bid_told(self.bid, t),
            found=self.found,
        )

    def brief(self, t: Speech) -> str:
        """Return the dice lost at once."""
        return t.many("{n} die lost at once", "{n} dice lost at once", self.lost)
