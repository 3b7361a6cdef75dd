"""A bot that kills itself with `kill -9` at a chosen point, many times over.

Usage: `python -m tests.bot.play.crashing open|sit|play|forget FOLDER [EVERY]`.

One process imports everything. Its child number k = 0, 1, 2 … does the work on its own file,
FOLDER/k.sqlite3. It is killed at point k, or at point k * EVERY. A point comes before each change
and each commit. Another follows each transaction, before its caller knows of it. The first child to
finish is the last one.

Each confirmation to a player goes as a line into FOLDER/k.confirmed.
"""

import asyncio
import itertools
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import Engine, event
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import storage
from bot.play import lobby
from bot.play.match import Match
from bot.storage import Database, Player
from tests.examples import ALL_AT_ONCE

from ..stored_tables import HERE, NOW, SHORT, dealt, next_move, now, opened, play, player, table_of

LAST = 3
"""Number of moves before the end where the points begin."""


class Fuse:
    """Counts points once it is lit, and kills the process at the k-th."""

    def __init__(self, at: int) -> None:
        self.left = at
        self.lit = False

    def point(self) -> None:
        if self.lit:
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            self.left -= 1


class Fused(Database):
    """A database with a point after each transaction, before its caller knows of it."""

    fuse: ClassVar[Fuse]

    @asynccontextmanager
    async def begin(self, **given: bool) -> AsyncIterator[AsyncConnection]:
        """Run a transaction and pass a point."""
        async with super().begin(**given) as db:
            yield db
        self.fuse.point()


def _watch(fuse: Fuse) -> None:
    Fused.fuse = fuse

    def executed(_c: object, _cursor: object, statement: str, *_: object) -> None:
        # Before a query the file is still as after the last change, so it needs no point.
        if not statement.lstrip().startswith(("SELECT", "PRAGMA", "BEGIN")):
            fuse.point()

    def committed(_: object) -> None:
        fuse.point()

    event.listen(Engine, "before_cursor_execute", executed)
    event.listen(Engine, "commit", committed)


async def _open(file: Path, fuse: Fuse, _confirm: Callable[[str], None]) -> None:
    fuse.lit = True
    await (await Database.open(file)).close()


async def _sit(file: Path, fuse: Fuse, confirm: Callable[[str], None]) -> None:
    database = await Database.open(file)
    fuse.lit = True
    table = await opened(database)
    confirm("opened")
    for number in (1, 2):
        table = await lobby.join(database, table, player(number))
        confirm("joined")
    table = await lobby.leave(database, table, 100)
    confirm("left")
    table = await lobby.start(database, table, 101, staff=False, now=NOW)
    confirm("started")
    await storage.tables.leave(database, table.id, 1)
    confirm("gone")
    await storage.tables.cancel(database, table.id, NOW)
    confirm("called off")
    await database.close()


async def _play(file: Path, fuse: Fuse, confirm: Callable[[str], None]) -> None:
    database = await Fused.open(file)
    match = await Match.load(await table_of(database, 1), database, now)
    fuse.lit = True
    while match.outcome is None:
        seat, text = next_move(match)
        await match.submit(seat, text)
        confirm(f"{seat} {text}")
    await database.close()


async def _begin(file: Path, _fuse: Fuse, confirm: Callable[[str], None]) -> None:
    """Play a match until shortly before its end. The children continue on copies of the file."""
    database = await Database.open(file)
    match = await dealt(database, 3)
    await play(match, leave=LAST)
    for seat, text in match.moves:
        confirm(f"{seat} {text}")
    await database.close()


FORGOTTEN = Player(1456074443980800011, "Xanthippe", "ja", 7099)
"""The deleted person, with an id and a name that occur nowhere by chance."""


async def _host(file: Path, _fuse: Fuse, confirm: Callable[[str], None]) -> None:
    """Play a match they host and store other data about them."""
    database = await Database.open(file)
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, FORGOTTEN, NOW)
    table = await lobby.join(database, table, player(1))
    table = await lobby.start(database, table, FORGOTTEN.user_id, staff=False, now=NOW)
    await play(await Match.load(table, database, now))
    await storage.people.save_direct_channel(database, FORGOTTEN.user_id, 55)
    confirm("played")
    await database.close()


async def _forget(file: Path, fuse: Fuse, confirm: Callable[[str], None]) -> None:
    database = await Fused.open(file)
    fuse.lit = True
    await storage.privacy.forget(database, FORGOTTEN.user_id)
    confirm("forgotten")
    await storage.privacy.scrub(database)
    confirm("scrubbed")
    await database.close()


def _child(folder: Path, name: str, fuse: Fuse, work: Callable[..., Any]) -> bool:
    """Fork and work until killed. Return True if the child finished."""
    pid = os.fork()
    if pid == 0:
        _watch(fuse)
        confirmed = os.open(folder / f"{name}.confirmed", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

        def confirm(line: str) -> None:
            os.write(confirmed, f"{line}\n".encode())

        asyncio.run(work(folder / f"{name}.sqlite3", fuse, confirm))
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status not in (0, -signal.SIGKILL):
        raise SystemExit(f"the child of point {name} ended with {status}")
    return status == 0


_WORK = {
    "open": (None, _open),
    "sit": (_open, _sit),
    "play": (_begin, _play),
    "forget": (_host, _forget),
}


def main(what: str, place: str, every: str = "1") -> None:
    """Kill a child at every point in turn, or at each EVERY-th point."""
    folder = Path(place)
    begin, work = _WORK[what]
    if begin is not None:
        _child(folder, "begun", Fuse(0), begin)
    for k in itertools.count():
        if begin is not None:
            for kind in ("sqlite3", "confirmed"):
                shutil.copy(folder / f"begun.{kind}", folder / f"{k}.{kind}")
        if _child(folder, str(k), Fuse(k * int(every)), work):
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
