"""Databases made by earlier versions, opened by this one (see upgrades/make.py)."""

import shutil
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

import bot.storage.migrations
from bot import lobby
from bot.match import Match
from bot.storage import Storage
from bot.storage.servers import ServerSettings, settings_of

from .tables import ask, log, next_move, now, play, player

EARLIER = sorted((Path(__file__).parent / "upgrades").glob("v*.sqlite3"))
FINISHED, LOBBY, NIMMT, SINOMILIA = 1, 2, 3, 4


@pytest.fixture(params=EARLIER, ids=lambda path: path.stem)
def earlier(request: pytest.FixtureRequest, file: Path) -> Path:
    """A copy of a database that an earlier version made."""
    shutil.copy(request.param, file)
    return file


def revisions() -> list[str]:
    """The migrations, newest first."""
    config = Config()
    config.set_main_option("script_location", bot.storage.migrations.__path__[0])
    return [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]


def test_every_schema_has_a_database_of_its_time() -> None:
    made = [ask(path, "select version_num from alembic_version") for path in EARLIER]
    assert [f"v{revision}" for ((revision,),) in made] == [path.stem for path in EARLIER]
    assert sorted(revisions()) == [path.stem[1:] for path in EARLIER], "run upgrades/make.py"
    assert all(path.stat().st_size < 100_000 for path in EARLIER)


async def test_it_reaches_the_newest_schema_and_keeps_every_row(earlier: Path) -> None:
    counted = [f"select count(*) from {name}" for name in ("matches", "seats", "moves", "screens")]
    before = [ask(earlier, query) for query in counted]
    assert all(rows > 0 for ((rows,),) in before)
    await (await Storage.open(earlier)).close()
    assert [ask(earlier, query) for query in counted] == before
    assert ask(earlier, "select version_num from alembic_version") == [(revisions()[0],)]
    assert ask(earlier, "pragma integrity_check") == [("ok",)]
    assert ask(earlier, "pragma foreign_key_check") == []


async def test_standings_are_those_of_before(earlier: Path) -> None:
    before = ask(
        earlier, "select distinct name, ordinal from standings where game = 'nimmt' order by 2 desc"
    )
    storage = await Storage.open(earlier)
    try:
        table = await storage.table(FINISHED)
        assert table is not None
        lines = await storage.leaderboard(table.guild_id, "nimmt")
        assert [(line.name, line.ordinal) for line in lines] == before
        assert [line.place for line in lines] == [1, 2, 3]
        assert await settings_of(storage, table.guild_id) == ServerSettings()
    finally:
        await storage.close()


@pytest.mark.parametrize("match_id", [NIMMT, SINOMILIA])
async def test_running_matches_are_played_on_to_their_end(earlier: Path, match_id: int) -> None:
    before = log(earlier, match_id)
    storage = await Storage.open(earlier)
    try:
        table = await storage.table(match_id)
        assert table is not None
        match = await Match.load(table, storage, now)
        assert match.moves == before
        seat, move = next_move(match)
        await match.submit(seat, move)
        assert log(earlier, match_id) == [*before, (seat, move)]
        await play(match)
        ended = await storage.table(match_id)
        assert ended is not None
        assert ended.phase == "over"
        lines = await storage.leaderboard(table.guild_id, table.game)
        assert {p.name for p in table.players} <= {line.name for line in lines}
    finally:
        await storage.close()


async def test_a_lobby_is_joined_and_started(earlier: Path) -> None:
    storage = await Storage.open(earlier)
    try:
        table = await storage.table(LOBBY)
        assert table is not None
        table = await lobby.join(storage, table, player(7))
        assert [p.name for p in table.players] == ["Eva", "Fumi", "P7"]
        table = await lobby.start(storage, table, table.host_id, staff=False, now=now())
        await Match.load(table, storage, now)
    finally:
        await storage.close()
