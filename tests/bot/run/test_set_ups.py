"""Broken set-ups: `run` and `doctor` name the cause and the remedy in one sentence."""

import asyncio
import ctypes
import errno
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from unittest.mock import Mock, patch

import pytest

from bot.run.command_line import main as run
from bot.storage import connect
from rig.forks import Forked
from rig.processes import just_made

from ..stored_tables import change

pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.skipif(sys.platform != "linux", reason="it gives up rights of Linux"),
]

ROOT = Path(__file__).parents[3]
FILE, AWAY = "data/bot.sqlite3", "http://127.0.0.1:1/api/v10"
HERE = {"DISCORD_TOKEN": "t", "SHINRISEN_DATABASE": FILE, "SHINRISEN_DISCORD_API": AWAY}


class SetUp(NamedTuple):
    """A broken set-up.

    run, doctor: what is said, as patterns. By default doctor says the same.
    env: settings. prepare: work in its folder that may return what is held open meanwhile.
    broken: things that stand elsewhere in modules.
    """

    run: str
    doctor: str = ""
    env: Mapping[str, str] = MappingProxyType({})
    prepare: Callable[[Path], Any] = lambda folder: None
    broken: Sequence[tuple[str, object]] = ()


def made(folder: Path) -> Path:
    """Make a database, and return its file."""
    (folder / "data").mkdir()
    (folder / FILE).write_bytes(just_made())
    return folder / FILE


def held(folder: Path) -> sqlite3.Connection:
    """Lock a database as another program does."""
    db = sqlite3.connect(made(folder))
    db.executescript("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE;")
    return db


def foreign(folder: Path) -> None:
    """Install a numpy for other processors."""
    told = "NumPy was built with baseline optimizations:\\n(X86_V2)"
    (folder / "numpy.py").write_text(f"raise RuntimeError({told!r})", "utf-8")


GOES_ON, PATH = "can't log in", "SHINRISEN_DATABASE"
PG = {"DATABASE_URL": "postgres://127.0.0.1:1/x"}
ELSEWHERE = {"SHINRISEN_STATUS_PORT": "8642", "SHINRISEN_STATUS_HOST": "192.0.2.1"}
OLD = ("sqlite3.sqlite_version", "3.31.1"), ("sqlite3.sqlite_version_info", (3, 31, 1))
NO_LOCKS = Mock(side_effect=OSError(errno.ENOLCK, "No locks available"))
FULL = (
    ("shutil.disk_usage", Mock(return_value=Mock(free=0))),
    ("bot.storage.connect._PRAGMAS", (*connect._PRAGMAS, "PRAGMA max_page_count=2")),
)
NOT_OURS = ("pathlib.Path.chmod", Mock())
NO_DRIVER = ("bot.storage.postgres.find_spec", Mock(return_value=None))
MAY_NOT, NEWER = "let the bot's user", "update alembic_version set version_num = '9999'"
SET_UPS = {
    "no token": SetUp("DISCORD_TOKEN is missing", env={"DISCORD_TOKEN": ""}),
    "Bot before it": SetUp(
        "DISCORD_TOKEN contains ' '.*without 'Bot'", env={"DISCORD_TOKEN": "Bot t"}
    ),
    "curly quotes": SetUp("DISCORD_TOKEN contains '“'.*quotes", env={"DISCORD_TOKEN": "“t”"}),
    "UTF-16": SetUp(
        "isn't UTF-8.*save it again", prepare=lambda at: (at / ".env").write_text("A", "utf-16")
    ),
    "UTF-16, no mark": SetUp(
        "isn't UTF-8", prepare=lambda at: (at / ".env").write_text("A", "utf-16-le")
    ),
    "folder .env": SetUp("Is a directory", prepare=lambda at: (at / ".env").mkdir()),
    "misspelt": SetUp("DATABSE is no .*: see SHINRISEN_DATABASE", env={"SHINRISEN_DATABSE": "x"}),
    "~, quotes, CR": SetUp(r"/home/x \(new\)", "/home/x: new", {PATH: '"~/home/x"\r'}),
    "other folder": SetUp(rf"is /\S+/{FILE} \(new\)", f"{FILE}: new: the start makes it"),
    "old SQLite": SetUp(r"SQLite 3\.31\.1 is .*with 3\.35 or newer", broken=OLD),
    "no locks": SetUp("No locks.*another disk", broken=[("fcntl.flock", NO_LOCKS)]),
    "two bots": SetUp(
        "Another bot.*end that", "a bot runs", {}, lambda at: connect.locked(made(at))
    ),
    "locked": SetUp("end the program that has locked it", prepare=held),
    "closed folder": SetUp(MAY_NOT, prepare=lambda at: at.chmod(0o500)),
    "closed file": SetUp(MAY_NOT, prepare=lambda at: made(at).chmod(0o400), broken=[NOT_OURS]),
    "newer release": SetUp("run that one", prepare=lambda at: change(made(at), NEWER)),
    "no database": SetUp("is damaged", prepare=lambda at: made(at).write_bytes(b"other" * 99)),
    "a folder": SetUp("another can be named", env={PATH: "."}),
    "full disk": SetUp("full.*; make room", "only 0 MB are free", broken=FULL),
    "odd letters": SetUp(r"\\u5353", env={PATH: "/proc/卓", "PYTHONIOENCODING": "ascii"}),
    "MySQL": SetUp("isn't an address", env={"DATABASE_URL": "mysql://me@db/bot"}),
    "odd port": SetUp("isn't an address", env={"DATABASE_URL": "postgres://a:b/c"}),
    "no PostgreSQL": SetUp("refused|failed.*DATABASE_URL", env=PG),
    "no driver": SetUp(r"pip install .* -e '\.\[postgres\]'", env=PG, broken=[NO_DRIVER]),
    "proxy": SetUp(
        f"{GOES_ON}.*; HTTPS_PROXY is set, but", "Discord: .*; HTTPS", {"HTTPS_PROXY": "http://p"}
    ),
    "numpy": SetUp(GOES_ON, r"numpy doesn't load \(.*X86_V2.*built for", prepare=foreign),
    "port": SetUp(GOES_ON, "no status.*STATUS_PORT", ELSEWHERE),
}
WELL = "two bots", "~, quotes, CR", "other folder"
AWAY = "no PostgreSQL"
STARTS = "misspelt", "~, quotes, CR", "other folder", "proxy", "numpy", "port"


def main(arguments: Sequence[str]) -> int:
    """Run a command on a broken set-up, without root's rights to all files."""
    head, rights = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capset(head, rights)
    for name, value in SET_UPS[os.environ["SET_UP"]].broken:
        patch(name, value).start()
    os.chdir(os.environ["HOME"])
    sys.path.insert(0, os.environ["HOME"])
    for stream in sys.stdout, sys.stderr:
        stream.reconfigure(encoding=os.environ.get("PYTHONIOENCODING", "utf-8"))  # type: ignore[union-attr]
    return run(arguments)


async def said(folder: Path, name: str, command: str, until: str = "") -> tuple[int, str]:
    """Run a command until it ends or says that. Return its status and all that it says."""
    own = {"SET_UP": name, "HOME": str(folder)}
    # Proxies, and the tests' own settings.
    ours = re.compile("proxy|^SHINRISEN_", re.IGNORECASE)
    usual = {key: value for key, value in os.environ.items() if not ours.search(key)}
    env, log = {**usual, **HERE, **own, **SET_UPS[name].env}, folder.with_name(f"{command}.log")
    process = Forked(__name__, [command], environment=env, log=log).begin()
    ended = asyncio.ensure_future(process.ended(300))
    while not ended.done() and (not until or until not in log.read_text("utf-8")):
        await asyncio.wait([ended], timeout=0.05)
    if not ended.done():
        os.kill(process.pid, signal.SIGTERM)
    return await ended, log.read_text("utf-8")


@pytest.mark.parametrize("name", SET_UPS)
async def test_broken_set_up_is_named_with_its_remedy(tmp_path: Path, name: str) -> None:
    one, folder, starts = SET_UPS[name], tmp_path / "here", name in STARTS
    folder.mkdir()
    held = one.prepare(folder)
    with held if hasattr(held, "__enter__") else nullcontext():
        status, told = await said(folder, name, "doctor")
        # Discord is away, which is wrong, too.
        assert (status, "Traceback" in told) == (1 if "WRONG" in told else 2, False), told
        found = [line for line in told.splitlines() if re.search(one.doctor or one.run, line)]
        assert len(found) == 1, told
        assert found[0].startswith("ok") is (name in WELL), told
        status, told = await said(folder, name, "run", GOES_ON)
    # A supervisor tries again after 1, and not after 2.
    assert (status, "Traceback" in told) == (0 if starts else 1 if name == AWAY else 2, False), told
    assert re.search(one.run, told), told
    assert starts or told.count("\n") == 1, told


def test_missing_libraries_are_named() -> None:
    done = subprocess.run([sys.executable, "-S", "-m", "bot", "run"], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stderr.count(b"\n"), b".venv" in done.stderr) == (2, 1, True)
