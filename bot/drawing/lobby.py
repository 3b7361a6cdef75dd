"""The picture of an open table: pieces of its game, its players and free seats."""

from collections.abc import Iterator
from typing import NamedTuple

from ..words.speech import Speech
from . import people
from .boxes import Box, column, grid, name, piece, plate
from .canvas import WIDTH
from .colours import WHITE, mixed
from .emblems import fan
from .icons import icon, plus
from .kit import OfGame
from .picture import Who

_TALL = 390


class Seat(NamedTuple):
    """A player at an open table. `kept`: the seat is reserved for the player."""

    who: Who
    host: bool = False
    computer: bool = False
    kept: bool = False


class Lobby(OfGame):
    """A game's open table. It has `most` seats and needs the `fewest`."""

    seats: tuple[Seat, ...]
    fewest: int
    most: int

    def box(self) -> Box:
        """Return the fan above, and the seats below in even rows of at most five."""
        rows = 1 if self.most <= 5 else 2
        columns = -(-self.most // rows)
        size = (844 - 12 * (columns - 1)) // columns, (192 - 12 * (rows - 1)) // rows
        seats = [self._seat(seat, *size) for seat in self.seats]
        free = (self._free(n, *size) for n in range(len(seats), self.most))
        above = fan(self.game).on(plate(844, 150, 24, self.theme.well), y=0)
        below = grid([*seats, *free], columns, 12)
        return column(above, below, gap=12, x=0)

    def ground(self, box: Box) -> Box:
        """Return the pieces in a low picture."""
        return box.within(WIDTH, _TALL)

    def _seat(self, seat: Seat, w: int, h: int) -> Box:
        theme, who, tall = self.theme, seat.who, h > 150
        size, large = (92, 44) if tall else (52, 34)
        face = piece(
            people.computer(size, theme, who.face) if seat.computer else people.disc(who, size)
        )
        if seat.host and tall:
            face = face.mark(piece(people.crown(56)), y=0, dy=-17)
        elif seat.host:
            face = face.mark(piece(people.crown(36)), x=0, dx=-22, dy=-6)
        fill = mixed(WHITE, theme.ground, 0.7 if seat.kept else 1)
        named = name(who.shown, w - 20, fill, large)
        ground = plate(w, h, 22, theme.panel)
        if seat.kept:
            ground = plate(w, h, 22, None, theme.quiet, 4, dashed=True)
        return column(face, named, gap=9 if tall else 1).on(ground, y=0.73 if tall else 0.54)

    def _free(self, at: int, w: int, h: int) -> Box:
        """Return a free seat. Seats that the game needs are brighter."""
        edge = self.theme.quiet if at < self.fewest else mixed(WHITE, self.theme.ground, 0.3)
        ground = plate(w - 6, h - 6, 20, None, edge, 4, dashed=True)
        return piece(icon(plus, 64 if h > 150 else 36, edge)).on(ground).within(w, h)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the players and the number of free seats."""
        for seat in self.seats:
            who = seat.who.alt(t)
            if seat.kept:
                yield t("A seat is kept for {who}.", who=who)
            elif seat.host:
                yield t("{who} sits here, the host.", who=who)
            elif seat.computer:
                yield t("{who} sits here, a computer.", who=who)
            else:
                yield t("{who} sits here.", who=who)
        free = self.most - len(self.seats)
        yield t.many("{n} seat is free.", "{n} seats are free.", free)
