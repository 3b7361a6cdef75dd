"""Storage: one `Database`, and plain async functions over it, a module a subject.

Each function is one transaction, and returns after its data has reached the disk. All functions
raise NotSaved if the disk refuses, and StorageError if the database is closed.
"""

from . import (
    contributions,
    finished,
    intervals,
    keyvalue,
    moves,
    people,
    posts,
    privacy,
    servers,
    shared,
    tables,
)
from .database import Database
from .limits import Limits
from .rows import (
    PANEL,
    POSTING,
    STAFF,
    VOTE,
    Contributed,
    Due,
    NewTable,
    Player,
    Rematch,
    Result,
    StoredPost,
    StoredTable,
)
