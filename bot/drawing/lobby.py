"""The picture of an open table: pieces of its game, its players and free seats."""

from dataclasses import dataclass

from ..words.speech import Speech
from . import people
from .canvas import WIDTH, Canvas, Panel
from .colours import WHITE, Felt, mixed
from .emblems import FAN, fan
from .kit import kit
from .picture import Who, text

_COLUMNS = {2: 2, 3: 3, 4: 4, 5: 5, 6: 3, 7: 4, 8: 4}
_TALL = 390
_LEFT, _W, _GAP = 18, 844, 12
_WELL, _TOP, _H = 150, 180, 192


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at an open table. `kept`: the seat is reserved for the player."""

    who: Who
    host: bool = False
    computer: bool = False
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """A game's open table. It has `most` seats and needs the `fewest`."""

    game: str
    seats: tuple[Seat, ...]
    fewest: int
    most: int

    @property
    def felt(self) -> Felt:
        """The game's felt."""
        return kit(self.game).felt

    def draw(self) -> Canvas:
        """Draw the fan above, and the seats below in even rows of at most five."""
        felt = self.felt
        canvas = Canvas(felt, [Panel(_LEFT, _LEFT, _W, _WELL, 24, felt.well)], _TALL)
        canvas.put(fan(self.game), (WIDTH - FAN[0]) // 2, _LEFT)
        columns = _COLUMNS.get(self.most, 5)
        rows = -(-self.most // columns)
        w = (_W - _GAP * (columns - 1)) // columns
        h = (_H - _GAP * (rows - 1)) // rows
        for n in range(self.most):
            row, column = divmod(n, columns)
            x, y = _LEFT + column * (w + _GAP), _TOP + row * (h + _GAP)
            if n < len(self.seats):
                self._seat(canvas, self.seats[n], x, y, w, h)
            else:
                _free(canvas, felt, x, y, w, h, needed=n < self.fewest)
        return canvas

    def _seat(self, canvas: Canvas, seat: Seat, x: int, y: int, w: int, h: int) -> None:
        felt, middle, tall = self.felt, x + w / 2, h > 150
        size, sizes = (92, (44, 40, 36, 32, 30)) if tall else (52, (34, 32, 30))
        at, name = (y + h * 0.47, y + h * 0.84) if tall else (y + 33, y + 72)
        if seat.kept:
            canvas.box(x, y, w, h, 22, None, felt.quiet, 4, dashed=True)
        else:
            canvas.box(x, y, w, h, 22, felt.panel)
        one = seat.who
        face = people.computer(size, felt, one.face) if seat.computer else people.disc(one, size)
        canvas.mid(face, middle, at)
        if seat.host:
            if tall:
                canvas.mid(people.crown(56), middle, at - size / 2 - 17)
            else:
                canvas.mid(people.crown(36), middle - size / 2 - 22, at - 6)
        fill = mixed(WHITE, felt.ground, 0.7 if seat.kept else 1)
        canvas.name(middle, name, seat.who.shown, w - 20, fill, "m", sizes)

    def told(self, t: Speech) -> str:
        """Return the players and the number of free seats."""
        said = []
        for seat in self.seats:
            who = seat.who.told(t)
            if seat.kept:
                said.append(t("A seat is kept for {who}.", who=who))
            elif seat.host:
                said.append(t("{who} sits here, the host.", who=who))
            elif seat.computer:
                said.append(t("{who} sits here, a computer.", who=who))
            else:
                said.append(t("{who} sits here.", who=who))
        free = self.most - len(self.seats)
        said.append(t.many("{n} seat is free.", "{n} seats are free.", free))
        return text(said, t)


def _free(canvas: Canvas, felt: Felt, x: int, y: int, w: int, h: int, *, needed: bool) -> None:
    """Draw a free seat. Seats that the game needs are brighter."""
    edge = felt.quiet if needed else mixed(WHITE, felt.ground, 0.3)
    canvas.box(x + 3, y + 3, w - 6, h - 6, 20, None, edge, 4, dashed=True)
    canvas.mid(people.plus(64 if h > 150 else 36, edge), x + w / 2, y + h / 2)
