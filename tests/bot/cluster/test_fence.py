"""The fence: a process that has lost a table can't write to it, by any statement there is.

The functions that write are found by looking: each takes a database and the number of a table.
"""

import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any

import pytest

from bot import storage
from bot.storage import Database, Due, Limits, Result, StoredPost
from bot.storage.fence import ARRIVED, Arrived
from bot.storage.shared import CARD, Shared
from bot.words.errors import CarriedOut, NotOwner, TableError

from ..stored_tables import (
    NOW,
    Where,
    ask,
    change,
    dealt,
    holding,
    next_move,
    opened,
    player,
    reopened,
    started,
    statements,
)

Write = Callable[..., Awaitable[object]]
_READS = {"table", "moves", "posts", "last_at", "rematch_of", "automatic", "all_barred"}
"""Functions about one table that change nothing."""
_WON = Result(ranks=(1, 2), scores=(3, 30), rated=(1, 2))
# Arguments of each beside the database and the number of the table.
_GIVEN: dict[str, tuple[Sequence[Any], dict[str, Any]]] = {
    "release": ((), {}),
    "seat_players": (([player(0), player(1)],), {"bar": 7}),
    "start": ((NOW,), {"version": 2}),
    "cancel": ((NOW,), {}),
    "leave": ((1,), {}),
    "set_player": ((0,), {"wants_end": True}),
    "set_lobby": ((), {"options": "", "pace": 30, "moving": False}),
    "set_upcoming": ((player(7),), {"wanted": True}),
    "set_clock": ((NOW, NOW), {}),
    "pause": ((NOW,), {"by": 0, "time_left": 3.0, "due_at": None}),
    "go_on": ((NOW, NOW), {"at": NOW}),
    "append": ((1, 0, "55", NOW, None, Due(NOW, NOW), 8), {}),
    "award": ((_WON, NOW, "win"), {}),
    "save_post": ((StoredPost(100, 5, 6, 0),), {}),
    "drop_posts": ((), {}),
}
_FENCED = r"\b(INSERT INTO|UPDATE|DELETE FROM) (tables|seats|moves|posts|awaited|upcoming|barred)\b"


def writes() -> Iterator[tuple[str, Write]]:
    """The functions of the storage that change one table."""
    for module in (storage.tables, storage.moves, storage.posts):
        for name, found in inspect.getmembers(module, inspect.iscoroutinefunction):
            if found.__module__ != module.__name__ or name.startswith("_") or name in _READS:
                continue
            if [*inspect.signature(found).parameters][:2] == ["database", "table_id"]:
                yield name, found


def test_every_function_that_writes_is_tried() -> None:
    assert {name for name, _ in writes()} == set(_GIVEN)


@pytest.fixture
async def shared(on_server: str) -> AsyncIterator[Database]:
    """A database of one process among others."""
    async with reopened(on_server) as database:
        holding(on_server, database)
        yield database


def everything(address: Where) -> list[Any]:
    """All rows of all tables that belong to a table."""
    kinds = ("tables", "seats", "moves", "posts", "awaited", "upcoming", "barred", "standings")
    return [sorted(map(str, ask(address, f"select * from {kind}"))) for kind in kinds]


async def ready(database: Database, name: str) -> int:
    """A table in the state that the function expects, with one post."""
    lobby = name in ("seat_players", "set_lobby", "start", "release")
    table = await opened(database) if lobby else await started(database)
    await storage.posts.save_post(database, table.id, StoredPost(0, 3, 4, -1))
    return table.id


def lose(address: str, database: Database, lost: str) -> None:
    """Take its shards from a process."""
    if lost == "another's":
        change(address, "update shards set holder = 'another'")
    elif lost == "nobody's":
        change(address, "delete from shards")
    else:
        assert database.held is not None
        database.held.held = False


losing = pytest.mark.parametrize("lost", ["another's", "nobody's", "ending"])


@pytest.mark.parametrize(("name", "write"), [*writes()])
@losing
async def test_process_that_lost_a_shard_changes_nothing(
    shared: Database, on_server: str, name: str, write: Write, lost: str
) -> None:
    given, named = _GIVEN[name]
    number = await ready(shared, name)
    lose(on_server, shared, lost)
    before = everything(on_server)
    with pytest.raises(NotOwner):
        await write(shared, number, *given, **named)
    assert everything(on_server) == before


@losing
async def test_process_that_lost_its_shards_writes_nothing(
    shared: Database, on_server: str, lost: str
) -> None:
    lose(on_server, shared, lost)
    # Each opens a transaction in its own way.
    for write in (
        storage.keyvalue.put(shared, "a", "b"),
        storage.people.set_hidden(shared, 1, 7, True),
        storage.shared.note(shared, Shared(1, CARD, 2), 3),
    ):
        with pytest.raises(NotOwner):
            await write
    # A standby asks so at its start.
    assert not await storage.privacy.to_scrub(shared)
    for kind in ("kept where name = 'a'", "members"):
        assert ask(on_server, f"select * from {kind}") == []


@pytest.mark.parametrize(("name", "write"), [*writes()])
async def test_owner_writes_behind_the_fence(
    shared: Database, on_server: str, name: str, write: Write
) -> None:
    given, named = _GIVEN[name]
    number = await ready(shared, name)
    before = everything(on_server)
    said = statements(shared)
    await write(shared, number, *given, **named)
    if name not in ("release", "drop_posts"):
        assert everything(on_server) != before
    fenced = False
    for statement in said:
        if statement == "BEGIN":
            fenced = False
        fenced |= "shards.holder = " in statement
        assert fenced or not re.search(_FENCED, statement), (name, statement)


async def test_last_move_is_fenced(shared: Database, on_server: str) -> None:
    match = await dealt(shared)
    change(on_server, "update shards set holder = 'another'")
    with pytest.raises(NotOwner):
        await storage.moves.append(shared, match.table.id, 1, 0, "55", NOW, _WON)
    with pytest.raises(NotOwner):
        await match.submit(*next_move(match))
    assert ask(on_server, "select * from moves") == []
    assert ask(on_server, "select phase from tables") == [("live",)]


async def test_notes_of_posts_are_fenced(shared: Database, on_server: str) -> None:
    table = await started(shared)
    await storage.posts.save_post(shared, table.id, StoredPost(0, 3, 4, 0))
    storage.posts.shown(shared, table.id, [0], 5)
    change(on_server, "update shards set holder = 'another'")
    await shared.close()
    assert ask(on_server, "select ply from posts") == [(0,)]


async def test_table_belongs_to_its_servers_shard(shared: Database, on_server: str) -> None:
    table = await started(shared)
    holding(on_server, shared, 3, [1])
    with pytest.raises(NotOwner):
        await storage.tables.set_clock(shared, table.id, NOW, NOW)
    with pytest.raises(NotOwner):
        await opened(shared)
    change(on_server, f"update tables set guild_id = {4 << 22}")
    await storage.tables.set_clock(shared, table.id, NOW, NOW)


async def test_click_is_carried_out_once(shared: Database, on_server: str) -> None:
    table = await started(shared)
    ARRIVED.set(Arrived({"id": 1 << 60}, 0.0))
    for pace in (30, 60):
        await storage.tables.set_clock(shared, table.id, NOW + pace, NOW)
    assert ask(on_server, "select deadline from tables") == [(NOW + 60,)]
    for _ in range(2):
        ARRIVED.set(Arrived({"id": 1 << 60}, 0.0))
        with pytest.raises(CarriedOut):
            await storage.tables.set_clock(shared, table.id, NOW, NOW)
        ARRIVED.set(Arrived({"id": 1 << 60}, 0.0))
        with pytest.raises(CarriedOut):
            await storage.moves.append(shared, table.id, 1, 0, "55", NOW, None, None, 1 << 60)
    assert ask(on_server, "select deadline from tables") == [(NOW + 60,)]
    assert ask(on_server, "select ply from moves") == []


async def test_refused_click_is_not_carried_out(shared: Database, on_server: str) -> None:
    table = await started(shared)
    click = Arrived({"id": 1 << 60}, 0.0)
    ARRIVED.set(click)
    with pytest.raises(TableError):
        await storage.tables.start(
            shared, table.id, NOW, version=2, alone=1, most=Limits(0, 0, 0, 0, 0)
        )
    assert not click.carried
    assert ask(on_server, "select id from clicks") == []


@pytest.mark.sqlite
async def test_one_process_on_a_file_asks_nothing_of_owners(file: Where) -> None:
    async with reopened(file) as database:
        table = await started(database)
        said = statements(database)
        await storage.tables.set_clock(database, table.id, NOW, NOW)
        await storage.tables.set_player(database, table.id, wants_end=True)
        assert len([s for s in said if s != "BEGIN"]) == 3
        assert not [s for s in said if "shards" in s or "clicks" in s]
