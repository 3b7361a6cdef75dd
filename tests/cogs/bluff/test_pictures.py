"""The pictures of running matches of Bluff."""

from cogs.bluff.drawing.pictures import Count
from games.bluff import Challenged
from tests.cogs.test_pictures import reveals


def test_every_reveal_has_its_own_picture() -> None:
    held = reveals("bluff", Challenged)
    assert held
    assert all(isinstance(shown, Count) for both in held for shown in both)
