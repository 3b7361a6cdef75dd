"""Sinomilia in pictures: chips between two rows of numbers, a hand, and who was nearer."""

from collections.abc import Container, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from bot.drawing import words
from bot.drawing.boxes import Box, apart, column, label, name, panel, piece, plate, row
from bot.drawing.canvas import arrow, pointer
from bot.drawing.colours import GOLD, INK, IVORY, WHITE, Colour, mixed
from bot.drawing.pen import Sprite
from bot.drawing.people import crown
from bot.drawing.picture import Described, Who
from bot.words.speech import Speech, joined, listed
from games.errors import N_
from games.sinomilia.state import CARDS, Face

from . import THEME, back, change, chip, number, pile

_DIM = mixed(WHITE, THEME.ground, 0.4)


class Seat(NamedTuple):
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

    def alt(self, t: Speech) -> str:
        """Return its chips and cards in words."""
        who = self.who.alt(t)
        said = [_held_alt(self.who, self.chips, t)]
        if self.starts:
            said.append(t("{who} starts.", who=who))
        if self.used:
            said.append(t("Used: {cards}.", cards=listed(map(str, sorted(self.used)), t)))
        if self.new:
            said.append(t("{who} has just changed.", who=who))
        else:
            said.append(t("Has changed.") if self.changed else t("Can change."))
        if self.laid:
            said.append(t("A prediction lies."))
        return joined(said, t)


class Table(Described, theme=THEME):
    """The chips in the order laid, the last of them new or not, between the two seats."""

    seats: tuple[Seat, Seat]
    table: tuple[Face, ...]
    new: bool = False

    def box(self) -> Box:
        """Return two mirrored panels, the first seat below, and nine places between them."""
        below, above = self.seats
        chips = chips_row(self.table, new=self.new).within(844, 152)
        up = column(numbers(above.used, 74, 76, 8), self._line(above), gap=23, x=0)
        down = column(self._line(below), numbers(below.used, 74, 76, 8), gap=23, x=0)
        parts = (
            up.pad(left=16, bottom=9).on(panel(THEME, 844, 186, loud=above.acts), x=0),
            chips,
            down.pad(left=16, top=9).on(panel(THEME, 844, 186, loud=below.acts), x=0),
        )
        return column(*parts)

    def _line(self, seat: Seat) -> Box:
        """Return a seat's name, chips and cards, the starter's behind an arrow."""
        starts = [piece(arrow(66, 50, 16, GOLD))] if seat.starts else []
        room = 392 - sum(box.w + 18 for box in starts)
        who = row(*starts, name(seat.who.shown, room), gap=18).within(402, 50, x=0)
        chips = row(piece(pile(44)), label(str(seat.chips), 54), gap=14).within(180, 62, x=0)
        changing = piece(change(seat.changed, 62, 78))
        if seat.new:
            changing = changing.ring(WHITE, 8)
        laid = [piece(back(62, 78))] if seat.laid else []
        return row(who, chips, changing, *laid, gap=26).pad(left=8).within(820, 50, x=0)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the chips, the seat to act, and each seat."""
        yield chips_alt(self.table, t, new=self.new)
        yield from (t("{who} to act.", who=seat.who.alt(t)) for seat in self.seats if seat.acts)
        yield from (seat.alt(t) for seat in self.seats)


class Hand(Described, theme=THEME):
    """A seat's own numbers with its prediction, under the chips and the other seat."""

    own: Seat
    other: Seat
    table: tuple[Face, ...]
    prediction: int | None = None
    new: bool = False

    def box(self) -> Box:
        """Return the middle, the other seat, and the own numbers with the prediction lifted."""
        own = self.own
        starts = [piece(arrow(78, 56, 18, GOLD))] if own.starts else []
        chips = row(*starts, piece(pile(48)), label(str(own.chips), 60), gap=18)
        changing = piece(change(own.changed, 66, 82))
        line = row(chips, changing, w=812) if chips.w else changing
        shown = numbers(own.used, 74, 128, 8, ringed=self.prediction)
        mine = column(line, shown, gap=46).on(plate(844, 284, 26, THEME.active), y=0.3)
        middle = chips_row(self.table, new=self.new).on(plate(844, 112, 24, THEME.well))
        other = other_row(self.other).on(plate(844, 98, 22, THEME.panel), x=0)
        return column(middle, other, mine, gap=15)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the prediction, the numbers left, the chips and both seats."""
        if self.prediction is not None:
            yield t("Your prediction: {card}.", card=self.prediction)
        left = (str(card) for card in CARDS if card not in self.own.used)
        yield t("Your cards: {cards}.", cards=listed(left, t))
        yield chips_alt(self.table, t, new=self.new)
        yield from (seat.alt(t) for seat in (self.own, self.other))


def numbers(
    used: Sequence[int], w: int, h: int, gap: int, ringed: int | None = None, edge: Colour = GOLD
) -> Box:
    """Return all number cards, the ringed one lifted."""
    shown = [piece(number(card, w, h, "used" if card in used else "free")) for card in CARDS]
    if ringed is not None:
        own = piece(number(ringed, w, h)).ring(edge, w * 0.14)
        shown[ringed] = own.pad(top=-22, bottom=22) if edge == GOLD else own
    return row(*shown, gap=gap)


def other_row(seat: Seat, starts: Colour = GOLD) -> Box:
    """Return the other seat in a row: chips, change card, used numbers and the prediction."""
    begins = [piece(arrow(48, 38, 12, starts))] if seat.starts else []
    room = 152 - sum(box.w + 8 for box in begins)
    who = row(*begins, name(seat.who.shown, room, size=36), gap=8)
    chips = row(piece(pile(42)), label(str(seat.chips), 46), gap=13).within(134, 60, x=0)
    used = sorted(seat.used)[:7]
    size = 66 if len(used) <= 4 else 46 if len(used) <= 6 else 40
    cards = row(*(piece(number(card, size, 70, "used")) for card in used), gap=8)
    laid = [piece(back(54, 70))] if seat.laid else []
    parts = who.within(160, 40, x=0), chips, piece(change(seat.changed, 54, 70))
    return row(*parts, cards.within(344, 70, x=0).pad(left=20), *laid, gap=6).pad(left=24)


class Turned(NamedTuple):
    """A seat at the reveal: its card (None: not turned up yet), chips before and after."""

    who: Who
    card: int | None
    before: int
    after: int


class Reveal(Described, theme=THEME):
    """One or both predictions, the winner, and the payment with its reasons.

    `why`: the rule that found the winner.
    """

    seats: tuple[Turned, Turned]
    table: tuple[Face, ...]
    winner: int | None = None
    items: tuple[tuple[str, int], ...] = ()
    why: str = "nearer"

    def box(
        self,
        cards: Mapping[int, Sprite] = MappingProxyType({}),
        held: Sequence[int] = (),
        grown: float = 1,
    ) -> Box:
        """Return both cards, the payment between them, and the numbers below.

        cards: half turned cards by seat. held: the chips by seat while they move. grown: the part
        (0–1) of the distances.
        """
        shown = [
            cards.get(at) or (back(112, 138) if one.card is None else number(one.card, 112, 138))
            for at, one in enumerate(self.seats)
        ]
        second, first = (self._party(at, piece(shown[at]), held) for at in (1, 0))
        return column(row(second, self._middle(), first), self._line(grown), gap=20)

    def _party(self, at: int, card: Box, held: Sequence[int]) -> Box:
        """Return a seat's name, card and chips."""
        seat, won = self.seats[at], self.winner == at
        # Beside the crown there is less room.
        who = name(self._named(at), 168 if won else 220, size=_PANEL)
        if won:
            who = row(piece(crown(46)), who.within(168, 46), gap=8)
        fill = GOLD if won else WHITE
        if held or self.winner is None:
            count = label(str(held[at] if held else seat.before), 44, fill)
            chips = row(piece(pile(38)).keyed(at), count, gap=15).pad(left=77).within(250, 66, x=0)
        else:
            before, way = label(str(seat.before), 42, _DIM), piece(arrow(48, 26, 7, WHITE))
            chips = row(before, way, label(str(seat.after), 48, fill), gap=10).within(250, 66)
        parts = column(who.within(250, 64), card, chips)
        return parts.on(panel(THEME, 250, 268, loud=won))

    def _named(self, at: int) -> str:
        """Return a player's name, in the same form above the card and on the line."""
        room = 168 if self.winner == at else 220
        return words.alike(self.seats[at].who.shown, (_PANEL, room), (_LINE, _ON_LINE))

    def _middle(self) -> Box:
        """Return the payment with its reasons, or the chips that still lie there."""
        if self.winner is None:
            chips = [
                piece(chip(face, 50)).keyed(("chip", at)) for at, face in enumerate(self.table)
            ]
            step = min(38, 270 // max(1, len(chips)))
            return row(*chips, gap=step - 50).within(344, 50).pad(top=215, bottom=3)
        none = free(54, WHITE)
        one = piece(chip("sun", 33)).on(none)
        signs = {"moons": piece(chip("moon", 54)), "none": none, "one": one}
        reasons = (
            row(signs.get(why) or piece(crown(54)), label(str(count), 46), gap=10)
            for why, count in self.items
            if why != "table"
        )
        paid = label(f"+{sum(count for _, count in self.items)}", 72, GOLD)
        way = piece(arrow(200, 50, 15, GOLD, "right" if self.winner == 0 else "left"))
        why = row(*reasons, gap=28).within(330, 54).pad(top=18)
        return column(paid, why, way, gap=10).pad(top=21).within(344, 268, y=0)

    def _line(self, grown: float) -> Box:
        """Return the numbers, and the distances as far as they have grown."""
        count, dim = len(self.table), mixed(WHITE, THEME.well, 0.72)
        fills = [GOLD if self.winner == at else WHITE for at in range(2)]
        # The second seat is on the left.
        turned = ((at, self.seats[at].card) for at in (1, 0))
        open_ = {at: card for at, card in turned if card is not None}
        numbers = row(*(self._number(card, {*open_.values()}) for card in CARDS))
        xs = [12 + left + one.w / 2 for left, _, one in numbers.inside]
        # The winner's marks lie over the other ones.
        order = sorted(open_, key=lambda at: at == self.winner)
        thread = plate(738, 6, 3, mixed(WHITE, THEME.well, 0.3))
        well = thread.on(plate(844, 236, 26, THEME.well))
        for at in order:
            x = xs[open_[at]]
            if away := round((xs[count] - x) * grown):
                bar = plate(abs(away), 12, 6, GOLD if fills[at] == GOLD else dim)
                well = well.put(bar, x + away / 2, 118)
        well = well.put(numbers, 422, 118)
        tags = {at: name(self._named(at), _ON_LINE, fills[at], _LINE) for at in open_}
        places, wide = [xs[card] for card in open_.values()], [tag.w for tag in tags.values()]
        middles = dict(zip(open_, apart(places, wide, 18, 826, 20), strict=True))
        for at in order:
            card, fill, x = open_[at], fills[at], xs[open_[at]]
            way = piece(pointer(24, 16, fill, "down"))
            well = well.put(tags[at], middles[at], 30).put(way, x, 68 - 10 * (card == count))
            if len(open_) == 2 and grown == 1 and (open_[0] != open_[1] or at == order[-1]):
                well = well.put(label(str(abs(card - count)), 50, fill), (x + xs[count]) / 2, 188)
        return well

    def _number(self, card: int, open_: Container[int]) -> Box:
        """Return a number of the line: the count of chips in gold, an open card in ivory."""
        size, fill, ink = 52, mixed(WHITE, THEME.well, 0.16), mixed(WHITE, THEME.well, 0.6)
        if card == len(self.table):
            size, fill, ink = 84, GOLD, INK
        elif card in open_:
            size, fill, ink = 66, IVORY, INK
        digit = label(str(card), 40 if size < 80 else 54, ink)
        return digit.on(plate(size, size, size // 2, fill)).within(82, 84)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the chips, both cards, the winner and the payment."""
        yield chips_alt(self.table, t)
        for seat in self.seats:
            if seat.card is None:
                yield t("{who}: not turned up yet.", who=seat.who.alt(t))
            else:
                yield t("{who}: {card}.", who=seat.who.alt(t), card=seat.card)
        if self.winner is None:
            yield from (_held_alt(seat.who, seat.before, t) for seat in self.seats)
            return
        if self.why in _EQUAL:
            yield t(_EQUAL[self.why])
        who, paid = self.seats[self.winner].who.alt(t), sum(count for _, count in self.items)
        why = listed((f"{t(_ITEMS[why])} {count}" for why, count in self.items), t)
        yield t("{who} wins and gets {n}: {why}.", who=who, n=paid, why=why)
        for seat in self.seats:
            chips = {"before": seat.before, "after": seat.after}
            yield t("{who}: {before} → {after}.", who=seat.who.alt(t), **chips)


# The sizes of names above the cards and on the line, where they have this much room.
_PANEL, _LINE, _ON_LINE = 38, 36, 220

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


def free(size: int, edge: Colour) -> Box:
    """Return a place without a chip."""
    return plate(size, size, size // 2 - 2, None, edge, 3.2, dashed=True)


def chips_row(table: tuple[Face, ...], *, new: bool) -> Box:
    """Return nine places. Chips show their faces."""
    laid = [piece(chip(face, 82)) for face in table]
    if new and laid:
        # Around gold, gold wouldn't be seen.
        laid[-1] = laid[-1].ring(WHITE, 44, 7)
    rest = [free(74, _DIM).within(82, 82)] * (9 - len(laid))
    return row(*laid, *rest, gap=10.5)


def chips_alt(table: tuple[Face, ...], t: Speech, *, new: bool = False) -> str:
    """Return the chips in the middle in words."""
    if not table:
        return t("No chips in the middle.")
    faces = [t(_FACES[face]) for face in table]
    if new:
        faces[-1] = t("{face} (new)", face=faces[-1])
    shown = listed(faces, t)
    return t.many("{n} of 9 chips: {faces}.", "{n} of 9 chips: {faces}.", len(table), faces=shown)


def _held_alt(who: Who, chips: int, t: Speech) -> str:
    named = who.alt(t)
    return t.many("{who}: {n} chip.", "{who}: {n} chips.", chips, who=named)
