"""A copy of the database, made while the bot may be running."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from ..words.errors import StorageError


def backup(source: Path, target: Path) -> int:
    """Copy the database to a new file; returns the exit status.

    SQLite's online backup: the copy is the state of one moment, and nobody waits for it. Raises
    StorageError, and leaves no file behind, if that can't be done.
    """
    if not source.is_file():
        raise StorageError(
            f"There is no database {source}: name it in SHINRISEN_DATABASE, as for the bot."
        )
    try:
        # Hands and secrets of running matches are in it: for its owner's eyes only.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise StorageError(f"{target} exists already: name a new file.") from error
    except OSError as error:
        raise StorageError(f"{target} can't be written ({error.strerror}).") from error
    try:
        told = _copy(source, target)
    except BaseException as error:
        target.unlink()
        if isinstance(error, sqlite3.Error):
            raise StorageError(f"The database {source} can't be copied ({error}).") from error
        raise
    print(told)
    return 0


def _copy(source: Path, target: Path) -> str:
    here = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(here, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        (found,) = new.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        # A copy is best made before an upgrade, of a file that knows the old name only.
        known = new.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone()
        name = "tables" if known else "matches"
        (matches,) = new.execute(f"SELECT count(*) FROM {name}").fetchone()
    size = target.stat().st_size / 1024
    return f"Copied {source} to {target}: {matches} matches, {size:.0f} KB."
