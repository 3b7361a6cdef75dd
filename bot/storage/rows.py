"""What the storage hands out and takes: frozen rows, no SQL."""

from dataclasses import dataclass, field

PANEL = 0
"""The reader under which the panel in the channel is stored; other readers are user ids."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat. `left`: the seat is played by default moves since they went."""

    user_id: int
    name: str
    locale: str
    join_id: int
    left: bool = False
    rank: int | None = None
    score: int | None = None
    ordinal_before: float | None = None
    ordinal_after: float | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as stored, from lobby to end; players by seat. Times in unix seconds.

    `pace` is the time for a decision in seconds; None: no limit.
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
    players: tuple[Player, ...] = ()

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a player, or None."""
        for seat, player in enumerate(self.players):
            if player.user_id == user_id:
                return seat
        return None


@dataclass(frozen=True, slots=True)
class StoredScreen:
    """A message that shows a match. `message_id` None: direct messages are closed."""

    reader: int
    channel_id: int | None
    message_id: int | None
    ply: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a match ended with, by seat. `rated` ranks are None when it isn't rated."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
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
