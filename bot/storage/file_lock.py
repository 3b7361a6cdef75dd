"""A lock file: one bot per database, because each bot caches what it writes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..words.errors import StorageError


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock the database against other bots. Raises StorageError if another bot holds the lock.

    The operating system releases the lock when the process ends, even by a kill. Backups and
    `verify` need no lock.
    """
    here = path.resolve()
    lock = here.with_name(f"{here.name}.lock")
    try:
        here.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StorageError(
            f"The database {path} can't be used ({error.strerror}); another can be named in "
            "SHINRISEN_DATABASE."
        ) from error
    try:
        try:
            _take(held)
        except OSError as error:
            raise StorageError(
                f"Another bot runs on the database {path}: end that one first, or name another "
                "database in SHINRISEN_DATABASE."
            ) from error
        yield
    finally:
        os.close(held)


if sys.platform == "win32":
    import msvcrt

    def _take(held: int) -> None:
        msvcrt.locking(held, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(held: int) -> None:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
