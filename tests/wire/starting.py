"""A bot that starts."""

import asyncio
import re
import socket
from collections.abc import Callable
from pathlib import Path

from rig import LIMIT
from rig.forks import Forked
from rig.processes import Bot, Client, Wire, offered

from .sittings import Sitting

_LINE = re.compile(r"(\x1b\[[\d;]*m)*\[?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


def lines(bot: Bot) -> list[str]:
    """Return the log's lines. Check that it contains no traceback."""
    logged = bot.logged().splitlines()
    assert [line for line in logged if not _LINE.match(line)] == []
    return logged


async def chosen(sitting: Sitting, state: str = "answered", seconds: float = LIMIT) -> Wire:
    """Click until a move is confirmed, or has another outcome, and return it."""
    person = sitting.people[0]
    async with asyncio.timeout(seconds):
        while True:
            hand = await sitting.hand(person)
            if hand is not None and (found := offered(hand)):
                done = await sitting.click(person, hand["id"], *sitting.rng.choice(found))
                if done.get("state") == state:
                    return done
            await asyncio.sleep(0.1)


async def until(so: Callable[[], object]) -> None:
    """Wait until a condition in another process is true."""
    async with asyncio.timeout(LIMIT):
        while not so():
            await asyncio.sleep(0.01)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def run_command(
    client: Client, folder: Path, *arguments: str, **more: str
) -> tuple[int, str]:
    """Run `python -m bot` with a command and return its exit status and output."""
    environment = client.environment(
        **{"SHINRISEN_DATABASE": str(folder / "shinrisen.sqlite3")} | more
    )
    (said := folder / "said").unlink(missing_ok=True)
    process = Forked("bot.__main__", arguments, environment=environment, log=said)
    return await process.begin().ended(), said.read_text("utf-8")
