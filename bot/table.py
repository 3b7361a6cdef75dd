"""A table in a channel, from lobby to end: who sits there, and its match."""

import asyncio
import logging
from dataclasses import replace
from typing import Any, Protocol

from games import find_game
from games.errors import N_, GameError

from . import lobby, storage
from .errors import NotSaved, StaleControl, TableError
from .house import House
from .look import Look
from .match import Match
from .posts import Posts
from .storage import PANEL, Due, Player, StoredPost, StoredTable

_log = logging.getLogger(__name__)

# After so many deadlines passed in a row a computer takes the seat.
_MISSES = 3
# So long the last message to a person who wants to be forgotten may take.
_FAREWELL_SECONDS = 3.0
# What follows from a move but couldn't be saved is tried again after so long.
AGAIN_SECONDS = 2.0


class Register(Protocol):
    """Where open tables are kept; declared here, given by the room above."""

    def let_go(self, table_id: int) -> None:
        """Forget a table at once."""

    def put_away(self, table_id: int) -> None:
        """Forget an ended table whose posts all show the end."""


class Table:
    """One table. `lock` orders all that changes it: people, phase, moves, the clock."""

    def __init__(
        self, house: House, register: Register, stored: StoredTable, shown: list[StoredPost]
    ) -> None:
        self._house = house
        self._register = register
        self.stored = stored
        self.match: Match | None = None
        self.lock = asyncio.Lock()
        self.posts = Posts(house, self, shown)
        self._following: asyncio.Task[None] | None = None

    @property
    def id(self) -> int:
        """The table's number, also its match's."""
        return self.stored.id

    @property
    def look(self) -> Look:
        """How its game is shown."""
        return self._house.looks[self.stored.game]

    @property
    def open(self) -> bool:
        """Whether anything can change here still."""
        return not self.stored.ended

    def playing(self) -> Match:
        """The match. Raises TableError if there is none yet."""
        if self.match is None:
            raise TableError(N_("The match hasn't started yet."))
        return self.match

    # What changes a table

    async def join(self, player: Player) -> None:
        """Seat a player in the lobby, and write to them. Raises TableError."""
        async with self.lock:
            self._know(await lobby.join(self._house.database, self.stored, player))
        self.posts.joined(player.user_id)

    async def get_up(self, user_id: int) -> None:
        """Let a player go before the start. Raises StaleControl once the match has begun."""
        async with self.lock:
            if self.stored.started_at is not None:
                raise StaleControl(N_("The match has begun; */table leave* gets you out of it."))
            await self._get_up(user_id)
        self.posts.refresh()

    async def leave(self, user_id: int) -> None:
        """Let a player go, from the lobby or from the match. Raises TableError."""
        async with self.lock:
            if self.stored.started_at is None:
                await self._get_up(user_id)
            else:
                await self._leave_match(await self._begun(), lobby.seated(self.stored, user_id))
        self.posts.refresh()

    async def _get_up(self, user_id: int) -> None:
        self._know(await lobby.leave(self._house.database, self.stored, user_id))
        if not any(player.user_id > 0 for player in self.stored.players):
            await self._end()

    async def kick(self, host_id: int, user_id: int, *, staff: bool) -> None:
        """Send a player away. Raises TableError: not the host, not seated."""
        lobby.may_command(self.stored, host_id, staff=staff)
        await self.leave(user_id)

    async def _leave_match(self, match: Match, seat: int) -> None:
        if not await storage.tables.leave(self._house.database, self.id, seat, match.ply):
            raise TableError(N_("That match is over."))
        self._know_player(seat, left=True, left_ply=match.ply)
        await self._hand_on()
        await self._go_on_without(match)

    async def _hand_on(self) -> None:
        """If the host has left, the next player is host."""
        host_id = lobby.next_host(self.stored.players, self.stored.host_id)
        if host_id is not None:
            await storage.tables.set_host(self._house.database, self.id, host_id)
            self._know(replace(self.stored, host_id=host_id))

    def _know(self, stored: StoredTable) -> None:
        self.stored = stored
        if self.match is not None:
            self.match.table = stored

    def _know_player(self, seat: int, **values: Any) -> None:
        player = replace(self.stored.players[seat], **values)
        players = (*self.stored.players[:seat], player, *self.stored.players[seat + 1 :])
        self._know(replace(self.stored, players=players))

    async def _note_player(self, seat: int, **values: Any) -> None:
        """Set what goes with a move that is saved already, and must not fail it."""
        self._know_player(seat, **values)
        try:
            await storage.tables.set_player(self._house.database, self.id, seat, **values)
        except NotSaved as error:
            _log.error("seat %s of table %s isn't noted: %s", seat, self.id, error)

    async def _go_on_without(self, match: Match) -> None:
        """Let the computer play where nobody does; if nobody is left at all, end the match.

        What it follows from is saved: if this can't be now, it is later.
        """
        ply = match.ply
        try:
            if not any(player.playing for player in self.stored.players):
                await self._end()
                return
            if self.stored.paused_at is None:
                await match.play_absent()
            await self._look_for_end(match)
        except NotSaved as error:
            _log.error("table %s goes on later: %s", self.id, error)
            if self._following is None:
                self._following = asyncio.ensure_future(self._follow())
                self._house.watch(self._following)
        self.posts.hold_back(match, ply)

    async def _follow(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        self._following = None
        async with self.lock:
            if self.match is not None and self.stored.phase == "live":
                await self._go_on_without(self.match)
        self.posts.refresh()

    async def start(self, user_id: int, *, staff: bool) -> None:
        """Begin the match. Raises TableError: not the host, too few players."""
        now = self._house.now()
        async with self.lock:
            self._know(
                await lobby.start(self._house.database, self.stored, user_id, staff=staff, now=now)
            )
            await self._take_up()
        self._house.deadline_changed(0.0)
        self.posts.refresh(but=PANEL)

    async def take_up(self) -> None:
        """Take up the match as its log says, after a restart."""
        async with self.lock:
            if self.stored.started_at is not None:
                await self._take_up()

    async def _begun(self) -> Match:
        """The match; taken up again if that failed before. Raises TableError if there is none."""
        if self.match is None and self.stored.started_at is not None:
            await self._take_up()
        return self.playing()

    async def _take_up(self) -> None:
        running = self.stored.phase == "live"
        if self.stored.version != find_game(self.stored.game).version:
            # Under other rules it would be another match; what has ended stays as it was told.
            if running:
                _log.warning("table %s is called off: it began under older rules", self.id)
                await self._end()
            return
        self.match = await Match.load(self.stored, self._house.database, self._house.now)
        if running:
            await self._go_on_without(self.match)

    async def cancel(self, user_id: int, *, staff: bool, running: bool) -> None:
        """Call a lobby off, or with `running` a match. Raises TableError: not the host."""
        async with self.lock:
            if self.open and running != (self.stored.started_at is not None):
                raise StaleControl(N_("That belongs to an earlier moment of the match."))
            lobby.may_steer(self.stored, user_id, staff=staff, now=self._house.now())
            await self._end()
        self.posts.refresh()

    async def set_pace(self, user_id: int, pace: int | None, *, staff: bool) -> None:
        """Choose the time for a decision, in the lobby. Raises TableError."""
        database, now = self._house.database, self._house.now()
        async with self.lock:
            stored = self.stored
            self._know(await lobby.set_pace(database, stored, user_id, pace, staff=staff, now=now))
        self.posts.refresh(but=PANEL)

    async def pause(self, user_id: int, *, staff: bool, rest: bool | None = None) -> bool:
        """Let a running match rest, or go on; None: the other of the two. Whether it rests now.

        Raises TableError.
        """
        async with self.lock:
            match = await self._live()
            resting = self.stored.paused_at is None
            if rest is not None and rest is not resting:
                raise StaleControl(N_("The match goes on already."))
            if resting or self.stored.seat_of(user_id) is None:
                lobby.may_command(self.stored, user_id, staff=staff)
            at = self._house.now() if resting else None
            due = Due(None, None) if resting else match.fresh_due()
            await storage.tables.set_paused(self._house.database, self.id, at, *due)
            match.deadline = due.deadline
            self._know(replace(self.stored, paused_at=at))
            if not resting:
                await self._go_on_without(match)
        self._house.deadline_changed(0.0)
        self.posts.refresh()
        return resting

    async def vote_end(self, user_id: int) -> bool:
        """Wish a running match to end; when most who play do, it does. Whether it ended."""
        async with self.lock:
            await self._live()
            seat = lobby.seated(self.stored, user_id)
            await storage.tables.set_player(self._house.database, self.id, seat, wants_end=True)
            self._know_player(seat, wants_end=True)
            playing = [player for player in self.stored.players if player.playing]
            ended = 2 * sum(player.wants_end for player in playing) > len(playing)
            if ended:
                await self._end()
        self.posts.refresh()
        return ended

    async def back(self, user_id: int) -> None:
        """Give a seat back to its player, for whom a computer has played. Raises TableError."""
        async with self.lock:
            await self._live()
            seat = lobby.seated(self.stored, user_id)
            await storage.tables.set_player(
                self._house.database, self.id, seat, away=False, misses=0
            )
            self._know_player(seat, away=False, misses=0)
        self.posts.acted(user_id)
        self.posts.refresh(but=user_id)

    async def _live(self) -> Match:
        """The match, if it runs. Raises TableError."""
        match = await self._begun()
        if self.stored.phase != "live":
            raise TableError(N_("That match is over."))
        return match

    async def ring(self) -> None:
        """The table's time has come: a lobby closes, a player is reminded or was too slow."""
        reminded: Match | None = None
        try:
            async with self.lock:
                now = self._house.now()
                if not self.open:
                    return
                if self.stored.started_at is None:
                    await self._end()
                    return
                match = await self._begun()
                if match.deadline is None or now < match.deadline:
                    due = Due(match.deadline, match.deadline)
                    await storage.tables.set_clock(self._house.database, self.id, *due)
                    reminded = None if match.deadline is None else match
                else:
                    await self._too_late(match)
        finally:
            # Of several moves some may have been made before it failed.
            if reminded is not None:
                self.posts.remind(reminded)
            else:
                self.posts.refresh()

    async def _too_late(self, match: Match) -> None:
        """Make the default moves of those who didn't decide in time."""
        stage, ply = match.stage, match.ply
        for seat in sorted(match.to_act):
            if match.stage != stage or match.outcome is not None:
                break
            try:
                await match.submit_default(seat, stage=stage)
            except GameError:
                # Through another process they decided at the very last moment.
                continue
            misses = self.stored.players[seat].misses + 1
            await self._note_player(seat, misses=misses, away=misses >= _MISSES)
        if match.stage == stage and match.outcome is None:
            due = match.fresh_due()
            await storage.tables.set_clock(self._house.database, self.id, *due)
            match.deadline = due.deadline
        self.posts.hold_back(match, ply)
        await self._go_on_without(match)

    async def abandon(self) -> None:
        """End the table because its channel is gone."""
        async with self.lock:
            await self._end()
        await storage.posts.drop_posts(self._house.database, self.id)
        self._register.let_go(self.id)

    def all_shown(self) -> None:
        """Every post shows the end: nobody need watch this table any more."""
        self._register.put_away(self.id)

    async def forget(self, user_id: int) -> None:
        """Know a person no more whose data was deleted from the storage."""
        known = {self.stored.host_id, *(player.user_id for player in self.stored.players)}
        if user_id not in known | self.posts.readers():
            return
        async with self.lock:
            await self._reload()
            theirs = self.posts.forget(user_id)
        if theirs is not None:
            # It may just be telling them that they have left.
            await theirs.rest(_FAREWELL_SECONDS)
            theirs.give_up()
        self.posts.refresh()

    async def _end(self) -> None:
        await storage.tables.cancel(self._house.database, self.id, self._house.now())
        await self._reload()

    async def ready_to_draw(self) -> None:
        """Wait for what belongs to the newest state: with the start comes the match, with the
        last move the result."""
        if self.match is None and self.stored.started_at is not None:
            async with self.lock:
                pass
        if self.match is not None:
            await self._look_for_end(self.match)

    async def _look_for_end(self, match: Match) -> None:
        if match.outcome is not None and self.stored.phase == "live":
            await self._reload()

    async def _reload(self) -> None:
        stored = await storage.tables.table(self._house.database, self.id)
        if stored is not None:
            self._know(stored)

    async def move(
        self, user_id: int, text: str, *, stage: int | None = None, drawn: bool = False
    ) -> None:
        """Make a player's move. Raises StaleControl, MoveError, TableError.

        `drawn`: the caller itself brings that player's hand up to date.
        """
        async with self.lock:
            match = await self._live()
            seat = lobby.seated(self.stored, user_id)
            if self.stored.paused_at is not None:
                raise TableError(N_("The match is paused."))
            if self.stored.players[seat].away:
                raise TableError(
                    N_("A computer plays for you: click *I'm back* in your hand first.")
                )
            before, ply = match.stage, match.ply
            await match.submit(seat, text, stage=stage)
            self.posts.acted(user_id)
            if self.stored.players[seat].misses:
                await self._note_player(seat, misses=0)
            await self._go_on_without(match)
            self.posts.hold_back(match, ply)
        if match.deadline is not None and match.stage != before:
            self._house.deadline_changed(match.deadline - (self.stored.pace or 0) / 2)
        self.posts.refresh(but=user_id if drawn else None)
