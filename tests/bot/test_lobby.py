"""Tables not yet started: who may do what, and what is said to whoever may not."""

from dataclasses import replace

import pytest

from bot import lobby
from bot.errors import TableError
from bot.storage import Storage, StoredTable
from games import GAMES
from games.chance import commitment
from games.errors import UnknownGame

from .tables import HERE, NOW, SHORT, player

NIMMT = GAMES["nimmt"].seats


async def begin(storage: Storage, people: int = 1) -> StoredTable:
    table = await lobby.open_lobby(storage, HERE, "nimmt", SHORT, player(0), NOW)
    for number in range(1, people):
        table = await lobby.join(storage, table, player(number))
    return table


async def stored(storage: Storage, table: StoredTable) -> StoredTable:
    found = await storage.table(table.id)
    assert found is not None
    return found


async def test_the_host_sits_first_and_the_secret_is_new(storage: Storage) -> None:
    first, second = await begin(storage), await begin(storage)
    assert first.players == (player(0),)
    assert (first.host_id, first.phase) == (100, "lobby")
    assert (first.guild_id, first.channel_id, first.locale) == (1, 2, "en-US")
    assert first.version == GAMES["nimmt"].version
    assert first.due_at == NOW + lobby.LOBBY_SECONDS
    assert len(first.secret) == len(second.secret) == 32
    assert commitment(first.secret) != commitment(second.secret)


async def test_there_is_no_table_of_a_game_nobody_knows(storage: Storage) -> None:
    with pytest.raises(UnknownGame, match="chess"):
        await lobby.open_lobby(storage, HERE, "chess", "", player(0), NOW)
    assert await storage.open_tables() == []


async def test_joining_takes_the_next_seat(storage: Storage) -> None:
    table = await begin(storage, 3)
    assert table == await stored(storage, table)
    assert table.players == (player(0), player(1), player(2))


async def test_nobody_joins_twice(storage: Storage) -> None:
    table = await begin(storage, 2)
    for number in (0, 1):
        with pytest.raises(TableError, match="already sit"):
            await lobby.join(storage, table, replace(player(number), join_id=1, name="again"))
    assert await stored(storage, table) == table


async def test_every_seat_can_be_taken_and_no_more(storage: Storage) -> None:
    table = await begin(storage, NIMMT[-1])
    assert len(table.players) == NIMMT[-1]
    with pytest.raises(TableError, match="Every seat is taken"):
        await lobby.join(storage, table, player(NIMMT[-1]))
    assert await stored(storage, table) == table
    table = await lobby.leave(storage, table, 103)
    table = await lobby.join(storage, table, player(50))
    assert table.players[-1] == player(50)


async def test_whoever_leaves_closes_the_gap(storage: Storage) -> None:
    table = await lobby.leave(storage, await begin(storage, 3), 101)
    assert table.players == (player(0), player(2))
    assert table.host_id == 100
    with pytest.raises(TableError, match="don't sit"):
        await lobby.leave(storage, table, 101)
    table = await lobby.join(storage, table, player(1))
    assert table.players == (player(0), player(2), player(1))
    assert await stored(storage, table) == table


async def test_the_host_passes_on_to_the_next_seat(storage: Storage) -> None:
    table = await begin(storage, 3)
    for host in (101, 102):
        table = await lobby.leave(storage, table, table.host_id)
        assert table.host_id == host == table.players[0].user_id
    table = await lobby.leave(storage, table, 102)
    assert table.players == ()
    assert table.phase == "lobby"
    assert await stored(storage, table) == table


async def test_a_table_starts_with_as_many_as_it_takes(storage: Storage) -> None:
    alone = await begin(storage, NIMMT[0] - 1)
    with pytest.raises(TableError, match=f"at least {NIMMT[0]} players"):
        await lobby.start(storage, alone, 100, staff=False, now=NOW)
    assert await stored(storage, alone) == alone
    enough = await lobby.join(storage, alone, player(1))
    live = await lobby.start(storage, enough, 100, staff=False, now=NOW + 7)
    assert (live.phase, live.started_at, live.due_at) == ("live", NOW + 7, None)
    assert live == await stored(storage, live)


@pytest.mark.parametrize(
    ("user_id", "staff", "after", "may"),
    [
        (100, False, 0, True),
        (101, False, 0, False),
        (101, False, lobby.HOST_SECONDS - 1, False),
        (101, False, lobby.HOST_SECONDS, True),
        (999, False, lobby.HOST_SECONDS, False),
        (999, True, 0, True),
    ],
    ids=["host", "player", "player early", "player later", "stranger later", "staff"],
)
async def test_who_may_start(
    storage: Storage, user_id: int, staff: bool, after: float, may: bool
) -> None:
    table = await begin(storage, 2)
    if may:
        lobby.may_steer(table, user_id, staff=staff, now=NOW + after)
        started = await lobby.start(storage, table, user_id, staff=staff, now=NOW + after)
        assert started.phase == "live"
    else:
        with pytest.raises(TableError, match="Only the host"):
            await lobby.start(storage, table, user_id, staff=staff, now=NOW + after)
        assert await stored(storage, table) == table


@pytest.mark.parametrize("how", ["started", "called off"])
@pytest.mark.parametrize("known", [True, False], ids=["known", "not yet known"])
async def test_a_closed_lobby_stays_closed(storage: Storage, how: str, known: bool) -> None:
    """Also where this process hasn't heard of it, as when another has closed it."""
    before = await begin(storage, 2)
    if how == "started":
        await lobby.start(storage, before, 100, staff=False, now=NOW)
    else:
        await storage.cancel(before.id, NOW)
    closed = await stored(storage, before)
    table = closed if known else before
    for refused in (
        lobby.join(storage, table, player(5)),
        lobby.leave(storage, table, 101),
        lobby.leave(storage, table, 100),
        lobby.start(storage, table, 100, staff=False, now=NOW),
    ):
        with pytest.raises(TableError, match="started or was called off"):
            await refused
    assert await stored(storage, table) == closed


async def test_who_sits_where(storage: Storage) -> None:
    table = await begin(storage, 2)
    assert [lobby.seated(table, user_id) for user_id in (100, 101)] == [0, 1]
    with pytest.raises(TableError, match="don't sit"):
        lobby.seated(table, 102)
    gone = replace(table, players=(player(0), replace(player(1), left=True)))
    with pytest.raises(TableError, match="don't sit"):
        lobby.seated(gone, 101)


async def test_one_person_may_sit_at_several_tables(storage: Storage) -> None:
    tables = [await begin(storage, 2) for _ in range(3)]
    assert await storage.open_tables(channel_id=2) == [table.id for table in reversed(tables)]
