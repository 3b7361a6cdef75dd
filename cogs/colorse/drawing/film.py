"""The films of a duel: two ghosts that shake and turn up signs, and cards that fall.

The card that ends a round brings the winner's crown.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

from bot.drawing.canvas import Canvas
from bot.drawing.colours import WHITE
from bot.drawing.film import STEPS, Film, Shot, grown, tilted, turned, way
from bot.drawing.pen import Point, Sprite, faded
from bot.drawing.picture import text
from bot.words.speech import Speech
from games.colorse.cards import Card, Sign

from .pictures import CELL, Seat, Signs, Table, Won, card_alt, cards_alt, sign_name
from .pieces import asleep, card, ghost, sign

_SHAKE = 26
_TILT = 9.0
_PLACES = 168, 712
# The middle of a sleeping ghost. It must not cover the name when it is shaken up.
_LOW = 214
# Pixels that the crown of a round still has to fall at the frames before it lies.
_FALLS = 70, 25


@dataclass(frozen=True, slots=True)
class Shaken(Film):
    """The film of a duel's signs. Taking and placing are the winner's decisions.

    brief: the ghosts turn up their signs without a shake.
    """

    still: Signs
    brief: bool = False

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: asleep, three shakes with the names of the signs, the signs."""
        yield 700, self._asleep
        for number, name in enumerate(() if self.brief else self.still.names):
            yield 120, partial(self._asleep, name, _SHAKE, _TILT if number % 2 else -_TILT)
            yield 150, partial(self._asleep, name)
        for up in (False, True):
            yield 70, partial(self._turning, up)
        yield 520, self._open

    def _asleep(self, name: str = "", up: int = 0, tilt: float = 0) -> Canvas:
        piece = tilted(asleep(200), tilt) if tilt else asleep(200)
        return self._shown((piece, piece), name, up)

    def _turning(self, up: bool) -> Canvas:
        first, second = (turned(sign(one, 200) if up else asleep(200), 0.4) for one in self._signs)
        return self._shown((first, second), up=_LOW - 188)

    def _open(self) -> Canvas:
        canvas = self.still.ground()
        for x, which in zip(_PLACES, self._signs, strict=True):
            canvas.mid(sign(which, 200), x, 188)
            canvas.text(x, 323, sign_name(which, self.still.names), 46, WHITE, "m")
        return canvas

    @property
    def _signs(self) -> tuple[Sign, Sign]:
        return self.still.parent[1], self.still.child[1]

    def _shown(self, pieces: tuple[Sprite, Sprite], name: str = "", up: int = 0) -> Canvas:
        canvas = self.still.ground()
        for piece, x in zip(pieces, _PLACES, strict=True):
            canvas.mid(piece, x, _LOW - up)
        canvas.text(440, 192, name, 72, WHITE, "m")
        return canvas


class Drop(NamedTuple):
    """A card that goes into a cell of a seat's box. `gone`: cells and cards that vanish there."""

    seat: int
    card: Card
    cell: int
    gone: tuple[tuple[int, Card], ...] = ()


@dataclass(frozen=True, slots=True)
class Falling(Film):
    """The film of cards that go into boxes. The cards that they curse vanish under ghosts.

    still: the table afterwards, or the end of the round. before: the table until then, with the
    cards in their seats' holds. drops: the cards in their order.
    """

    still: Table | Won
    before: Table
    drops: tuple[Drop, ...]

    def alt(self, t: Speech) -> str:
        """Return each card in its order, which stays or vanishes, and then the still."""
        still = self.still
        if isinstance(still, Table):
            # The course has the cards that vanished.
            still = replace(still, seats=tuple(replace(seat, gone=()) for seat in still.seats))
        return text([*(self._dropped(drop, t) for drop in self.drops), still.alt(t)], t)

    def _dropped(self, drop: Drop, t: Speech) -> str:
        who = self.before.seats[drop.seat].who.alt(t)
        if not drop.gone:
            return t("{who}: {card} stays.", who=who, card=card_alt(drop.card, t))
        gone = cards_alt((one for _, one in drop.gone), t)
        return t("{who}: {cards} vanished.", who=who, cards=gone)

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: the table, each card's way with its ghosts, the end of a round."""
        table, won = self.before, self.still if isinstance(self.still, Won) else None
        yield 700, table.draw
        for drop in self.drops:
            before, table = table, _left(table, drop)
            ground = cache(table.draw)
            for part in STEPS:
                yield 70, partial(_falling, ground, before, drop, part)
            table = _landed(table, drop)
            landed = cache(table.draw)
            yield 550 if won is not None and drop is self.drops[-1] else 380, landed
            for milliseconds, share in ((80, 0.3), (80, 0.65), (320, 1.0)) if drop.gone else ():
                yield milliseconds, partial(_vanishing, landed, table, drop, share)
            table = _vanished(table, drop)
        if won is not None:
            yield 480, partial(won.shown, None)
            for height in _FALLS if won.who is not None else ():
                yield 70, partial(won.shown, height)


def _falling(ground: Callable[[], Canvas], table: Table, drop: Drop, part: float) -> Canvas:
    """Draw a card on its way from its seat's hold, as the table was before."""
    canvas, piece = ground().copy(), card(drop.card, CELL)
    begin, end = table.places()[drop.seat, 0].middle, _middle(table, drop.seat, drop.cell)
    canvas.mid(grown(piece, round(0.52 + 0.48 * part, 2)), *way(begin, end, part))
    return canvas


def _vanishing(landed: Callable[[], Canvas], table: Table, drop: Drop, share: float) -> Canvas:
    canvas, mark = landed().copy(), faded(ghost(round(CELL * 0.6)), share)
    for cell, _ in drop.gone:
        canvas.mid(mark, *_middle(table, drop.seat, cell))
    return canvas


def _middle(table: Table, seat: int, cell: int) -> Point:
    return table.places()[seat, "cell", cell].middle


def _left(table: Table, drop: Drop) -> Table:
    """Return the table once a card has left its seat's hold."""
    seat = table.seats[drop.seat]
    return _with(table, drop, replace(seat, held=seat.held[1:]))


def _landed(table: Table, drop: Drop) -> Table:
    seat = table.seats[drop.seat]
    box = (*seat.box[: drop.cell], drop.card, *seat.box[drop.cell + 1 :])
    return _with(table, drop, replace(seat, box=box, new=drop.cell))


def _vanished(table: Table, drop: Drop) -> Table:
    seat = table.seats[drop.seat]
    gone = {cell for cell, _ in drop.gone}
    box = tuple(None if cell in gone else one for cell, one in enumerate(seat.box))
    return _with(table, drop, replace(seat, box=box, new=None))


def _with(table: Table, drop: Drop, seat: Seat) -> Table:
    seats = table.seats
    return replace(table, seats=(*seats[: drop.seat], seat, *seats[drop.seat + 1 :]))
