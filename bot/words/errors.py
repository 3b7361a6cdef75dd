"""Errors outside of the rules.

    Exception
    ├── games.errors.GameError     a refusal: one sentence a person can act on, nothing changed.
    │   ├── MoveError …            by the rules (see games.errors).
    │   └── TableError             by the table: not seated, too late, full, not the host.
    │       ├── RematchOpen        another player opened the match's rematch first.
    │       └── StaleControl       the control belongs to an earlier stage of the match.
    │           └── Overtaken      a later click of the same person was served first.
    ├── SettingsError              a setting is missing or wrong. It names the remedy.
    ├── OurEnd                     Discord ended the connection for good. It says why.
    └── StorageError               the database refuses.
        ├── MoveTaken              that ply of that match is stored already.
        └── NotSaved               disk full, or locked too long. Nothing has changed.

A GameError is shown privately to the person who caused it. The others go to the log or, at start,
to the terminal.
"""

from games.errors import GameError


class TableError(GameError):
    """The table can't grant a person's request now."""


class RematchOpen(TableError):
    """Another player opened the match's rematch first."""


class StaleControl(TableError):
    """The clicked control belongs to an earlier trick, turn or match."""


class Overtaken(StaleControl):
    """A later click of the same person was served first, so this one doesn't count."""


class SettingsError(Exception):
    """A setting is missing or wrong. The text names it and the remedy."""


class OurEnd(Exception):
    """Discord ended the connection for good, so retries are useless. The text says why."""


class StorageError(Exception):
    """The database can't be used as asked."""


class MoveTaken(StorageError):
    """The ply was stored by another submission. Reload and check the move again."""


class NotSaved(StorageError):
    """The database accepts no writes: the disk is full, or another process holds the lock."""
