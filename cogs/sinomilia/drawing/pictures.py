"""Sinomilia in pictures: chips between two rows of numbers, a hand, and who was nearer."""

from dataclasses import dataclass
from typing import ClassVar

from bot.drawing import words
from bot.drawing.canvas import Canvas, Panel, arrow, pointer
from bot.drawing.colours import GOLD, INK, IVORY, WHITE, Colour, Felt, mixed
from bot.drawing.pen import Sprite
from bot.drawing.people import crown
from bot.drawing.picture import Who, text
from bot.words.speech import Speech, joined, listed
from games.errors import N_
from games.sinomilia.state import CARDS, Face

from .pieces import FELT, back, change, chip, free, held, number, pile

_DIM = mixed(WHITE, FELT.ground, 0.4)
_PLACES = 9


@dataclass(frozen=True, slots=True)
class Seat:
    """The public data of a seat: chips held, numbers used, its change card (`changed`).

    `laid`: a prediction lies face down. `new`: it has just been changed.
    """

    who: Who
    chips: int
    used: tuple[int, ...] = ()
    changed: bool = False
    laid: bool = False
    starts: bool = False
    acts: bool = False
    new: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The chips in the order laid, the last of them new or not, between the two seats."""

    felt: ClassVar[Felt] = FELT
    seats: tuple[Seat, Seat]
    table: tuple[Face, ...]
    new: bool = False

    def draw(self) -> Canvas:
        """Draw two mirrored panels, the first seat below, and nine places between them."""
        canvas = Canvas(
            FELT,
            (Panel(18, 18, 844, 186, 24, FELT.panel), Panel(18, 356, 844, 186, 24, FELT.panel)),
        )
        below, above = self.seats
        for seat, top, numbers, line in ((above, 18, 32, 156), (below, 356, 452, 405)):
            if seat.acts:
                canvas.box(18, top, 844, 186, 24, FELT.active, GOLD, 5, glow=True)
            for card in CARDS:
                state = "used" if card in seat.used else "free"
                canvas.put(number(card, 74, 76, state), 34 + 82 * card, numbers)
            left = 42
            if seat.starts:
                canvas.mid(arrow(66, 50, 16, GOLD), 65, line)
                left = 116
            canvas.name(left, line, seat.who.shown, 440 - left)
            canvas.mid(pile(44), 474, line)
            canvas.text(510, line + 1, str(seat.chips), 54, WHITE)
            canvas.put(change(seat.changed, 62, 78), 652, line - 40)
            if seat.new:
                canvas.box(647, line - 45, 72, 88, 12, None, WHITE, 5, glow=True)
            if seat.laid:
                canvas.put(back(62, 78), 750, line - 40)
        chips_row(canvas, self.table, 280, new=self.new)
        return canvas

    def told(self, t: Speech) -> str:
        """Return the chips, the seat to act, and each seat."""
        said = [chips_told(self.table, t, new=self.new)]
        said += [t("{who} to act.", who=seat.who.told(t)) for seat in self.seats if seat.acts]
        said += [seat_told(seat, t) for seat in self.seats]
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own numbers with its prediction, under the chips and the other seat."""

    felt: ClassVar[Felt] = FELT
    own: Seat
    other: Seat
    table: tuple[Face, ...]
    prediction: int | None = None
    new: bool = False

    def draw(self) -> Canvas:
        """Draw the middle, the other seat, and the own numbers with the prediction lifted."""
        canvas = Canvas(
            FELT,
            (
                Panel(18, 18, 844, 112, 24, FELT.well),
                Panel(18, 142, 844, 98, 22, FELT.panel),
                Panel(18, 258, 844, 284, 26, FELT.active),
            ),
        )
        chips_row(canvas, self.table, 74, new=self.new)
        other_row(canvas, self.other, 191)
        own, left = self.own, 40
        if own.starts:
            canvas.mid(arrow(78, 56, 18, GOLD), 74, 320)
            left = 146
        canvas.mid(pile(48), left + 26, 320)
        canvas.text(left + 64, 322, str(own.chips), 60, WHITE)
        canvas.put(change(own.changed, 66, 82), 776, 266)
        for card in CARDS:
            if card != self.prediction:
                state = "used" if card in own.used else "free"
                canvas.put(number(card, 74, 128, state), 34 + 82 * card, 402)
        if self.prediction is not None:
            x = 34 + 82 * self.prediction
            canvas.put(number(self.prediction, 74, 128), x, 380)
            canvas.box(x - 5, 375, 84, 138, 14, None, GOLD, 6, glow=True)
        return canvas

    def told(self, t: Speech) -> str:
        """Return the prediction, the numbers left, the chips and both seats."""
        said = []
        if self.prediction is not None:
            said.append(t("Your prediction: {card}.", card=self.prediction))
        left = [str(card) for card in CARDS if card not in self.own.used]
        said.append(t("Your cards: {cards}.", cards=listed(left, t)))
        said += [chips_told(self.table, t, new=self.new)]
        said += [seat_told(self.own, t), seat_told(self.other, t)]
        return text(said, t)


def other_row(canvas: Canvas, seat: Seat, middle: int, starts: Colour = GOLD) -> None:
    """Draw the other seat in a row: chips, change card, used numbers and the prediction."""
    x = 42
    if seat.starts:
        canvas.mid(arrow(48, 38, 12, starts), 62, middle)
        x = 98
    canvas.name(x, middle, seat.who.shown, 196 - x, sizes=(36, 32, 30))
    canvas.mid(pile(42), 228, middle - 1)
    canvas.text(262, middle + 1, str(seat.chips), 46, WHITE)
    canvas.put(change(seat.changed, 54, 70), 352, middle - 36)
    used = sorted(seat.used)
    size = 66 if len(used) <= 4 else 46 if len(used) <= 6 else 40
    for at, card in enumerate(used[:7]):
        canvas.put(number(card, size, 70, "used"), 436 + (size + 8) * at, middle - 35)
    if seat.laid:
        canvas.put(back(54, 70), 790, middle - 36)


@dataclass(frozen=True, slots=True)
class Turned:
    """A seat at the reveal: its card (None: not turned up yet), chips before and after."""

    who: Who
    card: int | None
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """One or both predictions, the winner, and the payment with its reasons.

    `why`: the rule that found the winner.
    """

    felt: ClassVar[Felt] = FELT
    seats: tuple[Turned, Turned]
    table: tuple[Face, ...]
    winner: int | None = None
    items: tuple[tuple[str, int], ...] = ()
    why: str = "nearer"

    def draw(self) -> Canvas:
        """Draw both cards, the payment between them, and the numbers below."""
        canvas = self.cards()
        self.middle(canvas, chips=self.winner is None)
        self.line(canvas)
        return canvas

    def cards(self, turning: tuple[int, Sprite] | None = None, *, moving: bool = False) -> Canvas:
        """Draw both panels. `turning`: a half turned card. `moving`: the chips still move."""
        canvas = Canvas(
            FELT,
            (
                Panel(18, 18, 250, 268, 24, FELT.panel),
                Panel(612, 18, 250, 268, 24, FELT.panel),
                Panel(18, 306, 844, 236, 26, FELT.well),
            ),
        )
        for at, x in ((1, 18), (0, 612)):
            seat, won = self.seats[at], self.winner == at
            if won:
                canvas.box(x, 18, 250, 268, 24, FELT.active, GOLD, 5, glow=True)
                canvas.mid(crown(46), x + 39, 50)
            # Beside the crown there is less room.
            middle, most = (152, 168) if won else (125, 220)
            canvas.name(x + middle, 54, self._named(at), most, anchor="m", sizes=_PANEL)
            piece = back(112, 138) if seat.card is None else number(seat.card, 112, 138)
            if turning is not None and turning[0] == at:
                piece = turning[1]
            canvas.put(piece, x + 69, 82)
            if moving:
                continue
            if self.winner is None:
                self.chips(canvas, at, seat.before)
                continue
            canvas.text(x + 92, 255, str(seat.before), 42, _DIM, "r")
            canvas.mid(arrow(48, 26, 7, WHITE), x + 122, 254)
            canvas.text(x + 158, 255, str(seat.after), 48, GOLD if won else WHITE)
        return canvas

    def chips(self, canvas: Canvas, at: int, count: int) -> None:
        """Draw a seat's number of chips."""
        x, y = self.pile(at)
        canvas.mid(pile(38), x, y)
        canvas.text(x + 34, y + 2, str(count), 44, GOLD if self.winner == at else WHITE)

    def pile(self, at: int) -> tuple[int, int]:
        """Return the middle of a seat's pile."""
        return (612 if at == 0 else 18) + 96, 254

    def places(self) -> list[tuple[float, float]]:
        """Return the top left corners of the chips in the middle."""
        step = min(38, 270 // max(1, len(self.table)))
        left = 440 - (50 + step * (len(self.table) - 1)) / 2
        return [(left + step * at, 233.0) for at in range(len(self.table))]

    def _named(self, at: int) -> str:
        """Return a player's name, in the same form above the card and on the line."""
        room = 168 if self.winner == at else 220
        return words.alike(self.seats[at].who.shown, (_PANEL, room), (_LINE, _ON_LINE))

    def middle(self, canvas: Canvas, *, chips: bool) -> None:
        """Draw the payment with its reasons, and the chips that still lie there."""
        paid = sum(count for _, count in self.items)
        if self.winner is not None:
            canvas.text(440, 64, f"+{paid}", 72, GOLD, "m")
            shown = [(why, count) for why, count in self.items if why != "table"]
            wide = sum(74 + words.width(str(count), 46) for _, count in shown)
            x = 440 - (wide + 14 * (len(shown) - 1)) / 2
            for why, count in shown:
                sprite = chip("moon", 54) if why == "moons" else crown(54)
                if why in ("none", "one"):
                    sprite = held(int(why == "one"), 54)
                canvas.mid(sprite, x + 27, 144)
                canvas.text(x + 64, 145, str(count), 46, WHITE)
                x += 88 + words.width(str(count), 46)
            way = "right" if self.winner == 0 else "left"
            canvas.mid(arrow(200, 50, 15, GOLD, way), 437, 206)
        if chips:
            for place, face in zip(self.places(), self.table, strict=True):
                canvas.put(chip(face, 50), *place)

    def line(self, canvas: Canvas, grown: float = 1) -> None:
        """Draw the numbers, and the distances as far as they have grown (0–1)."""
        count, middle = len(self.table), 424

        def x(card: int) -> int:
            return 71 + 82 * card

        canvas.box(71, middle - 3, 738, 6, 3, mixed(WHITE, FELT.well, 0.3))
        both = all(seat.card is not None for seat in self.seats)
        for at, seat in enumerate(self.seats):
            if seat.card is None or seat.card == count:
                continue
            won = self.winner == at
            reached = x(seat.card) + (x(count) - x(seat.card)) * grown
            left, right = sorted((x(seat.card), round(reached)))
            if left == right:
                continue
            fill = GOLD if won else mixed(WHITE, FELT.well, 0.72)
            canvas.box(left, middle - 6, right - left, 12, 6, fill)
        cards = [seat.card for seat in self.seats]
        for card in CARDS:
            quiet = mixed(WHITE, FELT.well, 0.16)
            fill, ink, size = quiet, mixed(WHITE, FELT.well, 0.6), 52
            if card in cards:
                fill, ink, size = IVORY, INK, 66
            if card == count:
                fill, ink, size = GOLD, INK, 84
            canvas.box(x(card) - size // 2, middle - size // 2, size, size, size // 2, fill)
            canvas.text(x(card), middle + 1, str(card), 40 if size < 80 else 54, ink, "m")
        same, named = cards[0] == cards[1], [self._named(at) for at in range(2)]
        shown = [words.fitted(name, _LINE, _ON_LINE) for name in named]
        wide = [words.width(name, size, "bold") for name, size in shown]
        places = _apart([x(card or 0) for card in cards], wide, both)
        for at, seat in enumerate(self.seats):
            if seat.card is None:
                continue
            won = self.winner == at
            fill = GOLD if won else WHITE
            canvas.name(places[at], 336, named[at], _ON_LINE, fill, "m", _LINE)
            lift = 10 if seat.card == count else 0
            canvas.mid(pointer(24, 16, fill, "down"), x(seat.card), 374 - lift)
            if both and grown == 1 and (not same or at == 0):
                away = abs(seat.card - count)
                place = (x(seat.card) + x(count)) // 2 if away else x(count)
                canvas.text(place, 494, str(away), 50, fill, "m")

    def told(self, t: Speech) -> str:
        """Return the chips, both cards, the winner and the payment."""
        said = [chips_told(self.table, t)]
        for seat in self.seats:
            who = seat.who.told(t)
            if seat.card is None:
                said.append(t("{who}: not turned up yet.", who=who))
            else:
                said.append(t("{who}: {card}.", who=who, card=seat.card))
        if self.winner is None:
            said += [_held_told(seat.who, seat.before, t) for seat in self.seats]
            return text(said, t)
        who = self.seats[self.winner].who.told(t)
        paid = sum(count for _, count in self.items)
        if self.why in _EQUAL:
            said.append(t(_EQUAL[self.why]))
        why = listed((f"{t(_ITEMS[why])} {count}" for why, count in self.items), t)
        said.append(t("{who} wins and gets {n}: {why}.", who=who, n=paid, why=why))
        said += [
            t("{who}: {before} → {after}.", who=s.who.told(t), before=s.before, after=s.after)
            for s in self.seats
        ]
        return text(said, t)


def _apart(xs: list[int], wide: list[int], both: bool) -> list[int]:
    """Return the places of two names above their cards, without an overlap."""
    left, right = sorted(range(2), key=lambda at: (xs[at], -at))
    first, last = ([edge + way * w // 2 for w in wide] for edge, way in ((_FROM, 1), (_TO, -1)))
    places = [min(max(x, a), b) for x, a, b in zip(xs, first, last, strict=True)]
    apart = sum(wide) // 2 + _GAP
    if both and (short := apart - (places[right] - places[left])) > 0:
        places[left] = min(max(places[left] - short // 2, first[left]), last[right] - apart)
        places[right] = places[left] + apart
    return places


# Start, end and gap of the names on the line.
_FROM, _TO, _GAP = 36, 844, 20
# Their sizes above the cards and on the line, where they have this much room.
_PANEL, _LINE, _ON_LINE = (38, 34, 30), (36, 32, 30), 220

_EQUAL = {
    "action": N_("Equally near. Whoever acted last loses."),
    "starter": N_("Equally near, and no chip lies: the starter wins."),
}
_ITEMS = {
    "none": N_("without chips"),
    "one": N_("with one chip"),
    "moons": N_("moons"),
    "win": N_("for the win"),
    "table": N_("from the middle"),
}
_FACES = {"sun": N_("sun"), "moon": N_("moon")}


def chips_row(canvas: Canvas, table: tuple[Face, ...], y: int, *, new: bool) -> None:
    """Draw nine places. Chips show their faces."""
    for at in range(_PLACES):
        x = 67 + 92.5 * at
        if at < len(table):
            canvas.mid(chip(table[at], 82), x, y)
            if new and at == len(table) - 1:
                # Around gold, gold wouldn't be seen.
                canvas.box(round(x) - 48, y - 47, 96, 96, 48, None, WHITE, 7, glow=True)
        else:
            canvas.mid(free(74, _DIM), x - 1, y)


def chips_told(table: tuple[Face, ...], t: Speech, *, new: bool = False) -> str:
    """Return the chips in the middle in words."""
    if not table:
        return t("No chips in the middle.")
    faces = [t(_FACES[face]) for face in table]
    if new:
        faces[-1] = t("{face} (new)", face=faces[-1])
    shown = listed(faces, t)
    return t.many("{n} of 9 chips: {faces}.", "{n} of 9 chips: {faces}.", len(table), faces=shown)


def _held_told(who: Who, chips: int, t: Speech) -> str:
    named = who.told(t)
    return t.many("{who}: {n} chip.", "{who}: {n} chips.", chips, who=named)


def seat_told(seat: Seat, t: Speech) -> str:
    """Return a seat's chips and cards in words."""
    who = seat.who.told(t)
    said = [_held_told(seat.who, seat.chips, t)]
    if seat.starts:
        said.append(t("{who} starts.", who=who))
    if seat.used:
        used = listed(map(str, sorted(seat.used)), t)
        said.append(t("Used: {cards}.", cards=used))
    if seat.new:
        said.append(t("{who} has just changed.", who=who))
    else:
        said.append(t("Has changed.") if seat.changed else t("Can change."))
    if seat.laid:
        said.append(t("A prediction lies."))
    return joined(said, t)
