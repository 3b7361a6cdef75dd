"""The end of a round of Sinomilia: the reveal, the winner, the payment, and the next round."""

from typing import Literal

from ..core import Event, Seat, Step
from .events import (
    Item,
    MatchEnd,
    MatchEnded,
    Paid,
    RoundBegan,
    RoundEnd,
    RoundEnded,
    RoundWon,
    Turned,
)
from .state import CARDS, SEATS, Card, State, Turn, added, other

FULL_TABLE = 9
_RETURNS = 9
_LEFT_AT_END = 2
_NINES_AT_END = 3
_WIN = 2
_RESCUE = {0: 5, 1: 2}


def round_end(previous: Turn | None, state: State) -> RoundEnd | None:
    """Return the reason of a round's end, if it ended, by the latest turn and the one before it."""
    if len(state.table) == FULL_TABLE:
        return "full"
    if state.before != "pass":
        return None
    if previous == "pass":
        return "passes"
    return "moon" if previous == "moon" else None


def end_round(state: State, why: RoundEnd, events: list[Event]) -> Step[State]:
    """Reveal, winner, payment, used cards, and on to the next round or the end."""
    assert state.starter is not None
    events.append(RoundEnded(round=state.round, why=why, table=state.table, chips=state.chips))
    count, starter = len(state.table), state.starter
    first = state.actor if count and state.actor is not None else starter
    predictions = [0 if card is None else card for card in state.laid]
    for seat in (first, other(first)):
        events.append(Turned(seat=seat, card=predictions[seat], first=seat == first))
    won = _winner(state, predictions)
    events.append(won)
    items, chips = _payment(state, won.winner)
    events.append(Paid(winner=won.winner, items=items, chips=chips))
    used = tuple(
        cards if card == _RETURNS else (*cards, card)
        for cards, card in zip(state.used, predictions, strict=True)
    )
    after = state._replace(
        chips=chips, table=(), used=(used[0], used[1]), laid=(None, None), before=None, actor=None
    )
    nines = state.nines + 1 if predictions == [_RETURNS, _RETURNS] else 0
    if end := _match_end(after, nines):
        ended = after._replace(over=True)
        events.append(MatchEnded(why=end, ranks=ranks(ended), chips=chips))
        return Step(ended, tuple(events))
    following, starter = state.round + 1, won.winner
    events.append(RoundBegan(round=following, starter=starter))
    begun = after._replace(
        round=following, starter=starter, nines=nines, turn=starter, changed=(False, False)
    )
    return Step(begun, tuple(events))


def _match_end(state: State, nines: int) -> MatchEnd | None:
    """Why the match is over after a round, if it is (rules: "The match ends")."""
    if 0 in state.chips:
        return "chips"
    if max(map(len, state.used)) >= len(CARDS) - _LEFT_AT_END:
        return "cards"
    return "nines" if nines == _NINES_AT_END else None


def _winner(state: State, predictions: list[Card]) -> RoundWon:
    """Return the winner of the round (rules: "Who wins the round")."""
    assert state.starter is not None
    off = [abs(card - len(state.table)) for card in predictions]
    if off[0] != off[1]:
        return RoundWon(round=state.round, winner=Seat(off.index(min(off))), why="nearer")
    if not state.table or state.actor is None:
        return RoundWon(round=state.round, winner=state.starter, why="starter")
    return RoundWon(round=state.round, winner=other(state.actor), why="action")


def _payment(state: State, winner: Seat) -> tuple[tuple[Item, ...], tuple[int, int]]:
    """The items in the order of the rules, and the chips held after them."""
    loser, items = other(winner), []
    held = state.chips[loser]
    rescue: dict[int, Literal["none", "one"]] = {0: "none", 1: "one"}
    dues: list[tuple[Literal["none", "one", "moons", "win"], int]] = []
    if (poor := state.chips[winner]) in rescue:
        dues.append((rescue[poor], _RESCUE[poor]))
    dues += [("moons", state.table.count("moon")), ("win", _WIN)]
    for why, due in dues:
        paid = min(due, held)
        held -= paid
        if due:
            items.append(Item(why, due, paid))
    if count := len(state.table):
        items.append(Item("table", count, count))
    gained = sum(item.paid for item in items)
    chips = added(added(state.chips, winner, gained), loser, held - state.chips[loser])
    return tuple(items), chips


def ranks(state: State) -> tuple[int, ...]:
    """Return ranks by chips. Equal ones follow the option `tie`."""
    first, second = state.chips
    if first == second and state.options.tie == "draw":
        return (1, 1)
    best = state.starter if first == second else Seat(int(second > first))
    return tuple(1 if seat == best else 2 for seat in SEATS)
