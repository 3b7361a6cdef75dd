"""Risks in the hints of COLORSE."""

from typing import Any

import pytest

from bot.words.i18n import tongue
from bot.workers.brain import Weighed
from cogs.colorse.story import why
from games.colorse import Show


@pytest.mark.parametrize(("sign", "by", "cards"), [("do", "Zof", 2), ("zof", "Rau", 1)])
def test_hint_names_the_loss_against_the_better_sign(sign: Any, by: str, cards: int) -> None:
    view: Any = None
    told = why(view, [Weighed(Show(sign), 0.5, 0.0, 0.0)], tongue("en-US"), lambda *_: "")
    assert by in told
    assert f"takes {cards}." in told
