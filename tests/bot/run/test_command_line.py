"""Options of the command line that start nothing."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot import __version__
from bot.run.command_line import in_time, main
from games.position import wandered
from games.record import dumps
from tests.examples import ALL_AT_ONCE

ROOT = Path(__file__).parents[3]
AWAY = "http://127.0.0.1:1/api/v10"


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"python -m bot {__version__}\n"


async def test_end_does_not_wait_for_a_close_that_hangs() -> None:
    closes = AsyncMock()
    assert not await in_time(asyncio.sleep(3600), 0.01)
    assert await in_time(closes(), 60.0)
    closes.assert_awaited_once()


@pytest.mark.parametrize("command", ["doctor", "verify"])
def test_command_ends_quietly_with_its_reader(tmp_path: Path, command: str) -> None:
    record = tmp_path / "match.txt"
    record.write_text(dumps(wandered(ALL_AT_ONCE, 2, 3).record), encoding="utf-8")
    arguments = [command, str(record)] if command == "verify" else [command]
    env = os.environ | {
        "DISCORD_TOKEN": "t",
        "SHINRISEN_DISCORD_API": AWAY,
        "PYTHONPATH": str(ROOT),
    }
    bot = [sys.executable, "-m", "bot", *arguments]
    with subprocess.Popen(bot, cwd=tmp_path, env=env, stdout=-1, stderr=-1) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141
