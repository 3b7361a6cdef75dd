"""Every question the storage answers, asked of a real file."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot import lobby
from bot.errors import MoveTaken, TableError
from bot.storage import PANEL, Player, Result, Storage, StoredScreen, StoredTable

from .tables import HERE, NOW, SHORT, ask, opened, player, started

WON = Result(ranks=(1, 2), scores=(3, 30), rated=(1, 2))


async def test_an_opened_lobby_is_there_as_given(storage: Storage) -> None:
    made = await storage.open_lobby(
        guild_id=2**63 - 1,
        channel_id=5,
        locale="ja",
        game="nimmt",
        version=1,
        options=SHORT,
        secret=b"\0s\xff",
        host=player(0),
        now=NOW,
        due_at=NOW + 9,
    )
    assert made == await storage.table(made.id)
    assert (made.guild_id, made.channel_id, made.locale) == (2**63 - 1, 5, "ja")
    assert (made.game, made.version, made.options) == ("nimmt", 1, SHORT)
    assert (made.phase, made.host_id, made.secret) == ("lobby", 100, b"\0s\xff")
    assert (made.opened_at, made.started_at, made.ended_at) == (NOW, None, None)
    assert made.due_at == NOW + 9
    assert made.players == (player(0),)
    assert "\\xff" not in repr(made), "the secret is in no log line"


async def test_a_table_nobody_opened_is_none(storage: Storage) -> None:
    assert await storage.table(17) is None
    assert await storage.moves(17) == []
    assert await storage.screens(17) == []


async def test_numbers_are_never_used_again(storage: Storage, file: Path) -> None:
    first = await opened(storage)
    await storage.cancel(first.id, NOW)
    assert (await opened(storage)).id == first.id + 1
    assert "AUTOINCREMENT" in ask(file, "select sql from sqlite_master where name='matches'")[0][0]


async def test_open_tables_newest_first_there_or_anywhere(storage: Storage) -> None:
    ids = []
    for guild, channel in ((1, 2), (1, 3), (9, 4)):
        place = lobby.Place(guild, channel, "en-US")
        table = await lobby.open_lobby(storage, place, "nimmt", SHORT, player(0), NOW)
        ids.append(table.id)
    live = (await started(storage)).id
    gone = (await opened(storage)).id
    await storage.cancel(gone, NOW)
    assert await storage.open_tables() == [live, *reversed(ids)]
    assert await storage.open_tables(channel_id=2) == [live, ids[0]]
    assert await storage.open_tables(guild_id=1) == [live, ids[1], ids[0]]
    assert await storage.open_tables(guild_id=9, channel_id=2) == []


async def test_seats_are_set_in_order(storage: Storage) -> None:
    table = await opened(storage)
    sitting = (player(2), player(0), Player(2**63 - 1, "Zoë 🐂", "ja", 2**63 - 2))
    assert await storage.seat_players(table.id, sitting)
    found = await storage.table(table.id)
    assert found is not None
    assert found.players == sitting
    assert [found.seat_of(p.user_id) for p in sitting] == [0, 1, 2]
    assert found.seat_of(5) is None
    assert await storage.seat_players(table.id, ())
    assert (await _table(storage, table.id)).players == ()


async def test_nobody_sits_twice(storage: Storage) -> None:
    table = await opened(storage)
    with pytest.raises(Exception, match="UNIQUE"):
        await storage.seat_players(table.id, (player(0), player(1), player(0)))
    assert (await _table(storage, table.id)).players == (player(0),), "undone as a whole"


async def test_seats_of_a_started_match_stay(storage: Storage) -> None:
    table = await started(storage)
    assert not await storage.seat_players(table.id, [player(5)])
    assert not await storage.seat_players(99, [player(5)])
    assert await _table(storage, table.id) == table


async def test_a_new_host(storage: Storage) -> None:
    table = await opened(storage)
    assert await storage.seat_players(table.id, (player(1),), host_id=101)
    assert (await _table(storage, table.id)).host_id == 101


async def test_a_lobby_starts_once(storage: Storage) -> None:
    table = await opened(storage)
    assert await storage.start(table.id, NOW + 1)
    found = await _table(storage, table.id)
    assert (found.phase, found.started_at, found.due_at) == ("live", NOW + 1, None)
    assert not await storage.start(table.id, NOW + 2)
    assert await _table(storage, table.id) == found


async def test_a_table_is_called_off_once(storage: Storage) -> None:
    for table in (await opened(storage), await started(storage)):
        assert await storage.cancel(table.id, NOW + 5)
        found = await _table(storage, table.id)
        assert (found.phase, found.ended_at, found.due_at) == ("cancelled", NOW + 5, None)
        assert not await storage.cancel(table.id, NOW + 6)
        assert not await storage.start(table.id, NOW + 6)
        assert await _table(storage, table.id) == found


async def test_whoever_leaves_a_match_is_marked(storage: Storage) -> None:
    table = await started(storage, 3)
    assert await storage.leave(table.id, 1)
    assert [p.left for p in (await _table(storage, table.id)).players] == [False, True, False]


async def test_nobody_leaves_a_match_that_is_over(storage: Storage) -> None:
    table = await started(storage)
    await storage.append(table.id, 1, 0, "1", NOW, WON)
    assert not await storage.leave(table.id, 0)
    assert not (await _table(storage, table.id)).players[0].left


async def test_deadlines(storage: Storage) -> None:
    assert await storage.next_due() is None
    early, late, live = await opened(storage), await opened(storage), await started(storage)
    due = early.due_at
    assert due == NOW + lobby.LOBBY_SECONDS
    assert live.due_at is None
    assert await storage.next_due() == due
    assert await storage.due(due - 0.001) == []
    assert await storage.due(due) == [early.id, late.id]
    assert await storage.next_due(after=due) is None
    await storage.cancel(early.id, NOW)
    await storage.start(late.id, NOW)
    assert await storage.due(due + 1) == []
    assert await storage.next_due() is None


async def test_moves_are_kept_in_order(storage: Storage, file: Path) -> None:
    table = await started(storage)
    await storage.append(table.id, 1, 1, "55", NOW, None)
    await storage.append(table.id, 2, 0, "row1", NOW + 1, None)
    assert await storage.moves(table.id) == [(1, "55"), (0, "row1")]
    assert ask(file, "select ply, at from moves") == [(1, NOW), (2, NOW + 1)]


async def test_a_ply_is_stored_once(storage: Storage) -> None:
    table = await started(storage)
    await storage.append(table.id, 1, 1, "55", NOW, None)
    for result in (None, WON):
        with pytest.raises(MoveTaken, match="ply 1 of match 1"):
            await storage.append(table.id, 1, 0, "56", NOW, result)
    assert await storage.moves(table.id) == [(1, "55")]
    assert (await _table(storage, table.id)).phase == "live"


async def test_the_last_move_brings_the_result(storage: Storage) -> None:
    table = await started(storage)
    await storage.append(table.id, 1, 1, "55", NOW + 3, WON)
    found = await _table(storage, table.id)
    assert (found.phase, found.ended_at, found.due_at) == ("over", NOW + 3, None)
    first, second = found.players
    assert (first.rank, first.score, second.rank, second.score) == (1, 3, 2, 30)
    assert first.ordinal_before == second.ordinal_before == 0
    assert first.ordinal_after is not None
    assert second.ordinal_after is not None
    assert first.ordinal_after > second.ordinal_after


async def test_an_unrated_result_leaves_the_standings_alone(storage: Storage) -> None:
    table = await started(storage)
    await storage.append(table.id, 1, 1, "55", NOW, replace(WON, rated=None))
    found = await _table(storage, table.id)
    assert [p.rank for p in found.players] == [1, 2]
    assert [p.ordinal_after for p in found.players] == [None, None]
    assert await storage.leaderboard(HERE.guild_id, "nimmt") == []


async def test_a_match_called_off_gets_no_result(storage: Storage) -> None:
    table = await started(storage)
    await storage.cancel(table.id, NOW)
    with pytest.raises(TableError, match="over"):
        await storage.append(table.id, 1, 1, "55", NOW, WON)
    assert (await _table(storage, table.id)).phase == "cancelled"
    assert await storage.moves(table.id) == []
    assert await storage.leaderboard(HERE.guild_id, "nimmt") == []


async def test_screens_one_a_reader(storage: Storage) -> None:
    table = await started(storage)
    panel, hand = StoredScreen(PANEL, 2, 30, -1), StoredScreen(100, None, None, 0)
    await storage.save_screen(table.id, panel)
    await storage.save_screen(table.id, hand)
    assert await storage.screens(table.id) == [panel, hand]
    anew = StoredScreen(PANEL, 2, 31, 0)
    await storage.save_screen(table.id, anew)
    assert await storage.screens(table.id) == [anew, hand]
    await storage.drop_screens(table.id, PANEL)
    assert await storage.screens(table.id) == [hand]
    await storage.save_screen(table.id, anew)
    await storage.drop_screens(table.id)
    assert await storage.screens(table.id) == []


async def test_plies_shown_are_stored_at_the_end(storage: Storage, file: Path) -> None:
    table = await started(storage)
    for reader in (PANEL, 100, 101):
        await storage.save_screen(table.id, StoredScreen(reader, 2, 30 + reader, 0))
    storage.shown(table.id, PANEL, 4)
    storage.shown(table.id, 100, 3)
    storage.shown(table.id, 100, 4)
    storage.shown(table.id, 999, 4)
    await storage.close()
    assert ask(file, "select reader, ply from screens order by 1") == [(0, 4), (100, 4), (101, 0)]


async def test_plies_shown_are_stored_with_moves_now_and_then(
    storage: Storage, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.log._NOTE_SECONDS", 0.0)
    table = await started(storage)
    await storage.save_screen(table.id, StoredScreen(PANEL, 2, 30, 0))
    await storage.append(table.id, 1, 0, "55", NOW, None)
    storage.shown(table.id, PANEL, 1)
    with pytest.raises(MoveTaken):
        await storage.append(table.id, 1, 0, "55", NOW, None)
    assert ask(file, "select ply from screens") == [(0,)]
    await storage.append(table.id, 2, 1, "56", NOW, None)
    assert ask(file, "select ply from screens") == [(1,)]


async def test_marks_of_a_failed_write_are_kept(
    storage: Storage, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.log._NOTE_SECONDS", 0.0)
    table = await started(storage)
    await storage.save_screen(table.id, StoredScreen(PANEL, 2, 30, 0))
    await storage.append(table.id, 1, 0, "55", NOW, None)
    storage.shown(table.id, PANEL, 1)
    with pytest.raises(MoveTaken):
        await storage.append(table.id, 1, 0, "55", NOW, None)
    assert ask(file, "select ply from screens") == [(0,)]
    await storage.close()
    assert ask(file, "select ply from screens") == [(1,)]


async def test_stale_tables_are_those_whose_screens_may_lag(storage: Storage) -> None:
    waiting = await opened(storage)
    unseen, lagging, shown = [await started(storage) for _ in range(3)]
    over, put_away = await started(storage), await started(storage)
    for table in (lagging, shown, over):
        for reader in (PANEL, 100, 101):
            ply = 0 if (table, reader) == (lagging, 101) else 1
            await storage.save_screen(table.id, StoredScreen(reader, 2, 30, ply))
    for table in (lagging, shown):
        await storage.append(table.id, 1, 0, "55", NOW, None)
    # How far another match has come says nothing about these.
    await storage.append(lagging.id, 2, 1, "56", NOW, None)
    for table in (over, put_away):
        await storage.append(table.id, 1, 0, "55", NOW, WON)
    assert await storage.stale_tables() == [waiting.id, unseen.id, lagging.id, over.id]


async def test_standings_best_first_equals_share_a_place(storage: Storage) -> None:
    for ranks in ((1, 3, 3), (1, 2, 2)):
        table = await started(storage, 3)
        result = Result(ranks, (0, 9, 9), ranks)
        await storage.append(table.id, 1, 0, "55", NOW, result)
    first, second, third = await storage.leaderboard(1, "nimmt")
    assert [s.user_id for s in (first, second, third)] == [100, 101, 102]
    assert [s.place for s in (first, second, third)] == [1, 2, 2]
    assert [s.name for s in (first, second, third)] == ["P0", "P1", "P2"]
    assert [s.matches for s in (first, second, third)] == [2, 2, 2]
    assert [s.wins for s in (first, second, third)] == [2, 0, 0]
    assert first.ordinal > 0 > second.ordinal == pytest.approx(third.ordinal)
    assert first.sigma < 25 / 3
    assert await storage.leaderboard(1, "nimmt", limit=1, offset=1) == [second]
    assert await storage.leaderboard(2, "nimmt") == []
    assert await storage.leaderboard(1, "bluff") == []


async def test_a_winner_who_left_has_not_won(storage: Storage) -> None:
    table = await started(storage, 3)
    await storage.leave(table.id, 0)
    await storage.append(table.id, 1, 0, "55", NOW, Result((1, 2, 3), (0, 1, 2), (4, 2, 3)))
    wins = {s.user_id: s.wins for s in await storage.leaderboard(1, "nimmt")}
    assert wins == {100: 0, 101: 0, 102: 0}


async def test_ordinals_are_carried_from_match_to_match(storage: Storage) -> None:
    for _ in range(2):
        table = await started(storage)
        await storage.append(table.id, 1, 0, "55", NOW, WON)
    first, second = [(await _table(storage, number)).players for number in (1, 2)]
    assert [p.ordinal_after for p in first] == [p.ordinal_before for p in second]
    board = {s.user_id: s.ordinal for s in await storage.leaderboard(1, "nimmt")}
    assert board == {p.user_id: p.ordinal_after for p in second}


async def _table(storage: Storage, match_id: int) -> StoredTable:
    table = await storage.table(match_id)
    assert table is not None
    return table


async def test_a_cancelled_question_takes_nothing_along(storage: Storage) -> None:
    table = await started(storage)
    for turns in range(40):
        asked = asyncio.ensure_future(storage.table(table.id))
        for _ in range(turns):
            await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait({asked})
        await storage.append(table.id, turns + 1, 0, "55", NOW, None)
    assert len(await storage.moves(table.id)) == 40


async def test_a_question_cancelled_while_the_disk_is_slow_takes_nothing_along(
    storage: Storage,
) -> None:
    table = await started(storage)
    for ply in range(1, 15):
        asked = asyncio.ensure_future(storage.table(table.id))
        await asyncio.sleep(0.0002 * ply)
        asked.cancel()
        await asyncio.wait({asked})
        await storage.append(table.id, ply, 0, "55", NOW, None)
    assert (await _table(storage, table.id)).phase == "live"


async def test_what_is_noted_after_closing_is_let_go(storage: Storage) -> None:
    await storage.close()
    storage.shown(1, PANEL, 1)
    await storage.close()
