"""All that a table knows of its readers, and when they get notices."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from ..drawing.picture import Picture
from ..play.consent import gone_seat, regrets_until
from ..play.match import Match
from ..screens.sight import Own, Shared, Sight
from ..storage import STAFF, StoredTable
from ..wire.tokens import Key
from ..words.i18n import Tongue
from .copy import Copy
from .post import Post

_ELSEWHERE = 120.0
"""Seconds without activity or notice before a player seems absent."""
_UNREACHED = 20.0
"""The same for a player whose messages are closed: no edit reaches their eye."""
_MOST = 2
"""Notices of one decision. With a time limit, the second comes at half time."""


@dataclass(slots=True, eq=False)
class Reader:
    """All that a table knows of one reader, PANEL or a person. It is forgotten at once.

    locale: the language of one who has or had a seat, kept or taken.
    seen: the input of the last drawing.
    pictures: those of the last screen, with its input.
    click: the latest click in the channel. Its token can show the person something there.
    watches: the language of a spectator with a private copy, and the latest end of its making.
    picked: the stage and the text of a half choice.
    hint: the stage and the token of the newest hint.
    active: the time of the last act.
    sent: the times of the notices of the current decision.
    invited: their invitation is sent, or on its way.
    called: their direct messages are closed, and the panel has called them to a rematch.
    away: a computer plays until they are back.
    removed: they were removed from the open table, by `removed_by` (None: the staff, 0: unknown).
    dropped: the ply of a reveal whose outcome they know, so they get no film of it.
    late: the ply and part of the latest film, and True if it can't play to its end.
    """

    id: int
    post: Post | None = None
    locale: str | None = None
    seen: tuple[Shared, Own] | None = None
    pictures: tuple[Sight, Tongue, list[Picture]] | None = None
    copy: Copy | None = None
    click: Key | None = None
    watches: tuple[str, float] | None = None
    picked: tuple[int, str] = (-1, "")
    hint: tuple[int, Key] | None = None
    active: float | None = None
    sent: list[float] = field(default_factory=list)
    invited: bool = False
    called: bool = False
    away: bool = False
    removed: bool = False
    removed_by: int | None = 0
    dropped: int = -1
    late: tuple[int, int, bool] = (-1, 0, False)

    @property
    def closed(self) -> bool:
        """True if they can't be written to."""
        return self.post is not None and self.post.closed

    @property
    def reached(self) -> bool:
        """True if their hand is in their direct messages."""
        return self.post is not None and self.post.channel_id is not None and not self.post.closed

    def pick(self, match: Match) -> str:
        """Return the half choice in the current stage, or an empty text."""
        stage, picked = self.picked
        return picked if match.stage == stage else ""

    def want(self) -> None:
        """Bring up to date what they see."""
        if self.post is not None:
            self.post.want()
        if self.copy is not None:
            self.copy.want()

    def departed(self, own: Own, stored: StoredTable, now: float) -> Own:
        """Return what they may know, with their departure."""
        gone, by = gone_seat(stored, self.id), self.removed_by
        own = replace(own, gone=gone, awaited=stored.awaits(self.id), removed=self.removed)
        if gone is not None:
            own = replace(own, regrets_until=regrets_until(stored.players[gone], now))
        if self.removed:
            own = replace(own, removed_by=STAFF if by is None else stored.seat_of(by))
        return own


class Readers(dict[int, Reader]):
    """The readers of a table, made when they are asked for."""

    def __missing__(self, reader: int) -> Reader:
        """Return a new reader."""
        self[reader] = made = Reader(reader)
        return made

    def known(self, reader: int) -> Reader:
        """Return a reader without noting one who is new."""
        return self.get(reader) or Reader(reader)

    def know(self, stored: StoredTable) -> None:
        """Note the languages of the people here, who read their messages after they leave too."""
        for player in (*stored.players, *stored.awaited):
            self[player.user_id].locale = player.locale

    def forget(self, user_id: int) -> Reader | None:
        """Know a person no more."""
        for other in self.values():
            if other.removed_by == user_id:
                other.removed_by = 0
        return self.pop(user_id, None)

    def invite(self, people: Collection[int]) -> set[int]:
        """Count an invitation to each of these people, and return those who had none."""
        new = {one for one in people if not self[one].invited}
        for one in new:
            self[one].invited = True
        return new


class Notices:
    """The times of notices of the current decision."""

    def __init__(self, now: float, readers: Readers) -> None:
        self._readers = readers
        # After a restart no player counts as absent.
        self._taken_up = now
        self._stage = -1
        self._limited = False

    def decision(self, stage: int, *, limited: bool) -> None:
        """Note the stage of the current decisions. Each stage counts its notices from zero.

        `limited`: the decisions have a time limit, whose half time is the time of the last notice.
        """
        self._limited = limited
        if stage != self._stage:
            self._stage = stage
            for reader in self._readers.values():
                reader.sent = []

    def may_send(self, user_id: int) -> bool:
        """Return True if this decision may have one more notice."""
        return len(self._readers[user_id].sent) < _MOST

    def due_at(self, user_id: int) -> float | None:
        """Return the time of an inactive player's next notice."""
        reader = self._readers[user_id]
        sent = reader.sent
        active = self._taken_up if reader.active is None else reader.active
        if len(sent) >= _MOST or (sent and self._limited):
            return None
        if not sent and reader.closed:
            return active + _UNREACHED
        return max(active, *sent[-1:], 0.0) + _ELSEWHERE

    def times(self, awaited: Iterable[int]) -> dict[int, float]:
        """Return the time of the next notice of each of those players who may have one."""
        return {one: at for one in awaited if (at := self.due_at(one)) is not None}
