"""A match of Sinomilia from a seat's events, cut into rounds: each with its beginning and its
turns.
"""

from typing import NamedTuple

from ...thinking.players import Told
from ..events import Changed, ChipLaid, Paid, Passed, RoundBegan, Turned
from ..state import Card, View
from .habits import Past
from .tree import CHANGE, MOON, PASS, SUN, End, Public, after
from .worth import Round

Turns = tuple[tuple[Public, int], ...]
"""The position before each turn of a round, and the action."""


class Heard(NamedTuple):
    """The rounds that are over with who started each, and the one under way."""

    past: tuple[tuple[int, Past], ...]
    begun: Round
    position: Public
    turns: Turns


def hear(view: View, told: Told) -> Heard:
    """Cut events into rounds. Seats are relative to each round's starter."""
    chips, nines = (15, 15), 0
    used: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    past: list[tuple[int, Past]] = []
    starter, position = 0, Public()
    turns: list[tuple[Public, int]] = []
    cards = [0, 0]

    def begun() -> Round:
        pair = (chips[starter], chips[1 - starter])
        shown = (tuple(sorted(used[starter])), tuple(sorted(used[1 - starter])))
        return Round(view.options.tie, pair, shown, nines)

    for event in told:
        match event:
            case RoundBegan(starter=seat):
                starter, position, turns = int(seat), Public(), []
            case ChipLaid() | Changed() | Passed():
                action = _action(event)
                turns.append((position, action))
                reached = after(position, action)
                position = position if isinstance(reached, End) else reached
            case Turned(seat=seat, card=card):
                cards[seat] = card
            case Paid():
                both = (cards[starter], cards[1 - starter])
                past.append((starter, Past(begun(), tuple(turns), both)))
                chips = event.chips
                used = (_added(used[0], cards[0]), _added(used[1], cards[1]))
                nines = nines + 1 if cards == [9, 9] else 0
            case _:
                pass
    return Heard(tuple(past), begun(), position, tuple(turns))


def _action(event: ChipLaid | Changed | Passed) -> int:
    if isinstance(event, ChipLaid):
        return SUN if event.face == "sun" else MOON
    return CHANGE if isinstance(event, Changed) else PASS


def _added(used: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return used if card == 9 else (*used, card)
