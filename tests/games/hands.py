"""What the contract suite needs to know of each game: its options, and how to deal anew.

A game without an entry here fails the suite.
"""

import random
from collections.abc import Callable
from typing import Any

from games import nimmt
from games.core import Seat

OPTIONS: dict[str, list[Any]] = {
    "nimmt": [
        nimmt.NimmtOptions(rounds=1),
        nimmt.NimmtOptions(target=10, rounds=3),
        nimmt.NimmtOptions(rounds=1, deck="tactical"),
        nimmt.NimmtOptions(rounds=1, jokers=True),
    ],
}


def _nimmt(state: nimmt.State, seat: Seat | None, rng: random.Random) -> nimmt.State:
    """Other hands and sealed cards dealt anew from all cards this seat can't place."""
    known = {card for row in state.rows for card in row}
    known |= {card for card, _ in state.waiting}
    if seat is not None:
        known |= set(state.hands[seat])
    highest = 10 * len(state.hands) + 4 if state.options.deck == "tactical" else 104
    pack = [*range(10, highest * 10 + 1, 10), *(range(10) if state.options.jokers else ())]
    hidden = [card for card in pack if card not in known]
    rng.shuffle(hidden)
    hands, chosen = list(state.hands), list(state.chosen)
    for other in range(len(hands)):
        if other == seat:
            continue
        size = len(hands[other])
        hands[other] = tuple(sorted(hidden[:size]))
        del hidden[:size]
        if chosen[other] is not None:
            chosen[other] = rng.choice(hands[other])
    return state._replace(hands=tuple(hands), chosen=tuple(chosen))


REDEAL: dict[str, Callable[[Any, Seat | None, random.Random], Any]] = {"nimmt": _nimmt}
"""Another full state in which everything this seat has seen is the same."""
