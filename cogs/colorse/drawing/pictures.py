"""COLORSE in pictures: boxes and market, a box before and after, two signs, a round's end."""

from dataclasses import dataclass
from typing import ClassVar

from bot.drawing.canvas import Canvas, Panel, arrow, pointer
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Felt, mixed
from bot.drawing.pen import Point
from bot.drawing.picture import Who, text
from bot.words.speech import Speech, joined, listed
from games.colorse.cards import BACK, SPECIAL, Box, Card, Sign, colours, count, fall

from .pieces import FELT, card, crown, ghost, handover, sign

_NUMBER = mixed(WHITE, FELT.well, 0.72)
SIGN_NAMES = {"do": "Do", "zof": "Zof", "rau": "Rau"}
Names = tuple[str, ...]
NAMES: Names = tuple(SIGN_NAMES.values())
"""The names of the signs in a picture, in the order of `SIGN_NAMES`."""


def sign_name(sign: Sign, names: Names) -> str:
    """Return the name of a sign."""
    return names[list(SIGN_NAMES).index(sign)]


_VANISHING = 0.38
CELL = 84
"""Side of a cell on the table in pixels."""
_GAP = 8


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat's box, rounds won, cards taken but not placed yet, its part in the duel.

    `new`: the cell of a card placed just now; `gone`: cells and cards that have just vanished.
    """

    who: Who
    box: Box
    wins: int = 0
    held: tuple[Card, ...] = ()
    duels: bool = False
    new: int | None = None
    gone: tuple[tuple[int, Card], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """All boxes clockwise and the market (None: taken). The duel goes from parent to child."""

    felt: ClassVar[Felt] = FELT
    seats: tuple[Seat, ...]
    market: tuple[Card | None, ...]
    parent: int | None = None
    child: int | None = None

    def draw(self) -> Canvas:
        """Draw the boxes two by two, and the market beside them."""
        places = _PLACES[: len(self.seats)]
        panels = [Panel(x, y, 292, 250, 24, FELT.panel) for x, y in places]
        canvas = Canvas(FELT, [*panels, Panel(634, 23, 228, 514, 28, FELT.well)])
        for (x, y), seat in zip(places, self.seats, strict=True):
            if seat.duels:
                canvas.box(x, y, 292, 250, 24, FELT.active, GOLD, 5, glow=True)
            _name_row(canvas, seat, x, y)
            cells(canvas, seat, x + 12, y + 59, CELL, _GAP)
        for at, value in enumerate(self.market):
            y = 117 + 163 * at
            canvas.text(669, y, str(at + 1), 46, _NUMBER, "m")
            if value is None:
                canvas.box(722, y - 61, 122, 122, 20, None, FELT.quiet, 4, dashed=True)
            else:
                canvas.put(card(value, 122), 722, y - 61)
        if self.parent is not None and self.child is not None:
            (x, y), way = _between(places[self.parent], places[self.child])
            canvas.mid(handover(54, GOLD, INK, way), x, y)
        return canvas

    def told(self, t: Speech) -> str:
        """Return the news, the duel, each box from its bottom row, and the market."""
        said = []
        for seat in self.seats:
            if seat.gone:
                gone = listed((card_told(value, t) for _, value in seat.gone), t)
                said.append(t("{who}: {cards} vanished.", who=seat.who.told(t), cards=gone))
        if self.parent is not None and self.child is not None:
            one, other = self.seats[self.parent], self.seats[self.child]
            said.append(
                t("{who} leads against {other}.", who=one.who.told(t), other=other.who.told(t))
            )
        said += [seat_told(seat, t) for seat in self.seats]
        said.append(market_told(self.market, t))
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own box, its face-down card, the market, the other boxes.

    With cards to be placed, the box after the first of them.
    """

    felt: ClassVar[Felt] = FELT
    own: Seat
    market: tuple[Card | None, ...]
    under: Card | None = None
    others: tuple[Seat, ...] = ()

    def draw(self) -> Canvas:
        """Draw the own box, other boxes or the next box, and the market below."""
        own = self.own
        market = Panel(18, 364, 844, 178, 26, FELT.well)
        if own.held:
            canvas = Canvas(FELT, (Panel(18, 18, 844, 330, 26, FELT.active), market))
        else:
            canvas = Canvas(FELT, (Panel(18, 18, 412, 330, 26, FELT.active), market))
        wide = canvas.name(44, 54, own.who.shown, 250)
        for at in range(own.wins):
            canvas.mid(crown(38), 72 + wide + 44 * at, 52)
        if own.held and own.held[0] != SPECIAL:
            self._placing(canvas, own.held[0])
        else:
            cells(canvas, own, 44, 84, 112, 12, under=self.under)
            self._beside(canvas)
        self._offers(canvas)
        return canvas

    def _placing(self, canvas: Canvas, value: Card) -> None:
        fell = fall(self.own.box, value)
        before: Box = (*self.own.box[: fell.cell], value, *self.own.box[fell.cell + 1 :])
        placed = Seat(self.own.who, before, new=fell.cell)
        cells(canvas, placed, 44, 84, 112, 12, under=self.under)
        canvas.put(arrow(88, 48, 14, GOLD), 434, 178)
        gone = tuple((cell, before[cell] or BACK) for cell in fell.vanished)
        after = Seat(self.own.who, fell.box, gone=gone)
        cells(canvas, after, 548, 110, 88, 10)
        if gone:
            canvas.box(546, 34, 150, 60, 30, CORAL)
            canvas.mid(ghost(42, INK), 586, 64)
            canvas.text(616, 65, f"−{len(gone)}", 46, INK)
        elif len(self.own.held) > 1:
            canvas.text(548, 64, f"1/{len(self.own.held)}", 44, WHITE)

    def _beside(self, canvas: Canvas) -> None:
        if self.own.held:
            canvas.put(card(SPECIAL, 160), 560, 100)
            canvas.text(790, 184, "?", 90, _NUMBER, "m")
            return
        high = (338 - 8 * len(self.others)) // max(2, len(self.others))
        for at, seat in enumerate(self.others):
            self._other(canvas, seat, 18 + (high + 8) * at, high)

    def _other(self, canvas: Canvas, seat: Seat, y: int, high: int) -> None:
        """Draw another seat's box in a row. The rival's has a frame."""
        ground, edge = (FELT.active, GOLD) if seat.duels and self.own.duels else (None, None)
        canvas.box(442, y, 420, high, 22, ground or FELT.panel, edge, 4)
        size = min(66, (high - 16) // 2)
        x = 852 - 3 * size - 8
        cells(canvas, seat, x, y + (high - 2 * size - 4) // 2, size, 4)
        canvas.name(458, y + high // 2 - 20, seat.who.shown, x - 470, sizes=(34, 32, 30))
        left = 458
        for value in seat.held:
            canvas.put(card(value, 40), left, y + high // 2 + 2)
            left += 46
        for _ in range(seat.wins):
            canvas.mid(crown(34), left + 17, y + high // 2 + 24)
            left += 40

    def _offers(self, canvas: Canvas) -> None:
        for at, value in enumerate(self.market):
            x = 46 + 270 * at
            canvas.text(x + 12, 454, str(at + 1), 46, _NUMBER, "m")
            if value is None:
                canvas.box(x + 46, 400, 108, 108, 18, None, FELT.quiet, 4, dashed=True)
                continue
            canvas.put(card(value, 110), x + 46, 398)
            gone = self._vanishing(value)
            if gone is None:
                canvas.text(x + 196, 455, "?", 60, _NUMBER, "m")
            elif gone:
                canvas.mid(ghost(36), x + 194, 431)
                canvas.text(x + 198, 483, f"−{gone}", 44, CORAL, "m")
            else:
                canvas.text(x + 198, 455, "+1", 48, WHITE, "m")

    def _vanishing(self, value: Card) -> int | None:
        """Return the number of cards that would vanish with it, or None if unknown."""
        if value in (BACK, SPECIAL) or None not in self.own.box:
            return None
        return len(fall(self.own.box, value).vanished)

    def told(self, t: Speech) -> str:
        """Return the card to be placed with its effect, the box and the market."""
        said = []
        if self.own.held and self.own.held[0] != SPECIAL:
            value = card_told(self.own.held[0], t)
            gone = len(fall(self.own.box, self.own.held[0]).vanished)
            told = t.many(
                "{card} would vanish, {n} card in all.",
                "{card} would vanish, {n} cards in all.",
                gone,
                card=value,
            )
            said.append(told if gone else t("{card} would stay.", card=value))
        said.append(seat_told(self.own, t))
        if self.under is not None:
            said.append(t("Your face-down card: {card}", card=card_told(self.under, t)) + ".")
        if not self.own.held:
            said += [seat_told(seat, t) for seat in self.others]
        said.append(market_told(self.market, t))
        for number, offer in enumerate(self.market, 1):
            if offer is not None and (going := self._vanishing(offer)):
                said.append(
                    t.many(
                        "Card {number} would vanish, {n} card in all.",
                        "Card {number} would vanish, {n} cards in all.",
                        going,
                        number=number,
                    )
                )
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Gain:
    """Cards that a seat wins in a duel, or loses (below 0), and its box now."""

    who: Who
    cards: int
    box: Box


@dataclass(frozen=True, slots=True)
class Signs:
    """Two signs turned up: the winner (None: a tie), and the cards that it brings."""

    felt: ClassVar[Felt] = FELT
    parent: tuple[Who, Sign]
    child: tuple[Who, Sign]
    winner: int | None = None
    gains: tuple[Gain, ...] = ()
    market: tuple[Card | None, ...] = ()
    names: Names = NAMES

    def ground(self) -> Canvas:
        """Draw both players without their signs, and the market."""
        canvas = Canvas(
            FELT,
            (
                Panel(18, 18, 300, 344, 26, FELT.panel),
                Panel(562, 18, 300, 344, 26, FELT.panel),
                Panel(18, 376, 844, 170, 26, FELT.well),
            ),
        )
        for (who, _), x in ((self.parent, 18), (self.child, 562)):
            canvas.name(x + 150, 58, who.shown, 260, anchor="m")
        if len(self.gains) <= 1:
            self._market(canvas)
        return canvas

    def turned(self, canvas: Canvas) -> None:
        """Draw both signs with their names."""
        for at, ((who, shown), x) in enumerate(((self.parent, 18), (self.child, 562))):
            won = self.winner == at
            if won:
                canvas.box(x, 18, 300, 344, 26, FELT.active, GOLD, 5, glow=True)
                canvas.name(x + 150, 58, who.shown, 260, anchor="m")
            canvas.mid(sign(shown, 200, edge=GOLD if won else None), x + 150, 188)
            canvas.text(x + 150, 323, sign_name(shown, self.names), 46, GOLD if won else WHITE, "m")

    def draw(self) -> Canvas:
        """Draw the signs and the stronger one above, and the taken cards below."""
        canvas = self.ground()
        self.turned(canvas)
        between = "=" if self.winner is None else ">" if self.winner == 0 else "<"
        canvas.text(440, 192, between, 90, WHITE, "m")
        if self.winner is not None:
            most = max(gain.cards for gain in self.gains) if self.gains else 0
            canvas.text(440, 72, f"+{most}", 66, GOLD, "m")
            way = "left" if self.winner == 0 else "right"
            canvas.mid(arrow(116, 48, 13, GOLD, way), 440, 300)
        if len(self.gains) == 1:
            self._one(canvas, self.gains[0])
        for at, gain in enumerate(self.gains if len(self.gains) > 1 else ()):
            self._of_several(canvas, gain, at)
        if not self.gains:
            canvas.text(700, 460, "0", 80, FELT.quiet, "m")
        return canvas

    def _one(self, canvas: Canvas, gain: Gain) -> None:
        canvas.name(46, 462, gain.who.shown, 150, GOLD, sizes=(38, 34, 30))
        canvas.mid(pointer(24, 34, FELT.quiet), 528, 461)
        self._mini(canvas, gain, 558)
        canvas.text(818, 462, f"{count(gain.box)}", 56, WHITE, "m")

    def _market(self, canvas: Canvas) -> None:
        for at, value in enumerate(self.market):
            x = 206 + 102 * at
            if value is None:
                canvas.box(x, 416, 90, 90, 15, None, FELT.quiet, 3, dashed=True)
            else:
                canvas.put(card(value, 90), x, 416)

    def _of_several(self, canvas: Canvas, gain: Gain, at: int) -> None:
        wide = 844 // len(self.gains)
        x, several = 18 + wide * at, len(self.gains) > 2
        fill = GOLD if gain.cards > 0 else CORAL
        most, top = (wide - 30, 403) if several else (wide - 250, 424)
        canvas.name(x + 16, top, gain.who.shown, most, sizes=(36, 32, 30))
        told = f"+{gain.cards}" if gain.cards > 0 else f"−{-gain.cards}"
        canvas.text(x + 18, 494, told, 60, fill)
        self._mini(canvas, gain, x + wide - (170 if several else 226), 50 if several else 66)

    def _mini(self, canvas: Canvas, gain: Gain, x: int, size: int = 66) -> None:
        """Draw the box small, with dashed places for new cards."""
        step = size + round(size * 0.1)
        coming = [cell for cell in range(6) if gain.box[cell] is None][: max(0, gain.cards)]
        for cell in range(6):
            left, top = x + step * (cell % 3), 461 + 4 - step * (cell // 3)
            top += 0 if size > 60 else 20
            value = gain.box[cell]
            if value is not None:
                canvas.put(card(value, size), left, top)
            elif cell in coming:
                canvas.box(left, top, size, size, round(size * 0.17), None, GOLD, 3, dashed=True)
            else:
                canvas.box(left + 2, top + 2, size - 4, size - 4, round(size * 0.17), FELT.panel)

    def told(self, t: Speech) -> str:
        """Return both signs, the winner and the cards that it brings."""
        said = [
            t("{who}: {sign}.", who=who.told(t), sign=t(SIGN_NAMES[shown]))
            for who, shown in (self.parent, self.child)
        ]
        if self.winner is None:
            said.append(t("Neither wins."))
        else:
            who, _ = (self.parent, self.child)[self.winner]
            said.append(t("{who} wins.", who=who.told(t)))
        for gain in self.gains:
            said += [_gain_told(gain, t), _box_told(gain.box, t)]
        if len(self.gains) == 1:
            said.append(market_told(self.market, t))
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Won:
    """A round's end: the seat with the fullest box (None: a tie), and the rounds won."""

    felt: ClassVar[Felt] = FELT
    who: Who | None
    box: Box
    wins: tuple[tuple[Who, int], ...]

    def draw(self) -> Canvas:
        """Draw the box large under a crown, and all players' crowns beside it."""
        return self.shown(0)

    def shown(self, fall: float | None) -> Canvas:
        """Draw it while the crown still has to fall that number of pixels, None before it."""
        panels = (Panel(18, 18, 520, 524, 28, FELT.active), Panel(554, 18, 308, 524, 28, FELT.well))
        canvas = Canvas(FELT, panels)
        if self.who is not None:
            if fall == 0:
                canvas.box(18, 18, 520, 524, 28, None, GOLD, 5, glow=True)
            canvas.name(184, 112, self.who.shown, 330, sizes=(56, 48, 40, 34))
            cells(canvas, Seat(self.who, self.box), 42, 204, 148, 14)
            if fall is not None:
                canvas.mid(crown(96), 110, 110 - fall)
        elif fall is not None:
            canvas.text(278, 280, "=", 160, WHITE, "m")
        step = 524 // max(4, len(self.wins))
        for at, (who, wins) in enumerate(self.wins):
            y = 18 + step * at + step // 2
            won = wins - (fall != 0 and who == self.who)
            canvas.name(580, y - 26, who.shown, 256, sizes=(38, 34, 30))
            for n in range(won):
                canvas.mid(crown(42), 602 + 52 * n, y + 26)
            if not won:
                canvas.text(584, y + 28, "0", 40, FELT.quiet)
        return canvas

    def told(self, t: Speech) -> str:
        """Return the winner of the round with the box, and all rounds won."""
        said = [t("Nobody wins the round.")]
        if self.who is not None:
            said = [t("{who} wins the round.", who=self.who.told(t)), _box_told(self.box, t)]
        for who, wins in self.wins:
            named = who.told(t)
            said.append(t.many("{who}: {n} round won.", "{who}: {n} rounds won.", wins, who=named))
        return text(said, t)


_PLACES = ((18, 23), (324, 23), (324, 287), (18, 287))
"""Places of the boxes, clockwise from the top left."""


def spot(seats: int, seat: int, cell: int) -> Point:
    """Return the middle of a cell on the table."""
    x, y = _PLACES[:seats][seat]
    step = CELL + _GAP
    return x + 12 + step * (cell % 3) + CELL / 2, y + 59 + step * (1 - cell // 3) + CELL / 2


def held_place(seats: int, seat: int, shown: Seat) -> Point:
    """Return the middle of the first card that a seat has taken, on the table."""
    x, y = _PLACES[:seats][seat]
    return x + 280 - 42 * shown.wins - 50 * len(shown.held) + 26, y + 31


def _between(one: tuple[int, int], other: tuple[int, int]) -> tuple[tuple[int, int], str]:
    """Return the place and the direction of the arrow from one box to another."""
    if one[1] == other[1]:
        return (317, one[1] + 147), "right" if one[0] < other[0] else "left"
    if one[0] == other[0]:
        return (one[0] + 146, 280), "down" if one[1] < other[1] else "up"
    return (317, 280), "left" if other[0] < one[0] else "right"


def _name_row(canvas: Canvas, seat: Seat, x: int, y: int) -> None:
    right = x + 280
    for _ in range(seat.wins):
        canvas.mid(crown(38), right - 22, y + 31)
        right -= 42
    for value in reversed(seat.held):
        canvas.put(card(value, 44), right - 46, y + 9)
        right -= 50
    canvas.name(x + 18, y + 33, seat.who.shown, right - x - 26, sizes=(36, 32, 30))


def cells(
    canvas: Canvas, seat: Seat, x: int, y: int, size: int, gap: int, *, under: Card | None = None
) -> None:
    """Draw a box. Its top row is above, but its bottom row has the first cells."""
    gone = dict(seat.gone)
    aim = next((cell for cell in range(6) if seat.box[cell] is None and cell not in gone), None)
    for cell in range(6):
        left, top = x + (size + gap) * (cell % 3), y + (size + gap) * (1 - cell // 3)
        value = seat.box[cell]
        if value is not None:
            canvas.put(card(value, size), left, top)
            if value == BACK and under is not None:
                canvas.mid(card(under, round(size * 0.56)), left + size / 2, top + size / 2)
        elif cell in gone:
            canvas.put(card(gone[cell], size, _VANISHING), left, top)
            canvas.box(left, top, size, size, round(size * 0.17), None, WHITE, 4, dashed=True)
            canvas.mid(ghost(round(size * 0.6)), left + size / 2, top + size / 2)
        elif cell == aim and seat.duels:
            canvas.box(left, top, size, size, round(size * 0.17), None, GOLD, 4, dashed=True)
            canvas.mid(pointer(28, 22, GOLD, "down"), left + size / 2, top + size / 2)
        else:
            canvas.box(left + 3, top + 3, size - 6, size - 6, round(size * 0.17), FELT.well)
    if seat.new is not None and seat.box[seat.new] is not None:
        left, top = x + (size + gap) * (seat.new % 3), y + (size + gap) * (1 - seat.new // 3)
        edge = WHITE if "Y" in colours(seat.box[seat.new] or "") else GOLD
        canvas.box(
            left - 5,
            top - 5,
            size + 10,
            size + 10,
            round(size * 0.17) + 4,
            None,
            edge,
            5,
            glow=True,
        )


def card_told(value: Card | None, t: Speech) -> str:
    """Return a card in words, or a dash for an empty cell."""
    if value is None:
        return "–"
    if value == BACK:
        return t("face down")
    return value.replace(SPECIAL, "SPECIAL", 1).replace(":", " ")


def _box_told(box: Box, t: Speech) -> str:
    cells = [card_told(value, t) for value in box]
    return t("Bottom: {bottom}; top: {top}.", bottom=listed(cells[:3], t), top=listed(cells[3:], t))


def _gain_told(gain: Gain, t: Speech) -> str:
    who = gain.who.told(t)
    if gain.cards > 0:
        return t.many("{who} takes {n} card.", "{who} takes {n} cards.", gain.cards, who=who)
    return t.many("{who} loses {n} card.", "{who} loses {n} cards.", -gain.cards, who=who)


def seat_told(seat: Seat, t: Speech) -> str:
    """Return a seat's box and the cards that it holds in words."""
    who = seat.who.told(t)
    said = [t("{who}:", who=who), _box_told(seat.box, t)]
    if seat.new is not None:
        said.append(t("New: {card}.", card=card_told(seat.box[seat.new], t)))
    if seat.held:
        cards = listed((card_told(value, t) for value in seat.held), t)
        said.append(t("To be placed: {cards}.", cards=cards))
    if seat.wins:
        said.append(t.many("{n} round won.", "{n} rounds won.", seat.wins))
    return joined(said, t)


def market_told(market: tuple[Card | None, ...], t: Speech) -> str:
    """Return the market in words."""
    return t("Market: {cards}.", cards=listed((card_told(value, t) for value in market), t))
