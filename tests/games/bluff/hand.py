"""Facts about Bluff for the generic tests."""

import itertools
import random
import re
from collections.abc import Sequence

from games import bluff
from games.bluff import BluffOptions, State
from games.core import Event, Seat

from ..secrets import Hidden

OPTIONS = [
    BluffOptions(),
    BluffOptions(dice=1),
    BluffOptions(dice=2, end="first_out"),
    BluffOptions(dice=3),
    BluffOptions(dice=4, end="first_out"),
    BluffOptions(dice=6),
]
GOLDEN = {
    "two_seats": (2, BluffOptions(dice=3), 17),
    "three_seats": (3, BluffOptions(dice=3), 176),
    "four_seats_first_out": (4, BluffOptions(dice=2, end="first_out"), 133),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Other dice under every other cup, as many as before."""
    hidden = tuple(
        dice if other == seat else tuple(sorted(rng.randint(1, 6) for _ in dice))
        for other, dice in enumerate(state.hidden)
    )
    return state._replace(hidden=hidden)


REVEALING = (bluff.Showed, bluff.CupsLifted)
STUBBORN = (("show1", "show2", "show3", "show4", "show5", "show*"), ("challenge",))
# Six dice and their counts would be thousands.
FEW = BluffOptions(dice=3)
PLAYS = [{"dice": 3}, {"dice": 2, "end": "first_out"}, {"dice": 5, "end": "first_out"}]
SHORT = {"dice": 1}
OFTEN = 38
TYPED = {
    **{"3 × 4⚃": "3x4", "３x⚃": "3x4", "show 1⚀ 3⚂ ★": "show13*", "2x6": "2x*", "2 × ⚅": "2x*"},
    **{"show36": "show3*", "show3*6": "show3**"},
}
NO_MOVES = [
    *("show", "show*3", "show31", "show6*5", "show111111", "4x7"),
    *("4x", "x5", "100x1", "04x1", "0x1"),
]
SERVES = "in turn"


def bound(seats: int, options: BluffOptions) -> int:
    """Every round costs a die. In it each bid is made once, each die shown once, one challenge."""
    dice = seats * options.dice
    return dice * (6 * dice + dice + 1)


_PIPS = ("", "1⚀", "2⚁", "3⚂", "4⚃", "5⚄", "★")


def hidden(state: State, reader: Seat | None, told: Sequence[Event]) -> Hidden:
    """All dice under a cup in a row. Fewer than three, or each face once, match too many texts."""
    known = set(state.shown)
    if reader is not None:
        # A choice of own dice to show appears in every possible order.
        own = state.hidden[reader]
        known |= {some for n in range(len(own) + 1) for some in itertools.combinations(own, n)}
    for event in told:
        match event:
            case bluff.Showed(dice=shown):
                known.add(shown)
            case bluff.CupsLifted(dice=cups):
                known |= set(cups)
            case bluff.Rolled(dice=rolled) | bluff.Rerolled(dice=rolled):
                known.add(rolled)
    secret = {d for d in state.hidden if len(d) > 2 and len(set(d)) < len(d)} - known
    spelt = {" ".join(_PIPS[face] for face in dice) for dice in secret}
    # Not as part of a longer row; those that count stand in bold.
    before, after = r"(?<![⚀-⚄★] )(?<![⚀-⚄★]\*\* )", r"(?! (?:\*\*)?[0-9★])"
    alone = [before + re.escape(dice) + after for dice in sorted(spelt)]
    return Hidden(alone + [re.escape(repr(dice)) for dice in sorted(secret)])
