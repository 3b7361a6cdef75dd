"""The films of a duel: two ghosts that shake and turn up signs, and cards that fall.

The card that ends a round brings the winner's crown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.drawing.canvas import Canvas
from bot.drawing.colours import WHITE
from bot.drawing.film import STEPS, Stilled, grown, tilted, turned, way
from bot.drawing.pen import Point, Sprite, faded
from bot.drawing.picture import text
from bot.words.speech import Speech, listed
from games.colorse.cards import Card

from .pictures import CELL, Seat, Signs, Table, Won, card_told, sign_name
from .pieces import asleep, card, ghost, sign

_SHAKE = 26
_TILT = 9.0
_PLACES = 168, 712
# The middle of a sleeping ghost. It must not cover the name when it is shaken up.
_LOW = 214
# Pixels that the crown of a round still has to fall at the frames before it lies.
_FALLS = 70, 25


@dataclass(frozen=True, slots=True)
class Shaken(Stilled):
    """The film of a duel's signs. Taking and placing are the winner's decisions.

    brief: the ghosts turn up their signs without a shake.
    """

    still: Signs
    brief: bool = False

    def canvases(self) -> Iterator[Canvas]:
        """Yield the canvases: asleep, three shakes with the names of the signs, the signs."""
        closed = asleep(200), asleep(200)
        yield self._shown(closed)
        for number, name in enumerate(self._shakes):
            tilt = _TILT if number % 2 else -_TILT
            shaken = tilted(closed[0], tilt), tilted(closed[1], tilt)
            yield self._shown(shaken, name, up=_SHAKE)
            yield self._shown(closed, name)
        signs = self.still.parent[1], self.still.child[1]
        for pieces in (closed, (sign(signs[0], 200), sign(signs[1], 200))):
            narrow = turned(pieces[0], 0.4), turned(pieces[1], 0.4)
            yield self._shown(narrow, up=_LOW - 188)
        canvas = self.still.ground()
        for x, which in zip(_PLACES, signs, strict=True):
            canvas.mid(sign(which, 200), x, 188)
            canvas.text(x, 323, sign_name(which, self.still.names), 46, WHITE, "m")
        yield canvas

    def times(self) -> Iterator[int]:
        """Yield the milliseconds of the frames, except the last one's."""
        yield 700
        yield from (120, 150) * len(self._shakes)
        yield from (70, 70, 520)

    @property
    def _shakes(self) -> Sequence[str]:
        """The names that are called, one a shake."""
        return () if self.brief else self.still.names

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
class Falling(Stilled):
    """The film of cards that go into boxes. The cards that they curse vanish under ghosts.

    still: the table afterwards, or the end of the round. before: the table until then, with the
    cards in their seats' holds. drops: the cards in their order.
    """

    still: Table | Won
    before: Table
    drops: tuple[Drop, ...]

    def told(self, t: Speech) -> str:
        """Return each card in its order, which stays or vanishes, and then the still."""
        still = self.still
        if isinstance(still, Table):
            # The course has the cards that vanished.
            still = replace(still, seats=tuple(replace(seat, gone=()) for seat in still.seats))
        return text([*(self._dropped(drop, t) for drop in self.drops), still.told(t)], t)

    def _dropped(self, drop: Drop, t: Speech) -> str:
        who = self.before.seats[drop.seat].who.told(t)
        if not drop.gone:
            return t("{who}: {card} stays.", who=who, card=card_told(drop.card, t))
        gone = listed((card_told(one, t) for _, one in drop.gone), t)
        return t("{who}: {cards} vanished.", who=who, cards=gone)

    def canvases(self) -> Iterator[Canvas]:
        """Yield the canvases: the table, each card's way with its ghosts, the end of a round."""
        table = self.before
        yield table.draw()
        for drop in self.drops:
            begin, end = table.places()[drop.seat, 0].middle, _middle(table, drop.seat, drop.cell)
            table = _left(table, drop)
            ground, piece = table.draw(), card(drop.card, CELL)
            for part in STEPS:
                canvas = ground.copy()
                x, y = way(begin, end, part)
                canvas.mid(grown(piece, round(0.52 + 0.48 * part, 2)), x, y)
                yield canvas
            table = _landed(table, drop)
            landed = table.draw()
            yield landed
            for share in (0.3, 0.65, 1.0) if drop.gone else ():
                canvas = landed.copy()
                for cell, _ in drop.gone:
                    mark = faded(ghost(round(CELL * 0.6)), share)
                    canvas.mid(mark, *_middle(table, drop.seat, cell))
                yield canvas
            table = _vanished(table, drop)
        if isinstance(self.still, Won):
            yield self.still.shown(None)
            for height in self._crowned:
                yield self.still.shown(height)

    def times(self) -> Iterator[int]:
        """Yield the milliseconds of the frames, except the last one's."""
        yield 700
        ends = isinstance(self.still, Won)
        for drop in self.drops:
            yield from [70] * len(STEPS)
            yield 550 if ends and drop is self.drops[-1] else 380
            if drop.gone:
                yield from (80, 80, 320)
        if ends:
            yield from (480, *[70] * len(self._crowned))

    @property
    def _crowned(self) -> Sequence[int]:
        """Pixels that the winner's crown still has to drop, frame by frame."""
        return _FALLS if isinstance(self.still, Won) and self.still.who is not None else ()


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
