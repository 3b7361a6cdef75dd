"""Calls on both databases: of several processes one notes each."""

import asyncio

from bot.storage import Database
from bot.storage.calls import CHANNEL, HOST, Wish, claim, is_noted, save, stop, wish_of, wishes

from ..stored_tables import NOW, Where


async def test_each_pause_has_one_call(database: Database, file: Where) -> None:
    other = await Database.open(file) if isinstance(file, str) else database
    try:
        both = [claim(one, NOW, 600, (CHANNEL, 5)) for one in (database, other) * 4]
        assert sum(await asyncio.gather(*both)) == 1
        assert not await claim(other, NOW + 599, 600, (CHANNEL, 5))
        assert await claim(other, NOW + 600, 600, (CHANNEL, 5))
    finally:
        if other is not database:
            await other.close()


async def test_refused_claim_notes_nothing(database: Database) -> None:
    assert await claim(database, NOW, 600, (HOST, 1))
    assert not await claim(database, NOW, 600, (CHANNEL, 2), (HOST, 1))
    assert not await is_noted(database, (CHANNEL, 2))
    assert await claim(database, NOW, 600, (CHANNEL, 2))
    assert await is_noted(database, (CHANNEL, 2))


async def test_wish_is_replaced_and_deleted(database: Database) -> None:
    await save(database, Wish(1, 100, "*"))
    await save(database, Wish(1, 100, "some", 18, 22, "Asia/Tokyo"))
    await save(database, Wish(2, 100, "*"))
    assert await wishes(database, 1) == [Wish(1, 100, "some", 18, 22, "Asia/Tokyo")]
    await stop(database, 1, 100)
    assert await wish_of(database, 1, 100) is None
    assert await wish_of(database, 2, 100) == Wish(2, 100, "*")
