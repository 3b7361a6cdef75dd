"""The pictures of a turning point, and of a decision in a review with both moves."""

from dataclasses import dataclass, replace
from typing import ClassVar

from bot.drawing import turning
from bot.drawing.canvas import Canvas, Panel, pointer
from bot.drawing.colours import CORAL, INK, WHITE, Felt, mixed
from bot.drawing.pen import Sprite
from bot.drawing.picture import text
from bot.drawing.turning import WELL, foot
from bot.words.speech import Speech, joined, listed
from games.colorse.cards import BACK, Card, Sign

from .pictures import (
    NAMES,
    SIGN_NAMES,
    Names,
    Seat,
    card_told,
    cells,
    market_told,
    seat_told,
    sign_name,
)
from .pieces import FELT, card, crown, ghost, sign

_NUMBER = mixed(WHITE, FELT.well, 0.72)
_BELOW, _HIGH = 364, 332


@dataclass(frozen=True, slots=True)
class Turn:
    """A sign, a card taken from a place of the market (`offer`), or a card placed.

    `gone`: the number of cards that vanish with the placed card.
    """

    sign: Sign | None = None
    card: Card = BACK
    offer: int | None = None
    gone: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The own box with the card under its back, the others' boxes, the market and both moves.

    `cost`: the loss by the move made, in percent of the win.
    """

    felt: ClassVar[Felt] = FELT
    own: Seat
    others: tuple[Seat, ...]
    market: tuple[Card | None, ...]
    under: Card | None
    played: Turn
    better: Turn
    cost: int
    names: Names = NAMES

    def draw(self) -> Canvas:
        """Draw the own box, the others beside it, the market, and both moves below."""
        panels = (
            Panel(18, 18, 316, _HIGH, 26, FELT.active),
            Panel(690, 18, 172, _HIGH, 26, FELT.well),
        )
        canvas = Canvas(FELT, panels)
        self._own(canvas)
        high = (_HIGH - 8 * (len(self.others) - 1)) // max(2, len(self.others))
        for at, seat in enumerate(self.others):
            self._other(canvas, seat, 18 + (high + 8) * at, high)
        for at, value in enumerate(self.market):
            y = 72 + 112 * at
            canvas.text(722, y, str(at + 1), 42, _NUMBER, "m")
            if value is None:
                canvas.box(756, y - 46, 92, 92, 16, None, FELT.quiet, 4, dashed=True)
            else:
                canvas.put(card(value, 92), 756, y - 46)
        places = turning.frames(canvas, _BELOW, self.cost)
        for turn, place in zip((self.played, self.better), places, strict=True):
            _turn(canvas, turn, *place, self.names)
        return canvas

    def _own(self, canvas: Canvas) -> None:
        own = self.own
        wide = canvas.name(38, 52, own.who.shown, 270 - 42 * own.wins)
        for at in range(own.wins):
            canvas.mid(crown(36), 64 + wide + 42 * at, 50)
        cells(canvas, replace(own, duels=False), 38, 86, 84, 12, under=self.under)
        for at, value in enumerate(own.held):
            canvas.put(card(value, 60), 38 + 70 * at, 280)

    def _other(self, canvas: Canvas, seat: Seat, y: int, high: int) -> None:
        """Draw another seat's box in a row. A rival has a lighter panel and a pointer."""
        rival = seat.duels and self.own.duels
        canvas.box(346, y, 332, high, 22, FELT.active if rival else FELT.panel)
        size = min(62, (high - 18) // 2)
        x, left, middle = 668 - 3 * size - 8, 362, y + high // 2
        if rival:
            canvas.mid(pointer(16, 26, WHITE), left + 4, middle - 20)
            left += 22
        cells(canvas, replace(seat, duels=False), x, middle - size - 2, size, 4)
        canvas.name(left, middle - 20, seat.who.shown, x - left - 8, sizes=(34, 32, 30))
        left = 362
        for value in seat.held:
            canvas.put(card(value, 38), left, middle + 4)
            left += 42
        for _ in range(seat.wins):
            canvas.mid(crown(34), left + 17, middle + 24)
            left += 38

    def told(self, t: Speech) -> str:
        """Return both moves, the own box, the others' and the market."""
        said = turning.told(_told(self.played, t), _told(self.better, t), self.cost, t)
        said.append(seat_told(self.own, t))
        if self.under is not None:
            said.append(t("Your face-down card: {card}", card=card_told(self.under, t)) + ".")
        said += [seat_told(seat, t) for seat in self.others]
        return text([*said, market_told(self.market, t)], t)


def _turn(canvas: Canvas, turn: Turn, x: float, y: float, names: Names) -> None:
    """Draw a sign with its name, or a card with its place or its effect."""
    if turn.sign is not None:
        canvas.mid(sign(turn.sign, 104), x - 62, y)
        canvas.text(x + 6, y + 2, sign_name(turn.sign, names), 52, WHITE)
        return
    plain = turn.offer is None and turn.gone is None
    canvas.put(card(turn.card, 100), x - 50 if plain else x - 20, y - 50)
    if turn.offer is not None:
        canvas.text(x - 60, y + 1, str(turn.offer), 56, WHITE, "m")
    elif turn.gone:
        canvas.mid(ghost(40), x - 92, y - 22)
        canvas.text(x - 92, y + 30, f"−{turn.gone}", 46, WHITE, "m")
    elif turn.gone == 0:
        canvas.text(x - 70, y + 1, "+1", 52, WHITE, "m")


def _told(turn: Turn, t: Speech) -> str:
    """Return a move in words."""
    if turn.sign is not None:
        return t(SIGN_NAMES[turn.sign])
    value = card_told(turn.card, t)
    if turn.offer is not None:
        return t("Take {number}: {card}", number=turn.offer, card=value)
    if turn.gone is None:
        return value
    if not turn.gone:
        return joined([value, t("(nothing vanishes)")], t)
    return joined([value, t.many("({n} card vanishes)", "({n} cards vanish)", turn.gone)], t)


_SIZE = 78


@dataclass(frozen=True, slots=True)
class Vanished:
    """The placed card, the cards that vanished with it, and the round among all."""

    placed: Card
    others: tuple[Card, ...]
    round: int
    rounds: int

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the cards, the placed one in a coral ring, the round and their number."""
        cards = (self.placed, *self.others)
        step = min(_SIZE + 12, (WELL[0] - 36 - _SIZE) // max(1, len(self.others)))
        for at, value in enumerate(cards):
            canvas.put(card(value, _SIZE), x + 18 + step * at, y + 22)
        canvas.box(x + 13, y + 17, _SIZE + 10, _SIZE + 10, 17, None, CORAL, 5)
        foot(canvas, x, y, (self.round, self.rounds), _ghost, f"−{len(cards)}")

    def told(self, t: Speech) -> str:
        """Return the cards."""
        cards = listed((card_told(value, t) for value in self.others), t)
        placed = card_told(self.placed, t)
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


def _ghost(size: int) -> Sprite:
    return ghost(size, INK)
