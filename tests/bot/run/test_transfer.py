"""Transfer from SQLite to PostgreSQL: all rows arrive, or none."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bot.play.match import Match
from bot.run.command_line import main
from bot.storage import Database
from bot.storage.connect import locked
from bot.storage.schema import metadata
from rig import postgres

from ..stored_tables import ask, change, now, opened, play, reopened, table_of

EARLIER = Path(__file__).parents[1] / "storage" / "upgrades" / "v0007.sqlite3"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with running and finished matches."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    return Path(shutil.copy(EARLIER, tmp_path / "data" / "shinrisen.sqlite3"))


@pytest.fixture
def new(server: str) -> Iterator[str]:
    """The address of an empty database."""
    name = f"new_{id(object())}"
    postgres.told(server, "postgres", f"create database {name}")
    yield postgres.address(server, name)
    postgres.told(server, "postgres", f"drop database {name} with (force)")


def move(address: str) -> int:
    """Run the command in a thread, apart from the test's event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(main, ["migrate-to", address]).result()


def rows(where: Path | str) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows by table."""
    found = {}
    for table in metadata.sorted_tables:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        keys = ", ".join(column.name for column in table.primary_key)
        found[table.name] = ask(where, f"select {names} from {table.name} order by {keys}")
    return found


async def test_transfer_moves_all_rows_and_matches_continue(
    old: Path, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(old, "update sqlite_sequence set seq = 40 where name = 'tables'")
    assert move(new) == 0
    kept = rows(old)
    assert rows(new) == kept
    assert sum(map(len, kept.values())) > 100
    said = capsys.readouterr().out
    assert all(f"{name}: {len(found)}\n" in said for name, found in kept.items())
    async with reopened(new) as database:
        running = [row for row in kept["tables"] if "live" in row]
        for number, *_ in running:
            match = await Match.load(await table_of(database, int(str(number))), database, now)
            await play(match)
            assert match.outcome is not None
        assert running
        assert (await opened(database)).id == 41, "no number is given twice"


def test_transfer_is_refused_while_the_bot_runs(
    old: Path, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with locked(old):
        assert move(new) == 2
    assert "Another bot runs" in capsys.readouterr().err
    assert ask(new, "select 1 from pg_tables where schemaname = 'public'") == []


def test_transfer_refuses_a_database_with_rows(
    old: Path, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert move(new) == 0
    before = rows(new)
    assert move(new) == 2
    assert "already" in capsys.readouterr().err
    assert rows(new) == before


def test_transfer_moves_nothing_when_a_row_fails(
    old: Path, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old.exists()
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("update seats set name = ?", ["x" * 500])
    assert move(new) == 2
    assert "too long" in capsys.readouterr().err
    assert not any(rows(new).values())


def test_refusal_names_a_missing_server_without_its_password(
    old: Path, server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old.exists()
    assert move(f"postgresql://me:hush@/nowhere?host={server}") == 2
    said = capsys.readouterr().err
    assert "nowhere" in said
    assert "hush" not in said


async def test_simultaneous_starts_create_the_tables_once(new: str) -> None:
    both = await asyncio.gather(Database.open(new), Database.open(new), Database.open(new))
    for database in both:
        await opened(database)
        await database.close()
    assert ask(new, "select count(*) from tables") == [(3,)]
    assert len(ask(new, "select * from alembic_version")) == 1
