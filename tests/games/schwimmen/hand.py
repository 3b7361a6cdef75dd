"""Facts about Schwimmen for the generic tests."""

import random
from collections.abc import Sequence

from games import schwimmen
from games.cards import PACK, arranged
from games.core import Event, Seat
from games.schwimmen import SchwimmenOptions, State

from ..secrets import Hidden

OPTIONS = [SchwimmenOptions(), SchwimmenOptions(lives=1), SchwimmenOptions(lives=2, swap_all=True)]
GOLDEN = {
    "two_seats": (2, SchwimmenOptions(lives=1), 1275),
    "four_seats_swap_all": (4, SchwimmenOptions(lives=1, swap_all=True), 404),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Resample other hands, the extra hand and the stock from all cards this seat can't place."""
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


REVEALING = (
    schwimmen.Dealt,
    schwimmen.Kept,
    schwimmen.SwappedAll,
    schwimmen.Took,
    schwimmen.Renewed,
    schwimmen.Showed,
    schwimmen.DealEnded,
)
STUBBORN = (("take", "all", "pass"),)
PLAYS = [{"lives": 1}, {"lives": 1, "swap_all": True}]
SHORT = {"lives": 1}
OFTEN = 32
TYPED = {"K♥-7♠": "KH-7S", "k♥\ufe0f – 7♤": "KH-7S", "10H-7S": "TH-7S", "a♦ → 10♣ !": "AD-TC!"}
NO_MOVES = ["keep!", "KH", "KH-", "KH-7S!!", "110H-7S", "KH7S", "K♥♥-7S", "6H-7S"]
SERVES = "swapping"


def bound(seats: int, options: SchwimmenOptions) -> int:
    """A choice and 20 turns each per deal. Of three deals in a row, one costs a life."""
    return 3 * seats * (options.lives + 1) * (1 + 20 * seats)


_SUITS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


def hidden(state: State, reader: Seat | None, told: Sequence[Event]) -> Hidden:
    """Hands, the dealer's other three and the stock, except cards that lay open or were shown."""
    known = set(state.table)
    if reader is not None:
        known |= set(state.hands[reader])
    for result in state.results[-2:]:
        known |= {card for hand in result.hands for card in hand}
    for event in told:
        match event:
            case schwimmen.Kept(table=table) | schwimmen.Took(table=table):
                known |= set(table)
            case schwimmen.Renewed(table=table):
                known |= set(table)
            case schwimmen.Swapped(give=give, take=take):
                known |= {give, take}
            case schwimmen.SwappedAll(give=gives, take=takes):
                known |= {*gives, *takes}
            case schwimmen.Showed(hand=hand):
                known |= set(hand)
    secret = {card for hand in (*state.hands, state.extra, state.stock) for card in hand} - known
    prose = []
    for card in sorted(secret):
        rank = "10" if card.rank == "T" else card.rank
        # After these a hand's worth stands, such as 10♥.
        worth = r"(?<!worth )(?<!worth \*\*)(?<!→ )(?<!of )(?<!· \*\*)"
        worth += r"(?<!but \*\*)(?<!than \*\*)(?<!\()"
        prose.append(rf"(?<![0-9]){worth}{rank}{_SUITS[card.suit]}")
    return Hidden(prose, {str(card) for card in secret})
