"""The film of a deal's end: hands turned from best to worst, and the heart that breaks."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from bot.drawing.boxes import Box, piece
from bot.drawing.film import STEPS, Film, Shot, grown, turned, way
from bot.drawing.pen import Sprite

from . import THEME, back, life, lying, ring
from .pictures import End, Open

_BREAKS = (160, (1.7, False)), (110, (1.5, True)), (110, (1.2, True))
"""Milliseconds of the frames of a lost life, its size, and whether it is broken."""
_Closed = Mapping[Open, float]
"""Hands by seat: closed (1), half turned with their backs (above 0) or faces (below), open (0)."""


class Opened(Film):
    """The film of a deal's end. Hands lie by seat until all are open."""

    still: End

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: closed hands, each one turned, the loss, and the ranking."""
        hands = self.still.hands
        by_seat = sorted(hands, key=lambda hand: hand.seat.who.seat)
        few, closed = len(hands) <= 4, dict.fromkeys(by_seat, 1.0)
        yield 850, partial(self._table, closed)
        for number, hand in enumerate(hands):
            for part in (0.5, -0.5) if few else (-0.5,):
                yield 70, partial(self._table, {**closed, hand: part})
            closed = {**closed, hand: 0}
            # The longest rest is before the last hand.
            rest = (420 if few else 260) + 60 * (number == len(hands) - 2)
            yield rest, partial(self._table, closed)
        if any(hand.lost for hand in hands):
            yield 260, partial(self._table, closed, red=True)
            for milliseconds, life in _BREAKS:
                yield milliseconds, partial(self._table, closed, red=True, life=life)
            yield 420, partial(self._sorted, by_seat, 0)
        if few and by_seat != list(hands):
            for part in STEPS:
                yield 70, partial(self._sorted, by_seat, part)

    def _table(
        self, closed: _Closed, *, red: bool = False, life: tuple[float, bool] | None = None
    ) -> Box:
        """Return the hands. `life`: the size of the lost life as it swells, and if it is broken."""
        rows = list[Box]()
        for hand, part in closed.items():
            shown = self._row(hand, part, red=red)
            if life is not None and hand.lost:
                heart = shown.places()["life", hand.seat.lives]
                swollen = grown(_lost(hand, round(heart.w), life[1]), life[0])
                shown = shown.put(piece(swollen), *heart.middle)
            rows.append(shown)
        return self.still.arranged(rows)

    def _row(self, hand: Open, closed: float, *, red: bool = False) -> Box:
        w, h = (130, 88) if len(self.still.hands) <= 4 else (90, 60)
        pieces = [lying(card, w, h) if closed < 0 else back(w, h) for card in hand.cards]
        if abs(closed) < 1:
            pieces = [turned(one, abs(closed)) for one in pieces] if closed else []
        return self.still.row(hand, pieces, red=red and hand.lost)

    def _sorted(self, by_seat: Sequence[Open], part: float) -> Box:
        """Return the rows on their way from the seats to the ranks, the winner's on top."""
        rows = {hand: self.still.row(hand).keyed(hand) for hand in self.still.hands}
        begin, end = (
            self.still.arranged([rows[hand] for hand in order]) for order in (by_seat, rows)
        )
        begins, ends = begin.places(), end.places()
        moved = (
            (*way(begins[hand][:2], ends[hand][:2], part), rows[hand].over())
            for hand in reversed(rows)
        )
        return end._replace(inside=tuple(moved))


def _lost(hand: Open, size: int, broken: bool) -> Sprite:
    if hand.seat.out:
        return ring(50, struck=broken)
    return life(size, "lost" if broken else "had", THEME.quiet)
