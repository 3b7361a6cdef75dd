"""Tables before the start: permissions and refusals."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from bot import storage
from bot.play import lobby
from bot.play.computers import NORMAL, PLAIN, Invitation, seated
from bot.storage import Database, Player, StoredTable
from bot.storage.contributions import next_promise
from bot.storage.modes import ALONE
from bot.words.errors import RematchOpen, TableError
from games import GAMES
from games.chance import commitment
from tests.examples import ALL_AT_ONCE

from ..stored_tables import HERE, NOW, SHORT, Where, ask, player, table_of

SEATS = GAMES[ALL_AT_ONCE].seats


def hosted(database: Database, host: Player, **given: Any) -> Awaitable[StoredTable]:
    """Open a lobby for a person."""
    return lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, host, NOW, **given)


async def begin(database: Database, people: int = 1) -> StoredTable:
    table = await hosted(database, player(0))
    for number in range(1, people):
        table = await lobby.join(database, table, player(number))
    return table


async def test_start_needs_the_minimum_of_players(database: Database) -> None:
    alone = await begin(database, SEATS[0] - 1)
    with pytest.raises(TableError, match=f"at least {SEATS[0]} players"):
        await lobby.start(database, alone, 100, staff=False, now=NOW)
    assert await table_of(database, alone.id) == alone
    enough = await lobby.join(database, alone, player(1))
    live = await lobby.start(database, enough, 100, staff=False, now=NOW + 7)
    assert (live.phase, live.started_at, live.due_at) == ("live", NOW + 7, None)
    assert live == await table_of(database, live.id)


async def test_lobby_closes_after_half_an_hour(database: Database) -> None:
    assert (await begin(database)).due_at == NOW + 30 * 60


@pytest.mark.parametrize("how", ["started", "called off"])
@pytest.mark.parametrize("known", [True, False], ids=["known", "not yet known"])
async def test_closed_lobby_stays_closed(database: Database, how: str, known: bool) -> None:
    # With an outdated row too, as when another process has closed the lobby.
    before = await begin(database, 2)
    if how == "started":
        await lobby.start(database, before, 100, staff=False, now=NOW)
    else:
        await storage.tables.cancel(database, before.id, NOW)
    closed = await table_of(database, before.id)
    table = closed if known else before
    for refused in (
        lobby.join(database, table, player(5)),
        lobby.leave(database, table, 101),
        lobby.leave(database, table, 100),
        lobby.start(database, table, 100, staff=False, now=NOW),
    ):
        with pytest.raises(TableError, match="started or was called off"):
            await refused
    assert await table_of(database, table.id) == closed


async def test_cut_needs_a_seat(database: Database) -> None:
    table = await begin(database, 2)
    with pytest.raises(TableError, match="don't sit"):
        await lobby.cut(database, table, 102, "word", len(table.contributions))
    assert await table_of(database, table.id) == table


async def test_simultaneous_rematches_open_one_lobby(database: Database) -> None:
    ended = await hosted(database, player(0))
    opening = [hosted(database, player(n), again=ended) for n in range(3)]
    done = await asyncio.gather(*opening, return_exceptions=True)
    opened = [one for one in done if isinstance(one, storage.StoredTable)]
    assert len(opened) == 1
    assert [type(one) for one in done if one not in opened] == [RematchOpen] * 2
    assert await storage.tables.rematch_of(database, ended.id) == opened[0].id


async def test_simultaneous_openings_do_not_overfill_a_channel(database: Database) -> None:
    opening = [hosted(database, player(n)) for n in range(lobby.MOST.channel + 2)]
    done = await asyncio.gather(*opening, return_exceptions=True)
    assert sum(isinstance(one, TableError) for one in done) == 2
    assert sum(isinstance(one, storage.StoredTable) for one in done) == lobby.MOST.channel


def toni(table: StoredTable) -> Player:
    """Return the next computer at a table."""
    return seated(PLAIN, NORMAL, table.players, commitment(table.secret))


def by(user_id: int, *, staff: bool = False, after: float = 0) -> lobby.By:
    return lobby.By(user_id, staff, NOW + after)


@pytest.mark.parametrize(
    ("who", "may"),
    [
        (by(100), True),
        (by(101), False),
        (by(101, after=lobby.HOST_SECONDS - 1), False),
        (by(101, after=lobby.HOST_SECONDS), True),
        (by(999, after=lobby.HOST_SECONDS), False),
        (by(999, staff=True), True),
    ],
    ids=["host", "player", "player early", "player later", "stranger later", "staff"],
)
async def test_steering_a_lobby_needs_permission(
    database: Database, who: lobby.By, may: bool
) -> None:
    table = await begin(database, 2)
    with_one = await lobby.add_computer(database, table, by(100), toni(table))
    doings = [
        lobby.add_computer(database, with_one, who, toni(with_one)),
        lobby.set_lobby(database, with_one, who, options=with_one.options, pace=with_one.pace),
        lobby.remove_computer(database, with_one, who, toni(table).user_id),
        lobby.start(database, with_one, who.user_id, staff=who.staff, now=who.now),
    ]
    for doing in doings:
        if may:
            await doing
        else:
            with pytest.raises(TableError, match="Only the host"):
                await doing
            assert await table_of(database, table.id) == with_one


async def test_tables_are_known_as_they_are_stored(database: Database) -> None:
    toni = Invitation(PLAIN, NORMAL, 1)
    opened = await hosted(database, player(0), computers=toni)
    joined = await lobby.join(database, opened, player(1))
    live = await lobby.start(database, joined, 100, staff=False, now=NOW, idle=9.0)
    assert repr(live.secret) not in repr(live), "it is in no log line"
    again = await hosted(database, player(1), again=live)
    assert again.awaited
    for known in (await begin(database), live, again):
        read = await table_of(database, known.id)
        assert known == read
        everyone = zip(
            (*known.players, *known.awaited), (*read.players, *read.awaited), strict=True
        )
        assert all(one.seat == other.seat for one, other in everyone)


async def test_tables_without_a_panel_are_limited_when_they_open(database: Database) -> None:
    toni = Invitation(PLAIN, NORMAL, 1)

    def opening(*, instead: bool = False) -> Awaitable[StoredTable]:
        return hosted(database, player(0), computers=toni, mode=ALONE, instead=instead)

    opened = [await opening() for _ in range(lobby.MOST.alone)]
    with pytest.raises(TableError, match="matches alone already"):
        await opening()
    for table in (*opened, await opening(instead=True)):
        await lobby.start(database, table, 100, staff=False, now=NOW)


async def test_add_computer_leaves_reserved_seats_free(database: Database) -> None:
    table = await begin(database, SEATS[-1])
    live = await lobby.start(database, table, 100, staff=False, now=NOW)
    again = await hosted(database, player(0), again=live)
    with pytest.raises(TableError, match="kept for those who played"):
        await lobby.add_computer(database, again, by(100), toni(again))


async def test_secret_is_stored_before_its_table_opens(database: Database, file: Where) -> None:
    first = await hosted(database, player(1))
    for number in (2, 3):
        promise = await next_promise(database, 101)
        assert promise == await next_promise(database, 101), "it stays until the table opens"
        ((stored,),) = ask(file, "select secret from promised where user_id = 101")
        assert commitment(bytes(stored)) == promise
        table = await hosted(database, player(1))
        assert commitment(table.secret) == promise, number
        assert table.secret != first.secret
    other = await hosted(database, player(2))
    assert commitment(other.secret) != await next_promise(database, 102)
    assert ask(file, "select count(*) from promised") == [(2,)]
