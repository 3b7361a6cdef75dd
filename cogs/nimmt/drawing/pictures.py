"""The pictures of 6 nimmt!: the rows, a hand below the rows' ends, and a trick."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.drawing.canvas import Canvas, Panel, arrow, pointer
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Felt, mixed
from bot.drawing.picture import Who, text
from bot.words.speech import Speech, listed
from games.nimmt.cards import FULL, Card, card_text, row_bulls

from .pieces import FELT, bull, card, place, short

_DIM = mixed(WHITE, FELT.panel, 0.38)
_DISC = mixed(WHITE, FELT.ground, 0.22)


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

    felt: ClassVar[Felt] = FELT
    rows: tuple[Row, ...]

    def draw(self) -> Canvas:
        """Draw four strips: the number, five places, the sixth that takes, the bulls."""
        strips = [Panel(16, 16 + 132 * n, 848, 130, 22, FELT.panel) for n in range(4)]
        canvas = Canvas(FELT, strips)
        for number, row in enumerate(self.rows):
            cards = [laid.card for laid in row]
            row_strip(canvas, number, cards, loud=len(cards) == FULL)
        # Rings and tags lie over their neighbours.
        for number, row in enumerate(self.rows):
            for at, laid in enumerate(row):
                if laid.by is not None:
                    _ring(canvas, 86 + 105 * at, 22 + 132 * number, 96, 104, took=laid.took)
                    x, y = 134 + 105 * at, 22 + 132 * number + 113
                    beside = any(other.by for other in (*row[at - 1 : at], *row[at + 1 : at + 2]))
                    canvas.tag(x, y, laid.by.shown, 103 if beside and len(row) > 1 else 176)
        return canvas

    def told(self, t: Speech) -> str:
        """Return the rows in their order."""
        return text((_row_told(number, row, t) for number, row in enumerate(self.rows, 1)), t)


def row_strip(
    canvas: Canvas, number: int, row: Sequence[Card], *, loud: bool, cost: bool = True
) -> None:
    """Draw a row: its number, five places, the sixth that takes, and the bulls if wanted."""
    y = 16 + 132 * number
    ink = CORAL if loud else WHITE
    if loud:
        canvas.box(16, y, 848, 130, 22, FELT.threat, CORAL, 3)
    canvas.mid(place(number + 1, 52, _DISC, WHITE), 50, y + 65)
    for at, value in enumerate(row):
        canvas.put(card(value, 96, 104), 86 + 105 * at, y + 6)
    for at in range(len(row), FULL):
        canvas.box(92 + 105 * at, y + 14, 84, 102, 12, FELT.well)
    edge = CORAL if loud else _DIM
    canvas.box(614, y + 14, 90, 104, 12, None, edge, 3.5, dashed=True)
    canvas.mid(bull(44, edge), 659, y + 64)
    if cost:
        canvas.mid(bull(58, ink), 749, y + 64)
        canvas.text(789, y + 66, str(row_bulls(tuple(row))), 52, ink)


@dataclass(frozen=True, slots=True)
class End:
    """A row's end: its last card, its number of cards, its bulls."""

    card: Card
    cards: int
    bulls: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own cards, and its card that is `due` to take a row."""

    felt: ClassVar[Felt] = FELT
    rows: tuple[End, ...]
    cards: tuple[Card, ...]
    due: Card | None = None

    def draw(self) -> Canvas:
        """Draw the ends above, and the cards below in two even rows, or a few in one."""
        canvas = Canvas(FELT, _ENDS)
        ends(canvas, self.rows, 18)
        cards = self.cards if self.due is None else (self.due, *self.cards)
        half = (len(cards) + 1) // 2
        lines = [cards] if len(cards) <= 6 else [cards[:half], cards[half:]]
        w, h = _measure(max(map(len, lines)), len(lines))
        gap = 12 if w == 158 else 9
        lifted = []
        for number, line in enumerate(lines):
            left = (880 - len(line) * w - (len(line) - 1) * gap) / 2
            y = 144 + 200 * number if len(lines) > 1 else 340 - h // 2
            for at, value in enumerate(line):
                x = left + at * (w + gap)
                if value == self.due:
                    lifted.append((value, x, y - (26 if len(lines) == 1 else 0)))
                else:
                    canvas.put(card(value, w, h), x, y)
        for value, x, y in lifted:
            canvas.put(card(value, w, h), x, y)
            _ring(canvas, round(x), y, w, h)
            canvas.mid(pointer(44, 26, GOLD, "up"), x + w / 2, y - 20)
        return canvas

    def told(self, t: Speech) -> str:
        """Return the due card, the hand and the ends."""
        due = ""
        if self.due is not None:
            due = t("Your {card} waits for a row.", card=card_text(self.due))
        cards = listed(map(card_text, self.cards), t)
        mine = t("Your hand: {cards}.", cards=cards) if cards else ""
        return text([due, mine, *ends_told(self.rows, t)], t)


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

    felt: ClassVar[Felt] = FELT
    cards: tuple[Played, ...]
    taken: Taken | None = None
    rows: tuple[End, ...] = ()
    due: bool = False

    def draw(self) -> Canvas:
        """Draw up to five cards in a line above the taken row, or more in two lines of cells."""
        return self._few() if len(self.cards) <= 5 else self._many()

    def _first_waiting(self) -> Played | None:
        return next((p for p in self.cards if p.row is None), None) if self.due else None

    def _few(self) -> Canvas:
        canvas = Canvas(FELT, [] if self.taken or not self.rows else _ENDS_BELOW)
        left = (880 - 138 * len(self.cards) - 35.5 * (len(self.cards) - 1)) / 2
        for at, played in enumerate(self.cards):
            x = round(left + 173.5 * at)
            middle = x + 69
            canvas.name(middle, 37, played.who.shown, 166, anchor="m", sizes=(34, 32, 30))
            canvas.put(card(played.card, 138, 158), x, 62)
            if played.bulls is not None:
                _ring(canvas, x, 62, 138, 158, took=True)
            elif played == self._first_waiting():
                _ring(canvas, x, 62, 138, 158)
            if at + 1 < len(self.cards):
                canvas.mid(pointer(18, 28, FELT.quiet), x + 156, 141)
            _went(canvas, played, middle, 254)
            if played.bulls is not None:
                canvas.box(x - 4, 285, 146, 58, 29, CORAL)
                _bulls(canvas, middle, 314, played.bulls)
        if self.taken is not None:
            self._taken(canvas, self.taken)
        else:
            ends(canvas, self.rows, 402)
        return canvas

    def _taken(self, canvas: Canvas, taken: Taken) -> None:
        canvas.box(16, 358, 848, 184, 22, FELT.threat, CORAL, 3)
        canvas.mid(place(taken.row + 1, 52, CORAL, INK), 54, 450)
        for at, value in enumerate(taken.cards):
            canvas.put(card(value, 104, 140), 96 + 98 * at, 380)
        end = 96 + 98 * len(taken.cards) + 12
        canvas.put(arrow(max(68, 660 - end), 46, 12, CORAL), min(end, 600), 427)
        canvas.name(750, 405, taken.who.shown, 210, anchor="m")
        number = str(row_bulls(taken.cards))
        canvas.mid(bull(70, CORAL), 707 if len(number) > 1 else 720, 476)
        canvas.text(752 if len(number) > 1 else 766, 478, number, 62, CORAL)

    def _many(self) -> Canvas:
        cells = [(20 + 170 * (n % 5), 18 + 266 * (n // 5)) for n in range(len(self.cards))]
        canvas = Canvas(FELT, [Panel(x, y, 160, 258, 22, FELT.panel) for x, y in cells])
        for (x, y), played in zip(cells, self.cards, strict=True):
            if played.bulls is not None:
                canvas.box(x, y, 160, 258, 22, FELT.threat, CORAL, 4)
            elif played == self._first_waiting():
                canvas.box(x, y, 160, 258, 22, FELT.active, GOLD, 5, glow=True)
            canvas.name(x + 80, y + 30, played.who.shown, 148, anchor="m", sizes=(34, 32, 30))
            canvas.put(card(played.card, 104, 132), x + 28, y + 56)
            if played.bulls is not None:
                canvas.box(x + 8, y + 196, 144, 55, 27, CORAL)
                _bulls(canvas, x + 80, y + 223, played.bulls)
            else:
                _went(canvas, played, x + 82, y + 223)
        return canvas

    def told(self, t: Speech) -> str:
        """Return each card. A taken row is named with its bulls."""
        said = [played_told(played, t) for played in self.cards]
        if self.taken is not None:
            cards = listed(map(card_text, self.taken.cards), t)
            said.append(
                t(
                    "{who} takes row {row}: {cards}.",
                    who=self.taken.who.told(t),
                    row=self.taken.row + 1,
                    cards=cards,
                )
            )
        elif len(self.cards) <= 5:
            said += ends_told(self.rows, t)
        return text(said, t)


_ENDS = tuple(Panel(20 + 212 * n - n // 2, 18, 205, 104, 20, FELT.panel) for n in range(4))


_ENDS_BELOW = tuple(replace(panel, y=402) for panel in _ENDS)


def _ring(canvas: Canvas, x: int, y: int, w: int, h: int, *, took: bool = False) -> None:
    """Draw a ring around a new card, or around one that took a row."""
    edge = CORAL if took else GOLD
    canvas.box(x - 5, y - 5, w + 10, h + 10, round(w * 0.12) + 4, None, edge, 5, glow=True)


def ends(canvas: Canvas, rows: tuple[End, ...], y: int) -> None:
    """Draw a panel for each row: its number, last card, bulls and number of cards."""
    for number, (panel, end) in enumerate(zip(_ENDS, rows, strict=False), 1):
        x, full = panel.x, end.cards == FULL
        loud = CORAL if full else WHITE
        if full:
            canvas.box(x, y, 205, 104, 20, FELT.threat, CORAL, 3)
        canvas.mid(place(number, 42, _DISC, WHITE), x + 27, y + 42)
        canvas.put(short(end.card, 64, 62), x + 52, y + 10)
        canvas.mid(bull(30, loud), x + 134, y + 42)
        canvas.text(x + 150, y + 43, str(end.bulls), 40, loud)
        for at in range(FULL):
            fill = loud if at < end.cards else FELT.well
            canvas.box(x + 16 + 36 * at, y + 82, 30, 10, 5, fill)


def _went(canvas: Canvas, played: Played, x: float, y: float) -> None:
    if played.row is None:
        canvas.text(x, y, "?", 44, FELT.quiet, "m")
        return
    fill, digit = (CORAL, INK) if played.bulls is not None else (_DISC, WHITE)
    canvas.mid(arrow(38, 23, 8, WHITE), x - 29, y)
    canvas.mid(place(played.row + 1, 50, fill, digit), x + 21, y)


def _bulls(canvas: Canvas, x: float, y: float, number: int) -> None:
    told = f"+{number}"
    left = x - (44 + 4 + (53 if number < 10 else 78)) / 2
    canvas.mid(bull(42, INK), left + 22, y - 1)
    canvas.text(left + 50, y + 1, told, 40, INK)


def _row_told(number: int, row: Row, t: Speech) -> str:
    cards = []
    for laid in row:
        value = card_text(laid.card)
        if laid.by is None:
            cards.append(value)
        elif laid.took:
            cards.append(t("{card} (new, {who} took the row)", card=value, who=laid.by.told(t)))
        else:
            cards.append(t("{card} (new, {who})", card=value, who=laid.by.told(t)))
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


def ends_told(rows: tuple[End, ...], t: Speech) -> list[str]:
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


def played_told(played: Played, t: Speech) -> str:
    """Return a card of a trick in a sentence."""
    said = {"who": played.who.told(t), "card": card_text(played.card)}
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


def _measure(most: int, lines: int) -> tuple[int, int]:
    """Return the size of the cards of a hand."""
    if lines == 2:
        return 132, 188
    return (158, 240) if most <= 5 else (132, 240)
