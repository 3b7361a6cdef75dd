"""Calls on both databases: of several processes one notes each."""

import asyncio

from bot.storage import Database
from bot.storage.calls import (
    CHANNEL,
    HOST,
    PERSON,
    Limit,
    Wish,
    call,
    claim,
    is_noted,
    may_call,
    save,
    stop,
    wish_of,
    wishes,
)

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


LIMITS = Limit(HOST, 1, 3600), Limit(CHANNEL, 2, 600)


async def test_tables_opened_at_once_call_once(database: Database, file: Where) -> None:
    other = await Database.open(file) if isinstance(file, str) else database
    try:
        both = [
            call(one, NOW, [10 * n + 2, 10 * n + 1], 3600, *LIMITS)
            for n, one in enumerate((database, other) * 4, 1)
        ]
        done = await asyncio.gather(*both)
    finally:
        if other is not database:
            await other.close()
    assert done.count(None) == 7
    (people,) = (found for found in done if found is not None)
    assert people in [[10 * n + 2, 10 * n + 1] for n in range(1, 9)]
    noted = [await is_noted(database, (PERSON, 10 * n + 1)) for n in range(1, 9)]
    assert sum(noted) == 1, "a refused call notes no one"


async def test_call_that_reaches_no_one_notes_nothing(database: Database) -> None:
    assert await claim(database, NOW, 3600, (PERSON, 10))
    for people in ([], [10]):
        assert await call(database, NOW, people, 3600, *LIMITS) == []
        assert await may_call(database, NOW, *LIMITS)
    assert await call(database, NOW, [11, 10], 3600, *LIMITS) == [11]
    for limit in LIMITS:
        assert not await may_call(database, NOW + limit.pause - 1, limit)
        assert await may_call(database, NOW + limit.pause, limit)


async def test_wish_is_replaced_and_deleted(database: Database) -> None:
    await save(database, Wish(1, 100, "*"))
    await save(database, Wish(1, 100, "some", 18, 22, "Asia/Tokyo"))
    await save(database, Wish(2, 100, "*"))
    assert await wishes(database, 1) == [Wish(1, 100, "some", 18, 22, "Asia/Tokyo")]
    await stop(database, 1, 100)
    assert await wish_of(database, 1, 100) is None
    assert await wish_of(database, 2, 100) == Wish(2, 100, "*")
