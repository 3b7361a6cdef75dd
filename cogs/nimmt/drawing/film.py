"""The film of a trick: cards turned, put in order and laid one by one, the taker last."""

from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import ClassVar

from bot.drawing import icons
from bot.drawing.boxes import Box, Place, label, paint, piece, pill, places
from bot.drawing.canvas import Canvas
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Colour, Theme, colour
from bot.drawing.film import STEPS, Film, Shot, turned, way
from bot.drawing.pen import Pen, Point, Sprite
from bot.drawing.picture import Picture, text
from bot.words.speech import Speech
from games.nimmt.cards import FULL, Card, row_bulls

from .pictures import CARD, STRIPS, Laid, Played, Table, played_alt, strip, strips
from .pieces import THEME, bull, card

_BACK, _BACK_BULL = colour("#3B2A6B"), colour("#6B4FC0")
_PALE = colour("#D9DCE8")
_FEW = 4
"""Up to this many cards lie in one column, at their full size."""
_TOGETHER = 4
"""Cards that cost nothing and move at once, in tricks of many cards."""
_CROWD, _TAKINGS = 8, 3
"""The most cards of a trick, and the most takings in it, whose ways are drawn. In longer films
cards appear in their places, or the file would be too large."""


@lru_cache(maxsize=4)
def back(w: int, h: int, bull: Colour = _BACK_BULL) -> Sprite:
    """Return the back of a card."""
    pen = Pen(w, h, 16)
    pen.box(0, 0, w, h, round(w * 0.12), WHITE)
    pen.box(3, 3, w - 6, h - 6, round(w * 0.12) - 2, _BACK)
    icons.bull(pen, w / 2, h / 2, w * 0.5, bull, _BACK)
    return pen.done(shadow=w > 90)


@dataclass(frozen=True, slots=True)
class _Column:
    """The places beside the rows where the cards of a trick wait."""

    seats: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a waiting card."""
        return (96, 104) if self.seats <= _FEW else (64, 78)

    def place(self, at: int) -> Point:
        """Return the top left corner of a place."""
        if self.seats <= _FEW:
            return 744.0, 22.0 + 132 * at
        return 722.0 + 72 * (at % 2), 20.0 + 105 * (at // 2)

    def covers(self, at: int, row: int) -> bool:
        """Return True if a card at that place lies over the cost of a row."""
        _, top, _, high = _places()[row]
        y = self.place(at)[1]
        return y < top + high - 12 and y + self.size[1] + 18 > top + 12


@dataclass
class _Stage:
    """The table while the film runs. It is drawn from these fields alone.

    rows: the cards in each row.
    waiting: the cards in the column by place, None where one has gone.
    laid: the players of new cards.
    took: the new cards that took a row.
    cost: what has run up of a row that is taken.
    ring: the card that must take a row.
    bull: the colour on the backs.
    """

    column: _Column
    rows: list[list[Card]]
    waiting: list[Played | None]
    laid: dict[Card, Played] = field(default_factory=dict)
    took: set[Card] = field(default_factory=set)
    cost: dict[int, int] = field(default_factory=dict)
    ring: Card | None = None
    threatened: set[int] = field(default_factory=set)
    sixth: dict[int, Card] = field(default_factory=dict)
    bull: Colour = _BACK_BULL

    def stand(self, *, skip: Sequence[Played] = (), closed: bool = False) -> Canvas:
        """Draw the table without the cards that move."""
        canvas = Canvas(THEME)
        places = [at for at, one in enumerate(self.waiting) if one is not None]
        for number, row in enumerate(self.rows):
            free = not any(self.column.covers(at, number) for at in places)
            loud = len(row) == FULL or number in self.threatened
            priced = free and number not in self.cost
            x, y, *_ = _places()[number]
            paint(canvas, strip(number, tuple(row), loud=loud, cost=priced), x, y)
        for number, row in enumerate(self.rows):
            for at, value in enumerate(row):
                if value in self.laid:
                    self._owned(canvas, value, _spot(number, at))
        for number, value in self.sixth.items():
            canvas.put(card(value, *CARD), *_spot(number, FULL))
            self._owned(canvas, value, _spot(number, FULL))
        for at, one in enumerate(self.waiting):
            if one is not None and one not in skip:
                self.wait(canvas, one, self.column.place(at), closed=closed)
        for number, cost in self.cost.items():
            run_up = pill(66, CORAL, piece(bull(42, INK)), label(f"+{cost}", 40, INK), w=140)
            paint(canvas, run_up, 716, _places()[number].y + 32)
        return canvas

    def running(self, taker: Card, row: int, last: Sequence[Card]) -> Canvas:
        """Draw a row's last card, if one is left, as it slides under the taker."""
        canvas, (x, y) = self.stand(), _spot(row, FULL)
        for value in last:
            canvas.put(card(value, *CARD), x - 60, y)
            paint(canvas, _ringed(taker, CORAL), x, y)
        return canvas

    def returning(self, taker: Card, row: int, part: float) -> Canvas:
        """Draw the taker on its way to the begin of the row."""
        canvas, at = self.stand(), way(_spot(row, FULL), _spot(row, 0), part)
        paint(canvas, _ringed(taker, CORAL), *at)
        return canvas

    def _owned(self, canvas: Canvas, value: Card, at: Point) -> None:
        shown = Box(*CARD).ring(CORAL if value in self.took else GOLD, 12, glow=False)
        if self.column.seats <= _FEW or value in self.sixth.values():
            shown = shown.tag(self.laid[value].who.shown, 103)
        paint(canvas, shown, *at)

    def wait(
        self, canvas: Canvas, one: Played, at: Point, *, closed: bool = False, part: float = 1
    ) -> None:
        """Draw a card of the column: its piece, and its owner's pale tag."""
        w, h = self.column.size
        sprite = back(w, h, self.bull) if closed else card(one.card, w, h)
        shown = piece(sprite if part == 1 else turned(sprite, part))
        ringed = one.card == self.ring
        if ringed and not closed:
            shown = shown.ring(GOLD, 12, glow=False)
        fill = GOLD if ringed else _PALE
        paint(canvas, shown.tag(one.who.shown, w + 6, (26, 24), fill), *at)


@cache
def _places() -> Mapping[Hashable, Place]:
    """Return the places of the rows, and of the cards in them."""
    return places(strips(((),) * 4), *STRIPS)


def _ringed(value: Card, edge: Colour) -> Box:
    return piece(card(value, *CARD)).ring(edge, 12, glow=False)


def _spot(row: int, at: int) -> Point:
    """Return the top left corner of a place in a row."""
    return _places()[row, at][:2]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A trick whose lowest waiting card needs a row, which its player chooses.

    rows: the rows now. cards: the trick, lowest first, those laid already with their rows.
    """

    theme: ClassVar[Theme] = THEME
    rows: tuple[tuple[Card, ...], ...]
    cards: tuple[Played, ...]

    def draw(self) -> Canvas:
        """Draw the rows, and the waiting cards beside them, the first one ringed."""
        return self.stage().stand()

    def stage(self) -> _Stage:
        """Return the table that the next film begins with."""
        stage = _stage(self.rows, self.cards)
        stage.waiting = [one if one.row is None else None for one in self.cards]
        stage.ring = next(one.card for one in self.cards if one.row is None)
        for one in self.cards:
            if one.row is not None:
                stage.laid[one.card] = one
                if one.bulls is not None:
                    stage.took.add(one.card)
        return stage

    def alt(self, t: Speech) -> str:
        """Return the trick, and then the rows."""
        table = Table(tuple(tuple(map(Laid, row)) for row in self.rows))
        return text([*(played_alt(one, t) for one in self.cards), table.alt(t)], t)


def _stage(rows: Sequence[Sequence[Card]], cards: Sequence[Played]) -> _Stage:
    return _Stage(_Column(len(cards)), [list(row) for row in rows], list(cards))


@dataclass(frozen=True, slots=True)
class Reveal(Film):
    """The film of a trick.

    rows: the rows before it. cards: the trick, lowest first, those laid by its end with their rows.
    still: the table afterwards. begin: the wait that the film follows, if a row was chosen.
    golden: the backs have golden bulls, as in the edition with jokers.
    """

    rows: tuple[tuple[Card, ...], ...]
    cards: tuple[Played, ...]
    still: Picture
    begin: Waiting | None = None
    golden: bool = False

    def alt(self, t: Speech) -> str:
        """Return the course of the trick, and then the table."""
        # A wait names the cards of its trick.
        cards = () if isinstance(self.still, Waiting) else self.cards
        return text([*(played_alt(one, t) for one in cards), self.still.alt(t)], t)

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: closed, turned, put in order, laid, and the table."""
        if self.begin is not None:
            stage = self.begin.stage()
            yield 500, stage.stand
            stage.ring = None
            left = zip(self.cards, stage.waiting, strict=True)
            stage.waiting = [None if waits is None else one for one, waits in left]
        else:
            stage = _stage(self.rows, self.cards)
            stage.bull = GOLD if self.golden else _BACK_BULL
            yield from self._opening(stage)
        # Cards that cost nothing move together in long tricks.
        for group in self._groups(frozenset(stage.laid)):
            if group[0].bulls is None:
                yield from self._lay(stage, group)
            else:
                yield from self._take(stage, group[0])

    @property
    def _few(self) -> bool:
        """True if the cards wait in one column."""
        return len(self.cards) <= _FEW

    def _groups(self, before: Container[Card]) -> Iterator[list[Played]]:
        """Yield the cards that move together, in order, but those that lie already."""
        cards = [one for one in self.cards if one.row is not None and one.card not in before]
        while cards:
            group = cards[:1]
            if not self._few and group[0].bulls is None:
                while len(group) < min(_TOGETHER, len(cards)) and cards[len(group)].bulls is None:
                    group = cards[: len(group) + 1]
            cards = cards[len(group) :]
            yield group

    def _opening(self, stage: _Stage) -> Iterator[Shot]:
        """Show closed cards by seat, turn them, and put them in order."""
        by_seat = sorted(self.cards, key=lambda one: one.who.seat)
        stage.waiting = list(by_seat)
        yield 700, partial(stage.stand, closed=True)
        waves = 3 if self._few else 2
        for wave in range(1, waves):
            # Each card turns a frame after the one above it.
            phases = [wave - at * waves / (len(by_seat) + 1) for at in range(len(by_seat))]
            yield 70 if self._few else 80, partial(self._turning, stage, by_seat, phases)
        yield 350 if self._few else 400, stage.stand
        if by_seat != list(self.cards):
            if self._few:
                yield 60, partial(self._sorting, stage, by_seat)
            stage.waiting = list(self.cards)
            yield 260 if self._few else 300, stage.stand

    def _turning(self, stage: _Stage, cards: Sequence[Played], phases: Sequence[float]) -> Canvas:
        canvas = stage.stand(skip=cards)
        for at, (one, phase) in enumerate(zip(cards, phases, strict=True)):
            closed, part = phase < 0.5, min(1.0, abs(phase - 0.5) * 2)
            stage.wait(canvas, one, stage.column.place(at), closed=closed, part=part)
        return canvas

    def _sorting(self, stage: _Stage, cards: Sequence[Played]) -> Canvas:
        canvas = stage.stand(skip=cards)
        for at, one in enumerate(cards):
            end = stage.column.place(self.cards.index(one))
            stage.wait(canvas, one, way(stage.column.place(at), end, STEPS[1]))
        return canvas

    @property
    def _steps(self) -> Sequence[float]:
        """The parts of a card's way that are drawn."""
        if self._few:
            return STEPS
        # A film that goes on from another one has no opening, so it has room.
        crowded = len(self.cards) > _CROWD and self.begin is None
        return () if crowded else STEPS[1:]

    @property
    def _last_step(self) -> Sequence[float]:
        """The part of the way of a card that takes a row, if it is drawn."""
        takings = sum(one.bulls is not None for one in self.cards)
        return STEPS[1:] if takings <= _TAKINGS else ()

    def _lay(self, stage: _Stage, group: list[Played]) -> Iterator[Shot]:
        ends, grown = [], [len(row) for row in stage.rows]
        for one in group:
            assert one.row is not None
            ends.append((one.row, grown[one.row]))
            grown[one.row] += 1
        yield from _moves(stage, group, ends, self._steps)
        for one in group:
            assert one.row is not None
            stage.rows[one.row].append(one.card)
            stage.laid[one.card] = one
        yield 250 if self._few else 280, stage.stand

    def _take(self, stage: _Stage, one: Played) -> Iterator[Shot]:
        row = one.row
        assert row is not None
        taken = list(stage.rows[row])
        yield from _moves(stage, [one], [(row, FULL)], self._last_step)
        stage.laid[one.card] = one
        stage.took.add(one.card)
        stage.threatened.add(row)
        stage.sixth[row] = one.card
        yield 650 if self._few else 550, stage.stand
        # The row's cards run to the right, and their bulls run up.
        for left, milliseconds in _runs(len(taken), self._few):
            stage.rows[row] = taken[:left]
            stage.cost[row] = row_bulls(tuple(taken[left:]))
            yield milliseconds, partial(stage.running, one.card, row, taken[left - 1 : left])
        del stage.sixth[row]
        for part in self._last_step:
            yield 60, partial(stage.returning, one.card, row, part)
        stage.rows[row] = [one.card]
        stage.threatened.discard(row)
        yield 260, stage.stand
        del stage.cost[row]


def _runs(cards: int, few: bool) -> list[tuple[int, int]]:
    """Return the cards left in a taken row and the milliseconds, frame by frame."""
    if cards <= 1 or not few:
        return [(0, 260)]
    return [(cards - 1, 110), (cards // 2, 110), (0, 450)]


def _moves(
    stage: _Stage, group: Sequence[Played], ends: Sequence[tuple[int, int]], parts: Sequence[float]
) -> Iterator[Shot]:
    """Yield the frames of cards on their way from the column to places in rows."""
    begins = [stage.column.place(stage.waiting.index(one)) for one in group]
    for one in group:
        stage.waiting[stage.waiting.index(one)] = None
    still = cache(stage.stand)
    for part in parts:
        yield 60, partial(_moving, still, group, begins, ends, part)


def _moving(
    still: Callable[[], Canvas],
    group: Sequence[Played],
    begins: Sequence[Point],
    ends: Sequence[tuple[int, int]],
    part: float,
) -> Canvas:
    canvas = still().copy()
    for one, begin, end in zip(group, begins, ends, strict=True):
        shown = piece(card(one.card, *CARD))
        if len(group) == 1:
            shown = _ringed(one.card, GOLD if one.bulls is None else CORAL)
            shown = shown.tag(one.who.shown, 103)
        paint(canvas, shown, *way(begin, _spot(*end), part))
    return canvas
