"""COLORSE in pictures: boxes and market, a box before and after, two signs, a round's end."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.drawing.boxes import Box, column, grid, label, name, panel, piece, pill, plate, row
from bot.drawing.canvas import arrow, disc, pointer
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Colour, mixed
from bot.drawing.people import crown
from bot.drawing.picture import Described, Who
from bot.words.speech import Speech, joined, listed, signed
from games.colorse.cards import BACK, SPECIAL, Card, Sign, colours, count, fall
from games.colorse.cards import Box as Cells

from . import NAMES, SIGN_NAMES, THEME, Names, card, ghost, sign, sign_name

_NUMBER = mixed(WHITE, THEME.well, 0.72)
_VANISHING = 0.38
CELL = 84
"""Side of a cell on the table in pixels."""


class Seat(NamedTuple):
    """A seat's box, rounds won, cards taken but not placed yet, its part in the duel.

    `new`: the cell of a card placed just now; `gone`: cells and cards that have just vanished.
    """

    who: Who
    box: Cells
    wins: int = 0
    held: tuple[Card, ...] = ()
    duels: bool = False
    new: int | None = None
    gone: tuple[tuple[int, Card], ...] = ()

    def cells(self, size: int, gap: int, *, under: Card | None = None, key: int = 0) -> Box:
        """Return the box. `under`: its face-down card."""
        marks = self.gone, self.new, self.duels
        return _cells(self.box, size, gap, *marks, under=under, key=key)

    def alt(self, t: Speech) -> str:
        """Return the box and the cards that it holds in words."""
        said = [t("{who}:", who=self.who.alt(t)), _box_alt(self.box, t)]
        if self.new is not None:
            said.append(t("New: {card}.", card=card_alt(self.box[self.new], t)))
        if self.held:
            said.append(t("To be placed: {cards}.", cards=cards_alt(self.held, t)))
        if self.wins:
            said.append(t.many("{n} round won.", "{n} rounds won.", self.wins))
        return joined(said, t)


class Table(Described, theme=THEME):
    """All boxes clockwise and the market (None: taken). The duel goes from parent to child."""

    seats: tuple[Seat, ...]
    market: tuple[Card | None, ...]
    parent: int | None = None
    child: int | None = None

    def box(self) -> Box:
        """Return the boxes two by two, and the market beside them.

        They have keys for the seats, their cells, and the cards that they hold.
        """
        seats = [_seat(seat, at).keyed(at) for at, seat in enumerate(self.seats)]
        # Clockwise from the top left. Three leave the place bottom left free.
        clockwise = *seats[:2], *seats[:1:-1]
        if len(seats) == 3:
            clockwise = *seats[:2], Box(*seats[0][:2]), seats[2]
        offers = column(*(offer(at, value, 122) for at, value in enumerate(self.market)), gap=41)
        market = offers.on(plate(228, 514, 28, THEME.well).below())
        box = row(grid(clockwise, 2, 14), market, gap=18)
        if self.parent is not None and self.child is not None:
            spots = box.places()
            (x, y), (to, down) = spots[self.parent].middle, spots[self.child].middle
            # Across the middle where they aren't side by side.
            low = 22 if x != to and y == down else 0
            way = "right" if x < to else "left" if x > to else "down" if y < down else "up"
            leads = piece(arrow(34, 23, 8, INK, way)).on(piece(disc(54, GOLD)))
            box = box.put(leads, (x + to) / 2, (y + down) / 2 + low)
        return box

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the news, the duel, each box from its bottom row, and the market."""
        for seat in self.seats:
            if seat.gone:
                gone = cards_alt((value for _, value in seat.gone), t)
                yield t("{who}: {cards} vanished.", who=seat.who.alt(t), cards=gone)
        if self.parent is not None and self.child is not None:
            one, other = (self.seats[seat].who.alt(t) for seat in (self.parent, self.child))
            yield t("{who} leads against {other}.", who=one, other=other)
        for seat in self.seats:
            yield seat.alt(t)
        yield market_alt(self.market, t)


class Hand(Described, theme=THEME):
    """A seat's own box, its face-down card, the market, the other boxes.

    With cards to be placed, the box after the first of them.
    """

    own: Seat
    market: tuple[Card | None, ...]
    under: Card | None = None
    others: tuple[Seat, ...] = ()

    def box(self) -> Box:
        """Return the own box, other boxes or the next box, and the market below."""
        own = self.own
        wide = 844 if own.held else 412
        named = row(name(own.who.shown, 250), *[piece(crown(38))] * own.wins, gap=8)
        if own.held and own.held[0] != SPECIAL:
            inside = self._placing(own.held[0])
        else:
            inside = own.cells(112, 12, under=self.under)
            if own.held:
                asked = row(piece(card(SPECIAL, 160)), label("?", 90, _NUMBER), gap=44)
                inside = row(inside, asked, gap=150)
        mine = column(named, inside, gap=16, x=0).pad(left=26)
        beside = [] if own.held else [others(own, self.others, 420, 330, framed=True)]
        above = row(mine.on(plate(wide, 330, 26, THEME.active), x=0), *beside, gap=12)
        market = row(*map(self._offer, range(len(self.market)), self.market), gap=14)
        return column(above, market.on(plate(844, 178, 26, THEME.well)), gap=16)

    def _placing(self, value: Card) -> Box:
        """Return the box before and after a card is placed."""
        fell = fall(self.own.box, value)
        before: Cells = (*self.own.box[: fell.cell], value, *self.own.box[fell.cell + 1 :])
        placed = Seat(self.own.who, before, new=fell.cell)
        gone = tuple((cell, before[cell] or BACK) for cell in fell.vanished)
        after = Seat(self.own.who, fell.box, gone=gone).cells(88, 10)
        number = Box(1, 60)
        if gone:
            number = pill(60, CORAL, piece(ghost(42, INK)), label(f"−{len(gone)}", 46, INK))
        elif len(self.own.held) > 1:
            number = label(f"1/{len(self.own.held)}", 44).within(90, 60, x=0)
        parts = placed.cells(112, 12, under=self.under), piece(arrow(88, 48, 14, GOLD))
        return row(*parts, column(number, after, gap=16, x=0).pad(top=-76), gap=26)

    def _offer(self, at: int, value: Card | None) -> Box:
        """Return an offer with its effect on the own box."""
        shown = Box(60, 110)
        if value is not None:
            gone = self._vanishing(value)
            shown = label("?", 60, _NUMBER) if gone is None else effect(gone, CORAL)
        return row(offer(at, value, 110), shown.within(60, 110), gap=6)

    def _vanishing(self, value: Card) -> int | None:
        """Return the number of cards that would vanish with it, or None if unknown."""
        if value in (BACK, SPECIAL) or None not in self.own.box:
            return None
        return len(fall(self.own.box, value).vanished)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the card to be placed with its effect, the box and the market."""
        if self.own.held and self.own.held[0] != SPECIAL:
            value = card_alt(self.own.held[0], t)
            gone = len(fall(self.own.box, self.own.held[0]).vanished)
            would = t.many(
                "{card} would vanish, {n} card in all.",
                "{card} would vanish, {n} cards in all.",
                gone,
                card=value,
            )
            yield would if gone else t("{card} would stay.", card=value)
        yield from self.position(() if self.own.held else self.others, t)
        for number, offer in enumerate(self.market, 1):
            if offer is not None and (going := self._vanishing(offer)):
                yield t.many(
                    "Card {number} would vanish, {n} card in all.",
                    "Card {number} would vanish, {n} cards in all.",
                    going,
                    number=number,
                )

    def position(self, others: Iterable[Seat], t: Speech) -> Iterator[str]:
        """Yield the own box with the card under its back, others' and the market."""
        yield self.own.alt(t)
        if self.under is not None:
            yield t("Your face-down card: {card}", card=card_alt(self.under, t)) + "."
        yield from (seat.alt(t) for seat in others)
        yield market_alt(self.market, t)


class Gain(NamedTuple):
    """Cards that a seat wins in a duel, or loses (below 0), and its box now."""

    who: Who
    cards: int
    box: Cells


class Signs(Described, theme=THEME):
    """Parent and child with their signs: the winner (None: a tie), and the cards that it brings."""

    parties: tuple[tuple[Who, Sign], tuple[Who, Sign]]
    winner: int | None = None
    gains: tuple[Gain, ...] = ()
    market: tuple[Card | None, ...] = ()
    names: Names = NAMES

    def box(self) -> Box:
        """Return the signs and the stronger one above, and the taken cards below."""
        between = "=" if self.winner is None else ">" if self.winner == 0 else "<"
        middle = [Box(1, 66), label(between, 90), Box(1, 48)]
        if self.winner is not None:
            most = max((gain.cards for gain in self.gains), default=0)
            way = "left" if self.winner == 0 else "right"
            middle[0] = label(f"+{most}", 66, GOLD).within(1, 66)
            middle[2] = piece(arrow(116, 48, 13, GOLD, way))
        signs = [
            piece(sign(which, 200, edge=GOLD if self.winner == at else None))
            for at, (_, which) in enumerate(self.parties)
        ]
        return self.shown(signs, column(*middle, gap=54), final=True)

    def shown(
        self, signs: Sequence[Box], between: Box, *, named: bool = True, final: bool = False
    ) -> Box:
        """Return both players with their signs, whose names are known once they are turned up.

        final: the winner and the cards below are known, too. Until then the market is there.
        """
        parties, winner = [], self.winner if final else None
        for at, (who, which) in enumerate(self.parties):
            called = sign_name(which, self.names) if named else ""
            told = label(called, 46, GOLD if winner == at else WHITE).within(200, 42)
            parts = name(who.shown, 260).within(260, 40), signs[at].within(200, 200), told
            parties.append(column(*parts, gap=12).on(panel(THEME, 300, 344, 26, loud=winner == at)))
        market = self._market() if len(self.gains) <= 1 else Box(0, 0)
        above = row(parties[0], between.within(244, 344), parties[1])
        below = self._gains() if final else market
        well = below.on(plate(844, 170, 26, THEME.well), x=0)
        return column(above, well, gap=14)

    def _gains(self) -> Box:
        """Return the cards that the duel brings, in the boxes of those who get them."""
        if len(self.gains) > 1:
            return row(*map(self._of_several, self.gains))
        if not self.gains:
            return row(self._market(), label("0", 80, THEME.quiet).within(324, 80))
        (gain,) = self.gains
        number = label(str(count(gain.box)), 56).within(64, 56)
        way = piece(pointer(24, 34, THEME.quiet))
        named = name(gain.who.shown, 150, GOLD, 38)
        market = named.pad(left=28).on(self._market(), x=0)
        return row(market, way, _coming(gain, 66), number, gap=17)

    def _market(self) -> Box:
        return row(*(offered(value, 90) for value in self.market), gap=12).pad(left=188)

    def _of_several(self, gain: Gain) -> Box:
        wide = 844 / len(self.gains)
        named = name(gain.who.shown, wide - 30, size=36)
        number = label(signed(gain.cards), 60, GOLD if gain.cards > 0 else CORAL)
        below = row(number, _coming(gain, 56 if wide > 300 else 50), w=min(wide - 30, 320))
        return column(named, below, gap=10, x=0).within(wide, 170)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield both signs, the winner and the cards that it brings."""
        for who, shown in self.parties:
            yield t("{who}: {sign}.", who=who.alt(t), sign=t(SIGN_NAMES[shown]))
        if self.winner is None:
            yield t("Neither wins.")
        else:
            yield t("{who} wins.", who=self.parties[self.winner][0].alt(t))
        for gain in self.gains:
            taker, n = gain.who.alt(t), gain.cards
            if n > 0:
                yield t.many("{who} takes {n} card.", "{who} takes {n} cards.", n, who=taker)
            else:
                yield t.many("{who} loses {n} card.", "{who} loses {n} cards.", -n, who=taker)
            yield _box_alt(gain.box, t)
        if len(self.gains) == 1:
            yield market_alt(self.market, t)


class Won(Described, theme=THEME):
    """A round's end: the seat with the fullest box (None: a tie), and the rounds won."""

    who: Who | None
    cells: Cells
    wins: tuple[tuple[Who, int], ...]

    def box(self, fall: float | None = 0) -> Box:
        """Return the box large under a crown, and all players' crowns beside it.

        fall: the pixels that the crown still has to fall, or None before it is there.
        """
        ground = plate(520, 524, 28, THEME.active)
        if self.who is None:
            shown = Box(0, 0) if fall is None else label("=", 160)
        else:
            if fall == 0:
                ground = plate(520, 524, 28, THEME.active, GOLD, 5, glow=True)
            crowned = Box(96, 96)
            if fall is not None:
                crowned = piece(crown(96)).pad(top=-fall, bottom=fall)
            winner = row(crowned, name(self.who.shown, 330, size=56), gap=26)
            shown = column(winner, Seat(self.who, self.cells).cells(148, 14), gap=44, x=0)
        others = []
        for who, wins in self.wins:
            won = wins - (fall != 0 and who == self.who)
            crowns = row(*[piece(crown(42))] * won, gap=10) if won else label("0", 40, THEME.quiet)
            named = name(who.shown, 256, size=38)
            both = column(named, crowns.within(256, 42, x=0), gap=18, x=0)
            others.append(both.within(256, 524 // max(4, len(self.wins)), x=0))
        beside = column(*others).on(plate(308, 524, 28, THEME.well), y=0)
        return row(shown.on(ground), beside, gap=16)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the winner of the round with the box, and all rounds won."""
        if self.who is None:
            yield t("Nobody wins the round.")
        else:
            yield t("{who} wins the round.", who=self.who.alt(t))
            yield _box_alt(self.cells, t)
        for who, wins in self.wins:
            yield t.many("{who}: {n} round won.", "{who}: {n} rounds won.", wins, who=who.alt(t))


def _seat(seat: Seat, at: int) -> Box:
    """Return a seat's box below its name, its cards to be placed and its crowns."""
    held = [piece(card(value, 44)).keyed((at, n)) for n, value in enumerate(seat.held)]
    crowns = [piece(crown(38))] * seat.wins
    facts = row(*(one.pad(left=5) for one in (*held, *crowns)))
    line = row(name(seat.who.shown, 262 - facts.w, size=36), facts, w=262).pad(left=6)
    shown = column(line.within(268, 46), seat.cells(CELL, 8, key=at), gap=4)
    return shown.on(panel(THEME, 292, 250, loud=seat.duels))


def others(own: Seat, seats: Sequence[Seat], w: int, h: int, *, framed: bool) -> Box:
    """Return other seats' boxes below each other. The rival's has a frame, or else a pointer."""
    high = (h - 8 * (len(seats) - 1)) // max(2, len(seats))
    shown = (_other(seat, w, high, rival=own.duels and seat.duels, framed=framed) for seat in seats)
    return column(*shown, gap=8).within(w, h, y=0)


def _other(seat: Seat, w: int, h: int, *, rival: bool, framed: bool) -> Box:
    """Return a seat's box in a row, beside its name, cards to be placed and crowns."""
    ground, mark = panel(THEME, w, h, 22, loud=rival and framed), list[Box]()
    if not framed:
        seat = seat._replace(duels=False)
        if rival:
            ground, mark = plate(w, h, 22, THEME.active), [piece(pointer(16, 26, WHITE))]
    box = seat.cells(min(66, (h - 16) // 2, int(w * 0.186)), 4)
    held = (piece(card(value, 40)) for value in seat.held)
    facts = row(*held, *[piece(crown(34))] * seat.wins, gap=6)
    room = w - 34 - box.w
    named = name(seat.who.shown, room - 24 * len(mark), size=34)
    who = column(row(*mark, named, gap=8), facts.within(facts.w, 40, x=0), gap=9, x=0)
    return row(who.within(room, who.h, x=0), box, gap=8).on(ground)


def effect(gone: int, loss: Colour) -> Box:
    """Return the number of cards that vanish with a card, or one more."""
    if gone:
        return column(piece(ghost(36)), label(f"−{gone}", 44, loss), gap=18)
    return label("+1", 48)


def offered(value: Card | None, size: int) -> Box:
    """Return a card of the market, or its empty place."""
    if value is not None:
        return piece(card(value, size))
    return plate(size, size, round(size * 0.17), None, THEME.quiet, 4, dashed=True)


@lru_cache(maxsize=128)
def offer(at: int, value: Card | None, size: int) -> Box:
    """Return a card of the market beside its number."""
    return row(label(str(at + 1), 46, _NUMBER).within(40, size), offered(value, size), gap=22)


def _coming(gain: Gain, size: int) -> Box:
    """Return a box in a well, with dashed places for new cards."""
    coming = max(0, gain.cards)
    return _cells(gain.box, size, round(size * 0.1), free=THEME.panel, coming=coming)


@lru_cache(maxsize=512)
def _cells(
    box: Cells,
    size: int,
    gap: int,
    gone: tuple[tuple[int, Card], ...] = (),
    new: int | None = None,
    duels: bool = False,
    *,
    under: Card | None = None,
    key: int = 0,
    coming: int = 0,
    free: Colour = THEME.well,
) -> Box:
    """Return a box. Its top row is above, but its bottom row has the first cells."""
    lost, radius, shown = dict(gone), round(size * 0.17), list[Box]()
    empty = [cell for cell in range(6) if box[cell] is None and cell not in lost]
    for cell, value in enumerate(box):
        if value is not None:
            one = piece(card(value, size))
            if value == BACK and under is not None:
                one = piece(card(under, round(size * 0.56))).on(one)
            if cell == new:
                one = one.ring(WHITE if "Y" in colours(value) else GOLD, radius)
        elif cell in lost:
            dashes = plate(size, size, radius, None, WHITE, 4, dashed=True)
            mark = piece(ghost(round(size * 0.6))).on(dashes)
            one = mark.on(piece(card(lost[cell], size, _VANISHING)))
        elif cell in empty[:coming]:
            one = plate(size, size, radius, None, GOLD, 3, dashed=True)
        elif duels and cell in empty[:1]:
            aim = plate(size, size, radius, None, GOLD, 4, dashed=True)
            one = piece(pointer(28, 22, GOLD, "down")).on(aim)
        else:
            one = plate(size - 6, size - 6, radius, free).within(size, size)
        shown.append(one.keyed((key, "cell", cell)))
    return grid([*shown[3:], *shown[:3]], 3, gap)


def card_alt(value: Card | None, t: Speech) -> str:
    """Return a card in words, or a dash for an empty cell."""
    if value is None:
        return "–"
    if value == BACK:
        return t("face down")
    return value.replace(SPECIAL, "SPECIAL", 1).replace(":", " ")


def cards_alt(cards: Iterable[Card | None], t: Speech) -> str:
    """Return cards in words."""
    return listed((card_alt(value, t) for value in cards), t)


def _box_alt(box: Cells, t: Speech) -> str:
    bottom, top = cards_alt(box[:3], t), cards_alt(box[3:], t)
    return t("Bottom: {bottom}; top: {top}.", bottom=bottom, top=top)


def market_alt(market: Sequence[Card | None], t: Speech) -> str:
    """Return the market in words."""
    return t("Market: {cards}.", cards=cards_alt(market, t))
