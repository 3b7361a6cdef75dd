"""Answers to interactions that another process may have answered, or will."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.clicks.answers import Answer
from bot.cluster.cluster import Alone
from bot.storage.fence import ARRIVED, Arrived


class Response:
    """The first answer of a command, as discord.py knows it."""

    def __init__(self) -> None:
        self.deferred = 0

    def is_done(self) -> bool:
        return self.deferred > 0

    async def defer(self, **_given: Any) -> None:
        self.deferred += 1


@pytest.fixture
def arrived() -> Iterator[Arrived]:
    """The interaction that this task serves."""
    found = Arrived({"id": "7"}, 0.0, hopped=True)
    before = ARRIVED.set(found)
    yield found
    ARRIVED.reset(before)


def answer(response: Response) -> Answer:
    """Return the answer to a command."""
    interaction: Any = SimpleNamespace(
        client=SimpleNamespace(now=lambda: 0.0, cluster=Alone()),
        user=SimpleNamespace(id=5),
        locale=discord.Locale.american_english,
        type=discord.InteractionType.application_command,
        message=None,
        response=response,
    )
    return Answer(interaction)


async def test_interaction_is_deferred_once(arrived: Arrived) -> None:
    response = Response()
    made = answer(response)
    for _ in range(2):
        await made.acknowledge()
    assert response.deferred == 1


@pytest.mark.parametrize("way", ["deferred", "passing"])
async def test_interaction_answered_elsewhere_is_not_deferred(arrived: Arrived, way: str) -> None:
    response = Response()
    made = answer(response)
    setattr(arrived, way, True)
    await made.acknowledge()
    assert response.deferred == 0
