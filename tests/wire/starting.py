"""A bot that starts."""

import re
import socket
from pathlib import Path

from rig import LIMIT
from rig.forks import Forked
from rig.processes import Bot, Client, Wire, offered
from rig.waits import found

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

    async def once() -> Wire:
        hand = await sitting.hand(person)
        if hand is None or not (controls := offered(hand)):
            return {}
        return await sitting.click(person, hand["id"], *sitting.rng.choice(controls))

    return await found(once, lambda done: done.get("state") == state, seconds)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def run_command(
    client: Client, folder: Path, *arguments: str, status: int = 0, says: str = "", **more: str
) -> str:
    """Run `python -m bot` with a command that ends with that status. Return its output."""
    ended, printed = await outcome(client, folder, *arguments, **more)
    assert (ended, says in printed) == (status, True), printed
    return printed


async def outcome(client: Client, folder: Path, *arguments: str, **more: str) -> tuple[int, str]:
    """Run `python -m bot` with a command and return its exit status and output."""
    sets = {"SHINRISEN_DATABASE": str(folder / "shinrisen.sqlite3")} | more
    (said := folder / "said").unlink(missing_ok=True)
    process = Forked("bot.__main__", arguments, environment=client.environment(**sets), log=said)
    return await process.begin().ended(), process.logged()
