"""The film of a trick: cards turned, put in order and laid one by one, the taker last."""

import math
from collections.abc import Container, Generator, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from bot.drawing import icons
from bot.drawing.boxes import Box, column, piece
from bot.drawing.colours import GOLD, SILVER, WHITE, Colour, colour
from bot.drawing.film import STEPS, Film, Shot, turned, way
from bot.drawing.pen import Pen, Point, Sprite
from bot.drawing.picture import Described, text
from bot.words.speech import Speech
from games.nimmt.cards import FULL, Card, Row, row_bulls

from . import THEME, card, cost
from .pictures import CARD, Played, Table, laid, marked, ringed, spots, strip

_BACK, _BULL = colour("#3B2A6B"), colour("#6B4FC0")
_FEW = 4
"""Up to this many cards lie in one column, at their full size."""
_TOGETHER = 4
"""Cards that cost nothing and move at once, in tricks of many cards."""
_CROWD, _TAKINGS = 8, 3
"""The most cards of a trick, and the most takings in it, whose ways are drawn. In longer films
cards appear in their places, or the file would be too large."""


@lru_cache(maxsize=4)
def back(w: int, h: int, bull: Colour = _BULL) -> Sprite:
    """Return the back of a card."""
    pen = Pen(w, h, 16)
    pen.box(0, 0, w, h, round(w * 0.12), WHITE)
    pen.box(3, 3, w - 6, h - 6, round(w * 0.12) - 2, _BACK)
    icons.bull(pen, w / 2, h / 2, w * 0.5, bull, _BACK)
    return pen.done(shadow=w > 90)


class _Waits(NamedTuple):
    """A card in the column beside the rows, by its middle. `up`: closed (0) to open (1)."""

    one: Played
    at: Point
    up: float = 1


_Way = tuple[Played, Point, Point]
"""A card that moves from a place to another one."""


class _Stage(NamedTuple):
    """A table in the film.

    many: the cards of the column are small. new: the cards laid so far. taken: the row that is
    being taken. paid: a row, and the cards that have run up. ring: the first waiting card must take
    a row. golden: the backs have golden bulls.
    """

    many: bool
    rows: tuple[Row, ...]
    waiting: tuple[_Waits, ...] = ()
    new: tuple[Played, ...] = ()
    taken: int | None = None
    paid: tuple[int | None, Row] = (None, ())
    ring: bool = False
    golden: bool = False

    def box(self, going: Sequence[_Way] = (), part: float = 0, under: Row = ()) -> Box:
        """Return the rows, the column, and the cards at a part (0–1) of their ways over them.

        under: the card of the taken row that slides below its taker.
        """
        w, h = (64, 78) if self.many else (96, 104)
        (paid, cards), strips = self.paid, list[Box]()
        for number, row in enumerate(self.rows):
            # A waiting card and its tag cover the bulls.
            y = spots()[number].middle[1]
            hidden = any(-71 - h / 2 < one.at[1] - y < 53 + h / 2 for one in self.waiting)
            priced = not hidden and number != paid
            strips.append(strip(number, row, loud=number == self.taken, priced=priced))
        box = column(*strips, gap=2)
        box = marked(box, self.rows, self.new, glow=False, tags=not self.many)
        for at, (one, place, up) in enumerate(self.waiting):
            due, closed = self.ring and at == 0, back(w, h, GOLD if self.golden else _BULL)
            sprite = card(one.card, w, h) if up > 0.5 else closed
            shown = piece(sprite if up in (0, 1) else turned(sprite, abs(2 * up - 1)))
            if due:
                shown = ringed(shown, glow=False)
            tag = one.who.shown, w + 6, 26, GOLD if due else SILVER
            box = box.put(shown.tag(*tag), *place)
        if paid is not None:
            box = box.put(cost(row_bulls(cards), 66, 140), 770, spots()[paid].middle[1])
        for one, (x, y), end in going:
            for value in under:
                box = box.put(piece(card(value, *CARD)), x - 60, y)
            moved = piece(card(one.card, *CARD))
            if len(going) == 1:
                moved = ringed(moved, took=bool(one.took), glow=False).tag(one.who.shown, 103)
            box = box.put(moved, *way((x, y), end, part))
        return box


def _column(cards: Sequence[Played], wave: float = math.inf) -> tuple[_Waits, ...]:
    """Return cards beside the rows: a few in one column, more as small ones in two.

    wave: the frame of their turning. Each turns a frame after the one above it.
    """
    many = len(cards) > _FEW
    step = (2 if many else 3) / (len(cards) + 1)
    found = list[_Waits]()
    for at, one in enumerate(cards):
        place = (738 + 72 * (at % 2), 43 + 105 * (at // 2)) if many else (776, 58 + 132 * at)
        found.append(_Waits(one, place, min(1.0, max(0.0, wave - at * step))))
    return tuple(found)


class Waiting(Described, theme=THEME):
    """A trick whose lowest waiting card needs a row, which its player chooses.

    rows: the rows now. cards: the trick, lowest first, those laid already with their rows.
    """

    rows: tuple[Row, ...]
    cards: tuple[Played, ...]

    def box(self) -> Box:
        """Return the rows, and the waiting cards beside them, the first one ringed."""
        return self.stage().box()

    def stage(self) -> _Stage:
        """Return the table that the next film begins with."""
        waiting = tuple(one for one in _column(self.cards) if one.one.row is None)
        new = tuple(one for one in self.cards if one.row is not None)
        return _Stage(len(self.cards) > _FEW, self.rows, waiting, new, ring=True)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the trick, and then the rows."""
        yield from (one.alt(t) for one in self.cards)
        yield Table(self.rows).alt(t)


class Reveal(Film):
    """The film of a trick.

    still: the table afterwards. rows: the rows before it. cards: the trick, lowest first, those
    laid by its end with their rows. begin: the wait that the film follows, if a row was chosen.
    golden: the backs have golden bulls, as in the edition with jokers.
    """

    rows: tuple[Row, ...]
    cards: tuple[Played, ...]
    begin: Waiting | None = None
    golden: bool = False

    def alt(self, t: Speech) -> str:
        """Return the course of the trick, and then the table."""
        # A wait names the cards of its trick.
        cards = () if isinstance(self.still, Waiting) else self.cards
        return text([*(one.alt(t) for one in cards), self.still.alt(t)], t)

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: closed, turned, put in order, laid, and the table."""
        if self.begin is None:
            stage = yield from self._opening()
        else:
            stage = self.begin.stage()
            yield 500, stage.box
            left = {one.one.card for one in stage.waiting}
            waiting = tuple(one for one in _column(self.cards) if one.one.card in left)
            stage = stage._replace(waiting=waiting, ring=False)
        for group in self._groups({one.card for one in stage.new}):
            stage = yield from self._lay(stage, group)

    @property
    def _few(self) -> bool:
        """True if the cards wait in one column."""
        return len(self.cards) <= _FEW

    def _groups(self, before: Container[Card]) -> Iterator[list[Played]]:
        """Yield the cards that move together, in order, but those that lie already.

        Cards that cost nothing move together in long tricks.
        """
        group = list[Played]()
        for one in self.cards:
            if one.row is None or one.card in before:
                continue
            if group and (self._few or one.took or group[0].took or len(group) == _TOGETHER):
                yield group
                group = []
            group = [*group, one]
        if group:
            yield group

    def _opening(self) -> Generator[Shot, None, _Stage]:
        """Show closed cards by seat, turn them, and put them in order."""
        few, by_seat = self._few, sorted(self.cards, key=lambda one: one.who.seat)
        stage = _Stage(not few, self.rows, _column(by_seat, 0), golden=self.golden)
        yield 700, stage.box
        for wave in (1, 2) if few else (1,):
            yield 70 if few else 80, stage._replace(waiting=_column(by_seat, wave)).box
        column, end = _column(by_seat), _column(self.cards)
        yield 350 if few else 400, stage._replace(waiting=column).box
        if column != end:
            if few:
                goals = {one.one: one.at for one in end}
                moved = (_Waits(one, way(at, goals[one], STEPS[1])) for one, at, _ in column)
                yield 60, stage._replace(waiting=tuple(moved)).box
            yield 260 if few else 300, stage._replace(waiting=end).box
        return stage._replace(waiting=end)

    def _lay(self, stage: _Stage, group: Sequence[Played]) -> Generator[Shot, None, _Stage]:
        """Move cards to their rows. One that is the sixth takes its row."""
        begins, grown = {one.one: one.at for one in stage.waiting}, [*map(len, stage.rows)]
        going, first = list[_Way](), group[0]
        for one in group:
            assert one.row is not None
            going.append((one, begins[one], spots()[one.row, grown[one.row]].middle))
            grown[one.row] += 1
        stage = stage._replace(waiting=tuple(one for one in stage.waiting if one.one not in group))
        for part in self._steps(first):
            yield 60, partial(stage.box, going, part)
        after = stage._replace(rows=laid(stage.rows, group), new=(*stage.new, *group))
        if first.took:
            yield from self._take(stage, first, first.row or 0)
            yield 260, after._replace(paid=(first.row, first.took)).box
        else:
            yield 250 if self._few else 280, after.box
        return after

    def _steps(self, one: Played) -> Sequence[float]:
        """Return the parts of a card's way that are drawn."""
        if one.took:
            takings = sum(bool(one.took) for one in self.cards)
            return STEPS[1:] if takings <= _TAKINGS else ()
        if self._few:
            return STEPS
        # A film that goes on from another one has no opening, so it has room.
        crowded = len(self.cards) > _CROWD and self.begin is None
        return () if crowded else STEPS[1:]

    def _take(self, stage: _Stage, one: Played, number: int) -> Iterator[Shot]:
        """Yield the row's cards as they run to the right, and their bulls up."""
        going = [(one, spots()[number, FULL].middle, spots()[number, 0].middle)]
        stage, row, count = stage._replace(taken=number), one.took, len(one.took)
        yield 650 if self._few else 550, partial(stage.box, going)
        runs = [(0, 260)]
        if count > 1 and self._few:
            runs = [(count - 1, 110), (count // 2, 110), (0, 450)]
        for left, milliseconds in runs:
            rows = *stage.rows[:number], row[:left], *stage.rows[number + 1 :]
            stage = stage._replace(rows=rows, paid=(number, row[left:]))
            yield milliseconds, partial(stage.box, going, under=row[left - 1 : left])
        for part in self._steps(one):
            yield 60, partial(stage.box, going, part)
