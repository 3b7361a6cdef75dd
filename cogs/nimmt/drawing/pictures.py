"""The pictures of 6 nimmt!: the rows, a hand below the rows' ends, and a trick."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from bot.drawing.boxes import (
    Box,
    column,
    drawn,
    fan,
    grid,
    label,
    name,
    paint,
    panel,
    piece,
    pill,
    places,
    plate,
    row,
)
from bot.drawing.canvas import WIDTH, Canvas, arrow, pointer
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Colour, Theme, mixed
from bot.drawing.picture import Who, text
from bot.words.speech import Speech, listed
from games.nimmt.cards import FULL, Card, card_text, row_bulls

from .pieces import THEME, bull, card, place, short

_DIM = mixed(WHITE, THEME.panel, 0.38)
_DISC = mixed(WHITE, THEME.ground, 0.22)
CARD = 96, 104
"""Width and height of a card in a row."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in a row. `by`: its player if it is new. `took`: the card took the row."""

    card: Card
    by: Who | None = None
    took: bool = False


Row = tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows, each with its cost."""

    theme: ClassVar[Theme] = THEME
    rows: tuple[Row, ...]

    def draw(self) -> Canvas:
        """Draw four strips: the number, five places, the sixth that takes, the bulls."""
        plain = strips(tuple(tuple(laid.card for laid in laids) for laids in self.rows))
        canvas, spots = drawn(THEME, (*STRIPS, plain)), places(plain, *STRIPS)
        # Rings and tags lie over their neighbours.
        for number, laids in enumerate(self.rows):
            new = [laid.by is not None for laid in laids]
            for at, laid in enumerate(laids):
                if laid.by is not None:
                    most = 103 if any((*new[max(0, at - 1) : at], *new[at + 1 : at + 2])) else 176
                    shown = ringed(Box(*CARD), took=laid.took).tag(laid.by.shown, most)
                    paint(canvas, shown, *spots[number, at][:2])
        return canvas

    def alt(self, t: Speech) -> str:
        """Return the rows in their order."""
        return text((_row_alt(number, row, t) for number, row in enumerate(self.rows, 1)), t)


STRIPS = 16, 16
"""The top left corner of the rows."""


def strips(rows: Sequence[tuple[Card, ...]]) -> Box:
    """Return the rows below each other, with keys for them and for their places."""
    return column(*(strip(number, row).keyed(number) for number, row in enumerate(rows)), gap=2)


@lru_cache(maxsize=64)
def strip(number: int, cards: tuple[Card, ...], *, loud: bool = False, cost: bool = True) -> Box:
    """Return a row: its number, five places, the sixth that takes, and the bulls if wanted."""
    loud = loud or len(cards) == FULL
    ink, edge = (CORAL, CORAL) if loud else (WHITE, _DIM)
    cell = CARD[0], CARD[1] + 14
    laid = [piece(card(value, *CARD)).within(*cell, y=0) for value in cards]
    free = [plate(84, 102, 12, THEME.well).within(*cell)] * (FULL - len(cards))
    sixth = piece(bull(44, edge)).on(plate(90, 104, 12, None, edge, 3.5, dashed=True))
    spots = enumerate([*laid, *free, sixth.within(*cell)])
    shown = row(*(spot.keyed((number, at)) for at, spot in spots), gap=9)
    costs = row(piece(bull(58, ink)), label(str(row_bulls(cards)), 52, ink), gap=11)
    parts = row(_number(number, 52), shown, *[costs] * cost, gap=12).pad(left=6)
    return parts.on(
        plate(848, 130, 22, *((THEME.threat, CORAL, 3) if loud else (THEME.panel,))), x=0
    )


def _number(row: int, size: int, fill: Colour = _DISC, digit: Colour = WHITE) -> Box:
    return piece(place(row + 1, size, fill, digit))


def ringed(card: Box, *, took: bool = False) -> Box:
    """Return a new card in its ring, or one that took a row."""
    return card.ring(CORAL if took else GOLD, card.w * 0.12)


@dataclass(frozen=True, slots=True)
class End:
    """A row's end: its last card, its number of cards, its bulls."""

    card: Card
    cards: int
    bulls: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own cards, and its card that is `due` to take a row."""

    theme: ClassVar[Theme] = THEME
    rows: tuple[End, ...]
    cards: tuple[Card, ...]
    due: Card | None = None

    def draw(self) -> Canvas:
        """Draw the ends above, and the cards below in two even rows, or a few in one."""
        cards = self.cards if self.due is None else (self.due, *self.cards)
        one = len(cards) <= 6
        size = 158 if len(cards) <= 5 else 132, 240 if one else 188
        hand = grid(
            (self._card(value, *size) for value in cards),
            6 if one else (len(cards) + 1) // 2,
            10,
            x=0.5,
        )
        return drawn(THEME, (20, 18, ends(self.rows)), (0, 122, hand.within(WIDTH, 432)))

    def _card(self, value: Card, w: int, h: int) -> Box:
        shown = piece(card(value, w, h))
        if value != self.due:
            return shown
        due = ringed(shown).mark(piece(pointer(44, 26, GOLD, "up")), y=0, dy=-20)
        return due.pad(top=-26, bottom=26) if h == 240 else due

    def alt(self, t: Speech) -> str:
        """Return the due card, the hand and the ends."""
        due = ""
        if self.due is not None:
            due = t("Your {card} waits for a row.", card=card_text(self.due))
        cards = listed(map(card_text, self.cards), t)
        mine = t("Your hand: {cards}.", cards=cards) if cards else ""
        return text([due, mine, *ends_alt(self.rows, t)], t)


@dataclass(frozen=True, slots=True)
class Played:
    """A card of a trick, with its row and the bulls it took, or neither while it waits."""

    who: Who
    card: Card
    row: int | None = None
    bulls: int | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """A row that a player took."""

    who: Who
    row: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of a trick, lowest first, and the most expensive taken row or the rows' ends.

    `due`: the player of the first waiting card must take a row.
    """

    theme: ClassVar[Theme] = THEME
    cards: tuple[Played, ...]
    taken: Taken | None = None
    rows: tuple[End, ...] = ()
    due: bool = False

    def draw(self) -> Canvas:
        """Draw up to five cards in a line above the taken row, or more in two lines of cells."""
        if len(self.cards) > 5:
            return drawn(THEME, (20, 17, grid(map(self._cell, self.cards), 5, 10)))
        cards = row(*map(self._column, self.cards), gap=7.5, y=0)
        below = (20, 402, ends(self.rows)) if self.taken is None else (16, 358, _taken(self.taken))
        return drawn(THEME, (0, 22, cards.within(WIDTH, cards.h)), below)

    def _first_waiting(self) -> Played | None:
        return next((p for p in self.cards if p.row is None), None) if self.due else None

    def _column(self, played: Played) -> Box:
        """Return one of a few cards, with its player above, its row and its bulls below."""
        shown = piece(card(played.card, 138, 158))
        if played.bulls is not None or played == self._first_waiting():
            shown = ringed(shown, took=played.bulls is not None)
        if played != self.cards[-1]:
            shown = shown.mark(piece(pointer(18, 28, THEME.quiet)), x=1, dx=18)
        bulls = [] if played.bulls is None else [_bulls(played.bulls, 146, 58)]
        return column(_player(played, 166), shown, _went(played), *bulls, gap=8)

    def _cell(self, played: Played) -> Box:
        """Return one of many cards on a panel."""
        ground = panel(THEME, 160, 258, 22, loud=played == self._first_waiting())
        if played.bulls is not None:
            ground = plate(160, 258, 22, THEME.threat, CORAL, 4)
        below = _went(played) if played.bulls is None else _bulls(played.bulls, 144, 55)
        shown = piece(card(played.card, 104, 132))
        return column(_player(played, 148), shown, below.within(144, 55), gap=9).on(ground)

    def alt(self, t: Speech) -> str:
        """Return each card. A taken row is named with its bulls."""
        said = [played_alt(played, t) for played in self.cards]
        if self.taken is not None:
            cards = listed(map(card_text, self.taken.cards), t)
            said.append(
                t(
                    "{who} takes row {row}: {cards}.",
                    who=self.taken.who.alt(t),
                    row=self.taken.row + 1,
                    cards=cards,
                )
            )
        elif len(self.cards) <= 5:
            said += ends_alt(self.rows, t)
        return text(said, t)


def _player(played: Played, most: int) -> Box:
    return name(played.who.shown, most, sizes=(34, 32, 30)).within(most, 34)


def _taken(taken: Taken) -> Box:
    """Return a taken row on its way to its player."""
    cards = fan((piece(card(value, 104, 140)) for value in taken.cards), -6, 600)
    bulls = row(piece(bull(70, CORAL)), label(str(row_bulls(taken.cards)), 62, CORAL), gap=10)
    who = column(name(taken.who.shown, 200), bulls, gap=22)
    number = _number(taken.row, 52, CORAL, INK)
    parts = row(number, cards, _way, who.within(200, who.h), gap=8, w=828)
    return parts.on(plate(848, 184, 22, THEME.threat, CORAL, 3))


def _way(room: float) -> Box:
    return piece(arrow(round(room), 46, 12, CORAL))


def ends(rows: Sequence[End]) -> Box:
    """Return a panel for each row: its number, last card, bulls and number of cards."""
    return row(*(_end(number, end) for number, end in enumerate(rows)), w=840)


@lru_cache(maxsize=64)
def _end(number: int, end: End) -> Box:
    full = end.cards == FULL
    loud = CORAL if full else WHITE
    last, bulls = piece(short(end.card, 64, 62)), label(str(end.bulls), 40, loud)
    facts = (_number(number, 42), last, piece(bull(30, loud)), bulls.within(50, 42, x=0))
    filled = (plate(30, 10, 5, loud if at < end.cards else THEME.well) for at in range(FULL))
    edge = (THEME.threat, CORAL, 3) if full else (THEME.panel,)
    return column(row(*facts, gap=3), row(*filled, gap=6), gap=10).on(plate(205, 104, 20, *edge))


def _went(played: Played) -> Box:
    """Return the row that a card went to."""
    if played.row is None:
        return label("?", 44, THEME.quiet).within(94, 50)
    look = (_DISC, WHITE) if played.bulls is None else (CORAL, INK)
    return row(piece(arrow(38, 23, 8, WHITE)), _number(played.row, 50, *look), gap=6)


def _bulls(number: int, w: int, h: int) -> Box:
    return pill(h, CORAL, piece(bull(42, INK)), label(f"+{number}", 40, INK), gap=6, w=w)


def _row_alt(number: int, row: Row, t: Speech) -> str:
    cards = []
    for laid in row:
        value = card_text(laid.card)
        if laid.by is None:
            cards.append(value)
        elif laid.took:
            cards.append(t("{card} (new, {who} took the row)", card=value, who=laid.by.alt(t)))
        else:
            cards.append(t("{card} (new, {who})", card=value, who=laid.by.alt(t)))
    count = row_bulls(tuple(laid.card for laid in row))
    told = {"row": number, "cards": listed(cards, t)}
    if len(row) == FULL:
        return t.many(
            "Row {row} is full: {cards}, {n} bull.",
            "Row {row} is full: {cards}, {n} bulls.",
            count,
            **told,
        )
    return t.many("Row {row}: {cards}, {n} bull.", "Row {row}: {cards}, {n} bulls.", count, **told)


def ends_alt(rows: tuple[End, ...], t: Speech) -> list[str]:
    return [
        t.many(
            "Row {row}: {cards} of 5 cards, the last is {card}, {n} bull.",
            "Row {row}: {cards} of 5 cards, the last is {card}, {n} bulls.",
            end.bulls,
            row=number,
            cards=end.cards,
            card=card_text(end.card),
        )
        for number, end in enumerate(rows, 1)
    ]


def played_alt(played: Played, t: Speech) -> str:
    """Return a card of a trick in a sentence."""
    said = {"who": played.who.alt(t), "card": card_text(played.card)}
    if played.row is None:
        return t("{who}: {card}, still to be placed.", **said)
    if played.bulls is None:
        return t("{who}: {card} to row {row}.", row=played.row + 1, **said)
    return t.many(
        "{who}: {card} takes row {row}, {n} bull.",
        "{who}: {card} takes row {row}, {n} bulls.",
        played.bulls,
        row=played.row + 1,
        **said,
    )
