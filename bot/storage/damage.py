"""Signs that bytes of the SQLite file have changed."""

import sqlite3


def damaged(error: BaseException | None) -> bool:
    """Return True if an error of sqlite3 means that the file isn't what SQLite wrote.

    SQLite reports it as the base class of its errors, or as an unreadable schema. Text that isn't
    UTF-8 fails in Python.
    """
    return (
        type(error) is sqlite3.DatabaseError
        or isinstance(error, UnicodeDecodeError)
        or "malformed database schema" in str(error)
    )
