"""Callers that a firewall's page, instead of Discord's answer, must not mislead."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.clicks.places import seen_by
from bot.clicks.visibility import _is_in

from .once import Once


@pytest.fixture
def request_() -> Once:
    """Return a request that needs two tries."""
    return Once()


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
