"""Refusals, in the language of the person who reads them."""

import pytest

from bot.words.errors import TableError
from bot.words.i18n import Phrase, tongue


@pytest.mark.parametrize("locale", ["de", "ja"])
def test_refusal_translates_the_phrases_in_it(locale: str) -> None:
    t = tongue(locale)
    assert t("easy") != "easy"
    refusal = TableError("{what} · {number}", what=Phrase("easy"), number=7)
    assert t.refusal(refusal) == f"{t('easy')} · 7"
