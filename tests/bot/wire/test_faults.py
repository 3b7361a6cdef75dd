"""Classification of failed requests."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.wire.delivery import whole
from bot.wire.faults import unheard
from bot.wire.ui import Attached, Drawn, Stays


def failed(status: int) -> discord.HTTPException:
    headers = {"Content-Type": "application/json"}
    response: Any = SimpleNamespace(status=status, reason="", headers=headers)
    return discord.HTTPException(response, "")


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_request_is_unanswered_when_discord_did_not_judge_it(status: int) -> None:
    assert unheard(failed(status))


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_request_is_answered_when_discord_refused_it(status: int) -> None:
    assert not unheard(failed(status))


async def test_screen_is_sent_whole_when_its_message_lost_the_file() -> None:
    drawn = Drawn([], (Attached("a.png", b"picture", key=True),))
    asked: list[list[bool]] = []

    async def send(files: Any) -> str:
        asked.append([isinstance(file, Stays) for file in files])
        if asked[-1] == [True]:
            raise failed(400)
        return "shown"

    assert await whole(drawn, {"a.png": 7}, send) == "shown"
    assert asked == [[True], [False]]
