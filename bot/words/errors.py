"""Errors outside the rules.

    Exception
    ├── games.errors.GameError     a refusal: one sentence a person can act on, nothing changed.
    │   ├── MoveError              by the rules, see games.errors.
    │   └── TableError             by the table: not seated, too late, full, no host.
    │       ├── RematchOpen        another player opened that match's rematch first.
    │       └── StaleControl       the control belongs to an earlier moment of the match.
    │           └── Overtaken      the same person clicked again, and that came first.
    ├── SettingsError              a setting is missing or wrong; the text names the remedy.
    ├── OurEnd                     Discord ends the bot for good; it gives the reason.
    └── StorageError               the database refuses.
        ├── MoveTaken              that ply of that match is stored already.
        ├── NotOwner               another process holds that table's shard.
        ├── CarriedOut             that interaction is carried out already.
        ├── OutOfReach             PostgreSQL doesn't take a connection now.
        ├── BotRuns                another bot has the file.
        ├── NotSaved               no room on the disk, or locked too long: nothing has changed.
        └── Damaged                bytes of the file have changed: names the remedy.

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


class NotOwner(StorageError):
    """Another process holds the `shard` of a table: it alone may change it."""

    def __init__(self, shard: int) -> None:
        super().__init__(f"shard {shard} belongs to another process")
        self.shard = shard


class CarriedOut(StorageError):
    """The interaction in service is carried out already, or was taken back."""


class NotSaved(StorageError):
    """The database refuses writes: the disk is full, or another process has locked it."""


class BotRuns(StorageError):
    """Another bot has locked the file."""


class OutOfReach(StorageError):
    """PostgreSQL doesn't take a connection now. Another start may find it."""


class Damaged(StorageError):
    """The file isn't what SQLite wrote. The text names the remedy."""

    def __init__(self, why: object) -> None:
        super().__init__(
            f"The database is damaged ({' '.join(str(why).split())}): stop the bot, keep the file, "
            "and restore a backup or rescue what is left; docs/hosting.md, Damaged file, says how."
        )
