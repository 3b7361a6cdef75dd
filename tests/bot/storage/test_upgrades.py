"""Databases of earlier releases, opened by this version (see upgrades/make.py)."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import MetaData, Table

from bot.play import lobby
from bot.play.match import Match
from bot.storage import Database, connect, schema
from bot.storage.connect import NEWEST, RELEASES
from bot.storage.ratings import Rating, rate
from bot.words.errors import StorageError
from tests.examples import ALL_AT_ONCE

from ..stored_tables import ask, change, log, next_move, now, play, player, reopened, table_of
from .earlier import EARLIER, FINISHED, LOBBY, OF_MANY, OF_TWO, copy_to_server
from .standing import listed

pytestmark = pytest.mark.sqlite

KEPT = ("tables", "seats", "moves", "posts")


@pytest.fixture(params=EARLIER, ids=lambda path: path.stem)
def earlier(request: pytest.FixtureRequest, file: Path) -> Path:
    """A copy of a database created by an earlier release."""
    shutil.copy(request.param, file)
    return file


def test_every_release_has_a_fixture() -> None:
    made = [ask(path, "select version_num from alembic_version") for path in EARLIER]
    assert [f"v{revision}" for ((revision,),) in made] == [path.stem for path in EARLIER]
    assert [path.stem[1:] for path in EARLIER] == RELEASES[:-1], "run upgrades/make.py"
    assert all(path.stat().st_size < 100_000 for path in EARLIER)


_COLUMNS = (
    'select t.name, c.name, c.type, "notnull", pk '
    "from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' order by 1, 2"
)
_INDEXES = "select name from sqlite_master where type = 'index' order by 1"


async def test_upgrade_reaches_the_newest_schema_with_all_rows(earlier: Path) -> None:
    def counted() -> list[object]:
        return [ask(earlier, f"select count(*) from {name}") for name in KEPT]

    before = counted()
    assert [(0,)] not in before
    await (await Database.open(earlier)).close()
    assert counted() == before
    new = earlier.with_name("new.sqlite3")
    await (await Database.open(new)).close()
    for query in (_COLUMNS, _INDEXES, "select version_num from alembic_version"):
        assert ask(earlier, query) == ask(new, query)
    assert ask(earlier, "select version_num from alembic_version") == [(NEWEST,)]
    assert ask(earlier, "pragma integrity_check") == [("ok",)]
    assert ask(earlier, "pragma foreign_key_check") == []


async def test_upgrade_works_without_any_feature(
    earlier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = MetaData()
    for table in vars(schema).values():
        if isinstance(table, Table):
            table.to_metadata(core)
    monkeypatch.setattr(connect, "metadata", core)
    await (await Database.open(earlier)).close()
    assert ask(earlier, "select version_num from alembic_version") == [(NEWEST,)]


async def test_missing_table_is_made(file: Path) -> None:
    await (await Database.open(file)).close()
    before = ask(file, _COLUMNS)
    change(file, f"drop table {schema.metadata.sorted_tables[-1].name}")
    assert ask(file, _COLUMNS) != before
    await (await Database.open(file)).close()
    assert ask(file, _COLUMNS) == before


@pytest.mark.parametrize("table_id", [OF_MANY, OF_TWO])
async def test_upgraded_matches_can_be_finished(earlier: Path, table_id: int) -> None:
    before = ask(earlier, f"select seat, move from moves where table_id = {table_id} order by ply")
    async with reopened(earlier) as database:
        table = await table_of(database, table_id)
        match = await Match.load(table, database, now)
        assert match.moves == before
        seat, move = next_move(match)
        await match.submit(seat, move)
        assert log(earlier, table_id) == [*before, (seat, move)]
        await play(match)
        assert (await table_of(database, table_id)).phase == "over"
        lines = await listed(database, table.guild_id, table.game)
        assert {p.name for p in table.players} <= {line.name for line in lines}


async def test_upgraded_lobby_can_be_joined_and_started(earlier: Path) -> None:
    before = ask(earlier, "select version_num from alembic_version")
    async with reopened(earlier) as database:
        table = await table_of(database, LOBBY)
        salts = [(p.user_id, str(p.join_id)) for p in table.players]
        assert [(c.user_id, c.text) for c in table.contributions] == salts
        # A match that has begun keeps its seed.
        assert bool((await table_of(database, OF_MANY)).contributions) == (before > [("0007",)])
        table = await lobby.join(database, table, player(7))
        assert [p.name for p in table.players] == ["Eva", "Fumi", "P7"]
        assert len(table.contributions) == 3
        table = await lobby.start(database, table, table.host_id, staff=False, now=now())
        await Match.load(table, database, now)


FIRST = EARLIER[0]
_EVENING = [(1, 2, 3), (2, 1, 3), (1, 3, 2), (2, 1, 3), (1, 2, 2)]
_RANKS_OF_FIRST = "select rank from seats where table_id = 1 order by seat"
_STRENGTHS = (
    "select game, period, user_id, mu, sigma from standings where period = 'all' order by 1, 2, 3"
)
_SEATS = "select table_id, seat, {} from seats where rank is not null order by 1, 2"


def fill_with_old_ratings(file: Path) -> None:
    """Copy 0.1.0's file, and add matches of the first match's people as it stored them."""
    shutil.copy(FIRST, file)
    ((ended_at,),) = ask(file, "select ended_at from tables where id = 1")
    ((guild, channel),) = ask(file, "select guild_id, channel_id from tables where id = 1")
    users = [user for (user,) in ask(file, "select user_id from seats where table_id = 1")]
    for number, ranks in enumerate(_EVENING, 100):
        change(
            file,
            "insert into tables (id, guild_id, channel_id, locale, game, version, options, phase, "
            "host_id, secret, opened_at, ended_at) values "
            f"({number}, {guild}, {channel}, 'en-US', '{ALL_AT_ONCE}', 2, '', 'over', 1, x'00', 1, "
            f"{ended_at - number})",
        )
        for seat, (user, rank) in enumerate(zip(users, ranks, strict=True)):
            change(
                file,
                "insert into seats (table_id, seat, user_id, name, locale, join_id, left, rank, "
                f"score, ordinal_before, ordinal_after) values ({number}, {seat}, {user}, 'P', "
                f"'en-US', 1, 0, {rank}, 0, 1.5, 2.5)",
            )
    change(file, "update standings set mu = 40, sigma = 0.5, ordinal = 38.5")


async def test_upgrade_rates_all_stored_matches_again(file: Path) -> None:
    fill_with_old_ratings(file)
    await (await Database.open(file)).close()
    # The added matches ended before the first, the one with the highest number first of all.
    ratings = [Rating()] * 3
    for ranks in [*reversed(_EVENING), [r for (r,) in ask(file, _RANKS_OF_FIRST)]]:
        before, ratings = ratings, rate(ratings, ranks)
    found = ask(file, _SEATS.format("rating_before, rating_after"))
    last = [row[2:] for row in found if row[0] == FINISHED]
    assert last == [(old.mu, new.mu) for old, new in zip(before, ratings, strict=True)]
    board = ask(
        file,
        "select mu, sigma from standings s join seats on seats.user_id = s.user_id "
        f"where table_id = 1 and game = '{ALL_AT_ONCE}' and period = 'all' order by seat",
    )
    assert board == [(rating.mu, rating.sigma) for rating in ratings]


async def test_upgrade_counts_deleted_people_as_new_opponents(file: Path) -> None:
    fill_with_old_ratings(file)
    ((gone,),) = ask(file, "select user_id from seats where table_id = 1 and seat = 2")
    change(file, f"update seats set user_id = -3 where user_id = {gone}")
    change(file, f"delete from standings where user_id = {gone}")
    await (await Database.open(file)).close()
    theirs = ask(
        file,
        "select distinct rating_before from seats where user_id = -3 and seat = 2 "
        "and rank is not null",
    )
    assert theirs == [(Rating().mu,)]
    assert ask(file, "select count(*) from standings where user_id < 0") == [(0,)]


@pytest.mark.served
async def test_upgrade_rates_the_same_on_postgresql(on_server: str, tmp_path: Path) -> None:
    file = tmp_path / "shinrisen.sqlite3"
    fill_with_old_ratings(file)
    await copy_to_server(file, on_server)
    queries = [_STRENGTHS, _SEATS.format("rating_before, rating_after")]
    found = []
    for place in (file, on_server):
        await (await Database.open(place)).close()
        found.append([ask(place, query) for query in queries])
    assert found[0] == found[1]
    assert len(found[0][1]) == 3 * (1 + len(_EVENING))


@pytest.mark.served
async def test_schema_of_no_release_is_refused_on_postgresql(on_server: str) -> None:
    change(on_server, "update alembic_version set version_num = '0015'")
    with pytest.raises(StorageError, match=r"open it once with 0\.2\.0"):
        await Database.open(on_server)
