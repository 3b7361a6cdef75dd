"""Frozen rows that the storage takes and returns, without SQL."""

from dataclasses import field, fields, replace
from functools import lru_cache
from typing import NamedTuple

from games.chance import commitment
from games.core import Frozen

from ..words.letters import look
from .modes import PUBLIC, Mode, mode_of

PANEL = 0
"""The `reader` of a panel in a channel. Other readers are user ids."""

STAFF = -1
"""Stands for the server's staff in place of a seat."""

VOTE = -2
"""Stands for the players' vote in place of a seat."""

POSTING = -2
"""The `ply` of a post that is being replaced by a new message."""


class Player(Frozen):
    """A player on a seat.

    - `user_id`: below 0 for a computer, or a person whose data was deleted.
    - `left`: left for good at `left_ply`, at the time `left_at`. A computer plays on. After the end
      `left_ply` is also set for others who are rated as having left.
    - `returns`: number of times the player took the seat back.
    - `misses`: consecutive missed deadlines.
    - `away`: a computer plays until the player is back.
    - `wants_end`, `wants_on`: votes for ending the match, and for ending the pause.
    - `wants_rest`: vote for a longer pause.
    - `wants_gone`: seat that the player votes to remove.
    - `pauses`: number of pauses that the player asked for.
    - `removed_by`: seat of the player who removed them (STAFF: the server's staff, VOTE: a vote).
    - `kind`: person, or a computer's strength: easy, normal or hard.
    - `click_id`: newest interaction that decided. Ids grow with time.
    - `sign`: the seat's sign, if another name at the table looks alike. It isn't stored.
    - `matches`: rated matches of the game in this server by the end of this one.
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
    wants_rest: bool = False
    wants_gone: int | None = None
    pauses: int = 0
    left_at: float | None = None
    removed_by: int | None = None
    kind: str = "person"
    click_id: int = field(default=0, compare=False)
    returns: int = 0
    rank: int | None = None
    score: int | None = None
    rating_before: float | None = None
    rating_after: float | None = None
    matches: int | None = None
    seat: int = field(default=0, compare=False)
    sign: str = ""

    @property
    def computer(self) -> bool:
        """True if a computer has had this seat from the start."""
        return self.kind != "person"

    @property
    def playing(self) -> bool:
        """True if a person decides here."""
        return not (self.left or self.away) and self.kind == "person"

    @property
    def wronged(self) -> bool:
        """True if the player was removed while present. The match is then unrated."""
        return self.removed_by is not None and not self.away

    @property
    def absent(self) -> bool:
        """True if the player is rated as having left, but held the seat at the end."""
        return self.left_ply is not None and not self.left

    @property
    def forgotten(self) -> bool:
        """True if the person's data was deleted."""
        return self.user_id < 0 and not self.computer


PLAYER = tuple(one.name for one in fields(Player) if one.name != "sign")
"""The stored fields of a player."""


def told_apart(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players, with signs of their seats for those whose names look alike."""
    signs = _signs(tuple((player.computer, player.name) for player in players))
    pairs = zip(players, signs, strict=True)
    return tuple(p if p.sign == sign else replace(p, sign=sign) for p, sign in pairs)


@lru_cache(maxsize=1024)
def _signs(names: tuple[tuple[bool, str], ...]) -> list[str]:
    """Return a sign for each name that looks like another. Two computers have numbers instead."""
    looks = [(computer, look(name)) for computer, name in names]
    signs = []
    for seat, (computer, name) in enumerate(looks):
        others = [one for one in (*looks[:seat], *looks[seat + 1 :]) if not (computer and one[0])]
        alike = name in [other for _, other in others]
        signs.append(f" {chr(ord('①') + seat)}" if alike else "")
    return signs


Evening = tuple[tuple[Player, ...], ...]
"""The players of each earlier match of an evening, oldest first."""


class Contributed(Frozen):
    """A part of a match's seed: a salt given by joining, or the digest of a word that cut.

    `user_id` is 0 once the player has left the lobby. `word` is None for salts and deleted words.
    """

    user_id: int
    kind: str
    text: str
    word: str | None = None


class StoredTable(Frozen):
    """A table as stored, from lobby to end. Players are in order of seats, times in unix seconds.

    - `pace`: time limit for a decision in seconds (None: no limit).
    - `deadline`: end of the current decision.
    - `due_at`: next time the clock checks the table.
    - `paused_at`: start of the current pause.
    - `time_left`: seconds left for the paused decision.
    - `pauses`: number of pauses so far.
    - `paused_by`: seat of the player who asked for the latest pause (STAFF: the staff).
    - `resumed_at`: end of the latest pause.
    - `why`: reason for the end, one of those in `endings`.
    - `moving`: reveals may be films, if the server has them.
    - `again_of`: match that this one replays.
    - `mode`: what kind of match it is, see `modes`.
    - `closes_at`: when it ends in any case. Before, none but its player may look into it.
    - `awaited`: players with a reserved seat in the lobby.
    - `upcoming`: spectators who asked for a seat in the rematch.
    - `contributions`: parts of the seed in their order. Without any the seed comes from the salts
      of the seats alone.
    - `evening`: at the end of a rematch, the evening's earlier matches.
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
    resumed_at: float | None = None
    why: str | None = None
    moving: bool = True
    again_of: int | None = None
    mode: str = PUBLIC.key
    closes_at: float | None = None
    players: tuple[Player, ...] = ()
    awaited: tuple[Player, ...] = ()
    upcoming: tuple[Player, ...] = ()
    contributions: tuple[Contributed, ...] = ()
    evening: Evening = ()

    def __post_init__(self) -> None:
        """Give namesakes the signs of their seats."""
        people = told_apart((*self.players, *self.awaited))
        object.__setattr__(self, "players", people[: len(self.players)])
        object.__setattr__(self, "awaited", people[len(self.players) :])

    @property
    def kind(self) -> Mode:
        """The kind of match it is."""
        return mode_of(self.mode)

    @property
    def mark(self) -> str:
        """Start of the commitment. It distinguishes tables of the same id in other databases."""
        return _mark(self.secret)

    @property
    def ended(self) -> bool:
        """True if the table can't change any more."""
        return self.phase in ("over", "cancelled")

    def awaits(self, user_id: int) -> bool:
        """Return True if a seat is reserved for the person."""
        return any(player.user_id == user_id for player in self.awaited)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a player who hasn't left, or None."""
        for seat, player in enumerate(self.players):
            if player.user_id == user_id and not player.left:
                return seat
        return None


@lru_cache(maxsize=4096)
def _mark(secret: bytes) -> str:
    return commitment(secret)[:8]


class NewTable(Frozen):
    """The row of a table that is about to open, as in StoredTable.

    Without a `secret`, it gets the one drawn before for its host. In a thread `parent_id` is its
    channel. `private` is True for a private thread, None if unknown. `moving`: its reveals may
    be films.
    """

    guild_id: int
    channel_id: int
    locale: str
    game: str
    version: int
    options: str
    opened_at: float
    due_at: float
    pace: int | None = None
    parent_id: int | None = None
    private: bool | None = False
    moving: bool = True
    mode: str = PUBLIC.key
    closes_at: float | None = None
    secret: bytes | None = field(default=None, repr=False)


class StoredPost(Frozen):
    """A message that shows a table, as a row of `posts`.

    Without a `message_id`, direct messages are closed. `locale` is None for the panel.
    """

    reader: int
    channel_id: int | None
    message_id: int | None
    ply: int
    locale: str | None = None


class Rematch(NamedTuple):
    """A match to be played again and the players with a reserved seat."""

    of: int
    awaited: tuple[Player, ...] = ()


class Due(NamedTuple):
    """A match's clock. See `deadline` and `due_at` of StoredTable."""

    deadline: float | None
    due_at: float | None


class Result(Frozen):
    """A match's result by seat. `scores` are None if it ended early.

    `rated` holds the ranks used for the rating, or None for an unrated match. `left` holds the ply
    of a player's leaving for the rating. `marks` holds the costs of the player's decisions if
    its mode keeps them.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None
    rated: tuple[int, ...] | None
    left: tuple[int | None, ...] = ()
    marks: tuple[int, ...] | None = None
