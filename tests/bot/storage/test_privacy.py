"""Export and deletion of a person's data, down to the bytes of the file."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace

import pytest
from sqlalchemy import BigInteger

from bot import storage
from bot.play import lobby
from bot.play.match import Match
from bot.play.shuffle import recorded
from bot.storage import Database, Player, StoredPost
from bot.storage.people import set_hidden
from bot.storage.privacy import everything, forget, scrub, seated, to_scrub
from bot.storage.schema import metadata
from bot.storage.standings import ALL_TIME, page
from bot.words.errors import TableError
from games.chance import commitment
from games.record import dumps
from tests.examples import ALL_AT_ONCE, FOR_TWO

from ..stored_tables import (
    HERE,
    NOW,
    SHORT,
    Where,
    ask,
    change,
    next_move,
    now,
    play,
    player,
    table_of,
)
from ..traces import traces

NAME = "Xanthippe"
# Two id sizes, because SQLite stores them differently: today's ids take 8 bytes, early ones 6.
IDS = pytest.mark.parametrize("me", [1456074443980800011, 80351110224678])


_OF_USERS = (
    *("seats", "standings", "members", "directs", "readers", "barred", "awaited", "changes"),
    *("contributions", "promised", "strengths", "upcoming", "calls", "daily_runs", "reviews"),
    *("places", "gathered", "night_guests"),
)
PEOPLE = {f"{name}.user_id" for name in _OF_USERS}
PEOPLE |= {"tables.host_id", "posts.reader", "called.subject_id", "nights.host_id"}
"""The columns with ids of people."""
WITHIN = {
    "seats": "matches",
    "contributions": "matches",
    "tables": "hosted",
    "promised": "next_promise",
}
"""The parts of an export with a table's rows, where their names differ."""


def xanthippe(user_id: int) -> Player:
    return Player(user_id, NAME, "ja", 1456074443980900001)


async def finished(database: Database, me: int, *others: Player) -> Match:
    """Play a rated match that the person hosts, and add a row to every table."""
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, xanthippe(me), NOW)
    for other in others or (player(1),):
        table = await lobby.join(database, table, other)
    table = await lobby.start(database, table, me, staff=False, now=NOW)
    match = await Match.load(table, database, now)
    await play(match)
    await storage.posts.save_post(database, table.id, StoredPost(me, 55, 56, 3))
    await set_hidden(database, HERE.guild_id, me, True)
    return match


def remember(file: Where, me: int) -> None:
    change(file, f"insert into directs (user_id, channel_id) values ({me}, 55)")
    change(file, f"insert into barred (table_id, user_id) values (1, {me})")
    change(file, f"insert into readers (user_id, pictures) values ({me}, false)")
    change(file, f"insert into strengths (user_id, game, kind) values ({me}, 'x', 'hard')")
    asked = f"(1, {me}, 'Xanthippe', 'de')"
    change(file, f"insert into upcoming (table_id, user_id, name, locale) values {asked}")
    change(file, f"insert into calls values (1, {me})")
    change(file, f"insert into called values ('person', {me}, 1000)")
    change(file, f"insert into daily_runs values (7, {me}, 1, 'Xanthippe', 9, '0 9')")
    change(file, f"insert into places values (1, {me}, 'x', '2026-Q4', 2)")
    change(file, "insert into shared values (1, -2, 1, 2, 1000, 60)")
    night = "guild_id, channel_id, locale, host_id, game, made_at, begins_at"
    values = f"1, 2, 'ja', {me}, '{ALL_AT_ONCE}', 5, 6"
    change(file, f"insert into nights (id, phase, {night}) values (7, 'over', {values})")
    change(file, f"insert into night_guests values (7, {me}, 'Xanthippe', 'ja', 8, 5, 1)")
    change(file, f"insert into gathered values ({me}, 1000)")
    change(file, f"insert into reviews (user_id, table_id, at) values ({me}, 1, 1000)")
    change(
        file, f"insert into changes (guild_id, user_id, at, setting) values (1, {me}, 5, 'pace')"
    )
    kept = f"(1, {me}, 'Xanthippe', 'de', 2)"
    change(file, f"insert into awaited (table_id, user_id, name, locale, seat) values {kept}")


def test_all_columns_with_ids_are_classified() -> None:
    wide = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.c
        if isinstance(column.type, BigInteger)
    }
    servers = (
        *("tables", "standings", "servers", "members", "changes", "calls", "places"),
        *("seasons", "daily_boards", "shared", "nights"),
    )
    places = {f"{name}.guild_id" for name in servers}
    channels = ("tables", "posts", "directs", "daily_boards", "shared", "nights")
    places |= {f"{name}.channel_id" for name in channels}
    places |= {f"{name}.parent_id" for name in ("tables", "nights")}
    # Interactions are deleted within minutes, errands once they are done.
    clicks = {"seats.join_id", "seats.click_id", "clicks.id", "night_guests.salt"}
    clicks |= {"errands.user_id", "errands.click_id"}
    clicks |= {f"{name}.message_id" for name in ("posts", "nights", "shared")}
    assert wide == PEOPLE | places | clicks, "is the new one in storage/privacy.py?"


@IDS
async def test_export_holds_all_data_of_a_person(database: Database, file: Where, me: int) -> None:
    match = await finished(database, me)
    remember(file, me)
    waiting = await lobby.open_lobby(database, HERE, FOR_TWO, "pause=0", xanthippe(me), NOW)
    found = await everything(database, me, NOW)
    assert found["person"] == str(me)
    assert found["made_at"] == "1970-01-12T13:46:40.000+00:00"
    (one,) = found["matches"]
    assert one["match"] == {
        "id": match.table.id,
        "guild_id": "1",
        "channel_id": "2",
        "parent_id": None,
        "locale": "en-US",
        "game": ALL_AT_ONCE,
        "version": 2,
        "options": SHORT,
        "phase": "over",
        "opened_at": found["made_at"],
        "started_at": found["made_at"],
        "ended_at": found["made_at"],
        "pace": None,
        "solo": False,
        "host": True,
    }
    assert one["players"] == ["me", "someone else"]
    seat = one["seat"]
    assert (seat["seat"], seat["name"], seat["locale"]) == (0, NAME, "ja")
    assert seat["join_id"] == "1456074443980900001"
    assert seat["rank"] in (1, 2)
    assert seat["rating_before"] == 25.0
    mine = [(ply, text) for ply, (seat, text) in enumerate(match.moves, 1) if seat == 0]
    assert [(move["ply"], move["move"]) for move in one["moves"]] == mine
    (table,) = found["lobbies"]
    assert table["match"]["id"] == waiting.id
    assert [hosted["id"] for hosted in found["hosted"]] == [match.table.id, waiting.id]
    assert {(row["game"], row["period"]) for row in found["standings"]} >= {(ALL_AT_ONCE, "all")}
    assert found["members"] == [
        {"guild_id": "1", "user_id": str(me), "hidden": True, "gone": False}
    ]
    ran = {"table_id": 1, "name": "Xanthippe", "score": 9, "marks": "0 9"}
    assert found["daily_runs"] == [{"number": 7, "user_id": str(me)} | ran]
    posted = {"number": 7, "guild_id": "1", "channel_id": "2", "message_id": "60"}
    assert found["daily_lines"] == [posted]
    assert [row["message_id"] for row in found["posts"]] == ["56"]


@IDS
async def test_export_and_deletion_reach_every_table(
    database: Database, file: Where, me: int
) -> None:
    await finished(database, me)
    remember(file, me)
    assert [column for column in PEOPLE if not _rows(file, column, me)] == [], "remember them"
    found = await everything(database, me, NOW)
    tables = {column.partition(".")[0] for column in PEOPLE}
    assert [table for table in tables if not found[WITHIN.get(table, table)]] == []
    assert await forget(database, me)
    assert [column for column in PEOPLE if _rows(file, column, me)] == []


def _rows(file: Where, column: str, me: int) -> int:
    table, _, name = column.partition(".")
    [(count,)] = ask(file, f"select count(*) from {table} where {name} = {me}")
    return int(count)


@IDS
async def test_export_holds_no_secret_and_no_other_people(
    database: Database, file: Where, me: int
) -> None:
    other = player(5000)
    match = await finished(database, me, other)
    running = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, other, NOW)
    running = await lobby.join(database, running, xanthippe(me))
    running = await lobby.start(database, running, other.user_id, staff=False, now=NOW)
    going = await Match.load(running, database, now)
    for _ in range(3):
        await going.submit(*next_move(going))
    [promise] = ask(file, f"select secret from promised where user_id = {me}")
    secrets = (match.table.secret, going.table.secret, bytes(promise[0]))
    text = json.dumps(await everything(database, me, NOW))
    assert json.loads(text)["next_promise"] == commitment(bytes(promise[0]))
    for theirs in ("5100", "P5000", "12000", *(secret.hex() for secret in secrets)):
        assert theirs not in text
    told = [one for one in json.loads(text)["matches"] if one["match"]["phase"] == "live"]
    own = [text for seat, text in going.moves if seat == 1]
    assert [[move["move"] for move in one["moves"]] for one in told] == [own]


@IDS
async def test_deleted_person_is_in_no_table_and_no_byte(
    database: Database, file: Where, me: int
) -> None:
    match = await finished(database, me)
    remember(file, me)
    assert len(traces(file, me, NAME)) >= 2, "the search finds what is there"
    assert await forget(database, me)
    assert await scrub(database)
    assert traces(file, me, NAME) == []
    assert ask(file, "select user_id, name from seats order by seat") == [(-1, ""), (101, "P1")]
    assert ask(file, "select host_id from tables") == [(0,)]
    assert not await forget(database, me), "nothing is left to do"
    found = await everything(database, me, NOW)
    assert not any(value for value in found.values() if isinstance(value, list))
    # The match is still the others' match, and still checked.
    table = await table_of(database, match.table.id)
    assert (await Match.load(table, database, now)).outcome == match.outcome
    assert all(p.rank for p in table.players)


@pytest.mark.sqlite
async def test_scrub_removes_traces_that_secure_delete_leaves(
    database: Database, file: Where
) -> None:
    # With these numbers of rows the test fails without VACUUM.
    me = 1456074443980800011
    rng = random.Random(9)
    others = [me + rng.randrange(1, 10**15) for _ in range(60)]
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("pragma secure_delete=on")
        for match in range(1, 1201):
            db.execute(
                "insert into tables (id, guild_id, channel_id, locale, game, version, options,"
                " phase, host_id, secret, opened_at)"
                f" values (?, 1, 2, 'ja', '{ALL_AT_ONCE}', 1, '', 'over', ?, x'00', 1.0)",
                [match, me],
            )
            for seat, user in enumerate(rng.sample([me, *others], 5)):
                name = NAME if user == me else f"person {user % 997} {'x' * (user % 17)}"
                db.execute(
                    "insert into seats (table_id, seat, user_id, name, locale, join_id, left)"
                    " values (?, ?, ?, ?, 'ja', 1, 0)",
                    [match, seat, user, name],
                )
                row = [match % 90, f"game{match % 7}", user, name]
                db.execute(
                    "delete from standings where (guild_id, game, user_id) = (?, ?, ?)", row[:3]
                )
                db.execute(
                    "insert into standings (guild_id, game, period, user_id, name, mu, sigma,"
                    " matches, wins) values (?, ?, 'all', ?, ?, ?, 2.5, 1, 1)",
                    [*row, rng.random()],
                )
    assert await forget(database, me)
    assert await scrub(database)
    assert traces(file, me, NAME) == []


async def test_forget_is_refused_at_an_open_table(database: Database, file: Where) -> None:
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, xanthippe(99), NOW)
    table = await lobby.join(database, table, player(1))
    remember(file, 99)
    assert await seated(database, 99) == [table.id]
    with pytest.raises(TableError):
        await forget(database, 99)
    assert ask(file, "select host_id from tables") == [(99,)]
    assert ask(file, "select user_id from directs") == [(99,)]
    await lobby.start(database, table, 99, staff=False, now=NOW)
    await storage.tables.leave(database, table.id, 0)
    assert await seated(database, 99) == []
    assert await forget(database, 99)
    found = await table_of(database, table.id)
    assert found.players[0] == replace(
        xanthippe(-1),
        name="",
        locale="en-US",
        left=True,
        left_ply=0,
        join_id=found.players[0].join_id,
    )


async def test_deleted_person_is_an_opponent_without_a_standing(database: Database) -> None:
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, player(1), NOW)
    table = await lobby.join(database, table, xanthippe(99))
    table = await lobby.join(database, table, player(2))
    table = await lobby.start(database, table, 101, staff=False, now=NOW)
    await storage.tables.leave(database, table.id, 1)
    assert await forget(database, 99)
    forgotten = await table_of(database, table.id)
    match = await Match.load(forgotten, database, now)
    await play(match)
    lines = (await page(database, HERE.guild_id, ALL_AT_ONCE, ALL_TIME)).lines
    assert {line.user_id for line in lines} == {101, 102}
    ended = await table_of(database, table.id)
    assert ended.players[1].rank is not None


async def test_late_writes_store_nothing_after_a_deletion(database: Database, file: Where) -> None:
    me = 1456074443980800011
    match = await finished(database, me)
    assert await forget(database, me)
    assert await scrub(database)
    late = StoredPost(me, 55, 56, 3)
    await storage.posts.save_post(database, match.table.id, late)
    await storage.people.save_direct_channel(database, me, 55)
    await storage.people.set_gone(database, HERE.guild_id, [me], True)
    assert traces(file, me, NAME) == []
    other = StoredPost(101, 57, 58, 3)
    await storage.posts.save_post(database, match.table.id, other)
    await storage.people.save_direct_channel(database, 101, 57)
    await storage.people.set_gone(database, HERE.guild_id, [101], True)
    assert await storage.posts.posts(database, match.table.id) == [other]
    assert await storage.people.direct_channel(database, 101) == 57
    assert await storage.people.gone(database, HERE.guild_id) == {101}


async def big(database: Database, file: Where, me: int, size: int) -> None:
    """Play the person's match and fill the file with `size` more moves."""
    await finished(database, me)
    rows = f"with n(i) as (select 1 union all select i + 1 from n where i < {size})"
    values = "select 1, 100 + i, 0, 'a move', 1.0 from n"
    change(file, f"{rows} insert into moves (table_id, ply, seat, move, at) {values}")


@pytest.mark.sqlite
async def test_scrub_waits_when_a_big_file_takes_too_long(database: Database, file: Where) -> None:
    me = 1456074443980800011
    await big(database, file, me, 150000)
    assert not await to_scrub(database)
    assert await forget(database, me)
    assert await to_scrub(database)
    assert not await scrub(database, 0), "cut short"
    assert await to_scrub(database)
    assert ask(file, "select count(*) from moves where ply > 100") == [(150000,)]
    assert await scrub(database)
    assert not await to_scrub(database)
    assert traces(file, me, NAME) == []


@pytest.mark.sqlite
async def test_cancelled_scrub_can_be_repeated(database: Database, file: Where) -> None:
    me = 1456074443980800011
    await big(database, file, me, 50000)
    assert await forget(database, me)
    for moment in range(12):
        scrubbing = asyncio.ensure_future(scrub(database))
        await asyncio.sleep(moment / 1000)
        scrubbing.cancel()
        # Only a cancellation may come out, at any moment.
        with suppress(asyncio.CancelledError):
            await scrubbing
    assert await scrub(database)
    assert traces(file, me, NAME) == []


async def test_words_are_exported_and_deleted_but_keep_the_seed(
    database: Database, file: Where
) -> None:
    me = 1456074443980800011
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, xanthippe(me), NOW)
    table = await lobby.join(database, table, player(1))
    table = await lobby.cut(database, table, 101, "theirs", 2)
    table = await lobby.cut(database, table, me, "Aubergine", 3)
    (one,) = (await everything(database, me, NOW))["lobbies"]
    given = [(c["number"], c["kind"], c["word"]) for c in one["contributions"]]
    assert given == [(1, "joined", None), (4, "cut", "Aubergine")]
    assert "theirs" not in json.dumps(one)
    await lobby.start(database, table, me, staff=False, now=NOW)
    await storage.tables.leave(database, table.id, 0)
    assert len(traces(file, me, "Aubergine")) >= 1, "the search finds what is there"
    assert await forget(database, me)
    assert await scrub(database)
    assert traces(file, me, "Aubergine") == []
    found = await table_of(database, table.id)
    assert [c.word for c in found.contributions] == [None, None, "theirs", None]
    before, after = recorded(table, [], {}), recorded(found, [], {})
    assert dumps(before) == dumps(after), "the record and its hash stay"


async def test_leaving_a_lobby_deletes_words_and_id(database: Database, file: Where) -> None:
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, player(1), NOW)
    table = await lobby.join(database, table, xanthippe(99))
    table = await lobby.cut(database, table, 99, "Aubergine", 2)
    before = recorded(table, [], {}).running
    table = await lobby.leave(database, table, 99)
    words = ask(file, "select user_id, word from contributions order by number")
    assert words == [(101, None), (0, None), (0, None)]
    assert recorded(table, [], {}).running == before
    table = await lobby.join(database, table, xanthippe(99))
    assert [c.seat for c in recorded(table, [], {}).contributions] == [0, None, None, 1]
