"""The pictures of a turning point, and of a decision in a review with both moves."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.drawing.boxes import Box, column, fan, label, name, piece, plate, row
from bot.drawing.colours import CORAL, INK, WHITE
from bot.drawing.people import crown
from bot.drawing.turning import SIGN, TwoMoves, well
from bot.words.speech import Speech, joined, listed
from games.colorse.cards import BACK, Card, Sign

from . import NAMES, SIGN_NAMES, THEME, Names, card, ghost, sign, sign_name
from .pictures import Hand, card_alt, effect, offer, others

_HIGH, _SIZE = 332, 78


class Turn(NamedTuple):
    """A sign, a card taken from a place of the market (`offer`), or a card placed.

    `gone`: the number of cards that vanish with the placed card.
    """

    sign: Sign | None = None
    card: Card = BACK
    offer: int | None = None
    gone: int | None = None


class Choice(TwoMoves[Turn], theme=THEME):
    """The own box with the card under its back, the others' boxes, the market and both moves."""

    hand: Hand
    names: Names = NAMES

    def position(self) -> Box:
        """Return the own box, the others beside it, and the market."""
        own, market = self.hand.own, enumerate(self.hand.market)
        named = name(own.who.shown, 270 - 42 * own.wins)
        line = row(named, *[piece(crown(36))] * own.wins, gap=6)
        held = row(*(piece(card(value, 60)) for value in own.held), gap=10)
        box = own._replace(duels=False).cells(84, 12, under=self.hand.under)
        shown = column(line, box, held.within(held.w, 60), gap=14, x=0)
        mine = shown.pad(left=20).on(plate(316, _HIGH, 26, THEME.active), x=0)
        offers = column(*(offer(at, value, 92) for at, value in market), gap=20)
        beside = others(own, self.hand.others, 332, _HIGH, framed=False)
        return row(mine, beside, offers.on(plate(172, _HIGH, 26, THEME.well)), gap=12)

    def position_alt(self, t: Speech) -> Iterator[str]:
        """Return the own box, the others' and the market."""
        return self.hand.position(self.hand.others, t)

    def move(self, move: Turn) -> Box:
        """Return a sign with its name, or a card with its place or its effect."""
        if move.sign is not None:
            named = label(sign_name(move.sign, self.names), 52)
            return row(piece(sign(move.sign, 104)), named, gap=16)
        before = [] if move.gone is None else [effect(move.gone, WHITE)]
        if move.offer is not None:
            before = [label(str(move.offer), 56)]
        return row(*before, piece(card(move.card, 100)), gap=24)

    def move_alt(self, move: Turn, t: Speech) -> str:
        """Return a move in words."""
        if move.sign is not None:
            return t(SIGN_NAMES[move.sign])
        value = card_alt(move.card, t)
        if move.offer is not None:
            return t("Take {number}: {card}", number=move.offer, card=value)
        if move.gone is None:
            return value
        gone = t("(nothing vanishes)")
        if move.gone:
            gone = t.many("({n} card vanishes)", "({n} cards vanish)", move.gone)
        return joined([value, gone], t)


class Vanished(NamedTuple):
    """The placed card, the cards that vanished with it, and the round among all."""

    placed: Card
    others: tuple[Card, ...]
    round: int
    rounds: int

    def box(self) -> Box:
        """Return the cards, the placed one in a coral ring, the round and their number."""
        cards = [piece(card(value, _SIZE)) for value in (self.placed, *self.others)]
        cards[0] = cards[0].ring(CORAL, 13, glow=False)
        line = fan(cards, 12, 338).within(338, _SIZE, x=0)
        chapter, number = (self.round, self.rounds), f"−{len(cards)}"
        return well(THEME, chapter, ghost(SIGN, INK), number, line)

    def alt(self, t: Speech) -> str:
        """Return the cards."""
        cards = listed((card_alt(value, t) for value in self.others), t)
        placed = card_alt(self.placed, t)
        return t(
            "Round {round}: your {card} vanished with {cards}.",
            round=self.round,
            card=placed,
            cards=cards,
        )

    def brief(self, t: Speech) -> str:
        """Return the number of cards."""
        return t.many(
            "{n} card vanished at once", "{n} cards vanished at once", 1 + len(self.others)
        )
