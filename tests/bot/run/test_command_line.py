"""Options of the command line that start nothing."""

import asyncio

import pytest

from bot import __version__
from bot.run.command_line import in_time, main


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"python -m bot {__version__}\n"


async def test_end_does_not_wait_for_a_close_that_hangs() -> None:
    closed = asyncio.Event()

    async def hangs() -> None:
        await asyncio.Event().wait()

    async def closes() -> None:
        closed.set()

    assert not await in_time(hangs(), 0.01)
    assert await in_time(closes(), 60.0)
    assert closed.is_set()
