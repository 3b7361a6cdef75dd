"""The lines of a match's start and end."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.state import log_milestone
from games.position import wandered
from tests.examples import ALL_AT_ONCE

from ...drawing import stored_of

LIVE = replace(stored_of(wandered(ALL_AT_ONCE, 3, 3).record), phase="live")


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
    before: dict[str, Any], after: dict[str, Any], line: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        log_milestone(replace(LIVE, **before), replace(LIVE, **after))
        log_milestone(LIVE, replace(LIVE, pace=30))
    [record] = caplog.records
    assert record.getMessage().startswith(line.format(game=LIVE.game))
    assert record.__dict__["table"] == LIVE.id
    assert not [player for player in LIVE.players if player.name in record.getMessage()]
