"""The films of a reveal: the first card, and after the pause the other one with the payment."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.drawing.canvas import Canvas
from bot.drawing.film import Stilled, turned, way
from bot.drawing.pen import Point, Sprite

from .pictures import Reveal
from .pieces import back, chip, number

_FLIGHT = 7
"""Number of frames of the flying chips."""
_STREAM = 0.5
"""Part of the flight between the first chip's start and the last one's."""


@dataclass(frozen=True, slots=True)
class Turning(Stilled):
    """A film of one reveal or of both. `open`: the card of that seat lies open before."""

    still: Reveal
    first: int
    open: bool = False

    def canvases(self) -> Iterator[Canvas]:
        """Yield the canvases: a card turned, the pause, the other, the distances, the chips."""
        both = self.still.winner is not None
        closed = self._known(0)
        if not self.open:
            yield _whole(closed)
            yield from self._turn(closed, self.first)
        if both:
            yield _whole(self._known(1))
            yield from self._turn(self._known(1), 1 - self.first)
            yield from self._judging()

    def times(self) -> Iterator[int]:
        """Yield the milliseconds of the frames, except the last one's."""
        if not self.open:
            yield from (800, 70, 70)
        if self.still.winner is not None:
            yield from (700 if self.open else 900, 70, 70)
            yield from (350, 80, 80, 420)
            yield from (480, *[80] * _FLIGHT)

    def _known(self, cards: int) -> Reveal:
        """Return the reveal with that number of cards turned up."""
        up = {self.first} if cards == 1 else {0, 1} if cards else set()
        first, second = (
            seat if at in up else replace(seat, card=None)
            for at, seat in enumerate(self.still.seats)
        )
        return replace(self.still, seats=(first, second), winner=None, items=())

    def _turn(self, before: Reveal, at: int) -> Iterator[Canvas]:
        card = self.still.seats[at].card
        assert card is not None
        pieces: list[Sprite] = [turned(back(112, 138), 0.5), turned(number(card, 112, 138), 0.6)]
        for piece in pieces:
            yield _whole(before, (at, piece))

    def _judging(self) -> Iterator[Canvas]:
        """Show the distances grow, the winner, and the chips that change hands."""
        opened = self._known(2)
        for grown in (0.0, 0.3, 0.85, 1.0):
            yield _whole(opened, grown=grown)
        still = self.still
        ground = still.cards(moving=True)
        still.middle(ground, chips=False)
        still.line(ground)
        begins = self._begins()
        for step in range(_FLIGHT + 1):
            yield self._flying(ground.copy(), begins, step)

    def _begins(self) -> list[tuple[Point, bool, Sprite]]:
        """Return each paid chip: its place, whether it comes from the loser, and its piece."""
        still, winner = self.still, self.still.winner
        assert winner is not None
        chips: list[tuple[Point, bool, Sprite]] = [
            ((x + 25, y + 25), False, chip(face, 50))
            for (x, y), face in zip(still.places(), still.table, strict=True)
        ]
        loser = still.seats[1 - winner]
        x, y = still.pile(1 - winner)
        paid = [((x, y), True, chip("sun", 50))] * (loser.before - loser.after)
        return [*chips, *paid]

    def _flying(
        self, canvas: Canvas, begins: list[tuple[Point, bool, Sprite]], step: int
    ) -> Canvas:
        still, winner = self.still, self.still.winner
        assert winner is not None
        end = still.pile(winner)
        landed = gone = 0
        moving = []
        for at, (begin, from_loser, piece) in enumerate(begins):
            starts = _STREAM * at / max(1, len(begins) - 1)
            part = min(1.0, max(0.0, (step / _FLIGHT - starts) / (1 - _STREAM)))
            landed += part >= 1
            gone += from_loser and part > 0
            if part < 1 and (part > 0 or not from_loser):
                x, y = way(begin, end, part)
                moving.append((piece, x, y - 40 * math.sin(math.pi * part)))
        still.chips(canvas, winner, still.seats[winner].before + landed)
        still.chips(canvas, 1 - winner, still.seats[1 - winner].before - gone)
        for piece, x, y in moving:
            canvas.mid(piece, x, y)
        return canvas


def _whole(
    reveal: Reveal, turning: tuple[int, Sprite] | None = None, *, grown: float = 1
) -> Canvas:
    canvas = reveal.cards(turning)
    reveal.middle(canvas, chips=True)
    reveal.line(canvas, grown)
    return canvas
