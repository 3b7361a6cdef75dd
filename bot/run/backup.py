"""The command `backup`: a copy of the database while the bot runs."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from ..storage.damage import damaged
from ..words.errors import Damaged, StorageError


def backup(source: Path, target: Path) -> int:
    """Copy the database to a new file and return the exit status.

    SQLite's online backup copies one consistent state without blocking writers. Raises
    StorageError, and leaves no file behind, if it fails.
    """
    if not source.is_file():
        raise StorageError(
            f"There is no database {source}: name it in SHINRISEN_DATABASE, as for the bot."
        )
    try:
        # Readable by the owner only, because it contains hands and secrets of running matches.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise StorageError(f"{target} exists already: name a new file.") from error
    except OSError as error:
        raise StorageError(f"{target} can't be written ({error.strerror}).") from error
    try:
        told = _copy(source, target)
    except BaseException as error:
        target.unlink()
        if damaged(error):
            raise Damaged(f"{source}: {error}") from error
        if isinstance(error, sqlite3.Error):
            raise StorageError(f"The database {source} can't be copied ({error}).") from error
        raise
    print(told)
    return 0


def _copy(source: Path, target: Path) -> str:
    here = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(here, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        (found,) = new.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        # The backup often precedes an upgrade, so the file may still have the old table name.
        known = new.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone()
        name = "tables" if known else "matches"
        (matches,) = new.execute(f"SELECT count(*) FROM {name}").fetchone()
    size = target.stat().st_size / 1024
    return f"Copied {source} to {target}: {matches} matches, {size:.0f} KB."
