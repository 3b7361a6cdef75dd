"""The films of a reveal: the first card, and after the pause the other one with the payment."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.drawing.boxes import Box, piece
from bot.drawing.film import Film, Shot, turned, way

from . import back, chip, number
from .pictures import Reveal

_FLIGHT = 7
"""Number of frames of the flying chips."""
_STREAM = 0.5
"""Part of the flight between the first chip's start and the last one's."""


class Turning(Film):
    """A film of one reveal or of both. `open`: the card of that seat lies open before."""

    still: Reveal
    first: int
    open: bool = False

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: a card turned, the pause, the other, the distances, the chips."""
        if not self.open:
            yield 800, self._known(0).box
            yield from self._turn(self._known(0), self.first)
        if self.still.winner is None:
            return
        yield 700 if self.open else 900, self._known(1).box
        yield from self._turn(self._known(1), 1 - self.first)
        for milliseconds, grown in (350, 0.0), (80, 0.3), (80, 0.85), (420, 1.0):
            yield milliseconds, partial(self._known(2).box, grown=grown)
        for step in range(_FLIGHT + 1):
            yield 80 if step else 480, partial(self._flying, self.still.winner, step)

    def _known(self, cards: int) -> Reveal:
        """Return the reveal with that number of cards turned up."""
        up = (self.first, 1 - self.first)[:cards]
        first, second = (
            seat if at in up else seat._replace(card=None)
            for at, seat in enumerate(self.still.seats)
        )
        return replace(self.still, seats=(first, second), winner=None, items=())

    def _turn(self, before: Reveal, at: int) -> Iterator[Shot]:
        card = self.still.seats[at].card
        assert card is not None
        yield 70, lambda: before.box({at: turned(back(112, 138), 0.5)})
        yield 70, lambda: before.box({at: turned(number(card, 112, 138), 0.6)})

    def _flying(self, winner: int, step: int) -> Box:
        """Return the paid chips in an arc, those from the middle first, and both counts."""
        still, spots = self.still, self._known(2).box().places()
        loser, end = still.seats[1 - winner], spots[winner].middle
        paid = [(spots["chip", at].middle, face) for at, face in enumerate(still.table)]
        middle, lost = len(paid), loser.before - loser.after
        paid += [(spots[1 - winner].middle, "sun")] * lost
        counts, moving = [seat.before for seat in still.seats], []
        for at, (begin, face) in enumerate(paid):
            starts = _STREAM * at / max(1, len(paid) - 1)
            part = min(1.0, max(0.0, (step / _FLIGHT - starts) / (1 - _STREAM)))
            counts[winner] += part >= 1
            counts[1 - winner] -= at >= middle and part > 0
            if part < 1 and (part > 0 or at < middle):
                x, y = way(begin, end, part)
                moving.append((piece(chip(face, 50)), x, y - 40 * math.sin(math.pi * part)))
        box = still.box(held=counts)
        for one in moving:
            box = box.put(*one)
        return box
