"""The log of whole matches: a line at the start and at the end, and nothing about a hand."""

import logging
from collections.abc import Iterator

import pytest

from bot.drawing import words
from bot.drawing.picture import Picture
from bot.run.client import Shinrisen
from bot.screens import examples

from ..examples import ALL_AT_ONCE
from .conftest import Begin


async def test_match_is_logged_at_its_start_and_end(
    evening: Begin, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "bot.tables.state"):
        async with evening(2) as e:
            await e.begin(rounds=1)
            await e.play_out()
    said = [r.getMessage() for r in caplog.records if r.name == "bot.tables.state"]
    rest = f"{ALL_AT_ONCE}, 2 seats, 0 of them computers"
    assert said == [f"started: {rest}", f"ended: {rest}"]


async def test_missing_font_is_named_at_the_start(
    evening: Begin, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cold(_bot: Shinrisen) -> None:
        """Draw nothing in advance."""

    monkeypatch.setattr(Shinrisen, "_warm", cold)
    monkeypatch.setattr(words, "draws_cjk", lambda: False)
    with caplog.at_level(logging.INFO, "bot.run.client"):
        async with evening(1, pictures=True):
            pass
    assert [r.getMessage() for r in caplog.records if "fonts-noto-cjk" in r.getMessage()]


async def test_wrong_example_is_logged_once(
    evening: Begin, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Iterator[Picture]:
        raise ZeroDivisionError

    monkeypatch.setattr(examples, "first", broken)
    async with evening(1, pictures=True, check_errors=False) as e:
        await e.bot._warm()
    said = {r.getMessage() for r in caplog.records if r.levelno == logging.ERROR}
    assert said == {"the pictures can't be prepared: ZeroDivisionError()"}
