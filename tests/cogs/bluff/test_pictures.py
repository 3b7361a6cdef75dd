"""The pictures of running matches of Bluff."""

from cogs.bluff.drawing.pictures import Count
from games.bluff import Challenged
from tests.cogs.test_pictures import reveals, shared


def test_every_reveal_has_its_own_picture() -> None:
    held = reveals("bluff", Challenged)
    assert held
    assert all(isinstance(shown, Count) for both in held for shown in both)


def test_shared_card_counts_the_totals() -> None:
    shown, end = shared("bluff")
    scores = end.view.outcome.scores
    totals = [line.totals for line in shown.lines]
    assert [each[-1] for each in totals] == [max(0, score) for score in scores]
    assert all(each == tuple(sorted(each, reverse=True)) for each in totals)
    assert shown.target is None
