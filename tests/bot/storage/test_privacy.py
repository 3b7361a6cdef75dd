"""Export and deletion of a person's data, down to the bytes of the file, and the page about it."""

import asyncio
import json
import random
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress

import pytest
from sqlalchemy import BigInteger, Column, String, Table

from bot import storage
from bot.play import lobby
from bot.play.match import Match
from bot.play.shuffle import recorded
from bot.screens.about_me import page
from bot.screens.transcript import looks
from bot.storage import Database, Player, StoredPost
from bot.storage.people import set_hidden
from bot.storage.privacy import everything, forget, scrub, to_scrub
from bot.storage.schema import marked, metadata
from bot.storage.servers import forget_servers
from bot.words.errors import TableError
from bot.words.i18n import languages, tongue
from games.chance import commitment
from games.record import dumps
from tests.examples import ALL_AT_ONCE

from ..filled import fill, rows
from ..stored_tables import HERE, NOW, SHORT, Where, ask, change, now, play, player, table_of
from ..traces import traces
from .standing import listed

ME, NAME = 1456074443980800011, "Xanthippe"
# Two id sizes, because SQLite stores them differently: today's ids take 8 bytes, early ones 6.
IDS = pytest.mark.parametrize("me", [ME, 80351110224678])


WITHIN = {
    "seats": "matches",
    "contributions": "matches",
    "tables": "hosted",
    "promised": "next_promise",
}
"""The parts of an export with the rows of tables without a sentence."""
UNMARKED = {
    *("channel_id", "parent_id", "message_id", "table_id", "night_id"),
    *("join_id", "click_id", "subject", "salt"),
}
"""The columns with ids of neither people nor servers."""


@pytest.fixture
async def toys(database: Database) -> AsyncIterator[Table]:
    """A new table, which nothing but its marks announces."""
    sentence = "A toy of yours in {guild_id}: {colour}."
    table = Table(
        "toys",
        metadata,
        Column("user_id", BigInteger, primary_key=True, info={"person": sentence}),
        Column("guild_id", BigInteger, nullable=False, info={"server": True}),
        Column("colour", String(8), nullable=False),
    )
    async with database.begin() as db:
        await db.run_sync(table.create)
    yield table
    metadata.remove(table)


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


def test_every_column_with_ids_is_marked() -> None:
    ids = [
        column
        for table in metadata.tables.values()
        for column in table.c
        if isinstance(column.type, BigInteger) or column.name.endswith("_id")
    ]
    # Interactions are deleted within minutes, errands once they are done.
    apart = ["clicks.id", "errands.user_id"]
    assert [str(c) for c in ids if not c.info and c.name not in UNMARKED] == apart
    assert {c.name for c in marked("server")} == {"guild_id"}
    assert {c.name for c in marked("person")} == {"user_id", "host_id", "reader", "subject_id"}
    assert len({c.table for c in marked("person")}) == len(marked("person")), "a sentence a table"


@IDS
@pytest.mark.usefixtures("toys")
async def test_export_and_deletion_follow_the_marks(database: Database, me: int) -> None:
    await fill(database, me, 1, 7, NAME)
    await fill(database, 98765, 2, 8, "Yorick")
    assert [] not in (await rows(database, "person", me)).values()
    theirs = await rows(database, "person", 98765)
    found = await everything(database, me, NOW)
    assert not re.search("98765|Yorick", json.dumps(found))
    told = page(found, looks(), "Server {}".format, "raw.json", tongue("en-US"))
    assert "\ntoys: A toy of yours in Server 1: x.\n" in told
    for column in marked("person"):
        name = column.table.name
        if column.info["person"]:
            [row] = found[name]
            assert {*row} == {*column.table.c.keys()}
            assert f"\n{name}: " in told
        assert found[WITHIN.get(name, name)], name
    assert await forget(database, me)
    left = await rows(database, "person", me)
    assert [column for column, some in left.items() if some] == []
    assert await rows(database, "person", 98765) == theirs
    assert not await forget(database, me), "nothing is left to do"


async def test_deletion_of_the_only_row_is_wiped_too(database: Database, file: Where) -> None:
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, player(1), NOW)
    change(file, f"insert into barred (table_id, user_id) values ({table.id}, 99)")
    assert await forget(database, 99)
    assert await to_scrub(database), "the file may keep a trace of the id"


@pytest.mark.usefixtures("toys")
async def test_deletion_of_a_server_follows_the_marks(database: Database, file: Where) -> None:
    # Ids of servers and people in one, because one column holds both.
    for number, server in ((7, 4000), (8, 5000)):
        await fill(database, server, server, number, NAME)
    change(file, "update servers set gone_at = null where guild_id = 5000")
    theirs = await rows(database, "server", 5000)
    assert await forget_servers(database, float("inf")) == [4000]
    gone = await rows(database, "server", 4000)
    assert [column for column, some in gone.items() if some] == []
    assert await rows(database, "server", 5000) == theirs


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
    await play(going, leave=9)
    [promise] = ask(file, f"select secret from promised where user_id = {me}")
    secrets = (match.table.secret, going.table.secret, bytes(promise[0]))
    text = json.dumps(await everything(database, me, NOW))
    assert json.loads(text)["next_promise"] == commitment(bytes(promise[0]))
    for theirs in ("5100", "P5000", "12000", *(secret.hex() for secret in secrets)):
        assert theirs not in text
    told = [one for one in json.loads(text)["matches"] if one["match"]["phase"] == "live"]
    own = [text for seat, text in going.moves if seat == 1]
    assert own
    assert [[move["move"] for move in one["moves"]] for one in told] == [own]


@IDS
async def test_deleted_person_is_in_no_table_and_no_byte(
    database: Database, file: Where, me: int
) -> None:
    await fill(database, me, 3, 7, NAME)
    match = await finished(database, me)
    assert len(traces(file, me, NAME)) >= 2, "the search finds what is there"
    assert await forget(database, me)
    assert await scrub(database)
    assert traces(file, me, NAME) == []
    seats = f"select user_id, name from seats where table_id = {match.table.id} order by seat"
    assert ask(file, seats) == [(-1, ""), (101, "P1")]
    assert ask(file, "select distinct host_id from tables") == [(0,)]
    found = await everything(database, me, NOW)
    assert not any(value for value in found.values() if isinstance(value, list))
    # The match is still the others' match, and still checked.
    table = await table_of(database, match.table.id)
    assert (await Match.load(table, database, now)).outcome == match.outcome
    assert all(p.rank for p in table.players)
    # Late writes store nothing about the person.
    other = StoredPost(101, 57, 58, 3)
    for post in (StoredPost(me, 55, 56, 3), other):
        await storage.posts.save_post(database, match.table.id, post)
        await storage.people.save_direct_channel(database, post.reader, 57)
        await storage.people.set_gone(database, HERE.guild_id, [post.reader], True)
    assert traces(file, me, NAME) == []
    assert other in await storage.posts.posts(database, match.table.id)
    assert await storage.people.direct_channel(database, 101) == 57
    assert await storage.people.gone(database, HERE.guild_id) == {101}


@pytest.mark.sqlite
async def test_scrub_removes_traces_that_secure_delete_leaves(
    database: Database, file: Where
) -> None:
    # With these numbers of rows the test fails without VACUUM.
    rng = random.Random(9)
    others = [ME + rng.randrange(1, 10**15) for _ in range(60)]
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("pragma secure_delete=on")
        for match in range(1, 1201):
            db.execute(
                "insert into tables (id, guild_id, channel_id, locale, game, version, options,"
                " phase, host_id, secret, opened_at)"
                f" values (?, 1, 2, 'ja', '{ALL_AT_ONCE}', 1, '', 'over', ?, x'00', 1.0)",
                [match, ME],
            )
            for seat, user in enumerate(rng.sample([ME, *others], 5)):
                name = NAME if user == ME else f"person {user % 997} {'x' * (user % 17)}"
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
    assert await forget(database, ME)
    assert await scrub(database)
    assert traces(file, ME, NAME) == []


async def test_forget_is_refused_at_an_open_table(database: Database, file: Where) -> None:
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, xanthippe(99), NOW)
    table = await lobby.join(database, table, player(1))
    await storage.people.save_direct_channel(database, 99, 55)
    assert await storage.tables.open_tables(database, user_id=99) == [table.id]
    with pytest.raises(TableError):
        await forget(database, 99)
    assert ask(file, "select host_id from tables") == [(99,)]
    assert ask(file, "select user_id from directs") == [(99,)]
    await lobby.start(database, table, 99, staff=False, now=NOW)
    await storage.tables.leave(database, table.id, 0)
    assert await storage.tables.open_tables(database, user_id=99) == []
    assert await forget(database, 99)
    found = await table_of(database, table.id)
    join_id = found.players[0].join_id
    assert found.players[0] == Player(-1, "", "en-US", join_id, left=True, left_ply=0)


async def test_deleted_person_is_an_opponent_without_a_standing(database: Database) -> None:
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, player(1), NOW)
    table = await lobby.join(database, table, xanthippe(99))
    table = await lobby.join(database, table, player(2))
    table = await lobby.start(database, table, 101, staff=False, now=NOW)
    await storage.tables.leave(database, table.id, 1)
    assert await forget(database, 99)
    match = await Match.load(await table_of(database, table.id), database, now)
    await play(match)
    lines = await listed(database, HERE.guild_id)
    assert {line.user_id for line in lines} == {101, 102}
    assert (await table_of(database, table.id)).players[1].rank is not None


async def big(database: Database, file: Where, me: int, size: int) -> None:
    """Play the person's match and fill the file with `size` more moves."""
    await finished(database, me)
    numbers = f"with n(i) as (select 1 union all select i + 1 from n where i < {size})"
    values = "select 1, 100 + i, 0, 'a move', 1.0 from n"
    change(file, f"{numbers} insert into moves (table_id, ply, seat, move, at) {values}")


@pytest.mark.sqlite
async def test_scrub_waits_when_a_big_file_takes_too_long(database: Database, file: Where) -> None:
    await big(database, file, ME, 150000)
    assert not await to_scrub(database)
    assert await forget(database, ME)
    assert await to_scrub(database)
    assert not await scrub(database, 0), "cut short"
    assert await to_scrub(database)
    assert ask(file, "select count(*) from moves where ply > 100") == [(150000,)]
    assert await scrub(database)
    assert not await to_scrub(database)
    assert traces(file, ME, NAME) == []


@pytest.mark.sqlite
async def test_cancelled_scrub_can_be_repeated(database: Database, file: Where) -> None:
    await big(database, file, ME, 50000)
    assert await forget(database, ME)
    for moment in range(12):
        scrubbing = asyncio.ensure_future(scrub(database))
        await asyncio.sleep(moment / 1000)
        scrubbing.cancel()
        # Only a cancellation may come out, at any moment.
        with suppress(asyncio.CancelledError):
            await scrubbing
    assert await scrub(database)
    assert traces(file, ME, NAME) == []


async def test_words_are_exported_and_deleted_but_keep_the_seed(
    database: Database, file: Where
) -> None:
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, xanthippe(ME), NOW)
    table = await lobby.join(database, table, player(1))
    table = await lobby.cut(database, table, 101, "theirs", 2)
    table = await lobby.cut(database, table, ME, "Aubergine", 3)
    (one,) = (await everything(database, ME, NOW))["lobbies"]
    given = [(c["number"], c["kind"], c["word"]) for c in one["contributions"]]
    assert given == [(1, "joined", None), (4, "cut", "Aubergine")]
    assert "theirs" not in json.dumps(one)
    await lobby.start(database, table, ME, staff=False, now=NOW)
    await storage.tables.leave(database, table.id, 0)
    assert len(traces(file, ME, "Aubergine")) >= 1, "the search finds what is there"
    assert await forget(database, ME)
    assert await scrub(database)
    assert traces(file, ME, "Aubergine") == []
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


@pytest.mark.parametrize("locale", ["en-US", *languages()])
async def test_every_kind_of_data_has_a_sentence(database: Database, locale: str) -> None:
    await fill(database, ME, 1, 7, "Xanthippe")
    # A hash is there only after a deletion.
    found, t = await everything(database, ME, NOW) | {"hashes": ["barred"]}, tongue(locale)
    whole = page(found, looks(), "Server {}".format, "raw.json", t)
    assert [name for name in found if f"\n{name}: " not in whole] == []
    for kind in found.keys() - {"person", "made_at", "lobbies"}:
        assert found[kind], kind
        less = page({**found, kind: []}, looks(), "Server {}".format, "raw.json", t)
        assert len(less) < len(whole), kind
    assert "raw.json" in whole
    assert not re.search(r"[{}]", whole)
