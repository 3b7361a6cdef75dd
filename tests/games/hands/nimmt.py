"""What the suites need to know of 6 nimmt!."""

import random

from games.core import Seat
from games.nimmt import NimmtOptions, State

OPTIONS = [
    NimmtOptions(rounds=1),
    NimmtOptions(target=10, rounds=3),
    NimmtOptions(rounds=1, deck="tactical"),
    NimmtOptions(rounds=1, jokers=True),
]
GOLDEN = {
    "two_seats": (2, NimmtOptions(rounds=1), 11),
    "three_seats_jokers": (3, NimmtOptions(rounds=1, jokers=True), 12),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Other hands and sealed cards dealt anew from all cards this seat can't place."""
    known = {card for row in state.rows for card in row}
    known |= {card for _, card in state.waiting}
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
