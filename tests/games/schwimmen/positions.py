"""Positions of Schwimmen."""

from collections.abc import Callable
from itertools import count

import pytest

from games import schwimmen
from games.cards import PACK, Hand, arranged, parse_card
from games.chance import Chance
from games.core import Event, Seat
from games.schwimmen import GAME, Result, SchwimmenOptions, State

from ..playing import chance


def cards(text: str) -> Hand:
    """Cards as the rules write them: `KH TS 7D`."""
    return tuple(parse_card(part) for part in text.split())


def position(
    hands: str,
    table: str = "",
    *,
    extra: str = "",
    stock: str | None = None,
    lives: str = "",
    options: SchwimmenOptions | None = None,
    dealer: int = 0,
    turn: int | None = None,
) -> State:
    """A position in the first deal: hands separated by `/`, `-` where a seat is out.

    With an extra hand the dealer is to choose; else it's the turn of the seat after it.
    """
    dealt = [() if hand.strip() == "-" else arranged(cards(hand)) for hand in hands.split("/")]
    options = options or SchwimmenOptions()
    used = {*cards(table), *cards(extra), *(card for hand in dealt for card in hand)}
    rest = tuple(card for card in PACK if card not in used)
    state = State(
        options=options,
        deal=2,
        dealer=Seat(dealer),
        stage=1,
        choosing=bool(extra),
        turn=Seat(dealer),
        hands=tuple(dealt),
        extra=cards(extra),
        table=cards(table),
        stock=rest if stock is None else cards(stock),
        lives=tuple(map(int, lives.split())) or (options.lives,) * len(dealt),
        gone=tuple(0 if hand else 1 for hand in dealt),
    )
    if extra:
        return state
    return state._replace(turn=state.after(Seat(dealer)) if turn is None else Seat(turn))


def play(state: State, text: str) -> tuple[State, list[Event]]:
    """The seats whose turn it is make these moves, one after another."""
    events: list[Event] = []
    for ply, part in enumerate(text.split(), 1):
        step = GAME.play(state, state.turn, GAME.parse_move(part), chance(ply))
        state = step.state
        events += step.events
    return state, events


def result(events: list[Event]) -> Result:
    """Return the end of the first deal in these events."""
    return next(e.result for e in events if isinstance(e, schwimmen.DealEnded))


def packs(monkeypatch: pytest.MonkeyPatch, hands: Callable[[int], str]) -> None:
    """Fix the first cards of the deals, by number from 0. Without any, chance decides."""
    deals, shuffled = count(), Chance.shuffled

    def stacked(self: Chance, items: Hand) -> Hand:
        # A pack of fewer cards is taken in from the discards.
        first = cards(hands(next(deals))) if len(items) == len(PACK) else ()
        if not first:
            return shuffled(self, items)
        return (*first, *(card for card in items if card not in first))

    monkeypatch.setattr(Chance, "shuffled", stacked)


def stack(monkeypatch: pytest.MonkeyPatch, *hands: str) -> None:
    """Fix the first cards of the next deals."""
    packs(monkeypatch, lambda deal: hands[deal] if deal < len(hands) else "")
