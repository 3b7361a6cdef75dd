"""Backups, playable and made while the bot runs, and what helps with a damaged file."""

import asyncio
import contextlib
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot import storage
from bot.run.command_line import main
from bot.run.doctor import Stored
from bot.run.doctor import database as look
from bot.storage import Database
from bot.words.errors import Damaged
from bot.words.settings import Settings

from ..storage.earlier import EARLIER
from ..stored_tables import again, ask, dealt, log, next_move, play, reopened

pytestmark = pytest.mark.sqlite


@pytest.fixture
def here(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set the database's path, but neither a token nor an address of PostgreSQL."""
    monkeypatch.chdir(file.parent)
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
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


# Damaged files


@pytest.fixture
async def whole(here: Path) -> Path:
    """Return a file with finished and live matches."""
    async with reopened(here) as database:
        for _ in range(3):
            await play(await dealt(database))
        await (await dealt(database)).submit(*next_move(await dealt(database)))
    return here


def _flip(file: Path, seed: int) -> None:
    rng, data = random.Random(seed), bytearray(file.read_bytes())
    for _ in range(200):
        data[rng.randrange(len(data))] ^= rng.randrange(1, 256)
    file.write_bytes(data)


def _recover(file: Path, rescued: Path) -> None:
    dump = subprocess.run(["sqlite3", file, ".dump"], capture_output=True).stdout
    saved = re.sub(rb"(?m)^ROLLBACK.*", b"COMMIT;", dump)
    subprocess.run(["sqlite3", rescued], input=saved, capture_output=True)


async def test_flipped_bytes_end_every_command_in_a_sentence(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = whole.read_bytes()
    for seed in range(25):
        whole.write_bytes(sound)
        _flip(whole, seed)
        found = await look(Settings("t", whole), Stored())
        assert not found.well
        assert "Damaged file" in found.found
        assert main(["backup", str(whole.with_name("copy"))]) == 2
        said = capsys.readouterr().err
        assert (said.count("\n"), "Damaged file" in said) == (1, True), said
        assert not whole.with_name("copy").exists()
        with contextlib.suppress(Damaged):
            async with reopened(whole) as database:
                await storage.tables.give_time_again(database, 0.0)
                await storage.tables.counts(database)
        for beside in whole.parent.glob(f"{whole.name}-*"):
            beside.unlink()


async def test_damage_met_by_a_running_bot_is_named(whole: Path) -> None:
    database = await Database.open(whole)
    match = await dealt(database)
    await database.close()
    [(page,)] = ask(whole, "SELECT rootpage FROM sqlite_master WHERE name = 'moves'")
    [(size,)] = ask(whole, "PRAGMA page_size")
    with whole.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    async with reopened(whole) as database:
        with pytest.raises(Damaged, match="restore a backup"):
            await again(match, database)
        with pytest.raises(Damaged, match="restore a backup"):
            await storage.moves.append(database, match.table.id, 9, 0, "1", 0.0, None)


@pytest.mark.skipif(shutil.which("sqlite3") is None, reason="sqlite3 is missing")
async def test_rescue_of_the_documentation_saves_matches(whole: Path) -> None:
    [(root,)] = ask(whole, "SELECT rootpage FROM sqlite_master WHERE name = 'posts'")
    with whole.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xff" * 4096)
    assert not (await look(Settings("t", whole), Stored())).well
    rescued = whole.with_name("rescued")
    await asyncio.to_thread(_recover, whole, rescued)
    async with reopened(rescued) as database:
        assert (await storage.tables.counts(database)).values()
        assert (await look(Settings("t", rescued), Stored())).well
