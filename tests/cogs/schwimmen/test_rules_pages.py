"""The rules of Schwimmen: their examples, and the order of suits."""

import pytest

from bot.words.i18n import tongue
from cogs.schwimmen.drawing.pictures import End
from cogs.schwimmen.look import LOOK
from games.schwimmen import SchwimmenOptions


def test_third_example_ends_a_deal_with_the_table_s_lives() -> None:
    ended = LOOK.example(SchwimmenOptions(lives=5), 2)
    assert isinstance(ended, End)
    assert {hand.seat.of for hand in ended.hands} == {5}


@pytest.mark.parametrize(
    ("locale", "german"), [("en-US", "German"), ("ja", "ドイツ式"), ("de", "deutsche")]
)
def test_rules_call_the_order_of_suits_german(locale: str, german: str) -> None:
    first, *_ = LOOK.rules(SchwimmenOptions(), tongue(locale))
    assert german in first[: first.rindex("♣")]
