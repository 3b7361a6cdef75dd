"""Schwimmen in pictures: the pool with its three cards, a hand and its worth, a deal's end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.drawing import words
from bot.drawing.canvas import Canvas, Panel, arrow
from bot.drawing.colours import (
    BLACK,
    CORAL,
    GOLD,
    INK,
    IVORY,
    LOSS,
    RED_ON_GOLD,
    WHITE,
    Colour,
    Felt,
    mixed,
)
from bot.drawing.pen import Sprite
from bot.drawing.picture import Who, text
from bot.words.speech import Speech, joined, listed
from games.cards import Card
from games.cards import Hand as Cards
from games.errors import N_
from games.schwimmen.thirty_one import counting_suit, strength, worth

from .pieces import FELT, back, life, lying, palm, rank, ring, suit, upright, waves

_SUNK = mixed(BLACK, FELT.ground, 0.12)
_WAVE = mixed(WHITE, FELT.well, 0.16)
_NAMED = {"C": N_("clubs"), "S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds")}
_SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_RANKS = {"A": N_("ace"), "K": N_("king"), "Q": N_("queen"), "J": N_("jack")}


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its lives left (0: swimming) `of` all, and whether it is out, acts or closed."""

    who: Who
    lives: int
    of: int
    out: bool = False
    acts: bool = False
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """The last swap: the given cards, which lie there now, and the taken ones."""

    who: Who
    gave: Cards
    took: Cards


@dataclass(frozen=True, slots=True)
class Table:
    """The three cards in the middle (none: they aren't turned up yet), the stock, the seats."""

    felt: ClassVar[Felt] = FELT
    cards: Cards
    stock: int
    seats: tuple[Seat, ...]
    swap: Swap | None = None

    def draw(self) -> Canvas:
        """Draw the pool above, and the seats in one strip or two below."""
        many = len(self.seats) > 4
        beside = min(4, len(self.seats))
        wide = (840 - 13 * (beside - 1)) // beside
        places = [
            (20 + (wide + 13) * (n % 4), (320 if many else 410) + 118 * (n // 4))
            for n in range(len(self.seats))
        ]
        high = 110 if many else 130
        pool = Panel(20, 18 if many else 20, 840, 290 if many else 372, 28, FELT.well)
        seats = [
            Panel(x, y, wide, high, 20, _SUNK if seat.out else FELT.panel)
            for (x, y), seat in zip(places, self.seats, strict=True)
        ]
        canvas = Canvas(FELT, [pool, *seats])
        for y in (46, 282) if many else (60, 352):
            canvas.mid(waves(790, _WAVE), 440, y)
        w, h = (142, 200) if many else (170, 240)
        left, step, top = (70, 166, 62) if many else (60, 198, 84)
        named = self._named(wide, w, many=many)
        self._pool(canvas, left, top, step, w, h, named)
        self._aside(canvas, named, many=many)
        for (x, y), seat in zip(places, self.seats, strict=True):
            name = named if self.swap and seat.who == self.swap.who else seat.who.shown
            _seat(canvas, seat, name, x, y, wide, high)
        return canvas

    def _named(self, wide: int, w: int, *, many: bool) -> str:
        """Return the swapper's name, in the same form for the tag, the card and the seat."""
        if self.swap is None:
            return ""
        places = (_TAG, w + 6), (_TAKER, _taker(many)), (_NAME, wide - _BESIDE_NAME)
        return words.alike(self.swap.who.shown, *places)

    def _pool(
        self, canvas: Canvas, left: int, top: int, step: int, w: int, h: int, named: str
    ) -> None:
        new = self.swap.gave if self.swap else ()
        for at in range(3):
            x = left + step * at
            if not self.cards:
                canvas.put(back(w, h), x, top)
            elif self.cards[at] not in new:
                canvas.put(upright(self.cards[at], w, h), x, top)
        for at, card in enumerate(self.cards):
            if self.swap and card in new:
                x, y = left + step * at, top - 6
                canvas.put(upright(card, w, h), x, y)
                ringed(canvas, x, y, w, h, GOLD)
                canvas.tag(x + w / 2, y + h + 4, named, w + 20)

    def _aside(self, canvas: Canvas, named: str, *, many: bool) -> None:
        """Draw the taken cards with the taker, and the stock."""
        x = 640 if many else 746
        if self.swap:
            several = len(self.swap.took) > 1
            w, h = (104, 72) if many or several else (112, 76)
            top = 96 if many or several else 132
            above = top - (50 if top < 100 else 58)
            canvas.name(x, above, named, _taker(many), anchor="m", sizes=_TAKER)
            canvas.mid(arrow(34, 28, 9, WHITE, "up"), x, top - 19)
            for at, card in enumerate(self.swap.took):
                canvas.put(lying(card, w, 62 if several else h), x - w / 2, top + 46 * at)
        x, y = (718, 80) if many else (676, 244)
        canvas.put(back(72, 92), x, y + 10)
        canvas.put(back(72, 92), x + 8, y)
        if many:
            canvas.text(758, 215, str(self.stock), 46, WHITE, "m")
        else:
            canvas.text(806, y + 52, str(self.stock), 46, WHITE, "m")

    def told(self, t: Speech) -> str:
        """Return the middle with new cards, the seat to act, and all lives."""
        new = self.swap.gave if self.swap else ()
        said = []
        if self.swap:
            took = listed((card_told(card, t) for card in self.swap.took), t)
            gave = listed((card_told(card, t) for card in self.swap.gave), t)
            who = self.swap.who.told(t)
            said.append(t("{who} gave {gave} (new) for {took}.", who=who, gave=gave, took=took))
        if self.cards:
            rest = [card_told(card, t) for card in self.cards if card not in new]
            if rest:
                said.append(t("In the middle: {cards}.", cards=listed(rest, t)))
        else:
            said.append(t("In the middle: three cards face down."))
        said += [t("{who} to act.", who=seat.who.told(t)) for seat in self.seats if seat.acts]
        said += [_seat_told(seat, t) for seat in self.seats]
        said.append(t("Stock: {n}.", n=self.stock))
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own cards and lives, under the middle and the stock."""

    felt: ClassVar[Felt] = FELT
    own: Cards
    lives: int
    of: int
    table: Cards
    stock: int
    new: Cards = ()

    def draw(self) -> Canvas:
        """Draw counting cards ringed and lifted with their points, and the worth."""
        canvas = Canvas(FELT, (Panel(20, 20, 840, 124, 24, FELT.well),))
        for at in range(3):
            x = 46 + 168 * at
            if not self.table:
                canvas.put(back(64, 84), x + 40, 40)
                continue
            canvas.put(lying(self.table[at], 148, 88), x, 38)
            if self.table[at] in self.new:
                ringed(canvas, x, 38, 148, 88, GOLD, 12)
        canvas.put(back(62, 84), 664, 39)
        canvas.text(746, 83, str(self.stock), 44, WHITE)
        size = min(38, 196 // self.of - 4)
        wide = (size + 4) * self.of - 4 if self.lives else 50
        lives_line(canvas, self.lives, self.of, 761 - wide / 2, 452, size)
        counted = _counted(self.own)
        for at, card in enumerate(self.own):
            x, y = 40 + 204 * at, 196 if card in counted else 232
            canvas.put(upright(card, 186, 262), x, y)
            if card in counted:
                ringed(canvas, x, y, 186, 262, GOLD)
                if counting_suit(self.own):
                    canvas.text(x + 93, 506, str(_points(card)), 44, GOLD, "m")
        worth_pill(canvas, self.own, 660, 294, 202, 96, 66, GOLD)
        return canvas

    def told(self, t: Speech) -> str:
        """Return the hand, its worth and the middle."""
        mine = listed((card_told(card, t) for card in self.own), t)
        said = [t("Your hand: {cards}.", cards=mine), worth_told(self.own, t)]
        if self.table:
            cards = [
                t("{card} (new)", card=card_told(card, t))
                if card in self.new
                else card_told(card, t)
                for card in self.table
            ]
            said.append(t("In the middle: {cards}.", cards=listed(cards, t)))
        else:
            said.append(t("In the middle: three cards face down."))
        said += [_lives_told(self.lives, t), t("Stock: {n}.", n=self.stock)]
        return text(said, t)


@dataclass(frozen=True, slots=True)
class Open:
    """A hand turned up at a deal's end, and whether its seat lost the deal."""

    seat: Seat
    cards: Cards
    lost: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """A deal's end: all hands, the best first."""

    felt: ClassVar[Felt] = FELT
    hands: tuple[Open, ...]

    @property
    def places(self) -> list[tuple[int, int, int]]:
        """Return the left edge, the top and the width of each row: two columns for over four."""
        if len(self.hands) > 4:
            return [(16 + 428 * (n // 4), 16 + 134 * (n % 4), 420) for n in range(len(self.hands))]
        return [(16, 16 + 134 * n, 848) for n in range(len(self.hands))]

    def draw(self) -> Canvas:
        """Draw a row for each hand, in two columns for more than four."""
        canvas = Canvas(FELT, [])
        for place, hand in zip(self.places, self.hands, strict=True):
            self.panel(canvas, place, lost=hand.lost)
            self.row(canvas, hand, place)
        return canvas

    def panel(self, canvas: Canvas, place: tuple[int, int, int], *, lost: bool = False) -> None:
        """Draw the ground of a row, red for a loser."""
        x, y, w = place
        canvas.box(x, y, w, 124, 22, LOSS if lost else FELT.panel, CORAL if lost else None, 4)

    def row(
        self,
        canvas: Canvas,
        hand: Open,
        place: tuple[int, int, int],
        lying: Sequence[Sprite] = (),
        *,
        before: bool = False,
    ) -> None:
        """Draw a hand. `lying`: pieces in place of its cards. `before`: its lives as they were."""
        x, y, w = place
        best = strength(self.hands[0].cards)
        fill = GOLD if strength(hand.cards) == best else IVORY
        layout = _CELL if w < 848 else _ROW
        self._who(canvas, hand, x, y, small=w < 848, before=before)
        cards, pill = layout
        if not lying:
            cards_line(canvas, hand.cards, x + cards[0], y + cards[1], *cards[2:])
            worth_pill(canvas, hand.cards, x + pill[0], y + pill[1], *pill[2:], fill)
            return
        for at, piece in enumerate(lying):
            canvas.put(piece, x + cards[0] + cards[4] * at, y + cards[1])
        _, _, w, h, _ = pill
        canvas.box(x + pill[0], y + pill[1], w, h, h // 2, None, FELT.quiet, 3, dashed=True)

    def _who(
        self, canvas: Canvas, hand: Open, x: int, y: int, *, small: bool, before: bool
    ) -> None:
        seat, lost = hand.seat, hand.lost and not before
        had = seat.lives + (before and hand.lost and not seat.out)
        if not small:
            canvas.name(x + 24, y + 40, seat.who.shown, 190, sizes=(38, 34, 30))
            end = lives_line(canvas, had, seat.of, x + 25, y + 90, 34, lost=lost, out=seat.out)
            if lost:
                _fate(canvas, seat, min(end + 30, x + 186), y + 90)
            return
        left = x + 400 - 30 * seat.of - (36 if hand.lost and seat.lives == 0 else 0)
        canvas.name(x + 18, y + 28, seat.who.shown, left - x - 30, sizes=_TAKER)
        end = lives_line(canvas, had, seat.of, left, y + 28, 28, lost=lost, out=seat.out)
        if lost:
            _fate(canvas, seat, end + 18, y + 28, 34)

    def heart(self, hand: Open, place: tuple[int, int, int]) -> tuple[float, float, int]:
        """Return the middle and the size of the life that a loser loses."""
        (x, y, w), seat = place, hand.seat
        if w == 848:
            return (x + 25 + 17 + 38 * seat.lives if not seat.out else x + 50.0), y + 90, 34
        left = x + 400 - 30 * seat.of - (36 if seat.lives == 0 else 0)
        return (left + 14 + 32 * seat.lives if not seat.out else left + 25.0), y + 28, 28

    def told(self, t: Speech) -> str:
        """Return each hand with its worth, the best first, and the losers."""
        said = []
        for hand in self.hands:
            cards = " ".join(f"{rank(card)}{_SIGNS[card.suit]}" for card in hand.cards)
            said.append(t("{who}: {cards}.", who=hand.seat.who.told(t), cards=cards))
            said.append(worth_told(hand.cards, t))
            if hand.lost:
                said.append(_lost_told(hand.seat, t))
        return text(said, t)


# Cards: left, top, width, height, step. Worth: left, top, width, height, size of the digits.
_ROW = (222, 18, 130, 88, 144), (671, 24, 165, 76, 54)
_CELL = (14, 52, 90, 60, 97), (308, 54, 104, 58, 42)


def _counted(hand: Cards) -> Cards:
    """Return the cards that make a hand's worth."""
    sign = counting_suit(hand) if hand else None
    return hand if sign is None else tuple(card for card in hand if card.suit == sign)


def _points(card: Card) -> int:
    """Return the points of a card."""
    return 11 if card.rank == "A" else 10 if card.rank in "KQJT" else int(card.rank)


def worth_number(hand: Cards) -> str:
    """Return the worth of a hand as a number."""
    whole, half = divmod(worth(hand), 2)
    return f"{whole}½" if half else str(whole)


def ringed(
    canvas: Canvas, x: float, y: float, w: int, h: int, edge: Colour, radius: int | None = None
) -> None:
    corner = round(w * 0.12) if radius is None else radius
    canvas.box(round(x) - 5, round(y) - 5, w + 10, h + 10, corner + 4, None, edge, 5, glow=True)


def cards_line(canvas: Canvas, hand: Cards, x: int, y: int, w: int, h: int, step: int) -> None:
    """Draw a hand in a line in its usual order. Counting cards are ringed, others faded."""
    counted = _counted(hand)
    for at, card in enumerate(hand):
        if card in counted:
            canvas.put(lying(card, w, h), x + step * at, y)
            left, top, edge = x + step * at - 4, y - 4, 4
            canvas.box(left, top, w + 8, h + 8, round(h * 0.14) + 4, None, GOLD, edge)
        else:
            canvas.put(lying(card, w, h, 0.5), x + step * at, y)


def worth_pill(
    canvas: Canvas, hand: Cards, x: int, y: int, w: int, h: int, size: int, fill: Colour
) -> None:
    """Draw a hand's worth with its suit, on a pill."""
    if not hand:
        return
    canvas.box(x, y, w, h, h // 2, fill)
    number, sign = worth_number(hand), counting_suit(hand)
    mark = round(size * 0.68)
    wide = words.width(number, size)
    left = x + (w - wide - (mark + 12 if sign else 0)) / 2
    canvas.text(left, y + h / 2 + 1, number, size, INK)
    if sign:
        ink = RED_ON_GOLD if sign in "HD" else INK
        canvas.mid(suit(sign, mark, ink), left + wide + 12 + mark / 2, y + h / 2)


def lives_line(
    canvas: Canvas,
    lives: int,
    of: int,
    x: float,
    y: float,
    size: int,
    *,
    lost: bool = False,
    out: bool = False,
) -> float:
    """Draw lives left and lost, or a swimming ring. Return the right edge."""
    if lives == 0 and not lost:
        canvas.mid(ring(50), x + 25, y)
        return x + 50
    step = size + 4
    for at in range(of):
        state = "had" if at < lives else "lost" if lost and not out and at == lives else "gone"
        canvas.mid(life(size, state, FELT.quiet), x + size / 2 + step * at, y)
    return x + step * of


def _fate(canvas: Canvas, seat: Seat, x: float, y: float, size: int = 46) -> None:
    """Return the players who lost a life, began to swim or are out."""
    if seat.lives == 0:
        canvas.mid(ring(size, struck=seat.out), x, y)


# The sizes of names: on seats, by the card that was taken, on tags.
_NAME, _TAKER, _TAG = (36, 32, 30), (34, 32, 30), (28,)
_BESIDE_NAME = 34


def _taker(many: bool) -> int:
    """Return the width for the name of a card's taker."""
    return 176 if many else 220


def _seat(canvas: Canvas, seat: Seat, name: str, x: int, y: int, w: int, h: int) -> None:
    room = w - _BESIDE_NAME
    if seat.out:
        canvas.name(x + 18, y + h / 2, name, room, FELT.quiet, sizes=_NAME)
        return
    if seat.acts:
        canvas.box(x, y, w, h, 20, FELT.active, GOLD, 5, glow=True)
    canvas.name(x + 18, y + 33, name, room, sizes=_NAME)
    low = y + h - (28 if h < 130 else 36)
    size = min(32, (room - (48 if seat.closed else 0)) // seat.of - 4)
    lives_line(canvas, seat.lives, seat.of, x + 18, low, size)
    if seat.closed:
        canvas.mid(palm(44), x + w - 38, low - 2)


def card_told(card: Card, t: Speech) -> str:
    named = t(_RANKS[card.rank]) if card.rank in _RANKS else rank(card)
    return t("{rank} of {suit}", rank=named, suit=t(_NAMED[card.suit]))


def worth_told(hand: Cards, t: Speech) -> str:
    """Return the worth of a hand in a sentence."""
    sign = counting_suit(hand)
    if sign is None:
        return t("Worth {worth}.", worth=worth_number(hand))
    return t("Worth {worth} in {suit}.", worth=worth_number(hand), suit=t(_NAMED[sign]))


def _lives_told(lives: int, t: Speech) -> str:
    return t.many("{n} life left.", "{n} lives left.", lives) if lives else t("Swimming.")


def _lost_told(seat: Seat, t: Speech) -> str:
    who = seat.who.told(t)
    if seat.out:
        return t.word("schwimmen", "{who} is out.", who=who)
    if seat.lives == 0:
        return t("{who} loses a life and swims.", who=who)
    return t.many(
        "{who} loses a life, {n} is left.", "{who} loses a life, {n} are left.", seat.lives, who=who
    )


def _seat_told(seat: Seat, t: Speech) -> str:
    who = seat.who.told(t)
    if seat.out:
        return t.word("schwimmen", "{who} is out.", who=who)
    lives = t("{who} swims.", who=who)
    if seat.lives:
        lives = t.many("{who}: {n} life.", "{who}: {n} lives.", seat.lives, who=who)
    closed = t("{who} has closed.", who=who) if seat.closed else ""
    return joined([lives, closed], t)
