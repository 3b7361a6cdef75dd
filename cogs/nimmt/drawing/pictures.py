"""The pictures of 6 nimmt!: the rows, a hand below the rows' ends, and a trick."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from bot.drawing.boxes import Box, Places, column, grid, label, name, panel, piece, plate, row
from bot.drawing.canvas import arrow, pointer
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, mixed
from bot.drawing.picture import Described, Who
from bot.words.speech import Speech, listed
from games.errors import N_
from games.nimmt.cards import FULL, ROWS, Card, Row, card_text, row_bulls

from . import DISC, THEME, bull, card, cost, place, short

_DIM = mixed(WHITE, THEME.panel, 0.38)
CARD = 96, 104
"""Width and height of a card in a row."""


class Played(NamedTuple):
    """A card of a trick, with its row and the cards that it took, or neither while it waits."""

    who: Who
    card: Card
    row: int | None = None
    took: Row = ()

    def alt(self, t: Speech) -> str:
        """Return it in a sentence."""
        said = {"who": self.who.alt(t), "card": card_text(self.card)}
        if self.row is None:
            return t("{who}: {card}, still to be placed.", **said)
        if not self.took:
            return t("{who}: {card} to row {row}.", row=self.row + 1, **said)
        return t.many(
            "{who}: {card} takes row {row}, {n} bull.",
            "{who}: {card} takes row {row}, {n} bulls.",
            row_bulls(self.took),
            row=self.row + 1,
            **said,
        )


def laid(rows: tuple[Row, ...], cards: Iterable[Played]) -> tuple[Row, ...]:
    """Return rows with cards laid, those that wait left out."""
    after = list(rows)
    for one in cards:
        if one.row is not None:
            after[one.row] = (one.card,) if one.took else (*after[one.row], one.card)
    return tuple(after)


class Table(Described, theme=THEME):
    """The rows, each with its cost. `new`: the cards laid in the last trick."""

    rows: tuple[Row, ...]
    new: tuple[Played, ...] = ()

    def box(self) -> Box:
        """Return four strips: the number, five places, the sixth that takes, the bulls."""
        return marked(strips(self.rows), self.rows, self.new)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the rows in their order."""
        new = {one.card: one for one in self.new}
        for number, cards in enumerate(self.rows, 1):
            said = listed((_card_alt(value, new.get(value), t) for value in cards), t)
            bulls, told = row_bulls(cards), {"row": number, "cards": said}
            if len(cards) < FULL:
                yield t.many(
                    "Row {row}: {cards}, {n} bull.", "Row {row}: {cards}, {n} bulls.", bulls, **told
                )
            else:
                yield t.many(
                    "Row {row} is full: {cards}, {n} bull.",
                    "Row {row} is full: {cards}, {n} bulls.",
                    bulls,
                    **told,
                )


@cache
def spots() -> Places:
    """Return the places of the rows, and of the cards in them."""
    return strips(((),) * ROWS).places()


def strips(rows: tuple[Row, ...]) -> Box:
    """Return the rows below each other, with keys for them and for their places."""
    return column(*(strip(number, row).keyed(number) for number, row in enumerate(rows)), gap=2)


@lru_cache(maxsize=256)
def strip(number: int, cards: Row, *, loud: bool = False, priced: bool = True) -> Box:
    """Return a row: its number, five places, the sixth that takes, and the bulls if wanted."""
    loud = loud or len(cards) == FULL
    ink, edge = (CORAL, CORAL) if loud else (WHITE, _DIM)
    laid = [piece(card(value, *CARD)) for value in cards]
    free = [plate(84, 102, 12, THEME.well).within(*CARD)] * (FULL - len(cards))
    sixth = piece(bull(44, edge)).on(plate(90, 104, 12, None, edge, 3.5, dashed=True))
    spots = enumerate([*laid, *free, sixth.within(*CARD)])
    # Tags need room below.
    shown = row(*(spot.keyed((number, at)) for at, spot in spots), gap=9).pad(bottom=14)
    costs = row(piece(bull(58, ink)), label(str(row_bulls(cards)), 52, ink), gap=11)
    parts = row(place(number, 52), shown, *[costs] * priced, gap=12).pad(left=6)
    return parts.on(_ground(848, 130, loud=loud), x=0)


def _ground(w: int, h: int, *, loud: bool) -> Box:
    return plate(w, h, 22, THEME.threat, CORAL, 3).below() if loud else panel(THEME, w, h, 22)


def ringed(card: Box, *, took: bool = False, glow: bool = True) -> Box:
    """Return a new card in its ring, or one that took a row."""
    return card.ring(CORAL if took else GOLD, card.w * 0.12, glow=glow)


def marked(
    box: Box,
    rows: tuple[Row, ...],
    new: tuple[Played, ...],
    *,
    glow: bool = True,
    tags: bool = True,
) -> Box:
    """Return rows with rings around new cards, and their players' tags."""
    players = {one.card: one for one in new}
    for number, cards in enumerate(rows):
        for at, value in enumerate(cards):
            if value in players:
                shown = ringed(Box(*CARD), took=bool(players[value].took), glow=glow)
                if tags:
                    beside = {*cards[max(0, at - 1) : at], *cards[at + 1 : at + 2]}
                    most = 103 if beside & players.keys() else 176
                    shown = shown.tag(players[value].who.shown, most)
                box = box.put(shown, *spots()[number, at].middle)
    return box


class Hand(Described, theme=THEME):
    """A seat's own cards, and its card that is `due` to take a row."""

    rows: tuple[Row, ...]
    cards: tuple[Card, ...]
    due: Card | None = None

    def box(self) -> Box:
        """Return the ends above, and the cards below in two even rows, or a few in one."""
        cards = self.cards if self.due is None else (self.due, *self.cards)
        one = len(cards) <= 6
        size = 158 if len(cards) <= 5 else 132, 240 if one else 188
        columns = 6 if one else (len(cards) + 1) // 2
        hand = grid((self._card(value, *size) for value in cards), columns, 10, x=0.5)
        return column(ends(self.rows), hand.within(840, 408), gap=12)

    def _card(self, value: Card, w: int, h: int) -> Box:
        shown = piece(card(value, w, h))
        if value != self.due:
            return shown
        due = ringed(shown).mark(piece(pointer(44, 26, GOLD, "up")), y=0, dy=-20)
        return due.pad(top=-26, bottom=26) if h == 240 else due

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the due card, the hand and the ends."""
        if self.due is not None:
            yield t("Your {card} waits for a row.", card=card_text(self.due))
        if self.cards:
            yield t("Your hand: {cards}.", cards=listed(map(card_text, self.cards), t))
        yield from ends_alt(self.rows, t)


class Trick(Described, theme=THEME):
    """The cards of a trick, lowest first, and the most expensive taken row or the rows' ends.

    `due`: the player of the first waiting card must take a row.
    """

    cards: tuple[Played, ...]
    rows: tuple[Row, ...] = ()
    due: bool = False

    def box(self) -> Box:
        """Return up to five cards in a line above the taken row, or more in two lines of cells."""
        waits = next((p for p in self.cards if p.row is None), None) if self.due else None
        if len(self.cards) > 5:
            cells = (_cell(one, loud=one == waits) for one in self.cards)
            return grid(cells, 5, 10)
        shown = (_column(one, loud=one == waits, last=one == self.cards[-1]) for one in self.cards)
        cards, dearest = row(*shown, gap=7.5, y=0), self._dearest()
        below = _taken(dearest) if dearest else ends(self.rows).within(848, 184)
        return column(cards.within(848, 336, y=0), below)

    def _dearest(self) -> Played | None:
        """Return the card that took the most bulls. A waiting card is more important."""
        took = (one for one in self.cards if one.took and not self.due)
        return max(took, key=lambda one: row_bulls(one.took), default=None)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield each card. A taken row is named with its bulls."""
        yield from (played.alt(t) for played in self.cards)
        if (one := self._dearest()) is not None:
            who, cards = one.who.alt(t), listed(map(card_text, one.took), t)
            yield t("{who} takes row {row}: {cards}.", who=who, row=(one.row or 0) + 1, cards=cards)
        elif len(self.cards) <= 5:
            yield from ends_alt(self.rows, t)


def _column(played: Played, *, loud: bool, last: bool) -> Box:
    """Return one of a few cards, with its player above, its row and its bulls below."""
    shown = piece(card(played.card, 138, 158))
    if loud or played.took:
        shown = ringed(shown, took=bool(played.took))
    if not last:
        shown = shown.mark(piece(pointer(18, 28, THEME.quiet)), x=1, dx=18)
    bulls = [cost(row_bulls(played.took), 58, 146)] if played.took else []
    return column(_player(played, 166), shown, _went(played), *bulls, gap=8)


def _cell(played: Played, *, loud: bool) -> Box:
    """Return one of many cards on a panel."""
    ground = panel(THEME, 160, 258, 22, loud=True)
    if not loud:
        ground = _ground(160, 258, loud=bool(played.took))
    below = cost(row_bulls(played.took), 55, 144) if played.took else _went(played)
    shown = piece(card(played.card, 104, 132))
    return column(_player(played, 148), shown, below.within(144, 55), gap=9).on(ground)


def _player(played: Played, most: int) -> Box:
    return name(played.who.shown, most, size=34).within(most, 34)


def _taken(taken: Played) -> Box:
    """Return a taken row on its way to its player."""
    cards = row(*(piece(card(value, 104, 140)) for value in taken.took), gap=-6)
    bulls = row(piece(bull(70, CORAL)), label(str(row_bulls(taken.took)), 62, CORAL), gap=10)
    who = column(name(taken.who.shown, 200), bulls, gap=22)
    number = place(taken.row or 0, 52, CORAL, INK)
    way = piece(arrow(round(552 - cards.w), 46, 12, CORAL))
    parts = row(number, cards, way, who.within(200, who.h), gap=8)
    return parts.on(_ground(848, 184, loud=True))


def ends(rows: tuple[Row, ...]) -> Box:
    """Return a panel for each row: its number, last card, bulls and number of cards."""
    return row(*(_end(number, cards) for number, cards in enumerate(rows)), w=840)


@lru_cache(maxsize=256)
def _end(number: int, cards: Row) -> Box:
    full = len(cards) == FULL
    loud = CORAL if full else WHITE
    last, bulls = short(cards[-1], 64, 62), label(str(row_bulls(cards)), 40, loud)
    facts = (place(number, 42), last, piece(bull(30, loud)), bulls.within(50, 42, x=0))
    filled = (plate(30, 10, 5, loud if at < len(cards) else THEME.well) for at in range(FULL))
    shown = column(row(*facts, gap=3), row(*filled, gap=6), gap=10)
    return shown.on(_ground(205, 104, loud=full))


def _went(played: Played) -> Box:
    """Return the row that a card went to."""
    if played.row is None:
        return label("?", 44, THEME.quiet).within(94, 50)
    look = (CORAL, INK) if played.took else (DISC, WHITE)
    return row(piece(arrow(38, 23, 8, WHITE)), place(played.row, 50, *look), gap=6)


def _card_alt(card: Card, new: Played | None, t: Speech) -> str:
    """Return a card of a row, and its player if it is new."""
    if new is None:
        return card_text(card)
    text = N_("{card} (new, {who} took the row)") if new.took else N_("{card} (new, {who})")
    return t(text, card=card_text(card), who=new.who.alt(t))


def ends_alt(rows: tuple[Row, ...], t: Speech) -> list[str]:
    """Return the rows' ends in words."""
    return [
        t.many(
            "Row {row}: {cards} of 5 cards, the last is {card}, {n} bull.",
            "Row {row}: {cards} of 5 cards, the last is {card}, {n} bulls.",
            row_bulls(cards),
            row=number,
            cards=len(cards),
            card=card_text(cards[-1]),
        )
        for number, cards in enumerate(rows, 1)
    ]
