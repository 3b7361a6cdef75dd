"""Facts about Sinomilia for the generic tests."""

import random
from collections.abc import Sequence

from games import sinomilia
from games.core import Event, Seat
from games.sinomilia import SinomiliaOptions, State

from ..secrets import Hidden

OPTIONS = [SinomiliaOptions(), SinomiliaOptions(tie="draw", pause=0)]
GOLDEN = {
    "two_seats": (2, SinomiliaOptions(), 328),
    "two_seats_draw": (2, SinomiliaOptions(tie="draw", pause=0), 84),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Change the predictions that this seat can't see. Nothing else is hidden."""
    laid = [
        card if card is None or owner == seat else rng.choice(state.unused(Seat(owner)))
        for owner, card in enumerate(state.laid)
    ]
    return state._replace(laid=(laid[0], laid[1]))


SEALED = r"[0-9]+|change[0-9]+"
REVEALING = (sinomilia.Turned,)
STUBBORN = (("9", "pass"), ("9", "chip-sun"), ("9", "change9", "pass"), ("0", "chip-moon"))
PLAYS = [{"pause": 0}, {"pause": 1, "tie": "draw"}]
LASTING = {"pause": 0}
OFTEN = 9
TYPED = {"chip sun": "chip-sun"}
NO_MOVES = [
    *("10", "-1", "change", "change10", "chip", "chip-", "-sun", "chip7", "pass-", "٣", "7 8")
]
SERVES = "for two"


def bound(seats: int, options: SinomiliaOptions) -> int:
    """The toss, and 45 rounds: two predictions, nine chips, two changes, a pass after each, two."""
    return 1 + 45 * (2 + 2 * (9 + 2) + 2)


def hidden(state: State, reader: Seat | None, told: Sequence[Event]) -> Hidden:
    """The other's prediction, however it is marked for its owner."""
    own = None if reader is None else state.laid[reader]
    secret = {card for card in state.laid if card is not None} - {own}
    prose = []
    for card in secret:
        prose += [rf"\[{card}\]", rf"prediction: \*\*{card}\*\*", rf"Chosen: \*\*{card}\*\*"]
        prose += [rf"^{card} ✓", rf"^{card} \(feint\)"]
    return Hidden(prose)
