"""Everything kept: one `Database`, and plain async functions over it, a module a subject.

Each function is one transaction on one connection, so what it says is done together or not at
all. One that returned has reached the disk. All raise NotSaved if the disk takes nothing, and
StorageError once the database is closed.
"""

from . import (
    finished,
    keyvalue,
    limits,
    moves,
    people,
    posts,
    privacy,
    profiles,
    servers,
    standings,
    tables,
)
from .database import Database
from .limits import Limits
from .rows import (
    PANEL,
    POSTING,
    STAFF,
    Due,
    NewTable,
    Player,
    Rematch,
    Result,
    Standing,
    StoredPost,
    StoredTable,
)

__all__ = [
    "PANEL",
    "POSTING",
    "STAFF",
    "Database",
    "Due",
    "Limits",
    "NewTable",
    "Player",
    "Rematch",
    "Result",
    "Standing",
    "StoredPost",
    "StoredTable",
    "finished",
    "keyvalue",
    "limits",
    "moves",
    "people",
    "posts",
    "privacy",
    "profiles",
    "servers",
    "standings",
    "tables",
]
