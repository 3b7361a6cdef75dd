"""All that a table knows of its readers, their private copies, and when they get notices."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from math import inf

from games.errors import N_

from ..drawing.picture import Picture
from ..play.consent import gone_seat, regrets_until
from ..play.match import Match
from ..screens.sight import Own, Shared, Sight
from ..storage import STAFF, StoredTable
from ..wire.faults import NOT_THROUGH, unheard, why
from ..wire.tokens import Key
from ..wire.ui import Drawn
from ..words.errors import StorageError, TableError
from ..words.i18n import Tongue
from . import deciding
from .post import Post, Source
from .state import State

_log = logging.getLogger(__name__)

_ELSEWHERE = 120.0
"""Seconds without activity or notice before a player seems absent."""
_UNREACHED = 20.0
"""The same for a player whose messages are closed: no edit reaches their eye."""
_MOST = 2
"""Notices of one decision. With a time limit, the second comes at half time."""
MOST_WATCHING = 25
"""Limit of spectators with a private copy of one table. Each is drawn again at every change."""
# Seconds that the making of a copy takes at most.
_MAKING = 60.0


# A timer may ring a little before the clock has come to its time.
_LATE = 0.05


class Alarm:
    """Calls `ring` once, at the first of the times that were set last."""

    def __init__(self, now: Callable[[], float], ring: Callable[[], object]) -> None:
        self._now, self._ring = now, ring
        self._timer: asyncio.TimerHandle | None = None
        self._at = inf

    def set(self, times: Iterable[float]) -> None:
        """Ring at the first of these times instead, or without one never."""
        at = min(times, default=inf)
        if self._timer is not None:
            # Mostly the time is unchanged.
            if at == self._at:
                return
            self._timer.cancel()
            self._timer = None
        if at < inf:
            seconds = max(0.0, at - self._now()) + _LATE
            self._timer = asyncio.get_running_loop().call_later(seconds, self._due)
            self._at = at

    def _due(self) -> None:
        self._timer = None
        self._ring()


def patience(stored: StoredTable, match: Match | None) -> float:
    """Return the seconds that a change of a reader's screen may wait for the next one.

    Computers move within seconds, and their moves change it again. A player who may decide never
    waits, and neither does a reveal or an end.
    """
    if match is None or stored.phase != "live" or stored.paused_at is not None or not match.to_act:
        return 0.0
    if match.held or any(stored.players[seat].playing for seat in match.to_act):
        return 0.0
    # Two computers in a row may both take long.
    return 2 * deciding.MOMENT[1]


@dataclass(slots=True, eq=False)
class Reader:
    """All that a table knows of one reader, PANEL or a person. It is forgotten at once.

    locale: the language of one who has or had a seat, kept or taken.
    seen: the input of the last drawing.
    until: the latest time to show a change that waits for the next one, infinite without one.
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
    removed: the person who removed them from the open table. STAFF: the staff. 0: unknown.
    dropped: the ply of a reveal whose outcome they know, so they get no film of it.
    late: the ply and part of the latest film, and True if it can't play to its end.
    """

    id: int
    post: Post | None = None
    locale: str | None = None
    seen: tuple[Shared, Own] | None = None
    until: float = inf
    pictures: tuple[Sight, Tongue, list[Picture]] | None = None
    copy: Post | None = None
    click: Key | None = None
    watches: tuple[str, float] | None = None
    picked: tuple[int, str] = (-1, "")
    hint: tuple[int, Key] | None = None
    active: float | None = None
    sent: list[float] = field(default_factory=list)
    invited: bool = False
    called: bool = False
    away: bool = False
    removed: int | None = None
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

    def waits(self, now: float, patience: float) -> bool:
        """Return True if a change is shown with the next one, within those seconds of the first."""
        self.until = min(now + patience, self.until)
        return self.until > now

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
        gone, by = gone_seat(stored, self.id), self.removed
        own = replace(own, gone=gone, awaited=stored.awaits(self.id), removed=by is not None)
        if gone is not None:
            own = replace(own, regrets_until=regrets_until(stored.players[gone], now))
        if by is not None:
            own = replace(own, removed_by=STAFF if by == STAFF else stored.seat_of(by))
        return own


class Readers(dict[int, Reader]):
    """The readers of a table, made when they are asked for, and their notices."""

    def __init__(self, now: float) -> None:
        super().__init__()
        # After a restart no player counts as absent.
        self._taken_up = now
        self._stage = -1
        self._limited = False

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
            if other.removed == user_id:
                other.removed = 0
        return self.pop(user_id, None)

    def invite(self, people: Collection[int]) -> set[int]:
        """Count an invitation to each of these people, and return those who had none."""
        new = {one for one in people if not self[one].invited}
        for one in new:
            self[one].invited = True
        return new

    # Notices of the current decision

    def decision(self, stage: int, *, limited: bool) -> None:
        """Note the stage of the current decisions. Each stage counts its notices from zero.

        `limited`: the decisions have a time limit, whose half time is the time of the last notice.
        """
        self._limited = limited
        if stage != self._stage:
            self._stage = stage
            for reader in self.values():
                reader.sent = []

    def may_notify(self, user_id: int) -> bool:
        """Return True if this decision may have one more notice."""
        return len(self[user_id].sent) < _MOST

    def times(self, awaited: Iterable[int]) -> dict[int, float]:
        """Return the time of the next notice of each of those players who may have one."""
        return {one: at for one in awaited if (at := self._due_at(self[one])) is not None}

    def _due_at(self, reader: Reader) -> float | None:
        """Return the time of an inactive player's next notice."""
        sent = reader.sent
        active = self._taken_up if reader.active is None else reader.active
        if len(sent) >= _MOST or (sent and self._limited):
            return None
        if not sent and reader.closed:
            return active + _UNREACHED
        return max(active, *sent[-1:], 0.0) + _ELSEWHERE


class Copies:
    """The private copies of a table, by person: the newest one of each."""

    def __init__(self, state: State, source: Source, readers: Readers) -> None:
        self._state = state
        self._house = state.house
        self._source = source
        self._readers = readers
        self._stopped = False

    @property
    def watching(self) -> list[int]:
        """The spectators with a private copy."""
        return [one for one, reader in self._readers.items() if reader.watches is not None]

    def stop(self) -> None:
        """Show nothing any more."""
        self._stopped = True
        for reader in self._readers.values():
            if reader.copy is not None:
                reader.copy.give_up()
            reader.copy = reader.click = reader.watches = None

    def clicked(self, user_id: int, key: Key) -> None:
        """Note that a player's click in the channel was answered."""
        self._readers[user_id].click = key
        self.show_unreached()

    def made(self, user_id: int, key: Key, drawn: Drawn) -> None:
        """A player was just shown their hand privately, by a message of its own."""
        if self._stopped:
            return
        reader = self._readers[user_id]
        self._take_away(reader)
        reader.copy = Post.private(self._state, self._source, user_id, key, drawn.digest)

    def renewed(self, user_id: int, key: Key, drawn: Drawn) -> None:
        """Note a player's click on a copy of their hand, and the drawing in the answer."""
        copy = self._readers[user_id].copy
        if copy is not None and copy.alive:
            copy.renew(key, drawn.digest)
        else:
            self.made(user_id, key, drawn)

    def want(self, user_id: int) -> None:
        """Bring up to date what a person was just shown, if something happened meanwhile."""
        reader = self._readers.get(user_id)
        if reader is not None and reader.copy is not None:
            reader.copy.want()

    def withdraw(self, user_id: int) -> None:
        """Take a player's hand away: another match comes in its place."""
        reader = self._readers[user_id]
        self._take_away(reader)
        reader.copy = reader.click = None

    def _take_away(self, reader: Reader) -> None:
        copy = reader.copy
        if copy is not None and copy.alive and copy.key is not None:
            self._remove(copy.key)
            copy.give_up()

    def watch(self, user_id: int, locale: str) -> None:
        """Note a spectator with a private copy in their language.

        Raises TableError if too many people have one.
        """
        now = self._house.now()
        for reader in self._readers.values():
            alive = reader.copy is not None and reader.copy.alive
            if reader.watches is not None and not alive and now >= reader.watches[1]:
                reader.watches = None
        there = self.watching
        if user_id not in there and len(there) >= MOST_WATCHING:
            raise TableError(
                N_("{n} people watch this table already. Everything public is in the channel."),
                n=MOST_WATCHING,
            )
        self._readers[user_id].watches = locale, now + _MAKING

    def show_unreached(self) -> None:
        """Show who can't be written to their hand where they clicked lately, without asking."""
        stored = self._state.stored
        if self._state.match is None or stored.ended:
            return
        for user_id, reader in [*self._readers.items()]:
            key, copy = reader.click, reader.copy
            if key is None:
                continue
            seated = stored.seat_of(user_id) is not None
            if seated and (reader.reached or (copy is not None and copy.alive)):
                continue
            reader.click = None
            if seated and self._house.now() < key.until:
                self._house.watch(asyncio.ensure_future(self._show(user_id, key)))

    async def _show(self, user_id: int, key: Key) -> None:
        try:
            await self._source.ready(user_id)
            drawn = self._source.draw_copy(user_id)
            shown = await self._house.delivery.send(drawn, key.show)
        except (StorageError, *NOT_THROUGH) as error:
            _log.info("a hand isn't shown where it was clicked for: %s", why(error))
            if isinstance(error, StorageError) or unheard(error):
                # The next change tries again.
                reader = self._readers[user_id]
                reader.click = reader.click or key
            return
        self.made(user_id, shown, drawn)
        # The table may have changed since the drawing.
        self.want(user_id)

    # Hints are kept in memory only. One whose token has ended, or that a process left behind,
    # stays: it names its decision.

    def hint(self, user_id: int, stage: int, key: Key) -> None:
        """Note a hint for the decision of that stage. An earlier one goes."""
        reader = self._readers[user_id]
        before, reader.hint = reader.hint, (stage, key)
        if before is not None:
            self._remove(before[1])

    def passed(self, match: Match | None) -> None:
        """Remove the hints for decisions that are no more."""
        if match is None:
            return
        for reader in self._readers.values():
            if reader.hint is not None and reader.hint[0] != match.stage:
                self._remove(reader.hint[1])
                reader.hint = None

    def _remove(self, key: Key) -> None:
        """Remove a message while its token lives, unless Discord refuses."""

        async def remove() -> None:
            with contextlib.suppress(*NOT_THROUGH):
                await key.delete()

        if self._house.now() < key.until and not self._house.closed:
            self._house.watch(asyncio.ensure_future(remove()))
