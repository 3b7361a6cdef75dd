"""Absent members: looked up in time, cached, and listed again when they return."""

import asyncio
from typing import Any

import discord
import pytest
from sqlalchemy import insert

from bot.play.membership import Membership
from bot.storage import Database, people
from bot.storage.schema import standings
from tests.examples import ALL_AT_ONCE

from ..stored_tables import statements


class Guild:
    """A server that answers a members query, or fails."""

    id = 1

    def __init__(self, *there: int, error: Exception | None = None, silent: bool = False) -> None:
        self.there, self.error, self.silent = there, error, silent
        self.asked: list[list[int]] = []

    async def query_members(
        self, *, user_ids: list[int], limit: int, cache: bool
    ) -> list[discord.Object]:
        """Answer as discord.py does."""
        assert (limit, cache) == (100, False)
        self.asked.append(user_ids)
        if self.silent:
            await asyncio.Event().wait()
        if self.error is not None:
            raise self.error
        return [discord.Object(i) for i in user_ids if i in self.there]


async def listed(database: Database, *user_ids: int) -> None:
    """Give people a standing in server 1, because only rated people are looked up."""
    row = {"guild_id": 1, "game": ALL_AT_ONCE, "period": "all", "mu": 25.0, "sigma": 8.0}
    row |= {"name": "P", "matches": 1, "wins": 0}
    async with database.begin() as db:
        await db.execute(insert(standings), [row | {"user_id": one} for one in user_ids])


async def gone(membership: Membership, guild: Any, *user_ids: int) -> bool:
    return await membership.gone(guild, user_ids)


async def test_absent_members_are_stored_until_they_return(database: Database) -> None:
    await listed(database, 100, 101, 102)
    membership = Membership(database)
    guild = Guild(100, 102)
    assert await gone(membership, guild, 100, 101, 102, -3, 0)
    assert guild.asked == [[100, 101, 102]], "deleted people are not looked up"
    assert await people.gone(database, 1) == {101}
    assert not await gone(membership, guild, 100)
    assert not await gone(membership, guild, -3)
    await membership.came(2, 101)
    assert await people.gone(database, 1) == {101}, "another server"
    await membership.came(1, 101)
    assert await people.gone(database, 1) == set()


@pytest.mark.parametrize(
    "guild",
    [
        Guild(silent=True),
        Guild(error=RuntimeError("no websocket")),
        Guild(error=ConnectionResetError()),
        Guild(error=discord.ClientException()),
    ],
    ids=["silent", "unconnected", "reset", "closed"],
)
async def test_no_member_counts_as_gone_without_an_answer(
    database: Database, guild: Guild, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.membership._PATIENCE", 0.02)
    assert not await gone(Membership(database), guild, 100, 101)
    assert await people.gone(database, 1) == set()


async def test_absent_members_are_read_once_after_a_restart(database: Database) -> None:
    await listed(database, 100)
    await people.set_gone(database, 1, [100], True)
    membership = Membership(database)
    asked = statements(database)
    for user_id in range(101, 120):
        await membership.came(1, user_id)
    assert len([one for one in asked if one != "BEGIN"]) == 1
    await membership.came(1, 100)
    assert await people.gone(database, 1) == set()
