"""Opening the file: schema, pragmas, and refusals."""

import asyncio
import threading
from pathlib import Path

import pytest

from bot import storage
from bot.storage import Database
from bot.storage.connect import connect
from bot.storage.schema import metadata
from bot.words.errors import StorageError

from ..stored_tables import ask, beside, change, opened, reopened, started
from .earlier import differences

pytestmark = pytest.mark.sqlite


async def test_migrations_create_the_schema(file: Path) -> None:
    database = await connect(file)
    try:
        async with database.connect() as connection:
            assert await connection.run_sync(differences, compare_server_default=True) == []
    finally:
        await database.dispose()
    made = {name for (name,) in ask(file, "select name from sqlite_master where type = 'table'")}
    assert made >= set(metadata.tables)


async def test_keys_of_the_file_are_those_of_the_schema(database: Database, file: Path) -> None:
    for name, table in metadata.tables.items():
        key = ask(file, f"select name from pragma_table_info('{name}') where pk order by pk")
        assert [column for (column,) in key] == [column.name for column in table.primary_key]
    for name in ("seats", "moves", "posts"):
        (row,) = ask(file, f"select * from pragma_foreign_key_list('{name}')")
        assert (row[2], row[3], row[4], row[6]) == ("tables", "table_id", "id", "CASCADE")


async def test_the_pragmas_are_set(database: Database) -> None:
    full, on = 2, 1
    wanted = {"journal_mode": "wal", "synchronous": full, "foreign_keys": on}
    wanted |= {"busy_timeout": 4000, "secure_delete": on}
    async with database.begin() as db:
        for pragma, value in wanted.items():
            assert (await db.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == value, pragma


async def test_file_opens_again_unchanged(file: Path) -> None:
    first = await Database.open(file)
    table = await started(first)
    await first.close()
    assert beside(file) == [file.name], "the file is whole by itself"
    for _ in range(2):
        async with reopened(file) as later:
            assert await storage.tables.table(later, table.id) == table


@pytest.mark.parametrize(
    "name", ["what?.sqlite3", "50%.sqlite3", "a#b.sqlite3", "卓 上.sqlite3", "a/b/c.sqlite3"]
)
async def test_open_uses_the_given_file_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    await (await Database.open(file)).close()
    assert beside(file) == [file.name]


async def _refused(file: Path) -> str:
    """Check that a file is refused, and return the sentence."""
    threads = threading.active_count()
    with pytest.raises(StorageError) as refusal:
        await Database.open(file)
    for _ in range(200):
        if threading.active_count() == threads:
            break
        await asyncio.sleep(0.01)
    assert threading.active_count() == threads, "a connection is left open"
    text = str(refusal.value)
    assert str(file) in text
    assert "\n" not in text
    assert "sqlalche.me" not in text
    return text


@pytest.mark.parametrize(
    ("revision", "cause"),
    [
        ("9999", "a newer version of the bot made it: run that one"),
        ("0015", "a version between two releases made it: open it once with 0.2.0"),
    ],
)
async def test_file_of_no_known_release_is_refused_untouched(
    file: Path, revision: str, cause: str
) -> None:
    database = await Database.open(file)
    await opened(database)
    await database.close()
    change(file, f"update alembic_version set version_num = '{revision}'")
    before = await asyncio.to_thread(file.read_bytes)
    text = await _refused(file)
    assert cause in text
    assert "SHINRISEN_DATABASE" in text, "it says what to do"
    assert await asyncio.to_thread(file.read_bytes) == before


async def test_open_refuses_other_files_and_leaves_them_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana, " * 99)
    assert "not a database" in await _refused(file)
    assert file.read_text() == "Dear Ana, " * 99


@pytest.mark.parametrize("theirs", ["tables", "posts"])
async def test_a_database_of_something_else_is_refused_untouched(
    tmp_path: Path, theirs: str
) -> None:
    file = tmp_path / "football.sqlite3"
    change(file, f"create table {theirs} (home, away)")
    await _refused(file)
    tables = ask(file, "select name from sqlite_master where type = 'table'")
    assert tables == [(theirs,)], "what was begun is undone"


async def test_open_restricts_a_readable_file_to_its_owner(file: Path) -> None:
    await (await Database.open(file)).close()
    file.chmod(0o644)
    async with reopened(file) as database:
        await opened(database)
        for name in beside(file):
            assert file.with_name(name).stat().st_mode & 0o777 == 0o600, name
