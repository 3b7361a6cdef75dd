"""Queries and writes of tables, moves, posts and standings on a real database."""

from pathlib import Path

import pytest

from bot import storage
from bot.play import lobby
from bot.storage import PANEL, Database, Due, Result, StoredPost
from bot.words.errors import MoveTaken, TableError

from ..stored_tables import NOW, Where, ask, change, holding, opened, player, started, table_of

WON = Result(ranks=(1, 2), scores=(3, 30), rated=(1, 2))


async def test_table_ids_are_never_used_again(database: Database, file: Where) -> None:
    first = await opened(database)
    await storage.tables.cancel(database, first.id, NOW)
    assert (await opened(database)).id == first.id + 1
    if isinstance(file, Path):
        assert (
            "AUTOINCREMENT" in ask(file, "select sql from sqlite_master where name='tables'")[0][0]
        )


async def test_open_tables_are_newest_first_and_filtered_by_channel(
    database: Database, file: Where
) -> None:
    ids = [(await opened(database)).id for _ in range(3)]
    change(file, f"update tables set channel_id = 3 where id = {ids[1]}")
    change(file, f"update tables set channel_id = 4, guild_id = 9 where id = {ids[2]}")
    live = (await started(database)).id
    await storage.tables.cancel(database, (await opened(database)).id, NOW)
    assert await storage.tables.open_tables(database) == [live, *reversed(ids)]
    assert await storage.tables.open_tables(database, channel_id=2) == [live, ids[0]]
    assert await storage.tables.open_tables(database, guild_id=1) == [live, ids[1], ids[0]]
    assert await storage.tables.open_tables(database, guild_id=9, channel_id=2) == []


async def test_person_sits_only_once_at_a_table(database: Database) -> None:
    table = await opened(database)
    with pytest.raises(Exception, match=r"(?i)unique"):
        await storage.tables.seat_players(database, table.id, (player(0), player(1), player(0)))
    assert (await table_of(database, table.id)).players == (player(0),), "undone as a whole"


async def test_a_table_is_called_off_once(database: Database) -> None:
    for table in (await opened(database), await started(database)):
        assert await storage.tables.cancel(database, table.id, NOW + 5)
        found = await table_of(database, table.id)
        assert (found.phase, found.ended_at, found.due_at) == ("cancelled", NOW + 5, None)
        assert not await storage.tables.cancel(database, table.id, NOW + 6)
        assert not await storage.tables.start(database, table.id, NOW + 6, version=2)
        assert await table_of(database, table.id) == found


async def test_due_and_next_due_return_deadlines(database: Database) -> None:
    assert await storage.tables.next_due(database) is None
    early, late, live = await opened(database), await opened(database), await started(database)
    due = early.due_at
    assert due == NOW + lobby.LOBBY_SECONDS
    assert live.due_at is None
    assert await storage.tables.next_due(database) == due
    assert await storage.tables.due(database, due - 0.001) == []
    assert await storage.tables.due(database, due) == [early.id, late.id]
    assert await storage.tables.next_due(database, after=due) is None
    await storage.tables.cancel(database, early.id, NOW)
    await storage.tables.start(database, late.id, NOW, version=2)
    assert await storage.tables.due(database, due + 1) == []
    assert await storage.tables.next_due(database) is None


async def test_move_and_its_clock_are_stored_once_together(database: Database, file: Where) -> None:
    table = await started(database)
    clock = f"select deadline, due_at from tables where id = {table.id}"
    await storage.moves.append(database, table.id, 1, 0, "55", NOW, None, Due(NOW + 5, NOW + 2))
    assert ask(file, clock) == [(NOW + 5, NOW + 2)]
    due = Due(NOW + 9, NOW)
    for result in (None, WON):
        with pytest.raises(MoveTaken, match="ply 1 of table 1"):
            await storage.moves.append(database, table.id, 1, 0, "56", NOW, result, due)
    assert await storage.moves.moves(database, table.id) == [(0, "55")]
    await storage.moves.append(database, table.id, 2, 1, "56", NOW, None)
    assert ask(file, clock) == [(NOW + 5, NOW + 2)], "neither changes it"
    assert (await table_of(database, table.id)).phase == "live"


async def test_a_match_has_one_end(database: Database, file: Where) -> None:
    off, won = await started(database), await started(database)
    assert await storage.tables.cancel(database, off.id, NOW)
    await storage.moves.append(database, won.id, 1, 0, "55", NOW, WON)
    rows = [
        ask(file, f"select * from {table} order by 1, 2") for table in ("tables", "seats", "moves")
    ]
    for table_id in (off.id, won.id, 17):
        due = Due(NOW + 9, NOW + 9)
        with pytest.raises(TableError, match="over"):
            await storage.moves.award(database, table_id, WON, NOW + 1, "left")
        with pytest.raises(TableError, match="over"):
            await storage.moves.append(database, table_id, 2, 1, "56", NOW + 1, None, due)
        assert not await storage.tables.leave(database, table_id, 0)
    assert rows == [
        ask(file, f"select * from {table} order by 1, 2") for table in ("tables", "seats", "moves")
    ]


async def test_notes_are_stored_on_close_and_dropped_after_it(
    database: Database, file: Where
) -> None:
    table = await started(database)
    for reader in (PANEL, 100, 101):
        await storage.posts.save_post(database, table.id, StoredPost(reader, 2, 30 + reader, 0))
    storage.posts.shown(database, table.id, [PANEL], 4)
    storage.posts.shown(database, table.id, [100], 3)
    storage.posts.shown(database, table.id, [100], 4)
    storage.posts.shown(database, table.id, [999], 4)
    await database.close()
    storage.posts.shown(database, table.id, [PANEL], 5)
    await database.close()
    assert ask(file, "select reader, ply from posts order by 1") == [(0, 4), (100, 4), (101, 0)]


async def test_note_is_dropped_once_newer_data_is_stored(database: Database, file: Where) -> None:
    table = await started(database)
    await storage.posts.save_post(database, table.id, StoredPost(PANEL, 2, 30, 0))
    storage.posts.shown(database, table.id, [PANEL], 4)
    await storage.posts.save_post(database, table.id, StoredPost(PANEL, 2, 31, -1))
    await database.close()
    assert ask(file, "select ply from posts") == [(-1,)]


async def test_stale_tables_have_posts_that_may_lag(database: Database) -> None:
    waiting = await opened(database)
    unseen, lagging, shown = [await started(database) for _ in range(3)]
    over, put_away = await started(database), await started(database)
    for table in (lagging, shown, over):
        for reader in (PANEL, 100, 101):
            ply = 0 if (table, reader) == (lagging, 101) else 1
            await storage.posts.save_post(database, table.id, StoredPost(reader, 2, 30, ply))
    await storage.tables.set_player(database, shown.id, 0, misses=1)
    for table in (lagging, shown):
        await storage.moves.append(database, table.id, 1, 0, "55", NOW, None)
    # The progress of other matches must not matter.
    await storage.moves.append(database, lagging.id, 2, 1, "56", NOW, None)
    for table in (over, put_away):
        await storage.moves.append(database, table.id, 1, 0, "55", NOW, WON)
    stale = [table.id for table in (waiting, unseen, lagging, over)]
    assert await storage.posts.stale_tables(database) == stale


async def test_change_without_a_move_makes_a_table_stale(database: Database) -> None:
    async def pause(table_id: int) -> None:
        await storage.tables.pause(database, table_id, NOW, by=0, time_left=None, due_at=None)

    async def go_on(table_id: int) -> None:
        await storage.tables.go_on(database, table_id, None, None, at=NOW)

    async def leave(table_id: int) -> None:
        assert await storage.tables.leave(database, table_id, 0, 1)

    async def vote(table_id: int) -> None:
        await storage.tables.set_player(database, table_id, 1, wants_end=True)

    async def forget_votes(table_id: int) -> None:
        await storage.tables.set_player(database, table_id, wants_end=False)

    table = await started(database)
    for reader in (PANEL, 100, 101):
        await storage.posts.save_post(database, table.id, StoredPost(reader, 2, 30, 99))
    for ply, act in enumerate((pause, go_on, vote, forget_votes, leave), 1):
        assert await storage.posts.stale_tables(database) == []
        await act(table.id)
        assert await storage.posts.stale_tables(database) == [table.id], act.__name__
        await storage.moves.append(database, table.id, ply, 0, str(ply), NOW, None)


async def test_tables_of_other_processes_are_not_counted(database: Database, file: Where) -> None:
    games = [(await opened(database)).game for _ in range(3)]
    change(file, f"update tables set guild_id = {1 << 22} where id < 3")
    for shard, count in ((0, 1), (1, 2)):
        holding(file, database, 2, [shard])
        assert await storage.tables.counts(database) == {(games[0], "lobby"): count}
