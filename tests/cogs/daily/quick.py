"""Computers of daily deals that need no time."""

from dataclasses import replace

import pytest

from bot.words.parts import part
from cogs.daily import deals


def quicken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the daily deal against easy computers."""
    module = part(deals.daily_game(), "daily")
    assert module is not None
    light = replace(module.DAILY, rivals=("easy",) * len(module.DAILY.rivals))
    monkeypatch.setattr(module, "DAILY", light)
    monkeypatch.setattr(deals, "STRONG", "easy")
