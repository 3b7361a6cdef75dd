"""Errors outside the rules.

    Exception
    ├── games.errors.GameError     a refusal: one sentence a person can act on, nothing changed
    │   ├── MoveError …            by the rules (see games.errors)
    │   └── TableError             by the table: not seated, too late, full, not the host …
    │       ├── RematchOpen        another player opened that match's rematch first
    │       └── StaleControl       the control belongs to an earlier moment of the match
    │           └── Overtaken      the same person clicked again, and that came first
    ├── SettingsError              a setting is missing or wrong; names it and how to mend it
    ├── OurEnd                     Discord ends the bot for good; gives the reason
    └── StorageError               the database refuses
        ├── MoveTaken              that ply of that match is stored already
        └── NotSaved               no room on the disk, or locked too long: nothing has changed

A GameError is shown privately to the person who caused it. The others go to the log or, at start,
to the terminal.
"""

from games.errors import GameError


class TableError(GameError):
    """The table can't grant a person's request now."""


class RematchOpen(TableError):
    """Another player opened that match's rematch first."""


class StaleControl(TableError):
    """The clicked control belongs to an earlier trick, turn or match."""


class Overtaken(StaleControl):
    """A later click of the same person was served first, so this one doesn't count."""


class SettingsError(Exception):
    """A setting is missing or unusable. The text names it and the remedy."""


class OurEnd(Exception):
    """Discord ended the bot for good. The text gives the reason."""


class StorageError(Exception):
    """The database can't be used as asked."""


class MoveTaken(StorageError):
    """Another submission was stored at that ply first. Reload and judge again."""


class NotSaved(StorageError):
    """The database refuses writes: the disk is full, or another process has locked it."""
