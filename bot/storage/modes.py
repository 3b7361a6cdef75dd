"""Modes of matches: all that differs by what kind of match it is, in one value each."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncConnection

from games.core import Event
from games.errors import N_, GameError
from games.record import Record

from ..words.errors import TableError
from ..words.parts import offered
from .schema import tables

AGAIN, CHOOSE, CLOSED, HINT, LOOK, PAUSE = "again", "choose", "closed", "hint", "look", "pause"
"""Acts that a mode may forbid.

They are a rematch, another strength, a move after `closes_at`, a hint, a look into the match before
`closes_at`, and a pause.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Mode:
    """A mode. A feature declares its own in the `mode` part of its folder.

    key: its name in the column `mode`.
    panel: the table is shown in its channel. Without it, its only person plays in private.
    alike: everyone gets the same match. Computers answer each alike, in silence, and its results
        stand apart from others.
    everywhere: its player may click in all channels.
    says: a sentence for each act that is forbidden.
    rests: what a player reads while the match rests after a missed decision. Empty: it goes on.
    name, number: the match's name with its `{number}`, found by `closes_at`. Empty: it has none.
    end: the kind and label of the only button at the end. It gets the number.
    marks: the costs of the person's decisions, from the game and the public events.
    store: stores the person's score and marks of a table, in the transaction of its end.
    differs: why a record of a match that is the same for everyone isn't one of this mode, or None.
    """

    key: str
    panel: bool = False
    alike: bool = False
    everywhere: bool = False
    says: Mapping[str, str] = field(default_factory=dict)
    rests: str = ""
    name: str = ""
    number: Callable[[float], int] = int
    end: tuple[str, str] | None = None
    marks: Callable[[str, Sequence[Event]], tuple[int, ...]] | None = None
    store: Callable[[AsyncConnection, int, int, Sequence[int]], Awaitable[None]] | None = None
    differs: Callable[[Record], GameError | None] | None = None

    def check(self, act: str, **values: Any) -> None:
        """Raise TableError if the act is forbidden."""
        if act in self.says:
            raise TableError(self.says[act], **values)


PUBLIC = Mode("open", panel=True)
ALONE = Mode("alone")
_OVER = N_("That match is over.")
_GONE = Mode("gone", says=dict.fromkeys((AGAIN, CHOOSE, CLOSED, LOOK), _OVER))


@cache
def _modes() -> Mapping[str, Mode]:
    return {one.key: one for one in (PUBLIC, ALONE, *offered(Mode, "mode"))}


def mode_of(key: str) -> Mode:
    """Return the mode of that name. One whose feature is gone forbids what needs it."""
    return _modes().get(key, _GONE)


def differs(record: Record) -> GameError | None:
    """Return why a record names a deal for everyone and isn't one, or None."""
    if record.daily is None:
        return None
    found = [one.differs(record) for one in _modes().values() if one.differs is not None]
    return found[0] if found else GameError(N_("No game here has a daily deal."))


def on_panel() -> ColumnElement[bool]:
    """Return the condition that a table is shown in its channel."""
    return tables.c.mode.in_([one.key for one in _modes().values() if one.panel])


def not_alike() -> ColumnElement[bool]:
    """Return the condition that a match isn't the same for everyone."""
    return tables.c.mode.in_([one.key for one in _modes().values() if not one.alike])
