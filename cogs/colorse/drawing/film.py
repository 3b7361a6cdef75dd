"""The films of a duel: two ghosts that shake and turn up signs, and cards that fall.

The card that ends a round brings the winner's crown.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from bot.drawing.boxes import Box, label, piece
from bot.drawing.film import STEPS, Film, Shot, grown, tilted, turned, way
from bot.drawing.pen import faded
from bot.drawing.picture import text
from bot.words.speech import Speech
from games.colorse.cards import Card

from . import asleep, card, ghost, sign
from .pictures import CELL, Signs, Table, Won, card_alt, cards_alt

_TILT = 9.0
# Pixels that a ghost sleeps below its sign. It must not cover the name when it is shaken up.
_LOW = 26
# Pixels that the crown of a round still has to fall at the frames before it lies.
_FALLS = 70, 25


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
            yield 120, partial(self._asleep, name, 0, _TILT if number % 2 else -_TILT)
            yield 150, partial(self._asleep, name)
        for milliseconds, up, whole in (70, False, False), (70, True, False), (520, True, True):
            yield milliseconds, partial(self._turned, up=up, whole=whole)

    def _asleep(self, name: str = "", low: int = _LOW, tilt: float = 0) -> Box:
        shown = piece(tilted(asleep(200), tilt) if tilt else asleep(200))
        both = [shown.pad(top=low, bottom=-low)] * 2
        return self.still.shown(both, label(name, 72), named=False)

    def _turned(self, *, up: bool, whole: bool) -> Box:
        pieces = (sign(one, 200) if up else asleep(200) for _, one in self.still.parties)
        signs = [piece(one if whole else turned(one, 0.4)) for one in pieces]
        return self.still.shown(signs, Box(0, 0), named=whole)


class Drop(NamedTuple):
    """A card that goes into a cell of a seat's box. `gone`: cells and cards that vanish there."""

    seat: int
    card: Card
    cell: int
    gone: tuple[tuple[int, Card], ...] = ()


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
            still = replace(still, seats=tuple(seat._replace(gone=()) for seat in still.seats))
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
        yield 700, table.box
        for drop in self.drops:
            before, own = table, table.seats[drop.seat]
            table = _with(table, drop, held=own.held[1:])
            box = [*own.box]
            for part in STEPS:
                yield 70, partial(_falling, before, table, drop, part)
            box[drop.cell] = drop.card
            table = _with(table, drop, box=tuple(box), new=drop.cell)
            yield 550 if won is not None and drop is self.drops[-1] else 380, table.box
            for milliseconds, share in ((80, 0.3), (80, 0.65), (320, 1.0)) if drop.gone else ():
                yield milliseconds, partial(_vanishing, table, drop, share)
            for cell, _ in drop.gone:
                box[cell] = None
            table = _with(table, drop, box=tuple(box), new=None)
        if won is not None:
            yield 480, partial(won.box, None)
            for height in _FALLS if won.who is not None else ():
                yield 70, partial(won.box, height)


def _falling(before: Table, table: Table, drop: Drop, part: float) -> Box:
    """Return a card on its way from its seat's hold, as the table was before."""
    shown, places = card(drop.card, CELL), before.box().places()
    begin, end = places[drop.seat, 0].middle, places[drop.seat, "cell", drop.cell].middle
    moved = grown(shown, round(0.52 + 0.48 * part, 2))
    return table.box().put(piece(moved), *way(begin, end, part))


def _vanishing(table: Table, drop: Drop, share: float) -> Box:
    box, mark = table.box(), piece(faded(ghost(round(CELL * 0.6)), share))
    places = box.places()
    for cell, _ in drop.gone:
        box = box.put(mark, *places[drop.seat, "cell", cell].middle)
    return box


def _with(table: Table, drop: Drop, **changes: Any) -> Table:
    """Return the table with another state of the seat of a drop."""
    seats = [*table.seats]
    seats[drop.seat] = seats[drop.seat]._replace(**changes)
    return replace(table, seats=tuple(seats))
