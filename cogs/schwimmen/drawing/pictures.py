"""Schwimmen in pictures: the pool with its three cards, a hand and its worth, a deal's end."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.drawing import words
from bot.drawing.boxes import Box, column, grid, label, name, panel, piece, pill, plate, row
from bot.drawing.canvas import arrow
from bot.drawing.colours import CORAL, GOLD, INK, IVORY, LOSS, RED_ON_GOLD, WHITE, Colour, mixed
from bot.drawing.pen import Sprite
from bot.drawing.picture import Described, Who
from bot.words.speech import Speech, joined, listed
from games.cards import Hand as Cards
from games.errors import N_
from games.schwimmen.thirty_one import POINTS, counting_suit, strength

from ..cards import card_text, number_text, rank_text
from . import THEME, back, life, lying, palm, ring, suit, upright, waves

_SUNK = mixed(THEME.well, THEME.ground, 0.4)
_NAMED = {"C": N_("clubs"), "S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds")}


class Seat(NamedTuple):
    """A seat: its lives left (0: swimming) `of` all, and whether it is out, acts or closed."""

    who: Who
    lives: int
    of: int
    out: bool = False
    acts: bool = False
    closed: bool = False

    def alt(self, t: Speech) -> str:
        """Return its lives, and whether it has closed."""
        who = self.who.alt(t)
        if self.out:
            return t.word("schwimmen", "{who} is out.", who=who)
        lives = t("{who} swims.", who=who)
        if self.lives:
            lives = t.many("{who}: {n} life.", "{who}: {n} lives.", self.lives, who=who)
        closed = t("{who} has closed.", who=who) if self.closed else ""
        return joined([lives, closed], t)


class Swap(NamedTuple):
    """The last swap: the given cards, which lie there now, and the taken ones."""

    who: Who
    gave: Cards
    took: Cards


class Table(Described, theme=THEME):
    """The three cards in the middle (none: they aren't turned up yet), the stock, the seats."""

    cards: Cards
    stock: int
    seats: tuple[Seat, ...]
    swap: Swap | None = None

    def box(self) -> Box:
        """Return the pool above, and the seats in one strip or two below."""
        many, beside = len(self.seats) > 4, min(4, len(self.seats))
        wide = (840 - 8 * (beside - 1)) // beside
        high, size, room = (290, (142, 200), 176) if many else (372, (170, 240), 220)
        # The swapper's name has the same form on the tag, by the card and on the seat.
        swapper, named = self.swap and self.swap.who, ""
        if swapper is not None:
            places = (_TAG, size[0] + 6), (_TAKER, room), (_NAME, wide - _BESIDE_NAME)
            named = words.alike(swapper.shown, *places)
        water = piece(waves(790, mixed(WHITE, THEME.well, 0.16)))
        lines = column(water, Box(790, high - 104), water, gap=14)
        middle = lines.on(plate(840, high, 28, THEME.well))
        pool = row(*self._pool(named, *size), gap=24 if many else 28)
        middle = pool.pad(left=50 if many else 40).on(middle, x=0)
        aside = self._aside(named, room, many=many).pad(right=20 if many else 4)
        seats = (_seat(one, named * (one.who == swapper), wide, many) for one in self.seats)
        return column(aside.on(middle, x=1), grid(seats, 4, 8), gap=12 if many else 18, x=0)

    def _pool(self, named: str, w: int, h: int) -> list[Box]:
        cards = [piece(back(w, h))] * 3
        if self.cards:
            cards = [piece(upright(card, w, h)) for card in self.cards]
        for at, card in enumerate(self.cards):
            if self.swap and card in self.swap.gave:
                cards[at] = ringed(cards[at]).tag(named, w + 20).pad(top=-6, bottom=6)
        return cards

    def _aside(self, named: str, room: int, *, many: bool) -> Box:
        """Return the taken cards with the taker, and the stock."""
        taken = Box(room, 160)
        if self.swap:
            several = len(self.swap.took) > 1
            w, h = (104, 72) if many or several else (112, 76)
            took = [piece(lying(card, w, 62 if several else h)) for card in self.swap.took]
            who, way = name(named, room, size=_TAKER), piece(arrow(34, 28, 9, WHITE, "up"))
            taken = column(who, way, column(*took, gap=-16), gap=8).within(*taken[:2])
        one = piece(back(72, 92))
        pile = one.pad(left=8, bottom=10).on(one.pad(right=8, top=10))
        number = label(str(self.stock), 46)
        if many:
            return row(taken, column(pile, number, gap=18).within(110, 160), gap=4)
        return column(taken, row(pile, number, gap=24), gap=20)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the middle with new cards, the seat to act, and all lives."""
        rest = self.cards
        if self.swap:
            gave, took = (cards_alt(cards, t) for cards in (self.swap.gave, self.swap.took))
            who = self.swap.who.alt(t)
            yield t("{who} gave {gave} (new) for {took}.", who=who, gave=gave, took=took)
            rest = tuple(card for card in self.cards if card not in self.swap.gave)
        if rest or not self.cards:
            yield _middle_alt(rest, t)
        yield from (t("{who} to act.", who=seat.who.alt(t)) for seat in self.seats if seat.acts)
        yield from (seat.alt(t) for seat in self.seats)
        yield t("Stock: {n}.", n=self.stock)


class Hand(Described, theme=THEME):
    """A seat's own cards and lives, under the middle and the stock."""

    own: Cards
    lives: int
    of: int
    table: Cards
    stock: int
    new: Cards = ()

    def box(self) -> Box:
        """Return counting cards ringed and lifted with their points, and the worth."""
        laid = ((piece(lying(card, 148, 88)), card in self.new) for card in self.table)
        table = [one.ring(GOLD, 12) if new else one for one, new in laid]
        table = table or [piece(back(64, 84)).within(148, 88)] * 3
        stock = row(piece(back(62, 84)), label(str(self.stock), 44), gap=26).within(176, 88, x=0)
        middle = row(row(*table, gap=20), stock, w=788).on(plate(840, 124, 24, THEME.well))
        counted, suited = _counted(self.own), counting_suit(self.own)
        cards = []
        for card in self.own:
            shown, points = piece(upright(card, 186, 262)), Box(186, 32)
            if suited and card in counted:
                points = label(str(POINTS[card.rank]), 44, GOLD).within(186, 32)
            shown = ringed(shown).pad(bottom=36) if card in counted else shown.pad(top=36)
            cards.append(column(shown, points))
        size = min(38, 196 // self.of - 4)
        lives = lives_line(self.lives, self.of, size)
        beside = column(worth_pill(self.own, 202, 96, 66, GOLD), lives.within(202, 50), gap=37)
        return column(middle, row(row(*cards, gap=18), beside.pad(top=48), gap=26), gap=40)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the hand, its worth and the middle."""
        yield t("Your hand: {cards}.", cards=cards_alt(self.own, t))
        yield worth_alt(self.own, t)
        yield _middle_alt(self.table, t, self.new)
        left = t.many("{n} life left.", "{n} lives left.", self.lives)
        yield left if self.lives else t("Swimming.")
        yield t("Stock: {n}.", n=self.stock)


class Open(NamedTuple):
    """A hand turned up at a deal's end, and whether its seat lost the deal."""

    seat: Seat
    cards: Cards
    lost: bool = False


class End(Described, theme=THEME):
    """A deal's end: all hands, the best first."""

    hands: tuple[Open, ...]

    def box(self) -> Box:
        """Return a row for each hand, in two columns for more than four."""
        return self.arranged([*map(self.row, self.hands)])

    def arranged(self, rows: Sequence[Box]) -> Box:
        """Return rows below each other, four in a column."""
        return row(*(column(*part, gap=10) for part in (rows[:4], rows[4:]) if part), gap=8, y=0)

    def row(self, hand: Open, lying: Sequence[Sprite] = (), *, red: bool | None = None) -> Box:
        """Return a hand on its panel, red for a loser.

        `lying`: pieces in place of its cards. `red`: if its panel is red, with its lives as they
        were before.
        """
        small, before = len(self.hands) > 4, red is not None
        ground = plate(420 if small else 848, 124, 22, THEME.panel)
        if red or (hand.lost and not before):
            ground = plate(ground.w, 124, 22, LOSS, CORAL, 4)
        gap, (wide, high, digits) = (7, (104, 58, 42)) if small else (14, (165, 76, 54))
        best = strength(hand.cards) == strength(self.hands[0].cards)
        if lying:
            cards = row(*map(piece, lying), gap=gap)
            worth = plate(wide, high, high // 2, None, THEME.quiet, 3, dashed=True)
        else:
            cards = cards_line(hand.cards, *((90, 60) if small else (130, 88)), gap)
            worth = worth_pill(hand.cards, wide, high, digits, GOLD if best else IVORY)
        who = self._who(hand, small=small, before=before)
        if small:
            return column(who, row(cards, worth, gap=10), gap=10, x=0).pad(left=14).on(ground, x=0)
        return row(row(who, cards, gap=12), worth, gap=31).pad(left=24).on(ground, x=0)

    def _who(self, hand: Open, *, small: bool, before: bool) -> Box:
        seat, lost = hand.seat, hand.lost and not before
        had = seat.lives + (before and hand.lost and not seat.out)
        size = 28 if small else min(34, 128 // seat.of - 4 if hand.lost else 34)
        lives = lives_line(had, seat.of, size, lost=lost, out=seat.out)
        swims = hand.lost and seat.lives == 0
        fate = piece(ring(34 if small else 46, struck=seat.out)) if swims and lost else Box(0, 0)
        if not small:
            named = name(seat.who.shown, 190, size=38)
            return column(named, row(lives, fate, gap=10).within(186, 46, x=0), gap=12, x=0)
        fate = fate.within(36 if swims else 0, 28)
        named = name(seat.who.shown, 378 - lives.w - fate.w, size=_TAKER)
        return row(named, row(lives, fate, gap=4), w=386).pad(left=4)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield each hand with its worth, the best first, and the losers."""
        for hand in self.hands:
            cards = " ".join(map(card_text, hand.cards))
            yield t("{who}: {cards}.", who=hand.seat.who.alt(t), cards=cards)
            yield worth_alt(hand.cards, t)
            if hand.lost:
                yield _lost_alt(hand.seat, t)


def _counted(hand: Cards) -> Cards:
    """Return the cards that make a hand's worth."""
    sign = counting_suit(hand) if hand else None
    return hand if sign is None else tuple(card for card in hand if card.suit == sign)


def ringed(card: Box) -> Box:
    """Return an upright card in a ring."""
    return card.ring(GOLD, card.w * 0.12)


def cards_line(hand: Cards, w: int, h: int, gap: int) -> Box:
    """Return a hand in a line in its usual order. Counting cards are ringed, others faded."""
    counted = _counted(hand)
    shown = (
        piece(lying(card, w, h)).ring(GOLD, h * 0.14, 4, glow=False)
        if card in counted
        else piece(lying(card, w, h, 0.5))
        for card in hand
    )
    return row(*shown, gap=gap)


def worth_pill(hand: Cards, w: int, h: int, size: int, fill: Colour) -> Box:
    """Return a hand's worth with its suit, on a pill."""
    if not hand:
        return Box(w, h)
    parts, sign = [label(number_text(hand), size, INK)], counting_suit(hand)
    if sign:
        ink = RED_ON_GOLD if sign in "HD" else INK
        parts.append(piece(suit(round(size * 0.68), sign, ink)))
    return pill(h, fill, *parts, gap=12, w=w)


def lives_line(lives: int, of: int, size: int, *, lost: bool = False, out: bool = False) -> Box:
    """Return lives left and lost with keys, or a swimming ring with that of the first life."""
    if lives == 0 and not lost:
        return piece(ring(50)).keyed(("life", 0))
    states = ["had"] * lives + ["lost" if lost and not out else "gone"] + ["gone"] * of
    hearts = (piece(life(size, state, THEME.quiet)) for state in states[:of])
    return row(*(heart.keyed(("life", at)) for at, heart in enumerate(hearts)), gap=4)


# The sizes of names: on seats, by the card that was taken, on tags.
_NAME, _TAKER, _TAG = 36, 34, 28
_BESIDE_NAME = 34


def _seat(seat: Seat, named: str, w: int, many: bool) -> Box:
    """Return a seat's panel. `named`: another form of its name."""
    h = 110 if many else 130
    room, who = w - _BESIDE_NAME, named or seat.who.shown
    if seat.out:
        shown = name(who, room, THEME.quiet, _NAME).pad(left=18)
        return shown.on(plate(w, h, 20, _SUNK).below(), x=0)
    closed = [piece(palm(44))] if seat.closed else []
    size = min(32, (room - 48 * len(closed)) // seat.of - 4)
    lives = lives_line(seat.lives, seat.of, size)
    low = row(lives, *closed, w=room) if closed else lives
    inside = column(name(who, room, size=_NAME), low.within(low.w, 44), gap=8 if many else 15, x=0)
    return inside.pad(left=18, top=4).on(panel(THEME, w, h, 20, loud=seat.acts), x=0)


def cards_alt(cards: Cards, t: Speech, new: Cards = ()) -> str:
    """Return cards in words, with the letters of ranks that are on cards and buttons."""
    named = {c: t("{rank} of {suit}", rank=rank_text(c), suit=t(_NAMED[c.suit])) for c in cards}
    return listed((t("{card} (new)", card=s) if c in new else s for c, s in named.items()), t)


def _middle_alt(cards: Cards, t: Speech, new: Cards = ()) -> str:
    if not cards:
        return t("In the middle: three cards face down.")
    return t("In the middle: {cards}.", cards=cards_alt(cards, t, new))


def worth_alt(hand: Cards, t: Speech) -> str:
    """Return the worth of a hand in a sentence."""
    sign = counting_suit(hand)
    if sign is None:
        return t("Worth {worth}.", worth=number_text(hand))
    return t("Worth {worth} in {suit}.", worth=number_text(hand), suit=t(_NAMED[sign]))


def _lost_alt(seat: Seat, t: Speech) -> str:
    who = seat.who.alt(t)
    if seat.out:
        return t.word("schwimmen", "{who} is out.", who=who)
    if seat.lives == 0:
        return t("{who} loses a life and swims.", who=who)
    return t.many(
        "{who} loses a life, {n} is left.", "{who} loses a life, {n} are left.", seat.lives, who=who
    )
