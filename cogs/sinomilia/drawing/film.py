"""The films of a reveal: the first card, and after the pause the other one with the payment."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

from bot.drawing.canvas import Canvas
from bot.drawing.film import Film, Shot, turned, way
from bot.drawing.pen import Point, Sprite

from .pictures import Reveal
from .pieces import back, chip, number

_Paid = tuple[Point, bool, Sprite]
_FLIGHT = 7
"""Number of frames of the flying chips."""
_STREAM = 0.5
"""Part of the flight between the first chip's start and the last one's."""


@dataclass(frozen=True, slots=True)
class Turning(Film):
    """A film of one reveal or of both. `open`: the card of that seat lies open before."""

    still: Reveal
    first: int
    open: bool = False

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: a card turned, the pause, the other, the distances, the chips."""
        if not self.open:
            yield 800, partial(_whole, self._known(0))
            yield from self._turn(self._known(0), self.first)
        if self.still.winner is not None:
            yield 700 if self.open else 900, partial(_whole, self._known(1))
            yield from self._turn(self._known(1), 1 - self.first)
            yield from self._judging()

    def _known(self, cards: int) -> Reveal:
        """Return the reveal with that number of cards turned up."""
        up = {self.first} if cards == 1 else {0, 1} if cards else set()
        first, second = (
            seat if at in up else replace(seat, card=None)
            for at, seat in enumerate(self.still.seats)
        )
        return replace(self.still, seats=(first, second), winner=None, items=())

    def _turn(self, before: Reveal, at: int) -> Iterator[Shot]:
        card = self.still.seats[at].card
        assert card is not None
        yield 70, lambda: _whole(before, (at, turned(back(112, 138), 0.5)))
        yield 70, lambda: _whole(before, (at, turned(number(card, 112, 138), 0.6)))

    def _judging(self) -> Iterator[Shot]:
        """Show the distances grow, the winner, and the chips that change hands."""
        for milliseconds, grown in (350, 0.0), (80, 0.3), (80, 0.85), (420, 1.0):
            yield milliseconds, partial(_whole, self._known(2), grown=grown)
        ground, begins = cache(self._ground), cache(self._begins)
        for step in range(_FLIGHT + 1):
            yield 80 if step else 480, partial(self._flying, ground, begins, step)

    def _ground(self) -> Canvas:
        ground = self.still.cards(moving=True)
        self.still.middle(ground, chips=False)
        self.still.line(ground)
        return ground

    def _begins(self) -> list[_Paid]:
        """Return each paid chip: its place, whether it comes from the loser, and its piece."""
        still, winner = self.still, self.still.winner
        assert winner is not None
        chips: list[_Paid] = [
            ((x + 25, y + 25), False, chip(face, 50))
            for (x, y), face in zip(still.places(), still.table, strict=True)
        ]
        loser = still.seats[1 - winner]
        x, y = still.pile(1 - winner)
        paid = [((x, y), True, chip("sun", 50))] * (loser.before - loser.after)
        return [*chips, *paid]

    def _flying(
        self, ground: Callable[[], Canvas], paid: Callable[[], list[_Paid]], step: int
    ) -> Canvas:
        canvas, begins, still, winner = ground().copy(), paid(), self.still, self.still.winner
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
