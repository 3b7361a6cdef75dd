"""What the suites need to know of Sinomilia."""

import random

from games.core import Seat
from games.sinomilia import SinomiliaOptions, State

OPTIONS = [SinomiliaOptions(), SinomiliaOptions(tie="draw", pause=0)]
GOLDEN = {
    "two_seats": (2, SinomiliaOptions(), 328),
    "two_seats_draw": (2, SinomiliaOptions(tie="draw", pause=0), 84),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Other predictions wherever this seat can't see them; nothing else is hidden."""
    laid = [
        card if card is None or owner == seat else rng.choice(state.unused(Seat(owner)))
        for owner, card in enumerate(state.laid)
    ]
    return state._replace(laid=(laid[0], laid[1]))
