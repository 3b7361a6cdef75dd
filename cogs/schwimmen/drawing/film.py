"""The film of a deal's end: hands turned from best to worst, and the heart that breaks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.drawing.boxes import paint
from bot.drawing.canvas import Canvas
from bot.drawing.film import Stilled, grown, turned, way
from bot.drawing.pen import Sprite

from .pictures import End, Open
from .pieces import FELT, life, lying, lying_back, ring

_Place = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Opened(Stilled):
    """The film of a deal's end. Hands lie by seat until all are open."""

    still: End

    def canvases(self) -> Iterator[Canvas]:
        """Yield the canvases: closed hands, each one turned, the loss, and the ranking."""
        hands = self.still.hands
        by_seat = sorted(hands, key=lambda hand: hand.seat.who.seat)
        places = dict(zip(by_seat, self.still.places, strict=True))
        few = len(hands) <= 4
        yield self._table(places, ())
        for number, hand in enumerate(hands):
            opened = hands[:number]
            for piece in (0.5, -0.5) if few else (-0.5,):
                yield self._table(places, opened, hand, piece)
            opened = hands[: number + 1]
            yield self._table(places, opened)
        if any(hand.lost for hand in hands):
            yield from self._losing(places)
        if by_seat != list(hands):
            for part in (0.3, 0.85) if few else ():
                yield self._sorted(places, part)

    def times(self) -> Iterator[int]:
        """Yield the milliseconds of the frames, except the last one's."""
        hands = self.still.hands
        few = len(hands) <= 4
        yield 850
        for number in range(len(hands)):
            yield from (70, 70) if few else (70,)
            yield _rest(len(hands), last=number == len(hands) - 2)
        if any(hand.lost for hand in hands):
            yield from (260, 160, 110, 110, 420)
        if few and sorted(hands, key=lambda hand: hand.seat.who.seat) != list(hands):
            yield from (70, 70)

    def _table(
        self,
        places: Mapping[Open, _Place],
        opened: Sequence[Open],
        turning: Open | None = None,
        part: float = 0,
        *,
        red: bool = False,
    ) -> Canvas:
        """Draw the hands, one of them half turned: its backs (part > 0) or its faces."""
        canvas = Canvas(FELT)
        for hand, place in places.items():
            lost = red and hand.lost
            shown = part if hand is turning else float(hand not in opened)
            self._hand(canvas, hand, place, shown, lost=lost)
        return canvas

    def _hand(self, canvas: Canvas, hand: Open, place: _Place, shown: float, *, lost: bool) -> None:
        """Draw a hand: open (0), its backs (`shown` > 0) or its turning faces (< 0)."""
        w, h = (130, 88) if place[2] == 848 else (90, 60)
        pieces: Sequence[Sprite] = ()
        if shown < 0:
            pieces = [turned(lying(card, w, h), -shown) for card in hand.cards]
        elif shown == 1:
            pieces = [lying_back(w, h)] * len(hand.cards)
        elif shown:
            pieces = [turned(lying_back(w, h), shown)] * len(hand.cards)
        x, y, wide = place
        paint(canvas, self.still.row(hand, wide, pieces, red=lost, before=True), x, y)

    def _losing(self, places: Mapping[Open, _Place]) -> Iterator[Canvas]:
        """Show the loser's row turn red, and the lost life swell and break."""
        hands = self.still.hands
        red = self._table(places, hands, red=True)
        yield red
        for factor, broken in ((1.7, False), (1.5, True), (1.2, True)):
            canvas = red.copy()
            for hand in hands:
                if hand.lost:
                    place = self.still.heart(hand, places[hand])
                    lost = _lost(hand, round(place.w), broken)
                    canvas.mid(grown(lost, factor), *place.middle)
            yield canvas
        canvas = Canvas(FELT)
        for hand, (x, y, w) in places.items():
            paint(canvas, self.still.row(hand, w), x, y)
        yield canvas

    def _sorted(self, places: Mapping[Open, _Place], part: float) -> Canvas:
        """Draw the rows on their way from the seats to the ranks, the winner's on top."""
        canvas = Canvas(FELT)
        moved = zip(self.still.hands, self.still.places, strict=True)
        for hand, end in reversed(list(moved)):
            x, y, w = places[hand]
            paint(canvas, self.still.row(hand, w), *way((x, y), end[:2], part))
        return canvas


def _rest(hands: int, *, last: bool) -> int:
    """Return the milliseconds that an opened hand stands, longest before the last one."""
    return (420 if hands <= 4 else 260) + 60 * last


def _lost(hand: Open, size: int, broken: bool) -> Sprite:
    if hand.seat.out:
        return ring(50, struck=broken)
    return life(size, "lost" if broken else "had", FELT.quiet)
