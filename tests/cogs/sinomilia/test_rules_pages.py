"""The examples in the rules of Sinomilia."""

from cogs.sinomilia.drawing.pictures import Reveal
from cogs.sinomilia.look import LOOK
from games.sinomilia import SinomiliaOptions


def test_second_example_is_a_reveal() -> None:
    assert isinstance(LOOK.example(SinomiliaOptions(), 1), Reveal)
