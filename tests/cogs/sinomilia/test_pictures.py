"""The pictures of running matches of Sinomilia."""

from cogs.sinomilia.drawing.pictures import Reveal
from games.sinomilia import Turned
from tests.cogs.test_beside import says
from tests.cogs.test_pictures import reveals, shared


def test_every_reveal_has_its_own_picture() -> None:
    held = reveals("sinomilia", Turned)
    assert held
    assert all(isinstance(shown, Reveal) for both in held for shown in both)


def test_shared_card_counts_the_totals() -> None:
    shown, end = shared("sinomilia")
    scores = end.view.outcome.scores
    assert [line.totals[-1] for line in shown.lines] == [abs(score) for score in scores]
    assert shown.target is None


def test_hand_and_picture_name_the_own_pieces() -> None:
    says("sinomilia", lambda view: [str(chips) for chips in view.chips])
