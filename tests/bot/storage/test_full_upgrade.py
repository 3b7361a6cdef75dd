"""A database of 0.2.0 with rows in nearly every table, opened by this version."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.play.match import Match
from bot.screens.about_me import page as about_page
from bot.screens.transcript import looks
from bot.storage import Database
from bot.storage.connect import connect
from bot.storage.finished import Outlook, finished
from bot.storage.privacy import everything, forget, scrub
from bot.storage.schema import metadata
from bot.words.i18n import tongue

from ..stored_tables import Where, ask, change, log, play, reopened, table_of
from ..traces import traces
from .earlier import copy_to_server, differences

FULL = Path(__file__).parent / "upgrades" / "full_v0027.sqlite3"
NOW = 1_767_312_754.0
"""The time when the file was made."""
WHOLE = (
    *("tables", "seats", "moves", "posts", "contributions", "awaited", "upcoming", "barred"),
    *("servers", "members", "directs", "readers", "strengths", "promised"),
    *("gathered", "reviews", "dailies", "daily_runs", "kept"),
)
"""The tables that keep every row."""
_FIRST = 1_767_225_600.0 + 600
"""The end of the daily deal before the first, ten minutes after midnight."""
_GUILD = 1456074443980800023


@pytest.fixture
async def full(file: Where) -> Where:
    """The database of 0.2.0."""
    if isinstance(file, Path):
        shutil.copy(FULL, file)
    else:
        await copy_to_server(FULL, file)
    return file


@pytest.fixture
async def database(full: Where) -> AsyncIterator[Database]:
    """The same, opened by this version."""
    async with reopened(full) as database:
        yield database


def names(table: str) -> list[str]:
    """Return the columns that a table of 0.2.0 and of this version have in common."""
    before = {name for (name,) in ask(FULL, f"select name from pragma_table_info('{table}')")}
    return [column.name for column in metadata.tables[table].columns if column.name in before]


def rows(where: Where, table: str) -> list[tuple[Any, ...]]:
    """Return the values in those columns, ordered by the key."""
    shown = ", ".join(f'"{name}"' for name in names(table))
    keys = ", ".join(column.name for column in metadata.tables[table].primary_key)
    return ask(where, f"select {shown} from {table} order by {keys}")


def people() -> list[int]:
    """Return everyone who sat at a table."""
    found = ask(FULL, "select distinct user_id from seats where user_id > 0 and kind = 'person'")
    return sorted(user for (user,) in found)


def games(phase: str) -> list[str]:
    """Return the games of the matches in this phase."""
    found = ask(FULL, f"select distinct game from tables where phase = '{phase}' order by 1")
    return [key for (key,) in found]


def running() -> list[int]:
    """Return the matches that ran."""
    return [number for (number,) in ask(FULL, "select id from tables where phase = 'live'")]


def test_fixture_has_every_kind_of_row() -> None:
    found = [name for (name,) in ask(FULL, "select name from sqlite_master where type = 'table'")]
    empty = {name for name in found if ask(FULL, f"select count(*) from {name}") == [(0,)]}
    assert empty == {"forwarded", "processes", "unscrubbed"}
    assert games("live") == games("over")
    assert len(games("over")) == 5
    phases = ask(FULL, "select phase from nights order by id")
    assert phases == [("play",), ("planned",), ("check",)]
    assert FULL.stat().st_size < 150_000


async def test_no_table_or_column_is_left_over(full: Where) -> None:
    await (await Database.open(full)).close()
    engine = create_async_engine(make_url(full)) if isinstance(full, str) else await connect(full)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()
    if isinstance(full, Path):
        assert ask(full, "pragma foreign_key_check") == []
        assert ask(full, "pragma integrity_check") == [("ok",)]


async def test_rows_that_stay_are_as_before(full: Where) -> None:
    before = {name: rows(full, name) for name in WHOLE}
    assert [] not in before.values()
    await (await Database.open(full)).close()
    for name in WHOLE:
        assert rows(full, name) == before[name], name


async def test_changes_of_gone_settings_are_not_listed(full: Where) -> None:
    kept = "select id, setting, before, after from changes where setting in {} order by id"
    stay = kept.format("('pace', 'locale', 'leaderboards')")
    every = "select count(*) from changes"
    before = ask(full, stay)
    assert [(len(before),)] < ask(full, every)
    await (await Database.open(full)).close()
    assert ask(full, stay) == before
    assert ask(full, every) == [(len(before),)]


STANDING = "guild_id, game, period, user_id, name, mu, sigma, matches, wins, shown"
OTHERS = {
    "select guild_id, user_id, game, period, place from places": (
        "select guild_id, user_id, game, name, place from titles where place is not null"
    ),
    # All seasons, but neither weeks nor months.
    f"select {STANDING} from standings": (
        f"select {STANDING} from standings where period = 'all' or period like '%-Q%'"
    ),
    # Calls to any game at any hour.
    "select guild_id, user_id from calls": "select guild_id, user_id from calls",
    "select table_id, ply, guild_id, channel_id, at, message_id from shared where ply <> -2": (
        "select table_id, ply, guild_id, channel_id, at, message_id "
        "from shared join tables on id = table_id"
    ),
    # Lines of daily deals, each with a time that lets no other be posted.
    "select table_id, guild_id, channel_id from shared where ply = -2 and at > 9e9": (
        "select r.table_id, l.guild_id, channel_id from daily_lines l join daily_runs r "
        "on r.number = l.number and r.user_id = l.user_id join daily_boards b "
        "on b.number = l.number and b.guild_id = l.guild_id"
    ),
}
"""The rows that become others: a query of this version, and one of 0.2.0."""


async def test_rows_become_those_of_this_version(full: Where) -> None:
    dropped = "select user_id from {} where {}"
    assert ask(full, dropped.format("titles", "place is null"))
    assert ask(full, dropped.format("calls", "game <> '*' or begins is not null"))
    before = {new: sorted(ask(full, old)) for new, old in OTHERS.items()}
    assert [] not in before.values()
    await (await Database.open(full)).close()
    assert {new: sorted(ask(full, new)) for new in OTHERS} == before
    ((seasons,),) = ask(full, "select count(distinct period) from standings where period <> 'all'")
    assert seasons == 2


async def test_histories_keep_their_matches(database: Database) -> None:
    places = frozenset(one for (one,) in ask(FULL, "select distinct channel_id from tables"))
    for user_id in people():
        found = await finished(database, Outlook(user_id, _GUILD, places), limit=100)
        assert [(one.id, one.game, len(one.players)) for one in found] == ask(
            FULL,
            "select id, game, (select count(*) from seats where table_id = id) from tables "
            f"where phase = 'over' and guild_id = {_GUILD} and (not solo or exists "
            f"(select 1 from seats where table_id = id and user_id = {user_id})) "
            "order by ended_at desc, id desc",
        )


async def test_every_match_has_its_mode(full: Where) -> None:
    dealt = ask(FULL, "select table_id, text from contributions where kind = 'daily'")
    numbers = {table_id: int(text) for table_id, text in dealt}
    kinds = {
        number: "daily" if number in numbers else "alone" if solo else "open"
        for number, solo in ask(FULL, "select id, solo from tables")
    }
    assert {*kinds.values()} == {"open", "alone", "daily"}
    await (await Database.open(full)).close()
    assert ask(full, "select id, mode, closes_at from tables order by id") == [
        (number, mode, _FIRST + numbers[number] * 86_400 if number in numbers else None)
        for number, mode in sorted(kinds.items())
    ]


@pytest.mark.parametrize("number", running())
async def test_running_match_is_played_to_its_end(database: Database, number: int) -> None:
    match = await Match.load(await table_of(database, number), database, lambda: NOW)
    assert match.moves == log(FULL, number)
    await play(match)
    assert (await table_of(database, number)).phase == "over"


async def test_export_has_all_matches_of_each_person(database: Database) -> None:
    t = tongue("en-US")
    for user_id in people():
        found = await everything(database, user_id, NOW)
        json.dumps(found)
        assert about_page(found, looks(), "Server {}".format, "raw.json", t)
        sat = f"select id from seats join tables on id = table_id where user_id = {user_id}"
        for kind, phase in (("matches", "!= 'lobby'"), ("lobbies", "= 'lobby'")):
            kept = [one["match"]["id"] for one in found[kind]]
            assert [(one,) for one in kept] == ask(FULL, f"{sat} and phase {phase} order by id")


async def test_deletion_leaves_nothing_of_a_person(database: Database, full: Where) -> None:
    [(user_id, name)] = ask(FULL, "select distinct user_id, name from seats where name = 'Eva'")
    change(full, f'update seats set "left" = true where user_id = {user_id}')
    assert await forget(database, user_id)
    await scrub(database)
    assert traces(full, user_id, name) == []
