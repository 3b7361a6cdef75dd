"""The rules of Bluff: their examples, and the 6 behind the wild."""

import pytest

from bot.words.i18n import languages, tongue
from cogs.bluff.drawing.pictures import Count
from cogs.bluff.look import LOOK
from games.bluff import BluffOptions


def test_third_example_is_a_count() -> None:
    assert isinstance(LOOK.example(BluffOptions(), 2), Count)


@pytest.mark.parametrize("locale", ["en-US", *languages()])
def test_rules_name_the_six_behind_the_wild(locale: str) -> None:
    first, _, last = LOOK.rules(BluffOptions(), tongue(locale))
    wild = first.index("★")
    assert "6" in first[wild - 25 : wild + 25]
    assert "6" in last.rpartition("`challenge`")[2]
