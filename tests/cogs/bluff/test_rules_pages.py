"""The examples in the rules of Bluff."""

from cogs.bluff.drawing.pictures import Count
from cogs.bluff.look import LOOK
from games.bluff import BluffOptions


def test_third_example_is_a_count() -> None:
    assert isinstance(LOOK.example(BluffOptions(), 2), Count)
