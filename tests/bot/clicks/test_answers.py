"""Answers to interactions that another process may have answered, or will."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.clicks.answers import Answer
from bot.storage.fence import ARRIVED, Arrived
from bot.wire.delivery import Delivery
from bot.wire.emojis import Shelf
from bot.wire.faults import Unreadable
from bot.words.metrics import Metrics
from bot.workers.pictures import Pictures


class Response:
    """The first answer of a command, as discord.py knows it."""

    def __init__(self) -> None:
        self.deferred = 0

    def is_done(self) -> bool:
        return self.deferred > 0

    async def defer(self, **_given: Any) -> None:
        self.deferred += 1


async def _nothing() -> None:
    pass


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
        client=SimpleNamespace(
            now=lambda: 0.0, cluster=SimpleNamespace(defer=_nothing, settle=_nothing)
        ),
        user=SimpleNamespace(id=5),
        locale=discord.Locale.american_english,
        type=discord.InteractionType.application_command,
        message=None,
        response=response,
    )
    return Answer(interaction)


@pytest.mark.parametrize(("elsewhere", "times"), [("", 1), ("passing", 0), ("deferred", 0)])
async def test_interaction_is_deferred_once(arrived: Arrived, elsewhere: str, times: int) -> None:
    response = Response()
    made = answer(response)
    if elsewhere:
        setattr(arrived, elsewhere, True)
    for _ in range(2):
        await made.acknowledge()
    assert response.deferred == times


async def test_line_whose_answer_is_lost_notifies_once() -> None:
    made, posted, pictures = answer(Response()), list[object](), Pictures()
    await made.acknowledge()
    made.bot.house = SimpleNamespace(delivery=Delivery(Shelf(), pictures, Metrics()))  # type: ignore

    async def send(**what: object) -> None:
        posted.append(what)
        raise Unreadable("a proxy's page")

    asking: Any = made.interaction
    asking.followup = SimpleNamespace(send=send)
    with pytest.raises(Unreadable):
        await made.post("<@7>", [7])
    assert len(posted) == 1
    pictures.close()
