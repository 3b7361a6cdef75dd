"""Databases of earlier versions, opened by this one (see upgrades/make.py)."""

import shutil
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

import bot.storage.migrations
from bot import storage
from bot.play import lobby
from bot.play.match import Match
from bot.storage import Database, people
from bot.storage.servers import ServerSettings, settings_of
from bot.storage.standings import ALL_TIME, page
from games import GAMES
from games.errors import RecordError
from tests.examples import ALL_AT_ONCE

from ..stored_tables import ask, change, log, next_move, now, play, player

pytestmark = pytest.mark.sqlite

EARLIER = sorted((Path(__file__).parent / "upgrades").glob("v*.sqlite3"))
FINISHED, LOBBY, NIMMT, SINOMILIA = 1, 2, 3, 4
KEPT = ("tables", "seats", "moves", "posts")
RENAMED = {"tables": "matches", "posts": "screens", "table_id": "match_id"}
"""Names of tables and columns before v0003."""


@pytest.fixture(params=EARLIER, ids=lambda path: path.stem)
def earlier(request: pytest.FixtureRequest, file: Path) -> Path:
    """A copy of a database created by an earlier version."""
    shutil.copy(request.param, file)
    return file


def called(file: Path, name: str) -> str:
    """Return a table's or column's name in this file."""
    there = ask(file, f"select 1 from sqlite_master where instr(sql, '{name}')")
    return name if there else RENAMED.get(name, name)


def under_older_rules(file: Path, table_id: int) -> bool:
    """Return True if a match in the file began under older rules."""
    query = f"select game, version from {called(file, 'tables')} where id = {table_id}"
    ((game, version),) = ask(file, query)
    return bool(GAMES[game].version != version)


def revisions() -> list[str]:
    """Return the migrations, newest first."""
    config = Config()
    config.set_main_option("script_location", bot.storage.migrations.__path__[0])
    return [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]


def test_every_schema_has_a_fixture() -> None:
    made = [ask(path, "select version_num from alembic_version") for path in EARLIER]
    assert [f"v{revision}" for ((revision,),) in made] == [path.stem for path in EARLIER]
    assert sorted(revisions()) == [path.stem[1:] for path in EARLIER], "run upgrades/make.py"
    assert all(path.stat().st_size < 100_000 for path in EARLIER)


async def test_upgrade_reaches_the_newest_schema_with_all_rows(earlier: Path) -> None:
    def counted() -> list[object]:
        return [ask(earlier, f"select count(*) from {called(earlier, name)}") for name in KEPT]

    before = counted()
    assert [(0,)] not in before
    await (await Database.open(earlier)).close()
    assert counted() == before
    assert ask(earlier, "select version_num from alembic_version") == [(revisions()[0],)]
    assert ask(earlier, "pragma integrity_check") == [("ok",)]
    assert ask(earlier, "pragma foreign_key_check") == []


async def test_upgrade_preserves_standings(earlier: Path) -> None:
    before = ask(
        earlier,
        "select distinct name, ordinal from standings"
        f" where game = '{ALL_AT_ONCE}' order by 2 desc",
    )
    database = await Database.open(earlier)
    try:
        table = await storage.tables.table(database, FINISHED)
        assert table is not None
        lines = (await page(database, table.guild_id, ALL_AT_ONCE, ALL_TIME)).lines
        assert [(line.name, line.ordinal) for line in lines] == before
        assert len(lines) == 3
        better = [sum(other.ordinal > line.ordinal for other in lines) for line in lines]
        assert [line.place for line in lines] == [1 + many for many in better]
        # Known servers keep their old defaults, unknown ones get the new.
        usual = ServerSettings(), ServerSettings(pace=180)
        assert await settings_of(database, table.guild_id) in usual
    finally:
        await database.close()


@pytest.mark.parametrize("table_id", [NIMMT, SINOMILIA])
async def test_upgraded_matches_can_be_finished(earlier: Path, table_id: int) -> None:
    if under_older_rules(earlier, table_id):
        database = await Database.open(earlier)
        table = await storage.tables.table(database, table_id)
        assert table is not None
        with pytest.raises(RecordError, match=r"made by version 1 of .*here is version 2"):
            await Match.load(table, database, now)
        await database.close()
        return
    key = called(earlier, "table_id")
    before = ask(earlier, f"select seat, move from moves where {key} = {table_id} order by ply")
    database = await Database.open(earlier)
    try:
        table = await storage.tables.table(database, table_id)
        assert table is not None
        match = await Match.load(table, database, now)
        assert match.moves == before
        seat, move = next_move(match)
        await match.submit(seat, move)
        assert log(earlier, table_id) == [*before, (seat, move)]
        await play(match)
        ended = await storage.tables.table(database, table_id)
        assert ended is not None
        assert ended.phase == "over"
        lines = (await page(database, table.guild_id, table.game, ALL_TIME)).lines
        assert {p.name for p in table.players} <= {line.name for line in lines}
    finally:
        await database.close()


async def test_v0003_keeps_gone_members_and_marks_seats_as_persons(file: Path) -> None:
    shutil.copy(EARLIER[1], file)
    change(file, "insert into members (guild_id, user_id, hidden, away) values (1, 7, 0, 1)")
    change(file, "update seats set away = 1 where match_id = 3 and seat = 2")
    database = await Database.open(file)
    try:
        assert await people.gone(database, 1) == {7}
        table = await storage.tables.table(database, NIMMT)
        assert table is not None
        assert [p.kind for p in table.players] == ["person"] * 6
        assert [seat for seat, p in enumerate(table.players) if not p.playing] == [2]
    finally:
        await database.close()


async def test_upgraded_lobby_can_be_joined_and_started(earlier: Path) -> None:
    database = await Database.open(earlier)
    try:
        table = await storage.tables.table(database, LOBBY)
        assert table is not None
        table = await lobby.join(database, table, player(7))
        assert [p.name for p in table.players] == ["Eva", "Fumi", "P7"]
        table = await lobby.start(database, table, table.host_id, staff=False, now=now())
        await Match.load(table, database, now)
    finally:
        await database.close()
