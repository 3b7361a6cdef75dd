"""Bluff in pictures: cups around the running bid, the own dice, and the count against the bid."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from bot.drawing.boxes import (
    Box,
    Place,
    column,
    drawn,
    fan,
    label,
    name,
    paint,
    panel,
    piece,
    pill,
    places,
    plate,
    row,
)
from bot.drawing.canvas import Canvas, arrow, pointer
from bot.drawing.colours import BLACK, CORAL, GOLD, INK, WHITE, Colour, Theme, mixed
from bot.drawing.picture import Who, text
from bot.words.speech import Speech, listed
from games.bluff.state import WILD, Bid, Dice, Face, matching

from .pieces import THEME, cup, die, eye, hidden, lost, ringed

_DEEP = mixed(BLACK, THEME.ground, 0.5)
_SUNK = mixed(BLACK, THEME.ground, 0.16)
_PILL = mixed(GOLD, THEME.well, 0.26)
_FAINT = 0.26


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: the dice under its cup, the open dice, and the newly shown ones among them."""

    who: Who
    hidden: int
    shown: Dice = ()
    new: int = 0
    acts: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """All dice clockwise, and the bids of the round with their bidders' places."""

    theme: ClassVar[Theme] = THEME
    seats: tuple[Seat, ...]
    bids: tuple[tuple[int, Bid], ...] = ()

    def draw(self) -> Canvas:
        """Draw panels above and below, and the bids between them."""
        beside = (len(self.seats) + 1) // 2
        wide = (840 - 13 * (beside - 1)) / beside
        seats = [_seat(seat, wide).keyed(at) for at, seat in enumerate(self.seats)]
        above, below = row(*seats[:beside], gap=13), seats[: beside - 1 : -1]
        low = row(*below, w=840) if len(below) > 1 else below[0].within(840, _HIGH, x=1)
        band = dice_in_all(self._dice(), 42, _DEEP).pad(right=14).on(_BAND, x=1)
        whole = column(above, band, low, gap=16)
        x, bid = self._bid(places(whole, 20, 20))
        earlier = list[Box]()
        for at, (_, one) in enumerate(reversed(self.bids[:-1])):
            shown = row(_earlier(one, 0.62 if at == 0 else 0.38), *earlier, gap=12)
            if shown.w > x - 30:
                break
            earlier = [shown]
        before = row(*earlier).within(x - 16, 160, x=1)
        return drawn(THEME, (20, 20, whole), (0, 200, before), (x, 188, bid))

    def _dice(self) -> int:
        return sum(seat.hidden + len(seat.shown) for seat in self.seats)

    def _bid(self, seats: Mapping[Hashable, Place]) -> tuple[float, Box]:
        """Return the running bid with a pointer to its bidder, and its left edge."""
        if not self.bids:
            return 294, no_bid(292, 160, 90).pad(top=12)
        seat, bid = self.bids[-1]
        middle = seats[seat].middle[0]
        x = min(max(middle - 146, 170), 402) if len(self.seats) > 4 else 294
        up = seats[seat].y < 200
        tip = min(max(middle - x, 60), 232)
        mark = piece(pointer(44, 22, GOLD, "up" if up else "down"))
        shown = large_bid(bid, 98).on(plate(292, 184, 28, _DEEP, GOLD, 5, glow=True))
        return x, shown.mark(mark, 0, 1 - up, tip, -9 if up else 9)

    def alt(self, t: Speech) -> str:
        """Return the bid, the seat to act, and the dice of each seat."""
        said = []
        if self.bids:
            seat, bid = self.bids[-1]
            said.append(
                t("{who} bids {bid}.", who=self.seats[seat].who.alt(t), bid=bid_alt(bid, t))
            )
        else:
            said.append(t("No bid yet."))
        said += [t("{who} to act.", who=seat.who.alt(t)) for seat in self.seats if seat.acts]
        said += [seat_alt(seat, t) for seat in self.seats]
        if earlier := self.bids[-3:-1]:
            bids = listed((bid_alt(bid, t) for _, bid in earlier), t)
            said.append(t("Bid before: {bids}.", bids=bids))
        said.append(t.many("{n} die in all.", "{n} dice in all.", self._dice()))
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own dice, hidden and open, under the running bid."""

    theme: ClassVar[Theme] = THEME
    own: Dice
    open: Dice
    dice: int
    bid: Bid | None = None
    bidder: Seat | None = None

    def draw(self) -> Canvas:
        """Draw the bid and its bidder above, and the own dice below. Matching dice are lifted."""
        dice = [*((face, False) for face in self.own), *((face, True) for face in self.open)]
        size = min(144, (812 - 15 * (len(dice) - 1)) // max(1, len(dice)))
        shown = row(*(self._die(face, size, shown=shown) for face, shown in dice), gap=15)
        below = shown.pad(top=46).on(plate(840, 344, 28, THEME.panel))
        return drawn(THEME, (20, 20, self._above()), (20, 196, below))

    def _fits(self, face: Face) -> bool:
        return self.bid is not None and matching((face,), self.bid.face) == 1

    def _die(self, face: Face, size: int, *, shown: bool) -> Box:
        """Return a die with its value, and with an eye if it is open."""
        fits = self._fits(face)
        die_ = ringed(face, size).pad(top=-17, bottom=17) if fits else piece(die(face, size))
        told, large = (f"1–{WILD - 1}", 46) if face == WILD else (str(face), 54)
        value = label(told, large, GOLD if fits else WHITE).within(size, 48)
        mark = piece(eye(44, WHITE)) if shown else Box(44, 44)
        return column(die_.within(size, 144), value.pad(top=40), mark)

    def _above(self) -> Box:
        in_all = dice_in_all(self.dice, 40, THEME.well)
        ground = plate(840, 150, 24, THEME.well)
        if self.bid is None or self.bidder is None:
            parts = row(no_bid(300, 134, 80), in_all, w=800)
            return parts.on(ground)
        bid = large_bid(self.bid, 96).on(plate(300, 134, 24, _DEEP, GOLD, 5, glow=True))
        dice = dice_in_line(self.bidder, 50, 290, 8)
        who = column(name(self.bidder.who.shown, 290, sizes=(36, 32, 30)), dice, gap=20, x=0)
        mine = matching(self.own + self.open, self.bid.face)
        fit = piece(die(self.bid.face, 42)), label(f"+{mine}", 42, GOLD)
        facts = column(in_all, pill(54, _PILL, *fit, gap=16, w=164), gap=2, x=1)
        return row(bid, who.within(290, who.h, x=0), facts, w=804).on(ground)

    def alt(self, t: Speech) -> str:
        """Return the own dice, the bid, and the number of matching dice."""
        said = own_alt(self.own, self.open, t)
        if self.bid is None or self.bidder is None:
            said.append(t("No bid yet."))
        else:
            mine = matching(self.own + self.open, self.bid.face)
            who, bid = self.bidder.who.alt(t), bid_alt(self.bid, t)
            said.append(t("{who} bids {bid}.", who=who, bid=bid))
            fit = t.many("{n} of your dice fits it.", "{n} of your dice fit it.", mine)
            said += [fit, seat_alt(self.bidder, t)]
        said.append(t.many("{n} die in all.", "{n} dice in all.", self.dice))
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Count:
    """A challenge: the bid, all dice by seat, and the losses."""

    theme: ClassVar[Theme] = THEME
    bidder: Who
    bid: Bid
    seats: tuple[tuple[Who, Dice], ...]
    lost: tuple[tuple[Who, int], ...]

    @property
    def found(self) -> int:
        """Return the number of matching dice."""
        return sum(matching(dice, self.bid.face) for _, dice in self.seats)

    @property
    def step(self) -> int:
        """Return the distance between two rows."""
        return min(140, 402 // len(self.seats))

    @property
    def size(self) -> int:
        """Return the side of a die."""
        return min(84, round(self.step * 0.66) if self.step > 90 else self.step - 18)

    def middle(self, row: int) -> float:
        """Return the height of a row's middle."""
        return 18 + (400 - self.step * len(self.seats)) // 2 + self.step * row + (self.step - 8) / 2

    def place(self, row: int, at: int) -> tuple[float, float]:
        """Return the top left corner of a die."""
        return 222 + max(88, self.size + 6) * at, self.middle(row) - self.size / 2

    def ground(self) -> Canvas:
        """Draw the rows with their names, and the bid."""
        grounds = [plate(844, self.step - 8, 20, THEME.panel)] * len(self.seats)
        rows = (
            name(who.shown, 166, sizes=(38, 34, 30)).pad(left=24).on(ground, x=0)
            for (who, _), ground in zip(self.seats, grounds, strict=True)
        )
        bid = label(str(self.bid.count), 58), label("×", 40), piece(die(self.bid.face, 60))
        who = name(self.bidder.shown, 180, sizes=(32, 30))
        below = column(who, row(*bid, gap=7), gap=17, x=0).pad(left=22)
        top = self.middle(0) - (self.step - 8) / 2
        well = below.on(plate(844, 120, 24, _DEEP), x=0)
        return drawn(THEME, (18, top, column(*rows, gap=8)), (18, 422, well))

    def draw(self) -> Canvas:
        """Draw a row for each seat with rings around counted dice, and the count below."""
        canvas = self.ground()
        for number, (_, dice) in enumerate(self.seats):
            self.judged(canvas, number, dice)
            self.counted(canvas, number, matching(dice, self.bid.face))
        self.compared(canvas, self.found, GOLD, INK)
        canvas.put(arrow(82, 44, 12, CORAL), 418, 460)
        self.losers(canvas)
        return canvas

    def judged(self, canvas: Canvas, row: int, dice: Dice, *, glow: bool = True) -> None:
        """Draw a row's dice: rings around counted ones, the others faint."""
        for at, face in enumerate(dice):
            if matching((face,), self.bid.face):
                paint(canvas, ringed(face, self.size, glow=glow), *self.place(row, at))
            else:
                canvas.put(die(face, self.size, _FAINT), *self.place(row, at))

    def counted(self, canvas: Canvas, row: int, count: int) -> None:
        """Draw the number of a row's counted dice."""
        told, fill = (f"+{count}", GOLD) if count else ("0", THEME.quiet)
        large = 60 if self.step >= 100 else 48
        canvas.text(836, self.middle(row), told, large, fill, "r")

    def compared(self, canvas: Canvas, found: int, disc: Colour, digit: Colour) -> None:
        """Draw the number of counted dice beside the bid."""
        sign = "<" if self.bid.count < found else "=" if self.bid.count == found else ">"
        canvas.text(254, 484, sign, 64, mixed(WHITE, _DEEP, 0.75), "m")
        canvas.box(293, 430, 104, 104, 52, disc)
        canvas.text(345, 482, str(found), 68, digit, "m")

    def losers(self, canvas: Canvas, crossed: int | None = None) -> None:
        """Draw the losers. Of a single one, that many dice are crossed (None: all)."""
        several = len(self.lost) > 2
        if len(self.lost) == 1:
            ((who, dice),) = self.lost
            step = min(60, 200 // dice)
            gone = dice if crossed is None else crossed
            pieces = [lost(step - 6)] * gone + [hidden(step - 6, THEME.ground)] * (dice - gone)
            shown = row(label(f"−{dice}", 50, INK), row(*map(piece, pieces), gap=6), gap=18)
            named = name(who.shown, 290, INK, (36, 32, 30))
            inside = column(named, shown.within(shown.w, 54), gap=8, x=0).pad(left=24)
        else:
            most = 112 if several else 226
            names = [name(who.shown, most, INK, (32, 30)) for who, _ in self.lost]
            tall = (len(names) + 1) // 2 if several else len(names)
            columns = (column(*names[:tall], gap=11, x=0), column(*names[tall:], gap=11, x=0))
            inside = row(label("−1", 54, INK), *columns, gap=8).pad(left=16)
        paint(canvas, inside.on(plate(328, 108, 20, CORAL), x=0), 522, 428)

    def alt(self, t: Speech) -> str:
        """Return the bid, the count with each seat's part, and the losses."""
        said = [
            t("{who} bid {bid}.", who=self.bidder.alt(t), bid=bid_alt(self.bid, t)),
            t("{n} counted.", n=self.found),
        ]
        for who, dice in self.seats:
            count = matching(dice, self.bid.face)
            said.append(t("{who}: {dice}, +{n}.", who=who.alt(t), dice=faces_alt(dice, t), n=count))
        said += [_lost_alt(who, dice, t) for who, dice in self.lost]
        return text(said, t)


_HIGH = 160
"""Height of a seat's panel."""
_BAND = plate(840, 168, 24, THEME.well).below()


def _seat(seat: Seat, w: float) -> Box:
    """Return a seat's panel. A narrow one has the name beside the cup, above the dice."""
    if not (seat.hidden or seat.shown):
        return name(seat.who.shown, w - 40, THEME.quiet).on(plate(w, _HIGH, 22, _SUNK).below())
    ground = panel(THEME, w, _HIGH, 22, loud=seat.acts)
    if w > 300:
        dice = dice_in_line(seat, 56 if w < 800 else 66, w - 152, 10)
        right = column(name(seat.who.shown, w - 160), dice, gap=26, x=0)
        inside = row(piece(cup(seat.hidden, 102)), right, gap=22).pad(left=17)
    else:
        named = name(seat.who.shown, w - 120, sizes=(36, 32, 30))
        dice = dice_in_line(seat, 42, w - 26, 8)
        cups = row(piece(cup(seat.hidden, 80)), named, gap=14)
        inside = column(cups, dice.within(dice.w, 42), gap=12, x=0).pad(left=14)
    return inside.on(ground, x=0)


def dice_in_line(seat: Seat, size: int, most: float, gap: float) -> Box:
    """Return a seat's dice in a line: open dice first, with new ones ringed."""
    return _line(seat.shown, seat.new, seat.hidden, size, most, gap)


@lru_cache(maxsize=128)
def _line(open_: Dice, new: int, under: int, size: int, most: float, gap: float) -> Box:
    count, fresh = len(open_) + under, len(open_) - new
    size = min(size, int(most - 5 * (count - 1)) // count)
    shown = [piece(die(face, size)) for face in open_[:fresh]]
    shown += [ringed(face, size) for face in open_[fresh:]]
    return fan([*shown, *[piece(hidden(size, THEME.ground))] * under], gap, most)


@lru_cache(maxsize=64)
def dice_in_all(dice: int, size: int, ground: Colour) -> Box:
    """Return the number of all dice beside two hidden ones."""
    one = piece(hidden(size, ground))
    both = one.pad(left=15, top=26).on(one.pad(right=15, bottom=26))
    return row(both, label(str(dice), 46), gap=20)


@lru_cache(maxsize=64)
def no_bid(w: int, h: int, size: int) -> Box:
    """Return the place of a bid that isn't made yet."""
    return label("?", size, THEME.quiet).on(plate(w, h, 24, _DEEP, THEME.quiet, 4, dashed=True))


@lru_cache(maxsize=64)
def large_bid(bid: Bid, size: int) -> Box:
    """Return a bid. A count of two digits is a little smaller."""
    count = str(bid.count)
    digits, size = (100, size) if len(count) == 1 else (84, size - 14)
    return row(label(count, digits), label("×", digits - 14), piece(die(bid.face, size)), gap=16)


@lru_cache(maxsize=64)
def _earlier(bid: Bid, share: float) -> Box:
    """Return an earlier bid with a pointer to the next one."""
    fill, way = mixed(WHITE, THEME.well, share + 0.2), mixed(WHITE, THEME.well, 0.6)
    count = row(label(str(bid.count), 40, fill), label("×", 32, fill), gap=3)
    return row(count, piece(die(bid.face, 42, share)), piece(pointer(13, 20, way)), gap=8)


def _face(face: Face, t: Speech) -> str:
    return t("wild") if face == WILD else str(face)


def faces_alt(dice: Dice, t: Speech) -> str:
    """Return dice in words."""
    return listed((_face(face, t) for face in dice), t)


def own_alt(own: Dice, shown: Dice, t: Speech) -> list[str]:
    """Return the own dice in words, those under the cup first."""
    said = [t("Under your cup: {dice}.", dice=faces_alt(own, t))] if own else []
    return [*said, t("You have shown {dice}.", dice=faces_alt(shown, t))] if shown else said


def bid_alt(bid: Bid, t: Speech) -> str:
    """Return a bid in words."""
    return f"{bid.count} × {_face(bid.face, t)}"


def _lost_alt(who: Who, dice: int, t: Speech) -> str:
    named = who.alt(t)
    return t.many("{who} loses {n} die.", "{who} loses {n} dice.", dice, who=named)


def seat_alt(seat: Seat, t: Speech) -> str:
    """Return a seat's open and hidden dice in words."""
    who = seat.who.alt(t)
    if not seat.shown:
        if not seat.hidden:
            return t("{who} is out.", who=who)
        return t.many("{who}: {n} die hidden.", "{who}: {n} dice hidden.", seat.hidden, who=who)
    dice = faces_alt(seat.shown, t)
    return t("{who} shows {dice}, {n} hidden.", who=who, dice=dice, n=seat.hidden)
