"""Limits that protect others: they outlive a deletion and a return of the limited person."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from simcord import MemberActor

from bot.storage.intervals import POSTS
from cogs.calls import store
from tests.examples import ALL_AT_ONCE

from ...bot.stored_tables import ask, change
from ..called import open_table
from ..clocks import wait
from ..evening import Evening, Two, said


def member(e: Evening, name: str) -> MemberActor:
    return e.guild.add_member(e.env.create_user(name))


async def sit_down(e: Evening) -> bool:
    """Seat Ben at an open table, whose host removes him."""
    ana, ben = e.people
    refused = "removed from this table" in said(await e.press(ben, "Join"))
    if not refused:
        await e.kick(ana, ben)
    return not refused


async def call(e: Evening, host: MemberActor) -> bool:
    """Open another table, with a person to call."""
    await store.save(e.bot.database, e.guild.id, member(e, "Wish").id)
    return bool(await open_table(e, host))


async def call_elsewhere(e: Evening) -> bool:
    """Call people as Ben, in another channel each time."""
    e.channel = e.guild.create_text_channel("next")
    return await call(e, e.people[1])


async def call_by_another(e: Evening) -> bool:
    """Call people in the channel, by another account each time."""
    return await call(e, member(e, "Host"))


async def post(e: Evening) -> bool:
    """Post the table below as Ben, as often as he may in an hour."""
    done = [said(await e.press(e.people[1], "Post it below")) for _ in range(POSTS)]
    return "things posted here" not in "".join(done)


@pytest.mark.parametrize("act", [sit_down, call_elsewhere, call_by_another, post])
async def test_limit_outlives_deletion_and_return(
    act: Callable[[Evening], Awaitable[bool]], e: Two
) -> None:
    ana, ben = e.people
    await e.open(ana, ALL_AT_ONCE)
    assert await act(e)
    assert not await act(e)
    privacy: Any = e.bot.get_cog("Privacy")
    await privacy._forget(ben.id, 0)
    assert not await act(e), "lifted by a deletion"
    await e.restart()
    e.env.backend.remove_member(e.guild.id, ben.id)
    e.people[1] = e.guild.add_member(ben.user)
    assert not await act(e), "lifted by a return"


async def test_deletion_names_the_hash_of_a_call(e: Two) -> None:
    ben = e.people[1]
    assert await call_elsewhere(e)
    for _ in range(2):
        told = said(await e.me(ben, "Delete everything"))
        assert "A hash of your id stays for a day at most" in told
        privacy: Any = e.bot.get_cog("Privacy")
        await privacy._forget(ben.id, 0)


async def test_hashes_of_calls_and_posts_last_a_day(e: Two) -> None:
    await e.open(e.people[0], ALL_AT_ONCE)
    assert await post(e)
    assert await call_elsewhere(e)
    hashed = "select count(*) from called where subject_id < 0"
    file = e.bot.settings.database
    await wait(e, 3700)
    assert ask(file, hashed) == [(POSTS + 3,)], "posts, the host, two looks"
    change(file, "update called set at = at - 86400")
    await wait(e, 3700)
    assert ask(file, hashed) == [(0,)]
