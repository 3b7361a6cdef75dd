"""Callers that a firewall's page, instead of Discord's answer, must not mislead."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.clicks.places import seen_by
from bot.clicks.visibility import _is_in
from bot.wire.ui import screen
from cogs.welcome import _greet


class Once:
    """A request that a firewall answers with a page at the first try."""

    def __init__(self, result: object = None) -> None:
        self.tries = 0
        self._result = result

    async def __call__(self, *_: object, **__: object) -> Any:
        self.tries += 1
        if self.tries == 1:
            response: Any = SimpleNamespace(
                status=403, reason="Forbidden", headers={"Content-Type": "text/html"}
            )
            raise discord.Forbidden(response, "<html></html>")
        return self._result


@pytest.fixture
def request_() -> Once:
    """Return a request that needs two tries."""
    return Once()


async def test_welcome_stays_in_its_channel(request_: Once) -> None:
    allowed, other = discord.Permissions.all(), Once()
    first, second = (
        SimpleNamespace(send=send, permissions_for=lambda _: allowed) for send in (request_, other)
    )
    guild: Any = SimpleNamespace(me=None, system_channel=first, text_channels=[second])
    await _greet(guild, screen(None, "hello"))
    assert (request_.tries, other.tries) == (2, 0)


async def test_member_is_found_behind_a_firewall() -> None:
    fetch = Once(SimpleNamespace(id=1))
    guild = SimpleNamespace(fetch_member=fetch, me=None)
    allowed = discord.Permissions.all()
    channel: Any = SimpleNamespace(guild=guild, permissions_for=lambda _: allowed)
    found = await seen_by(channel, 1)
    assert found is not None
    assert fetch.tries == 2


async def test_member_of_a_thread_is_found_behind_a_firewall(request_: Once) -> None:
    http = SimpleNamespace(get_thread_member=request_)
    asking: Any = SimpleNamespace(client=SimpleNamespace(http=http), user=SimpleNamespace(id=1))
    assert await _is_in(asking, 5)
