"""The pictures of Bluff."""

import pytest

from bot.drawing import podium
from bot.drawing.picture import Who
from bot.words.i18n import tongue
from cogs.bluff.drawing.pictures import Seat, Table
from games.bluff.state import Bid
from tests.pictures import TEN
from tests.written import written


def test_player_without_a_name_is_named_by_the_seat() -> None:
    table = Table((Seat(Who(0, ""), 3), Seat(Who(1, "Ben"), 2)), ((0, Bid(1, 2)),))
    assert "Player 1 bids 1 × 2." in table.alt(tongue("en-US"))


def test_podium_shows_no_dice_as_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    places = (podium.Place(TEN[n], n + 1, score) for n, score in enumerate((3, 0, -7)))
    texts = [one.text for one in written(podium.Podium("bluff", tuple(places)), monkeypatch)]
    assert texts.count("0") == 2
    assert not [text for text in texts if "7" in text]
