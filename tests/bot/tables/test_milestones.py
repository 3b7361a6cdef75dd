"""The lines of a match's start and end."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from bot.storage import Database, StoredTable
from bot.tables.state import log_milestone

from ..stored_tables import started


@pytest.fixture
async def live(database: Database) -> StoredTable:
    """Return a match that has begun."""
    return await started(database, 3)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ({"phase": "lobby", "started_at": None}, {}, "started: {game}, 3 seats, 0 of them"),
        ({}, {"phase": "over"}, "ended: {game}, 3 seats"),
        ({}, {"phase": "over", "why": "win"}, "ended (win): {game}"),
        ({}, {"phase": "cancelled", "why": "vote"}, "called off (vote): {game}"),
        (
            {"phase": "lobby", "started_at": None},
            {"phase": "cancelled", "why": "nobody"},
            "closed without a match (nobody): {game}",
        ),
    ],
)
def test_change_of_phase_is_one_line_without_names(
    live: StoredTable,
    before: dict[str, Any],
    after: dict[str, Any],
    line: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO):
        log_milestone(replace(live, **before), replace(live, **after))
        log_milestone(live, replace(live, pace=30))
    [record] = caplog.records
    assert record.getMessage().startswith(line.format(game=live.game))
    assert record.__dict__["table"] == live.id
    assert not [player for player in live.players if player.name in record.getMessage()]
