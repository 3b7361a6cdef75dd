"""The fence: a process that has lost a table can't write to it, by any statement there is.

The functions that write are found by looking: each takes a database and the number of a table.
"""

import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any

import pytest

from bot import storage
from bot.storage import Database, Due, Result, StoredPost
from bot.storage.ownership import Owned
from bot.words.errors import NotOwner

from ..stored_tables import (
    NOW,
    Where,
    ask,
    change,
    dealt,
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
    "set_players": ((), {"wants_end": True}),
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
        database.share(Owned("mine"))
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


@pytest.mark.parametrize(("name", "write"), [*writes()])
@pytest.mark.parametrize("lost", ["owner", "epoch", "unknown"])
async def test_process_that_lost_a_table_changes_nothing(
    shared: Database, on_server: str, name: str, write: Write, lost: str
) -> None:
    given, named = _GIVEN[name]
    heard: list[int] = []
    assert shared.owned is not None
    number = await ready(shared, name)
    shared.owned.lost = heard.append
    if lost == "owner":
        change(on_server, "update tables set keeper = 'another', epoch = epoch + 1")
    elif lost == "epoch":
        change(on_server, "update tables set epoch = epoch + 2")
    else:
        shared.owned.let_go(number)
    before = everything(on_server)
    with pytest.raises(NotOwner):
        await write(shared, number, *given, **named)
    assert everything(on_server) == before
    assert number not in shared.owned
    assert heard == ([] if lost == "unknown" else [number])


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
        fenced |= "tables.keeper = " in statement and "tables.epoch = " in statement
        assert fenced or not re.search(_FENCED, statement), (name, statement)


async def test_last_move_is_fenced(shared: Database, on_server: str) -> None:
    match = await dealt(shared)
    change(on_server, "update tables set epoch = 9")
    with pytest.raises(NotOwner):
        await storage.moves.append(shared, match.table.id, 1, 0, "55", NOW, _WON)
    with pytest.raises(NotOwner):
        await match.submit(*next_move(match))
    assert ask(on_server, "select * from moves") == []
    assert ask(on_server, "select phase from tables") == [("live",)]


async def test_notes_of_posts_are_fenced(shared: Database, on_server: str) -> None:
    table, other = await started(shared), await started(shared)
    for number in (table.id, other.id):
        await storage.posts.save_post(shared, number, StoredPost(0, 3, 4, 0))
        storage.posts.shown(shared, number, [0], 5)
    change(on_server, f"update tables set epoch = 9 where id = {table.id}")
    await shared.close()
    assert ask(on_server, "select ply from posts order by table_id") == [(0,), (5,)]


@pytest.mark.sqlite
async def test_one_process_on_a_file_asks_nothing_of_owners(file: Where) -> None:
    async with reopened(file) as database:
        table = await started(database)
        said = statements(database)
        await storage.tables.set_clock(database, table.id, NOW, NOW)
        await storage.tables.set_players(database, table.id, wants_end=True)
        assert len([s for s in said if s != "BEGIN"]) == 3
        assert not [s for s in said if "keeper" in s or "forwarded" in s]
