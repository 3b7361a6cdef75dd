"""`python -m bot backup`: a playable copy, made while the bot runs."""

import shutil
from pathlib import Path

import pytest

from bot.run.command_line import main
from bot.storage import Database

from ..storage.earlier import EARLIER
from ..stored_tables import again, ask, dealt, log, next_move, play, reopened

pytestmark = pytest.mark.sqlite
ROOT = Path(__file__).parents[3]


@pytest.fixture
def here(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set the database's path and no token."""
    monkeypatch.chdir(file.parent)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("SHINRISEN_DATABASE", str(file))
    return file


async def test_backup_made_during_a_match_is_playable(
    here: Path, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await dealt(database)
    for _ in range(5):
        await match.submit(*next_move(match))
    copy = here.with_name("copy.sqlite3")
    assert main(["backup", str(copy)]) == 0
    told = capsys.readouterr().out
    assert told.count("\n") == 1
    assert f"to {copy}: 1 matches" in told
    await play(match)
    assert len(log(copy)) == 5, "what came later is not in it"
    assert copy.stat().st_mode & 0o077 == 0, "hands are in it: for its owner only"
    assert {path.name for path in here.parent.glob("copy*")} == {copy.name}, "one whole file"
    async with reopened(copy) as restored:
        earlier = await again(match, restored)
        await play(earlier)
        assert earlier.moves == match.moves


@pytest.mark.parametrize("earlier", EARLIER, ids=lambda path: path.stem)
def test_backup_of_a_stopped_bot_keeps_an_old_schema(
    here: Path, earlier: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(earlier, here)
    assert main(["backup", "copy 50%?.sqlite3"]) == 0
    assert ": 4 matches" in capsys.readouterr().out
    for query in ("select version_num from alembic_version", "select * from moves"):
        assert ask(here.with_name("copy 50%?.sqlite3"), query) == ask(earlier, query)


async def test_backup_overwrites_nothing(
    here: Path, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    there = here.with_name("there")
    there.write_text("mine", encoding="utf-8")
    assert main(["backup", str(there)]) == 2
    assert capsys.readouterr().err == f"{there} exists already: name a new file.\n"
    assert there.read_text() == "mine"
    assert main(["backup", str(here)]) == 2


def test_backup_names_a_missing_database(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.sqlite3"]) == 2
    said = capsys.readouterr().err
    assert str(here) in said
    assert said.count("\n") == 1
    assert list(here.parent.iterdir()) == []


def test_backup_leaves_no_copy_when_the_source_is_no_database(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here.write_bytes(b"no database, but a long enough text of something else entirely" * 20)
    assert main(["backup", "copy.sqlite3"]) == 2
    assert "file is not a database" in capsys.readouterr().err
    assert main(["backup", "no/such/folder/copy.sqlite3"]) == 2
    assert list(here.parent.iterdir()) == [here]


def test_backup_refers_to_pg_dump_for_postgresql(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hush@db/bot")
    assert main(["backup", "copy.sqlite3"]) == 2
    said = capsys.readouterr().err
    assert "pg_dump" in said
    assert "hush" not in said
    assert not here.with_name("copy.sqlite3").exists()
