"""The pictures of running matches of Sinomilia."""

import pytest

from cogs.sinomilia.drawing.pictures import Hand
from games.core import Seat
from games.sinomilia import Laid, Passed
from tests.cogs.beside import says
from tests.cogs.scenes import match, picture


def test_hand_and_picture_name_the_own_pieces() -> None:
    says("sinomilia", lambda view: [str(chips) for chips in view.chips])


@pytest.mark.parametrize("still", [Passed, Laid])
def test_hand_keeps_its_picture_while_nothing_new_lies(still: type) -> None:
    drawing, last = match("sinomilia", 2)
    seen = 0
    for ply in range(2, last + 1):
        public = [event for event in drawing.steps[ply].events if event.to is None]
        if not all(
            isinstance(event, still) and getattr(event, "seat", None) == 1 for event in public
        ):
            continue
        before, after = (drawing.at(at).sight(Seat(0)) for at in (ply - 1, ply))
        if public and before.view.phase == after.view.phase:
            assert isinstance(picture(after), Hand)
            assert picture(after) == picture(before)
            seen += 1
    assert seen
