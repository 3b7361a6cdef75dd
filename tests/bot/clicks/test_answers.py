"""Answers to interactions that another process may have answered, or will."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock, create_autospec

import discord
import pytest

from bot.clicks.answers import Answer, answering
from bot.cluster.cluster import Cluster
from bot.storage.fence import ARRIVED, Arrived
from bot.tables.house import InFlight
from bot.wire.delivery import Delivery
from bot.wire.emojis import Shelf
from bot.wire.faults import Unreadable
from bot.words.metrics import Metrics
from bot.workers.pictures import Pictures


@pytest.fixture
def arrived() -> Iterator[Arrived]:
    """The interaction that this task serves."""
    found = Arrived({"id": "7"}, 0.0, hopped=True)
    before = ARRIVED.set(found)
    yield found
    ARRIVED.reset(before)


def answer(defer: AsyncMock) -> Answer:
    """Return the answer to a command, which may be deferred so."""
    interaction: Any = SimpleNamespace(
        client=SimpleNamespace(now=lambda: 0.0, cluster=create_autospec(Cluster, instance=True)),
        user=SimpleNamespace(id=5),
        locale=discord.Locale.american_english,
        type=discord.InteractionType.application_command,
        message=None,
        response=SimpleNamespace(defer=defer, is_done=lambda: defer.called),
    )
    return Answer(interaction)


@pytest.mark.parametrize(("elsewhere", "times"), [("", 1), ("passing", 0), ("deferred", 0)])
async def test_interaction_is_deferred_once(arrived: Arrived, elsewhere: str, times: int) -> None:
    made = answer(defer := AsyncMock())
    if elsewhere:
        setattr(arrived, elsewhere, True)
    for _ in range(2):
        await made.acknowledge()
    cluster: Any = made.bot.cluster
    assert defer.await_count == cluster.defer.await_count == times


async def test_interaction_is_settled_after_its_work() -> None:
    asking: Any = answer(AsyncMock()).interaction
    bot, settled = asking.client, list[int]()
    asking.id = 7
    bot.house = SimpleNamespace(in_flight=InFlight(), watch=Mock(), metrics=Metrics())

    async def work(_: Answer) -> None:
        settled.append(bot.cluster.settle.await_count)

    await answering(asking, work, reads=True)
    assert settled == [0]
    bot.cluster.settle.assert_awaited_once()


async def test_line_whose_answer_is_lost_notifies_once() -> None:
    made, pictures = answer(AsyncMock()), Pictures()
    await made.acknowledge()
    made.bot.house = SimpleNamespace(delivery=Delivery(Shelf(), pictures, Metrics()))  # type: ignore
    asking: Any = made.interaction
    asking.followup = SimpleNamespace(send=AsyncMock(side_effect=Unreadable("a proxy's page")))
    with pytest.raises(Unreadable):
        await made.post("<@7>", [7])
    asking.followup.send.assert_awaited_once()
    pictures.close()
