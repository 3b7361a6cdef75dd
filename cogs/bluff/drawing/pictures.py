"""Bluff in pictures: cups around the running bid, the own dice, and the count against the bid."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.drawing.boxes import Box, column, fan, label, name, panel, piece, pill, plate, row
from bot.drawing.canvas import arrow, pointer
from bot.drawing.colours import BLACK, CORAL, GOLD, INK, WHITE, Colour, mixed
from bot.drawing.picture import Described, Who
from bot.words.speech import Speech, listed
from games.bluff.state import WILD, Bid, Dice, Face, matching

from . import THEME, cup, die, eye, hidden, lost, ringed

_DEEP = mixed(BLACK, THEME.ground, 0.5)
_SUNK = mixed(BLACK, THEME.ground, 0.16)
_PILL = mixed(GOLD, THEME.well, 0.26)
_GREY = mixed(WHITE, THEME.ground, 0.12)
_FAINT = 0.26


class Seat(NamedTuple):
    """A seat: the dice under its cup, the open dice, and the newly shown ones among them."""

    who: Who
    hidden: int
    shown: Dice = ()
    new: int = 0
    acts: bool = False

    def line(self, size: int, most: float, gap: float) -> Box:
        """Return the dice in a line: open dice first, with new ones ringed."""
        count, fresh = len(self.shown) + self.hidden, len(self.shown) - self.new
        size = min(size, int(most - 5 * (count - 1)) // count)
        shown = [piece(die(face, size)) for face in self.shown[:fresh]]
        shown += [ringed(face, size) for face in self.shown[fresh:]]
        return fan([*shown, *[piece(hidden(size, THEME.ground))] * self.hidden], gap, most)

    def alt(self, t: Speech) -> str:
        """Return the open and hidden dice in words."""
        who = self.who.alt(t)
        if not self.shown:
            if not self.hidden:
                return t("{who} is out.", who=who)
            return t.many("{who}: {n} die hidden.", "{who}: {n} dice hidden.", self.hidden, who=who)
        dice = faces_alt(self.shown, t)
        return t("{who} shows {dice}, {n} hidden.", who=who, dice=dice, n=self.hidden)


class Table(Described, theme=THEME):
    """All dice clockwise, and the bids of the round with their bidders' places."""

    seats: tuple[Seat, ...]
    bids: tuple[tuple[int, Bid], ...] = ()

    def box(self) -> Box:
        """Return panels above and below, and the bids between them."""
        beside = (len(self.seats) + 1) // 2
        wide = (840 - 13 * (beside - 1)) / beside
        seats = [_seat(seat, wide).keyed(at) for at, seat in enumerate(self.seats)]
        above, below = row(*seats[:beside], gap=13), seats[: beside - 1 : -1]
        low = row(*below, w=840) if len(below) > 1 else below[0].within(840, _HIGH, x=1)
        band = dice_in_all(self._dice(), 42, _DEEP).pad(right=14).on(_BAND, x=1)
        whole = column(above, band, low, gap=16)
        earlier, x, middle = list[Box](), whole.w / 2, whole.h / 2
        if not self.bids:
            return whole.put(no_bid(292, 160, 90), x, middle)
        seat, bid = self.bids[-1]
        place = whole.places()[seat]
        if len(self.seats) > 4:
            x = min(max(place.middle[0], 296), 528)
        way = piece(pointer(13, 20, mixed(WHITE, THEME.well, 0.6)))
        for at, (_, one) in enumerate(reversed(self.bids[:-1])):
            share = 0.38 if at else 0.62
            fill = mixed(WHITE, THEME.well, share + 0.2)
            count = row(label(str(one.count), 40, fill), label("×", 32, fill), gap=3)
            before = row(count, piece(die(one.face, 42, share)), way, gap=8)
            shown = row(before, *earlier, gap=12)
            if shown.w > x - 156:
                break
            earlier = [shown]
        shown = row(*earlier)
        whole = whole.put(shown, x - 162 - shown.w / 2, middle)
        up, tip = place.y == 0, min(max(place.middle[0] - x, -86), 86)
        mark = piece(pointer(44, 22, GOLD, "up" if up else "down"))
        shown = large_bid(bid, 98).on(plate(292, 184, 28, _DEEP, GOLD, 5, glow=True))
        return whole.put(shown.mark(mark, 0.5, 1 - up, tip, -9 if up else 9), x, middle)

    def _dice(self) -> int:
        return sum(seat.hidden + len(seat.shown) for seat in self.seats)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the bid, the seat to act, and the dice of each seat."""
        seat, bid = self.bids[-1] if self.bids else (0, None)
        yield running_alt(bid, self.seats[seat], t)
        yield from (t("{who} to act.", who=seat.who.alt(t)) for seat in self.seats if seat.acts)
        yield from (seat.alt(t) for seat in self.seats)
        if earlier := self.bids[-3:-1]:
            bids = listed((bid_alt(bid, t) for _, bid in earlier), t)
            yield t("Bid before: {bids}.", bids=bids)
        yield t.many("{n} die in all.", "{n} dice in all.", self._dice())


class Hand(Described, theme=THEME):
    """A seat's own dice, hidden and open, under the running bid."""

    own: Dice
    open: Dice
    dice: int
    bid: Bid | None = None
    bidder: Seat | None = None

    def box(self) -> Box:
        """Return the bid and its bidder above, and the own dice below. Matching dice are lifted."""
        dice = [*((face, Box(44, 44)) for face in self.own)]
        dice += ((face, piece(eye(44, WHITE))) for face in self.open)
        size = min(144, (812 - 15 * (len(dice) - 1)) // max(1, len(dice)))
        shown = row(*(self._die(face, mark, size) for face, mark in dice), gap=15)
        below = shown.pad(top=46).on(plate(840, 344, 28, THEME.panel))
        return column(self._above(), below, gap=26)

    def _die(self, face: Face, mark: Box, size: int) -> Box:
        """Return a die with its value above a mark."""
        fits = self.bid is not None and matching((face,), self.bid.face) == 1
        die_ = ringed(face, size).pad(top=-17, bottom=17) if fits else piece(die(face, size))
        told, large = (f"1–{WILD - 1}", 46) if face == WILD else (str(face), 54)
        value = label(told, large, GOLD if fits else WHITE).within(size, 48)
        return column(die_.within(size, 144), value.pad(top=40), mark)

    def _above(self) -> Box:
        in_all = dice_in_all(self.dice, 40, THEME.well)
        ground = plate(840, 150, 24, THEME.well)
        if self.bid is None or self.bidder is None:
            return row(no_bid(300, 134, 80), in_all, w=800).on(ground)
        bid = large_bid(self.bid, 96).on(plate(300, 134, 24, _DEEP, GOLD, 5, glow=True))
        dice = self.bidder.line(50, 290, 8)
        who = column(name(self.bidder.who.shown, 290, size=36), dice, gap=20, x=0)
        mine = matching(self.own + self.open, self.bid.face)
        fit = piece(die(self.bid.face, 42)), label(f"+{mine}", 42, GOLD)
        facts = column(in_all, pill(54, _PILL, *fit, gap=16, w=164), gap=2, x=1)
        return row(bid, who.within(290, who.h, x=0), facts, w=804).on(ground)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the own dice, the bid, and the number of matching dice."""
        yield from self.position(t)
        if self.bid is not None and self.bidder is not None:
            mine = matching(self.own + self.open, self.bid.face)
            yield t.many("{n} of your dice fits it.", "{n} of your dice fit it.", mine)
            yield self.bidder.alt(t)
        yield t.many("{n} die in all.", "{n} dice in all.", self.dice)

    def position(self, t: Speech) -> Iterator[str]:
        """Yield the own dice, those under the cup first, and the bid."""
        if self.own:
            yield t("Under your cup: {dice}.", dice=faces_alt(self.own, t))
        if self.open:
            yield t("You have shown {dice}.", dice=faces_alt(self.open, t))
        yield running_alt(self.bid, self.bidder, t)


class Row(NamedTuple):
    """The dice of a seat in a count: the open ones, and those judged among them.

    cup: a cup lies over the others.
    """

    open: int
    judged: int = 0
    cup: bool = True


class Count(Described, theme=THEME):
    """A challenge: the bid, all dice by seat, and the losses."""

    bidder: Who
    bid: Bid
    seats: tuple[tuple[Who, Dice], ...]
    lost: tuple[tuple[Who, int], ...]

    @property
    def found(self) -> int:
        """Return the number of matching dice."""
        return sum(matching(dice, self.bid.face) for _, dice in self.seats)

    @property
    def size(self) -> int:
        """Return the side of a die."""
        return min(84, round(self._step * 0.66) if self._step > 90 else self._step - 18)

    @property
    def cup(self) -> int:
        """Return the width of a cup."""
        return max(60, self.size + 6)

    @property
    def _step(self) -> int:
        """Return the distance between two rows."""
        return min(140, 402 // len(self.seats))

    def box(self) -> Box:
        """Return a row for each seat with rings around counted dice, and the count below."""
        rows = [Row(len(dice), len(dice)) for _, dice in self.seats]
        return self.counted(rows, self.found, glow=True, final=True, crossed=99)

    def counted(
        self,
        rows: Sequence[Row],
        found: int | None = None,
        *,
        glow: bool = False,
        final: bool = False,
        crossed: int | None = None,
    ) -> Box:
        """Return the rows, and the bid against the count so far, which is gold once it is final.

        crossed: that many dice of a single loser are crossed. Without it losers aren't shown.
        """
        above = column(*(self._row(at, one, glow) for at, one in enumerate(rows)), gap=8)
        bid = label(str(self.bid.count), 58), label("×", 40), piece(die(self.bid.face, 60))
        who = name(self.bidder.shown, 180, size=32)
        asked = column(who, row(*bid, gap=7), gap=17, x=0).within(184, 104, x=0)
        if found is None:
            sign, dashed = "", plate(104, 104, 52, None, THEME.quiet, 4, dashed=True)
            disc = label("?", 68, THEME.quiet).on(dashed)
        else:
            sign, (fill, ink) = compared(self.bid, found), (GOLD, INK) if final else (_GREY, WHITE)
            disc = label(str(found), 68, ink).on(plate(104, 104, 52, fill))
        parts = asked, label(sign, 64, mixed(WHITE, _DEEP, 0.75)).within(56, 104), disc
        lost = Box(82, 44), Box(328, 108)
        if crossed is not None:
            lost = piece(arrow(82, 44, 12, CORAL)), self._losers(crossed)
        below = row(*parts, *lost, w=810).pad(left=22).on(plate(844, 120, 24, _DEEP), x=0)
        return column(above.within(844, 392), below, gap=12)

    def _row(self, at: int, shown: Row, glow: bool) -> Box:
        """Return a seat's dice, with rings around counted ones, others faint once judged."""
        (who, dice), size, large = self.seats[at], self.size, 60 if self._step >= 100 else 48
        cells = []
        for n, face in enumerate(dice):
            one = Box(size, size)
            if n == shown.open and shown.cup:
                one = piece(cup(len(dice) - n, self.cup)).pad(left=-4)
            elif n < shown.open and n >= shown.judged:
                one = piece(die(face, size))
            elif n < shown.open:
                fits = matching((face,), self.bid.face)
                one = ringed(face, size, glow=glow) if fits else piece(die(face, size, _FAINT))
            cells.append(one.within(max(88, size + 6), size, x=0, y=1).keyed((at, n)))
        named = name(who.shown, 166, size=38).within(180, size, x=0)
        line = row(named, *cells).pad(left=24).on(plate(844, self._step - 8, 20, THEME.panel), x=0)
        if not shown.judged:
            return line
        count = matching(dice[: shown.judged], self.bid.face)
        told, fill = (f"+{count}", GOLD) if count else ("0", THEME.quiet)
        return label(told, large, fill).pad(right=26).on(line, x=1)

    def _losers(self, crossed: int) -> Box:
        """Return the losers. Of a single one, that many dice are crossed."""
        several = len(self.lost) > 2
        if len(self.lost) == 1:
            ((who, dice),) = self.lost
            size, gone = min(60, 200 // dice) - 6, min(dice, crossed)
            pieces = [lost(size)] * gone + [hidden(size, THEME.ground)] * (dice - gone)
            shown = row(label(f"−{dice}", 50, INK), row(*map(piece, pieces), gap=6), gap=18)
            named = name(who.shown, 290, INK, 36)
            inside = column(named, shown.within(shown.w, 54), gap=8, x=0).pad(left=24)
        else:
            most = 112 if several else 226
            names = [name(who.shown, most, INK, 32) for who, _ in self.lost]
            tall = (len(names) + 1) // 2 if several else len(names)
            columns = (column(*part, gap=11, x=0) for part in (names[:tall], names[tall:]))
            inside = row(label("−1", 54, INK), *columns, gap=8).pad(left=16)
        return inside.on(plate(328, 108, 20, CORAL), x=0)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the bid, the count with each seat's part, and the losses."""
        yield t("{who} bid {bid}.", who=self.bidder.alt(t), bid=bid_alt(self.bid, t))
        yield t("{n} counted.", n=self.found)
        for who, dice in self.seats:
            told = {"dice": faces_alt(dice, t), "n": matching(dice, self.bid.face)}
            yield t("{who}: {dice}, +{n}.", who=who.alt(t), **told)
        for who, n in self.lost:
            yield t.many("{who} loses {n} die.", "{who} loses {n} dice.", n, who=who.alt(t))


_HIGH = 160
"""Height of a seat's panel."""
_BAND = plate(840, 168, 24, THEME.well).below()


def _seat(seat: Seat, w: float) -> Box:
    """Return a seat's panel. A narrow one has the name beside the cup, above the dice."""
    if not (seat.hidden or seat.shown):
        return name(seat.who.shown, w - 40, THEME.quiet).on(plate(w, _HIGH, 22, _SUNK).below())
    ground = panel(THEME, w, _HIGH, 22, loud=seat.acts)
    if w > 300:
        dice = seat.line(56 if w < 800 else 66, w - 152, 10)
        right = column(name(seat.who.shown, w - 160), dice, gap=26, x=0)
        inside = row(piece(cup(seat.hidden, 102)), right, gap=22).pad(left=17)
    else:
        named = name(seat.who.shown, w - 120, size=36)
        dice = seat.line(42, w - 26, 8)
        cups = row(piece(cup(seat.hidden, 80)), named, gap=14)
        inside = column(cups, dice.within(dice.w, 42), gap=12, x=0).pad(left=14)
    return inside.on(ground, x=0)


def dice_in_all(dice: int, size: int, ground: Colour) -> Box:
    """Return the number of all dice beside two hidden ones."""
    one = piece(hidden(size, ground))
    both = one.pad(left=15, top=26).on(one.pad(right=15, bottom=26))
    return row(both, label(str(dice), 46), gap=20)


def no_bid(w: int, h: int, size: int) -> Box:
    """Return the place of a bid that isn't made yet."""
    return label("?", size, THEME.quiet).on(plate(w, h, 24, _DEEP, THEME.quiet, 4, dashed=True))


def large_bid(bid: Bid, size: int) -> Box:
    """Return a bid. A count of two digits is a little smaller."""
    count = str(bid.count)
    digits, size = (100, size) if len(count) == 1 else (84, size - 14)
    return row(label(count, digits), label("×", digits - 14), piece(die(bid.face, size)), gap=16)


def _face(face: Face, t: Speech) -> str:
    return t("wild") if face == WILD else str(face)


def faces_alt(dice: Dice, t: Speech) -> str:
    """Return dice in words."""
    return listed((_face(face, t) for face in dice), t)


def bid_alt(bid: Bid, t: Speech) -> str:
    """Return a bid in words."""
    return f"{bid.count} × {_face(bid.face, t)}"


def running_alt(bid: Bid | None, bidder: Seat | None, t: Speech) -> str:
    """Return the running bid in words."""
    if bid is None or bidder is None:
        return t("No bid yet.")
    return t("{who} bids {bid}.", who=bidder.who.alt(t), bid=bid_alt(bid, t))


def compared(bid: Bid, found: int) -> str:
    """Return the sign between a bid and a count."""
    return "<" if bid.count < found else "=" if bid.count == found else ">"
