"""The examples in the rules of Schwimmen."""

from cogs.schwimmen.drawing.pictures import End
from cogs.schwimmen.look import LOOK
from games.schwimmen import SchwimmenOptions


def test_third_example_ends_a_deal_with_the_table_s_lives() -> None:
    ended = LOOK.example(SchwimmenOptions(lives=5), 2)
    assert isinstance(ended, End)
    assert {hand.seat.of for hand in ended.hands} == {5}
