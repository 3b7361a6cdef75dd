"""Odds in the hints of Bluff."""

import pytest

from bot.words.i18n import tongue
from bot.workers.brain import Weighed
from cogs.bluff.story import why
from games.bluff import GAME, WILD, Bid, Face, matching
from games.chance import Chance
from games.core import Seat


# One of five hidden dice counts for the face with 1 - (2/3)^5, for a wild with 1 - (5/6)^5.
@pytest.mark.parametrize(("face", "odds"), [(4, 87), (WILD, 60)])
def test_hint_counts_wilds_for_each_other_face(face: Face, odds: int) -> None:
    state, _ = GAME.deal(2, GAME.Options(), Chance(b"two cups", 0))
    view = GAME.view(state, Seat(0))
    bid = Bid(matching(view.hand, face) + 1, face)
    assert f"{odds} %" in why(view, [Weighed(bid, 0.5, 0.0, 0.0)], tongue("en-US"))
