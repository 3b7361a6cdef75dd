"""The pictures of a turning point, and of a decision in a review with both moves."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.drawing.boxes import Box, column, grid, label, name, piece, plate, row
from bot.drawing.canvas import pointer
from bot.drawing.colours import WHITE, mixed
from bot.drawing.film import tilted
from bot.drawing.turning import SIGN, TwoMoves, well
from bot.words.speech import Speech
from games.bluff import Move, Show
from games.bluff.state import Bid

from . import THEME, cup, die, eye, hidden, lost
from .pictures import Hand, Seat, bid_alt, compared, faces_alt, large_bid

_WIDE, _HIGH = 570, 206


class Choice(TwoMoves[Move], theme=THEME):
    """The running bid with the own dice, the other seats clockwise, and both moves."""

    hand: Hand
    others: tuple[Seat, ...]

    def position(self) -> Box:
        """Return the bid with the other seats' dice, and the own dice."""
        hand, bid = self.hand, label("?", 90, THEME.quiet)
        dice = [piece(die(face, 88)) for face in (*hand.own, *hand.open)]
        for at in range(len(hand.own), len(dice)):
            dice[at] = dice[at].mark(piece(eye(40, WHITE)), 1, 0, -6, 5)
        if hand.bid is not None and hand.bidder is not None:
            who = name(hand.bidder.who.shown, 230, size=36)
            bid = column(large_bid(hand.bid, 96), who, gap=30)
        above = row(bid.on(plate(260, _HIGH, 26, THEME.well)), self._others(), gap=14)
        return column(above, row(*dice, gap=16).on(plate(844, 118, 26, THEME.panel)), gap=12)

    def _others(self) -> Box:
        """Return the others with dice in one column or two, a pointer beside the bidder."""
        seats = [seat for seat in self.others if seat.hidden or seat.shown]
        columns = 1 if len(seats) < 3 else 2
        rows = -(-len(seats) // columns)
        size = (_WIDE - 12 * (columns - 1)) / columns, (_HIGH - 12 * (rows - 1)) / rows
        # The seats go down the first column, and then down the second one.
        turns = [seats[at] for n in range(rows) for at in range(n, len(seats), rows)]
        return grid((self._other(seat, *size) for seat in turns), columns, 12)

    def _other(self, seat: Seat, w: float, h: float) -> Box:
        bids = self.hand.bidder == seat
        way = piece(pointer(18, 28, WHITE, "right")) if bids else Box(18, 28)
        if h > 80:
            dice = seat.line(54 if h > 100 else 40, w - 60, 8)
            shown = column(name(seat.who.shown, w - 64, size=34), dice, gap=16, x=0)
        else:
            # Three rows have no room for a line of its own.
            named = name(seat.who.shown, 96, size=34).within(100, 34, x=0)
            shown = row(named, seat.line(34, w - 150, 4))
        ground = plate(w, h, 20, THEME.active if bids else THEME.panel)
        return row(way, shown, gap=11).pad(left=15).on(ground, x=0)

    def move(self, move: Move) -> Box:
        """Return a bid, the dice shown before those rolled again, or a lifted cup."""
        if isinstance(move, Bid):
            return large_bid(move, 92)
        if isinstance(move, Show):
            own = len(self.hand.own)
            again, size = own - len(move.dice), min(58, (330 - 52 - 6 * own) // max(1, own))
            dice = [piece(die(face, size)) for face in move.dice]
            dice += [piece(hidden(size, THEME.active))] * again
            return row(piece(eye(44, WHITE)), row(*dice, gap=6), gap=10)
        bid = [] if self.hand.bid is None else [large_bid(self.hand.bid, 80)]
        return row(piece(tilted(cup(None, 84), 24)), *bid, gap=20)

    def position_alt(self, t: Speech) -> Iterator[str]:
        """Yield the own dice, the bid and the others' dice."""
        yield from self.hand.position(t)
        yield from (seat.alt(t) for seat in self.others)

    def move_alt(self, move: Move, t: Speech) -> str:
        """Return a move in words."""
        if isinstance(move, Bid):
            return t("Bid {bid}", bid=bid_alt(move, t))
        if isinstance(move, Show):
            dice, again = faces_alt(move.dice, t), len(self.hand.own) - len(move.dice)
            return t.many(
                "Show {dice} and reroll {n} die",
                "Show {dice} and reroll {n} dice",
                again,
                dice=dice,
            )
        bid = "" if self.hand.bid is None else bid_alt(self.hand.bid, t)
        return t("Challenge {bid}", bid=bid)


class Costly(NamedTuple):
    """The bid, the dice found, the dice lost, and the round among all."""

    bid: Bid
    found: int
    lost: int
    round: int
    rounds: int

    def box(self) -> Box:
        """Return the bid against the count, the round and the lost dice."""
        pale = mixed(WHITE, THEME.ground, 0.75)
        bid = label(str(self.bid.count), 66), label("×", 44, pale), piece(die(self.bid.face, 72))
        sign = label(compared(self.bid, self.found), 56, pale)
        parts = row(*bid, gap=9), sign, label(str(self.found), 66)
        return well(THEME, (self.round, self.rounds), lost(SIGN), f"−{self.lost}", *parts)

    def alt(self, t: Speech) -> str:
        """Return the bid, the count and the loss."""
        return t.many(
            "Round {round}: {bid} bid, {found} counted, you lost {n} die.",
            "Round {round}: {bid} bid, {found} counted, you lost {n} dice.",
            self.lost,
            round=self.round,
            bid=bid_alt(self.bid, t),
            found=self.found,
        )

    def brief(self, t: Speech) -> str:
        """Return the dice lost at once."""
        return t.many("{n} die lost at once", "{n} dice lost at once", self.lost)
