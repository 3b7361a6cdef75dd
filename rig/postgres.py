"""A temporary PostgreSQL: Debian's programs, a socket in a folder of its own.

Run as a program it is the guard. It starts the server in FOLDER. When no process holds the lock on
FOLDER/users any more, it ends the server and removes the folder.
"""

import asyncio
import contextlib
import fcntl
import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

USER = "postgres"
NONE_HERE = "no PostgreSQL here (Debian: apt-get install postgresql): tested on SQLite alone"
_MEMORY = Path("/dev/shm")
# Test data needs no durability.
_FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


@functools.cache
def programs() -> Path | None:
    """Return the folder of PostgreSQL's newest programs, or None without any."""
    if found := [*Path("/usr/lib/postgresql").glob("*/bin")]:
        return max(found, key=lambda folder: int(folder.parts[-2]))
    on_path = shutil.which("postgres")
    return Path(on_path).resolve().parent if on_path else None


@contextlib.contextmanager
def running(shared: Path, prepare: Callable[[str], None], *, safe: bool = False) -> Iterator[str]:
    """Give the folder of the server's socket. All callers with the same file share one server.

    The first caller starts it and calls `prepare`. `safe`: on a disk, with synced commits.
    """
    with shared.open("a+", encoding="utf-8") as users:
        with shared.with_suffix(".starting").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            # Locked until the end of the block or of this process. A guard that ends has it first.
            fcntl.flock(users, fcntl.LOCK_SH)
            users.seek(0)
            folder = users.read()
            if not folder or not (Path(folder) / "ready").exists():
                fast = _MEMORY.is_dir() and not safe
                folder = tempfile.mkdtemp(prefix="pg-", dir=_MEMORY if fast else None)
                users.truncate(0)
                users.write(folder)
                users.flush()
                _begin(Path(folder), shared, safe)
                prepare(folder)
        yield folder


def address(folder: str, database: str) -> str:
    """Return the address of a database on that server, as the bot takes it."""
    return f"postgresql+asyncpg://{USER}@/{database}?host={folder}"


def told(folder: str, database: str, query: str) -> list[tuple[Any, ...]]:
    """Run a statement without our storage and return its rows."""
    import asyncpg

    async def ask() -> list[tuple[Any, ...]]:
        driver = await asyncpg.connect(host=folder, user=USER, database=database)
        try:
            return [tuple(row) for row in await driver.fetch(query)]
        finally:
            await driver.close()

    # The test's own event loop runs in this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, ask()).result()


def processes(folder: str) -> list[int]:
    """Return the ids of the server's processes, its first one first."""
    first = int((Path(folder) / "data" / "postmaster.pid").read_text("utf-8").split()[0])
    others = Path(f"/proc/{first}/task/{first}/children").read_text("utf-8").split()
    return [first, *map(int, others)]


def crash(folder: str) -> None:
    """Kill one of its processes. It then ends all connections, recovers and takes new ones."""
    os.kill(processes(folder)[-1], signal.SIGKILL)


async def recovered(folder: str) -> None:
    """Wait until the server takes connections again. On a busy disk that takes seconds."""
    import asyncpg

    not_yet = asyncpg.CannotConnectNowError, asyncpg.PostgresConnectionError, OSError
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(*not_yet):
                driver = await asyncpg.connect(host=folder, user=USER, database="postgres")
                await driver.close()
                return
            await asyncio.sleep(0.1)


def silence(folder: str, *, end: bool = False) -> None:
    """Stop the server, so that it answers nothing and no connection ends, or let it go on."""
    for one in processes(folder):
        os.kill(one, signal.SIGCONT if end else signal.SIGSTOP)


def _begin(folder: Path, shared: Path, safe: bool) -> None:
    given = [sys.executable, __file__, str(folder), str(shared), "safe" * safe]
    guard = subprocess.Popen(given, start_new_session=True)
    while not (folder / "ready").exists():
        if guard.poll() is not None:
            raise RuntimeError(f"PostgreSQL doesn't start: {(folder / 'log').read_text()}")
        time.sleep(0.02)
    # The guard outlives this process.
    guard.returncode = 0


def _guard(folder: Path, shared: Path, safe: bool) -> None:
    theirs: dict[str, Any] = {"cwd": folder, "stdin": subprocess.DEVNULL}
    if os.geteuid() == 0:
        # PostgreSQL refuses to run as root.
        shutil.chown(folder, USER)
        theirs |= {"user": USER, "group": USER, "extra_groups": []}

    def control(what: str, options: str, *more: str) -> None:
        given = [f"{programs()}/pg_ctl", what, "-D", f"{folder}/data", "-o", options, *more]
        subprocess.run(given, check=True, stdout=log, stderr=log, **theirs)

    with (folder / "log").open("w") as log:
        control("init", f"-A trust -N -U {USER} -E UTF8 --locale=C")
        settings = "-c listen_addresses= -c max_connections=300" + (" " + _FAST) * (not safe)
        control("start", f"-k {folder} {settings}", "-t", "240")
        (folder / "ready").touch()
        with shared.open(encoding="utf-8") as users:
            fcntl.flock(users, fcntl.LOCK_EX)
            (folder / "ready").unlink()
        control("stop", "", "-m", "immediate")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _guard(Path(sys.argv[1]), Path(sys.argv[2]), safe="safe" in sys.argv[3:])
