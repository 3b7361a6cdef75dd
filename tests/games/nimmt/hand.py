"""Facts about 6 nimmt! for the generic tests."""

import random
import re
from collections.abc import Sequence

from games import nimmt
from games.core import Event, Seat
from games.nimmt import NimmtOptions, State

from ..secrets import Hidden

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
    """Resample other hands and sealed cards from all cards this seat can't place."""
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


SEALED = r"[0-9.]+"
REVEALING = (nimmt.Revealed,)
STUBBORN = (("row4",), ("104", "0.9"))
PLAYS = [{"rounds": 1}, {"rounds": 1, "deck": "tactical"}, {"rounds": 1, "jokers": True}]
LASTING = {"rounds": 1}
OFTEN = 16
WRONG_OPTIONS = [{"deck": "tactical", "jokers": True}]
TYPED = {"0,4": "0.4", "55⁷": "55", "5²": "5", "100³": "100"}
NO_MOVES = ["0", "105", "055", "0.", "0.44", "1.4", ".4", "row0", "row5", "row", "-5", "٥"]
SERVES = "all at once"


def bound(seats: int, options: NimmtOptions) -> int:
    """At most 101 rounds, in each a card and a row for every card of every hand."""
    return (options.rounds or 101) * (10 + options.jokers) * seats * 2


def hidden(state: State, reader: Seat | None, told: Sequence[Event]) -> Hidden:
    """Hands, with the sealed cards. Cards of the last round may still be shown."""
    known: set[int] = set() if reader is None else {*state.hands[reader]}
    for event in told:
        match event:
            case nimmt.Placed(card=card):
                known.add(card)
            case nimmt.Took(card=card, cards=cards):
                known |= {card, *cards}
            case nimmt.Revealed(cards=shown):
                known |= {card for _, card in shown}
            case nimmt.RoundBegan(rows=rows):
                known |= {card for row in rows for card in row}
    held = {c for hand in state.hands for c in hand} | {c for c in state.chosen if c is not None}
    secret = sorted(held - known)
    raised = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    return Hidden(
        [
            rf"(?<![0-9.]){re.escape(nimmt.card_text(c))}"
            + (str(nimmt.bulls(c)).translate(raised) if nimmt.bulls(c) else r"(?![0-9])")
            for c in secret
        ],
        {nimmt.card_text(card) for card in secret},
    )
