"""The film of a deal's end: hands turned from best to worst, and the heart that breaks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from bot.drawing.boxes import paint
from bot.drawing.canvas import Canvas
from bot.drawing.film import Film, Shot, grown, turned, way
from bot.drawing.pen import Sprite

from .pictures import End, Open
from .pieces import THEME, life, lying, lying_back, ring

_BREAKS = (160, 1.7, False), (110, 1.5, True), (110, 1.2, True)
"""Milliseconds of the frames of a lost life, its size, and whether it is broken."""
_Place = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Opened(Film):
    """The film of a deal's end. Hands lie by seat until all are open."""

    still: End

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: closed hands, each one turned, the loss, and the ranking."""
        hands = self.still.hands
        by_seat = sorted(hands, key=lambda hand: hand.seat.who.seat)
        places = dict(zip(by_seat, self.still.places, strict=True))
        few, table = len(hands) <= 4, partial(self._table, places)
        yield 850, partial(table, ())
        for number, hand in enumerate(hands):
            for part in (0.5, -0.5) if few else (-0.5,):
                yield 70, partial(table, hands[:number], hand, part)
            rest = _rest(len(hands), last=number == len(hands) - 2)
            yield rest, partial(table, hands[: number + 1])
        if any(hand.lost for hand in hands):
            red = cache(partial(table, hands, red=True))
            yield 260, red
            for milliseconds, factor, broken in _BREAKS:
                yield milliseconds, partial(self._losing, red, places, factor, broken)
            yield 420, partial(self._standing, [*places.items()])
        if few and by_seat != list(hands):
            for part in (0.3, 0.85):
                yield 70, partial(self._sorted, places, part)

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
        canvas = Canvas(THEME)
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

    def _losing(
        self, red: Callable[[], Canvas], places: Mapping[Open, _Place], factor: float, broken: bool
    ) -> Canvas:
        """Draw the lost life of the loser's red row, as it swells and breaks."""
        canvas = red().copy()
        for hand in self.still.hands:
            if hand.lost:
                place = self.still.heart(hand, places[hand])
                canvas.mid(grown(_lost(hand, round(place.w), broken), factor), *place.middle)
        return canvas

    def _sorted(self, places: Mapping[Open, _Place], part: float) -> Canvas:
        """Draw the rows on their way from the seats to the ranks, the winner's on top."""
        moved = reversed([*zip(self.still.hands, self.still.places, strict=True)])
        at = ((hand, way(places[hand][:2], end[:2], part), places[hand][2]) for hand, end in moved)
        return self._standing((hand, (x, y, w)) for hand, (x, y), w in at)

    def _standing(self, rows: Iterable[tuple[Open, tuple[float, float, int]]]) -> Canvas:
        canvas = Canvas(THEME)
        for hand, (x, y, w) in rows:
            paint(canvas, self.still.row(hand, w), x, y)
        return canvas


def _rest(hands: int, *, last: bool) -> int:
    """Return the milliseconds that an opened hand stands, longest before the last one."""
    return (420 if hands <= 4 else 260) + 60 * last


def _lost(hand: Open, size: int, broken: bool) -> Sprite:
    if hand.seat.out:
        return ring(50, struck=broken)
    return life(size, "lost" if broken else "had", THEME.quiet)
