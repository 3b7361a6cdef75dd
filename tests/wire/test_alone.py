"""One bot per database, shutdown on every system, and file permissions."""

import asyncio
import os
import signal
import stat
import sys
from pathlib import Path

import pytest

from rig import LIMIT
from rig.processes import Bot, playground

from .sittings import sat, served
from .starting import run_command


async def test_second_bot_on_a_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", "3") as (client, bot):
        # Another path to the same file.
        (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
        second = Bot(client, tmp_path / "link" / "shinrisen.sqlite3", tmp_path / "second.log")
        second.begin()
        assert await second.ended() == 2
        *_, said = second.logged().splitlines()
        assert "Another bot runs on the database" in said
        assert "Traceback" not in second.logged()
        sitting = await sat(client)
        # A copy is not refused.
        copy = str(tmp_path / "copy.sqlite3")
        await run_command(client, tmp_path, "backup", copy, says="1 matches")
        await bot.restart(signal.SIGKILL)
        await asyncio.sleep(0.5)
        assert (await sitting.play(0.5)) is False
        assert sitting.answers, "after kill -9 it starts as ever"


async def test_database_files_are_private_to_their_owner(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "here"
    before = os.umask(0o022)
    try:
        async with playground("--people", "3") as client:
            bot = Bot(client, folder / "shinrisen.sqlite3", tmp_path / "bot.log").begin()
            await sat(client)
            found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
            assert await bot.end() == 0
            assert not (folder / "shinrisen.sqlite3-wal").exists(), "the file is whole"
    finally:
        os.umask(before)
    names = ["shinrisen.sqlite3" + end for end in ("", "-shm", "-wal", ".lock")]
    assert found == dict.fromkeys(sorted(names), 0o600)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


_WITHOUT = """
import asyncio, runpy, sys
if hasattr(asyncio.AbstractEventLoop, "add_signal_handler"):
    def away(*_): raise NotImplementedError
    asyncio.BaseEventLoop.add_signal_handler = away
    asyncio.SelectorEventLoop.add_signal_handler = away
sys.argv = ["bot", *sys.argv[1:]]
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("what", ["run", "playground"])
async def test_it_starts_and_ends_where_loops_hear_no_signals(tmp_path: Path, what: str) -> None:
    async with playground("--people", "1") as client:
        more = ["--no-bot", "--port", "0"] if what == "playground" else []
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _WITHOUT, what, *more),
            env=client.environment(SHINRISEN_DATABASE=str(tmp_path / "shinrisen.sqlite3")),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            if what == "run":
                await client.ready()
            else:
                assert process.stdout is not None
                assert b"Playground" in await process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(LIMIT):
                _, said = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        assert process.returncode == 0
        assert b"Traceback" not in said
