"""What the storage hands out and takes: frozen rows, no SQL."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from games.chance import commitment

PANEL = 0
"""The reader under which the panel in the channel is stored; other readers are user ids."""

STAFF = -1
"""Stands where a seat would, for what the server's staff have done."""

POSTING = -2
"""The ply of a post while another message is being posted in its place."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat.

    `left`: a computer plays for them since they left, at `left_ply`; `away`: it does until they
    are back; `misses`: deadlines passed in a row; `wants_end`: they would rather end the match,
    `wants_on`: a pause. `left_at` is when they left, `removed_by` the seat of whoever sent them
    away (STAFF: the server's staff).
    `kind` is person, or a computer's strength: easy, normal or hard. A `user_id` below 0: a
    computer, or someone whose data was deleted. `click_id` is the newest interaction by which they
    have decided: it grows with time.
    """

    user_id: int
    name: str
    locale: str
    join_id: int
    left: bool = False
    left_ply: int | None = None
    misses: int = 0
    away: bool = False
    wants_end: bool = False
    wants_on: bool = False
    left_at: float | None = None
    removed_by: int | None = None
    kind: str = "person"
    click_id: int = field(default=0, compare=False)
    rank: int | None = None
    score: int | None = None
    ordinal_before: float | None = None
    ordinal_after: float | None = None
    seat: int = field(default=0, compare=False)

    @property
    def computer(self) -> bool:
        """Whether a computer sits here, and no person ever did."""
        return self.kind != "person"

    @property
    def playing(self) -> bool:
        """Whether a person decides here."""
        return not (self.left or self.away) and self.kind == "person"

    @property
    def wronged(self) -> bool:
        """Whether others made them go though they were there: the match counts for nobody."""
        return self.removed_by is not None and not self.away

    @property
    def forgotten(self) -> bool:
        """Whether nobody knows any more who it was."""
        return self.user_id < 0 and not self.computer


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as stored, from lobby to end; players by seat. Times in unix seconds.

    `pace` is the time for a decision in seconds (None: no limit), `deadline` when the one under
    way ends, `due_at` when the clock looks at the table next. Since `paused_at` it rests, with
    `time_left` seconds of that decision; `pauses` counts, `paused_by` is the seat of whoever wished
    the latest (STAFF: the server's staff). `why` it ended is one of the reasons of `endings`.
    `again_of` is the match whose rematch it is; `awaited`, for whom a seat is kept in its lobby.
    """

    id: int
    guild_id: int
    channel_id: int
    locale: str
    game: str
    version: int
    options: str
    phase: str
    host_id: int
    opened_at: float
    secret: bytes = field(repr=False)
    started_at: float | None = None
    ended_at: float | None = None
    due_at: float | None = None
    pace: int | None = None
    deadline: float | None = None
    paused_at: float | None = None
    time_left: float | None = None
    pauses: int = 0
    paused_by: int | None = None
    why: str | None = None
    again_of: int | None = None
    players: tuple[Player, ...] = ()
    awaited: tuple[Player, ...] = ()

    @property
    def mark(self) -> str:
        """What tells it from any other table that bears its number: a bit of its promise."""
        return _mark(self.secret)

    @property
    def ended(self) -> bool:
        """Whether nothing can change here any more."""
        return self.phase in ("over", "cancelled")

    def awaits(self, user_id: int) -> bool:
        """Whether a seat is kept for a person."""
        return any(player.user_id == user_id for player in self.awaited)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a player who hasn't left, or None."""
        for seat, player in enumerate(self.players):
            if player.user_id == user_id and not player.left:
                return seat
        return None


@lru_cache(maxsize=4096)
def _mark(secret: bytes) -> str:
    return commitment(secret)[:8]


@dataclass(frozen=True, slots=True)
class NewTable:
    """The row of a table that is about to open; see StoredTable.

    In a thread `parent_id` is its channel; `private`: whether it is a private one (None: unknown).
    """

    guild_id: int
    channel_id: int
    locale: str
    game: str
    version: int
    options: str
    secret: bytes = field(repr=False)
    opened_at: float
    due_at: float
    pace: int | None = None
    parent_id: int | None = None
    private: bool | None = False


@dataclass(frozen=True, slots=True)
class StoredPost:
    """A message that shows a table. `message_id` None: direct messages are closed."""

    reader: int
    channel_id: int | None
    message_id: int | None
    ply: int


class Rematch(NamedTuple):
    """A match to be played again, and for whom a seat is kept."""

    of: int
    awaited: tuple[Player, ...] = ()


class Due(NamedTuple):
    """A match's clock: see `deadline` and `due_at` of StoredTable."""

    deadline: float | None
    due_at: float | None


@dataclass(frozen=True, slots=True)
class Result:
    """What a match ended with, by seat. Nobody has scores where it wasn't played to its end.

    `rated` ranks are None when it isn't rated.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None
    rated: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard; equal ordinals share a place."""

    place: int
    user_id: int
    name: str
    ordinal: float
    sigma: float
    matches: int
    wins: int
