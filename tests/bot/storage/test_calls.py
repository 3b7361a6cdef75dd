"""Calls on both databases: of several processes one notes each."""

import asyncio

from bot.storage import Database
from bot.storage.intervals import CHANNEL, HOST, PERSON, Limit, call, claim, may_call
from cogs.calls.openings import tried
from cogs.calls.store import Wish, save, stop, wishes

from ..stored_tables import NOW


async def test_each_pause_has_one_call(database: Database, peer: Database) -> None:
    both = [claim(one, NOW, 600, (CHANNEL, 5)) for one in (database, peer) * 4]
    assert sum(await asyncio.gather(*both)) == 1
    assert not await claim(peer, NOW + 599, 600, (HOST, 1), (CHANNEL, 5))
    assert await claim(peer, NOW + 599, 600, (HOST, 1)), "a refused claim notes nothing"
    assert await claim(peer, NOW + 600, 600, (CHANNEL, 5))


LIMITS = Limit(HOST, 1, 3600), Limit(CHANNEL, 2, 600)


async def test_tables_opened_at_once_call_once(database: Database, peer: Database) -> None:
    both = [
        call(one, NOW, [10 * n + 2, 10 * n + 1], 3600, *LIMITS)
        for n, one in enumerate((database, peer) * 4, 1)
    ]
    done = await asyncio.gather(*both)
    assert done.count(None) == 7
    (people,) = (found for found in done if found is not None)
    assert people in [[10 * n + 2, 10 * n + 1] for n in range(1, 9)]
    noted = [not await may_call(database, NOW, Limit(PERSON, 10 * n + 1, 1)) for n in range(1, 9)]
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


async def test_wish_is_kept_once_and_deleted(database: Database) -> None:
    await save(database, 1, 100)
    await save(database, 1, 100)
    await save(database, 1, 99)
    await save(database, 2, 100)
    assert await claim(database, NOW, 600, (PERSON, 99))
    assert await wishes(database, 1) == [Wish(100), Wish(99, called_at=NOW)]
    await stop(database, 1, 100)
    assert await wishes(database, 1) == [Wish(99, called_at=NOW)]
    assert await wishes(database, 2) == [Wish(100)]


def test_people_called_longest_ago_keep_no_one_out() -> None:
    wishes = [Wish(user_id) for user_id in range(40)]
    found = [[wish.user_id for wish in tried(wishes, table_id)] for table_id in range(100)]
    assert {len(one) for one in found} == {12}
    assert all(one[:6] == [*range(6)] for one in found), "those called longest ago come first"
    assert {user_id for one in found for user_id in one} == {*range(40)}
    assert tried(wishes[:3], 1) == wishes[:3]
