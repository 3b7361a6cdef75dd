"""The rules of Sinomilia: their examples, and the two sides of each payment."""

import re

import pytest

from bot.words.i18n import tongue
from cogs.sinomilia.drawing.pictures import Reveal
from cogs.sinomilia.look import LOOK
from games.sinomilia import SinomiliaOptions


def test_second_example_is_a_reveal() -> None:
    assert isinstance(LOOK.example(SinomiliaOptions(), 1), Reveal)


LOSERS = {"en-US": "from the loser", "ja": "敗者の手持ちから", "de": "von der anderen Seite"}


@pytest.mark.parametrize("locale", LOSERS)
def test_each_payment_names_its_payer(locale: str) -> None:
    _, page, _ = LOOK.rules(SinomiliaOptions(), tongue(locale))
    *payments, middle = re.findall(r"^\d\. (.*)$", page, re.MULTILINE)
    assert len(payments) == 3
    assert all(line.startswith(LOSERS[locale]) for line in payments)
    assert LOSERS[locale] not in middle
