"""What the suites need to know of Schwimmen."""

import random

from games.cards import PACK, arranged
from games.core import Seat
from games.schwimmen import SchwimmenOptions, State

OPTIONS = [
    SchwimmenOptions(),
    SchwimmenOptions(lives=1),
    SchwimmenOptions(lives=2, swap_all=True),
]
GOLDEN = {
    "two_seats": (2, SchwimmenOptions(lives=1), 1275),
    "four_seats_swap_all": (4, SchwimmenOptions(lives=1, swap_all=True), 404),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Other hands, the extra hand and the stock dealt anew from all cards this seat can't place."""
    known = {*state.table, *state.discards}
    if seat is not None:
        known |= set(state.hands[seat])
    hidden = [card for card in PACK if card not in known]
    rng.shuffle(hidden)
    hands = list(state.hands)
    for other, hand in enumerate(hands):
        if other != seat:
            hands[other] = arranged([hidden.pop() for _ in hand])
    extra = arranged([hidden.pop() for _ in state.extra])
    stock = tuple(hidden.pop() for _ in state.stock)
    return state._replace(hands=tuple(hands), extra=extra, stock=stock)
