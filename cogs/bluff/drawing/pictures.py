"""Bluff in pictures: cups around the running bid, the own dice, and the count against the bid."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.drawing import words
from bot.drawing.canvas import Canvas, Panel, arrow, pointer
from bot.drawing.colours import BLACK, CORAL, GOLD, INK, WHITE, Colour, Felt, mixed
from bot.drawing.picture import Who, text
from bot.words.speech import Speech, listed
from games.bluff.state import WILD, Bid, Dice, Face, matching

from .pieces import FELT, cup, die, eye, hidden, lost, ringed

_DEEP = mixed(BLACK, FELT.ground, 0.5)
_SUNK = mixed(BLACK, FELT.ground, 0.16)
_PILL = mixed(GOLD, FELT.well, 0.26)
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

    felt: ClassVar[Felt] = FELT
    seats: tuple[Seat, ...]
    bids: tuple[tuple[int, Bid], ...] = ()

    def draw(self) -> Canvas:
        """Draw panels above and below, and the bids between them."""
        places = _PLACES[len(self.seats)]
        panels = [
            Panel(*place, 22, FELT.panel if seat.hidden or seat.shown else _SUNK)
            for place, seat in zip(places, self.seats, strict=True)
        ]
        canvas = Canvas(FELT, [*panels, Panel(20, 196, 840, 168, 24, FELT.well)])
        for place, seat in zip(places, self.seats, strict=True):
            _seat(canvas, seat, *place)
        x = self._bid(canvas, places)
        at = x - 16
        for n, (_, bid) in enumerate(reversed(self.bids[:-1])):
            need = 112 if bid.count < 10 else 140
            if at - need < 30:
                break
            _earlier(canvas, bid, at, 0.62 if n == 0 else 0.38)
            at -= need + 20
        right = 846
        wide = canvas.text(right, 280, str(self._dice()), 46, WHITE, "r")
        for off in (0, 14):
            canvas.put(hidden(42, _DEEP), right - wide - 76 + off, 245 + 2 * off)
        return canvas

    def _dice(self) -> int:
        return sum(seat.hidden + len(seat.shown) for seat in self.seats)

    def _bid(self, canvas: Canvas, places: Sequence[tuple[int, int, int, int]]) -> int:
        """Draw the running bid with a pointer to its bidder. Return its left edge."""
        if not self.bids:
            canvas.box(294, 200, 292, 160, 24, _DEEP, FELT.quiet, 4, dashed=True)
            canvas.text(440, 280, "?", 90, FELT.quiet, "m")
            return 294
        seat, bid = self.bids[-1]
        left, top, wide, _ = places[seat]
        middle = left + wide / 2
        x = round(min(max(middle - 146, 170), 402)) if len(places) > 4 else 294
        tip = min(max(middle, x + 60), x + 232)
        way = "up" if top < 280 else "down"
        canvas.box(x, 188, 292, 184, 28, _DEEP, GOLD, 5, glow=True)
        canvas.mid(pointer(44, 22, GOLD, way), tip, 179 if way == "up" else 381)
        large_bid(canvas, bid, x + 146, 280, 98)
        return x

    def told(self, t: Speech) -> str:
        """Return the bid, the seat to act, and the dice of each seat."""
        said = []
        if self.bids:
            seat, bid = self.bids[-1]
            said.append(
                t("{who} bids {bid}.", who=self.seats[seat].who.told(t), bid=bid_told(bid, t))
            )
        else:
            said.append(t("No bid yet."))
        said += [t("{who} to act.", who=seat.who.told(t)) for seat in self.seats if seat.acts]
        said += [seat_told(seat, t) for seat in self.seats]
        if earlier := self.bids[-3:-1]:
            bids = listed((bid_told(bid, t) for _, bid in earlier), t)
            said.append(t("Bid before: {bids}.", bids=bids))
        said.append(t.many("{n} die in all.", "{n} dice in all.", self._dice()))
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own dice, hidden and open, under the running bid."""

    felt: ClassVar[Felt] = FELT
    own: Dice
    open: Dice
    dice: int
    bid: Bid | None = None
    bidder: Seat | None = None

    def draw(self) -> Canvas:
        """Draw the bid and its bidder above, and the own dice below. Matching dice are lifted."""
        panels = (Panel(20, 20, 840, 150, 24, FELT.well), Panel(20, 196, 840, 344, 28, FELT.panel))
        canvas = Canvas(FELT, panels)
        self._above(canvas)
        dice = [*((face, False) for face in self.own), *((face, True) for face in self.open)]
        size = min(144, (812 - 15 * (len(dice) - 1)) // max(1, len(dice)))
        step = size + 15
        left = 440 - (step * len(dice) - 15) / 2
        for at, (face, shown) in enumerate(dice):
            x, middle = left + at * step, left + at * step + size / 2
            if self._fits(face):
                ringed(canvas, face, x, 233, size)
            else:
                canvas.put(die(face, size), x, 250)
            fill = GOLD if self._fits(face) else WHITE
            value = f"1–{WILD - 1}" if face == WILD else str(face)
            canvas.text(middle, 462, value, 54 if face != WILD else 46, fill, "m")
            if shown:
                canvas.mid(eye(44, WHITE), middle, 510)
        return canvas

    def _fits(self, face: Face) -> bool:
        return self.bid is not None and matching((face,), self.bid.face) == 1

    def _above(self, canvas: Canvas) -> None:
        wide = canvas.text(832, 67, str(self.dice), 46, WHITE, "r")
        for off in (0, 16):
            canvas.put(hidden(40, FELT.well), 832 - wide - 78 + off, 33 + 1.5 * off)
        if self.bid is None or self.bidder is None:
            canvas.box(40, 28, 300, 134, 24, _DEEP, FELT.quiet, 4, dashed=True)
            canvas.text(190, 95, "?", 80, FELT.quiet, "m")
            return
        canvas.box(40, 28, 300, 134, 24, _DEEP, GOLD, 5, glow=True)
        large_bid(canvas, self.bid, 190, 95, 96)
        canvas.name(382, 70, self.bidder.who.shown, 290, sizes=(36, 32, 30))
        dice_in_line(canvas, self.bidder, 380, 102, 50, 290, 8)
        mine = matching(self.own + self.open, self.bid.face)
        canvas.box(680, 104, 164, 54, 27, _PILL)
        canvas.put(die(self.bid.face, 42), 698, 110)
        canvas.text(756, 132, f"+{mine}", 42, GOLD)

    def told(self, t: Speech) -> str:
        """Return the own dice, the bid, and the number of matching dice."""
        said = own_told(self.own, self.open, t)
        if self.bid is None or self.bidder is None:
            said.append(t("No bid yet."))
        else:
            mine = matching(self.own + self.open, self.bid.face)
            who, bid = self.bidder.who.told(t), bid_told(self.bid, t)
            said.append(t("{who} bids {bid}.", who=who, bid=bid))
            fit = t.many("{n} of your dice fits it.", "{n} of your dice fit it.", mine)
            said += [fit, seat_told(self.bidder, t)]
        said.append(t.many("{n} die in all.", "{n} dice in all.", self.dice))
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Count:
    """A challenge: the bid, all dice by seat, and the losses."""

    felt: ClassVar[Felt] = FELT
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
        step = self.step
        tops = [round(self.middle(row) - (step - 8) / 2) for row in range(len(self.seats))]
        rows = [Panel(18, top, 844, step - 8, 20, FELT.panel) for top in tops]
        canvas = Canvas(FELT, [*rows, Panel(18, 422, 844, 120, 24, _DEEP)])
        for row, (who, _) in enumerate(self.seats):
            canvas.name(42, self.middle(row), who.shown, 166, sizes=(38, 34, 30))
        canvas.name(40, 447, self.bidder.shown, 180, sizes=(32, 30))
        x = 42 + canvas.text(42, 506, str(self.bid.count), 58, WHITE)
        x += 6 + canvas.text(x + 6, 508, "×", 40, WHITE)
        canvas.put(die(self.bid.face, 60), x + 8, 475)
        return canvas

    def draw(self) -> Canvas:
        """Draw a row for each seat with rings around counted dice, and the count below."""
        canvas = self.ground()
        for row, (_, dice) in enumerate(self.seats):
            self.judged(canvas, row, dice)
            self.counted(canvas, row, matching(dice, self.bid.face))
        self.compared(canvas, self.found, GOLD, INK)
        canvas.put(arrow(82, 44, 12, CORAL), 418, 460)
        self.losers(canvas)
        return canvas

    def judged(self, canvas: Canvas, row: int, dice: Dice, *, glow: bool = True) -> None:
        """Draw a row's dice: rings around counted ones, the others faint."""
        for at, face in enumerate(dice):
            if matching((face,), self.bid.face):
                ringed(canvas, face, *self.place(row, at), self.size, glow=glow)
            else:
                canvas.put(die(face, self.size, _FAINT), *self.place(row, at))

    def counted(self, canvas: Canvas, row: int, count: int) -> None:
        """Draw the number of a row's counted dice."""
        told, fill = (f"+{count}", GOLD) if count else ("0", FELT.quiet)
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
        canvas.box(522, 428, 328, 108, 20, CORAL)
        if len(self.lost) == 1:
            ((who, dice),) = self.lost
            canvas.name(546, 455, who.shown, 290, INK, sizes=(36, 32, 30))
            left = 546 + canvas.text(546, 508, f"−{dice}", 50, INK) + 18
            step = min(60, (838 - left) // dice)
            for at in range(dice):
                gone = crossed is None or at < crossed
                piece = lost(step - 6) if gone else hidden(step - 6, FELT.ground)
                canvas.put(piece, left + step * at, 507 - (step - 6) / 2)
            return
        canvas.text(538, 482, "−1", 54, INK)
        tall = (len(self.lost) + 1) // 2 if len(self.lost) > 2 else len(self.lost)
        for at, (who, _) in enumerate(self.lost):
            x = 612 + 120 * (at // tall)
            y = 482 + 34 * (at % tall - (tall - 1) / 2)
            most = 112 if len(self.lost) > 2 else 226
            canvas.name(x, y, who.shown, most, INK, sizes=(32, 30))

    def told(self, t: Speech) -> str:
        """Return the bid, the count with each seat's part, and the losses."""
        said = [
            t("{who} bid {bid}.", who=self.bidder.told(t), bid=bid_told(self.bid, t)),
            t("{n} counted.", n=self.found),
        ]
        for who, dice in self.seats:
            count = matching(dice, self.bid.face)
            said.append(
                t("{who}: {dice}, +{n}.", who=who.told(t), dice=faces_told(dice, t), n=count)
            )
        said += [_lost_told(who, dice, t) for who, dice in self.lost]
        return text(said, t)


_WIDE = {
    2: ((20, 20, 840, 160), (20, 380, 840, 160)),
    4: ((20, 20, 416, 160), (444, 20, 416, 160), (444, 380, 416, 160), (20, 380, 416, 160)),
}
_TOP = ((18, 18, 272, 162), (304, 18, 272, 162), (590, 18, 272, 162))
_PLACES = {
    2: _WIDE[2],
    3: _WIDE[4][:3],
    4: _WIDE[4],
    5: (*_TOP, (590, 380, 272, 162), (18, 380, 272, 162)),
    6: (*_TOP, (590, 380, 272, 162), (304, 380, 272, 162), (18, 380, 272, 162)),
}
"""Places of the seats, clockwise from the top left."""


def _seat(canvas: Canvas, seat: Seat, x: int, y: int, w: int, h: int) -> None:
    if not (seat.hidden or seat.shown):
        canvas.name(x + w / 2, y + h / 2, seat.who.shown, w - 40, FELT.quiet, "m")
        return
    if seat.acts:
        canvas.box(x, y, w, h, 22, FELT.active, GOLD, 5, glow=True)
    if w > 300:
        canvas.put(cup(seat.hidden, 102), x + 17, y + 30)
        canvas.name(x + 141, y + 38, seat.who.shown, w - 160)
        dice_in_line(canvas, seat, x + 141, y + 78, 56 if w < 800 else 66, w - 152, 10)
    else:
        canvas.put(cup(seat.hidden, 80), x + 14, y + 14)
        canvas.name(x + 108, y + 45, seat.who.shown, w - 120, sizes=(36, 32, 30))
        dice_in_line(canvas, seat, x + 14, y + 107, 42, 246, 8)


def dice_in_line(
    canvas: Canvas, seat: Seat, x: float, y: float, size: int, most: int, gap: int
) -> None:
    """Draw a seat's dice in a line: open dice first, with new ones ringed."""
    count = len(seat.shown) + seat.hidden
    size = min(size, (most - 5 * (count - 1)) // count)
    gap = min(gap, (most - size * count) // max(1, count - 1))
    fresh = len(seat.shown) - seat.new
    for at in range(count):
        left = x + at * (size + gap)
        if at >= len(seat.shown):
            canvas.put(hidden(size, FELT.ground), left, y)
        elif at >= fresh:
            ringed(canvas, seat.shown[at], left, y, size)
        else:
            canvas.put(die(seat.shown[at], size), left, y)


def large_bid(canvas: Canvas, bid: Bid, x: float, y: float, size: int) -> None:
    """Draw a bid around a point. A count of two digits is a little smaller."""
    count = str(bid.count)
    digits, size = (100, size) if len(count) == 1 else (84, size - 14)
    wide = words.width(count, digits) + words.width("×", digits - 14) + 32 + size
    left = x - wide / 2
    left += canvas.text(left, y + 1, count, digits, WHITE) + 16
    left += canvas.text(left, y + 3, "×", digits - 14, WHITE) + 16
    canvas.put(die(bid.face, size), left, y - size / 2)


def _earlier(canvas: Canvas, bid: Bid, right: float, share: float) -> None:
    """Draw an earlier bid that ends at `right`."""
    canvas.mid(pointer(13, 20, mixed(WHITE, FELT.well, 0.6)), right, 280)
    fill = mixed(WHITE, FELT.well, share + 0.2)
    canvas.put(die(bid.face, 42, share), right - 62, 259)
    wide = canvas.text(right - 68, 282, "×", 32, fill, "r")
    canvas.text(right - 70 - wide, 280, str(bid.count), 40, fill, "r")


def _face(face: Face, t: Speech) -> str:
    return t("wild") if face == WILD else str(face)


def faces_told(dice: Dice, t: Speech) -> str:
    """Return dice in words."""
    return listed((_face(face, t) for face in dice), t)


def own_told(own: Dice, shown: Dice, t: Speech) -> list[str]:
    """Return the own dice in words, those under the cup first."""
    said = [t("Under your cup: {dice}.", dice=faces_told(own, t))] if own else []
    return [*said, t("You have shown {dice}.", dice=faces_told(shown, t))] if shown else said


def bid_told(bid: Bid, t: Speech) -> str:
    """Return a bid in words."""
    return f"{bid.count} × {_face(bid.face, t)}"


def _lost_told(who: Who, dice: int, t: Speech) -> str:
    named = who.told(t)
    return t.many("{who} loses {n} die.", "{who} loses {n} dice.", dice, who=named)


def seat_told(seat: Seat, t: Speech) -> str:
    """Return a seat's open and hidden dice in words."""
    who = seat.who.told(t)
    if not seat.shown:
        if not seat.hidden:
            return t("{who} is out.", who=who)
        return t.many("{who}: {n} die hidden.", "{who}: {n} dice hidden.", seat.hidden, who=who)
    dice = faces_told(seat.shown, t)
    return t("{who} shows {dice}, {n} hidden.", who=who, dice=dice, n=seat.hidden)
