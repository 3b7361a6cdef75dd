"""A table in a channel, from lobby to end: who sits there, and its match."""

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games.core import Seat
from games.errors import N_, GameError

from . import lobby, storage
from .errors import NotSaved, TableError
from .look import Look
from .match import Match
from .screens import Screens
from .storage import PANEL, Due, Player, StoredPost, StoredTable

if TYPE_CHECKING:
    from .tables import Tables

_log = logging.getLogger(__name__)

# After so many deadlines passed in a row a computer takes the seat.
_MISSES = 3
# So long the last message to a person who wants to be forgotten may take.
_FAREWELL_SECONDS = 3.0
# What follows from a move but couldn't be saved is tried again after so long.
AGAIN_SECONDS = 2.0


class Table:
    """One open table. `lock` orders what changes who sits there and the phase."""

    def __init__(
        self,
        tables: "Tables",
        stored: StoredTable,
        match: Match | None,
        screens: list[StoredPost],
    ) -> None:
        self.tables = tables
        self.stored = stored
        self.match = match
        self.lock = asyncio.Lock()
        self.screens = Screens(self, screens)
        self._following: asyncio.Task[None] | None = None

    @property
    def id(self) -> int:
        """The table's number, also its match's."""
        return self.stored.id

    @property
    def look(self) -> Look:
        """How its game is shown."""
        return self.tables.looks[self.stored.game]

    def playing(self) -> Match:
        """The match. Raises TableError if there is none yet."""
        if self.match is None:
            raise TableError(N_("The match hasn't started yet."))
        return self.match

    # What changes a table

    async def join(self, player: Player) -> None:
        """Seat a player in the lobby, and write to them. Raises TableError."""
        async with self.lock:
            self.stored = await lobby.join(self.tables.database, self.stored, player)
        self.screens.joined(player.user_id)

    async def leave(self, user_id: int) -> None:
        """Let a player go, from the lobby or from the match. Raises TableError."""
        async with self.lock:
            if self.match is None:
                self.stored = await lobby.leave(self.tables.database, self.stored, user_id)
                if not self.stored.players:
                    await self._end()
            else:
                await self._leave_match(self.match, lobby.seated(self.stored, user_id))
        self.screens.refresh()

    async def kick(self, host_id: int, user_id: int, *, staff: bool) -> None:
        """Send a player away. Raises TableError: not the host, not seated."""
        lobby.may_command(self.stored, host_id, staff=staff)
        await self.leave(user_id)

    async def _leave_match(self, match: Match, seat: int) -> None:
        if not await storage.tables.leave(self.tables.database, self.id, seat, match.ply):
            raise TableError(N_("That match is over."))
        self._set_player(match, seat, left=True, left_ply=match.ply)
        await self._hand_on(match)
        await self._go_on_without(match)

    async def _hand_on(self, match: Match) -> None:
        """If the host has left, the next player is host."""
        staying = [player for player in self.stored.players if not player.left]
        if staying and self.stored.host_id not in [player.user_id for player in staying]:
            host_id = staying[0].user_id
            await storage.tables.set_host(self.tables.database, self.id, host_id)
            self.stored = match.table = replace(self.stored, host_id=host_id)

    def _set_player(self, match: Match, seat: int, **values: Any) -> None:
        player = replace(self.stored.players[seat], **values)
        players = (*self.stored.players[:seat], player, *self.stored.players[seat + 1 :])
        self.stored = match.table = replace(self.stored, players=players)

    async def _note_player(self, match: Match, seat: int, **values: Any) -> None:
        """Set what goes with a move that is saved already, and must not fail it."""
        self._set_player(match, seat, **values)
        try:
            await storage.tables.set_player(self.tables.database, self.id, seat, **values)
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
                self.tables.watch(self._following)
        self.screens.hold_back(match, ply)

    async def _follow(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        self._following = None
        async with self.lock:
            if self.match is not None and self.stored.phase == "live":
                await self._go_on_without(self.match)
        self.screens.refresh()

    async def start(self, user_id: int, *, staff: bool) -> None:
        """Begin the match. Raises TableError: not the host, too few players."""
        now = self.tables.now()
        async with self.lock:
            self.stored = await lobby.start(
                self.tables.database, self.stored, user_id, staff=staff, now=now
            )
            await self.begin()
        self.tables.deadline_changed()
        self.screens.refresh(but=PANEL)

    async def begin(self) -> None:
        """Take up the match as its log says, at the start or after a restart."""
        match = await Match.load(self.stored, self.tables.database, self.tables.now)
        self.match = match
        if self.stored.phase == "live":
            await self._go_on_without(match)

    async def cancel(self, user_id: int, *, staff: bool) -> None:
        """Call the table off. Raises TableError: not the host."""
        async with self.lock:
            lobby.may_steer(self.stored, user_id, staff=staff, now=self.tables.now())
            await self._end()
        self.screens.refresh()

    async def set_pace(self, user_id: int, pace: int | None, *, staff: bool) -> None:
        """Choose the time for a decision, in the lobby. Raises TableError."""
        async with self.lock:
            self.stored = await lobby.set_pace(
                self.tables.database, self.stored, user_id, pace, staff=staff, now=self.tables.now()
            )
        self.screens.refresh(but=PANEL)

    async def pause(self, user_id: int, *, staff: bool) -> bool:
        """Let a running match rest, or go on; whether it rests now. Raises TableError."""
        async with self.lock:
            match = self._live()
            resting = self.stored.paused_at is None
            if resting or self.stored.seat_of(user_id) is None:
                lobby.may_command(self.stored, user_id, staff=staff)
            at = self.tables.now() if resting else None
            due = Due(None, None) if resting else match.fresh_due()
            await storage.tables.set_paused(self.tables.database, self.id, at, *due)
            match.deadline = due.deadline
            self.stored = match.table = replace(self.stored, paused_at=at)
            if not resting:
                await self._go_on_without(match)
        self.tables.deadline_changed()
        self.screens.refresh()
        return resting

    async def vote_end(self, user_id: int) -> bool:
        """Wish a running match to end; when most who play do, it does. Whether it ended."""
        async with self.lock:
            match = self._live()
            seat = lobby.seated(self.stored, user_id)
            await storage.tables.set_player(self.tables.database, self.id, seat, wants_end=True)
            self._set_player(match, seat, wants_end=True)
            playing = [player for player in self.stored.players if player.playing]
            ended = 2 * sum(player.wants_end for player in playing) > len(playing)
            if ended:
                await self._end()
        self.screens.refresh()
        return ended

    async def back(self, user_id: int) -> None:
        """Give a seat back to its player, for whom a computer has played. Raises TableError."""
        async with self.lock:
            match = self._live()
            seat = lobby.seated(self.stored, user_id)
            await storage.tables.set_player(
                self.tables.database, self.id, seat, away=False, misses=0
            )
            self._set_player(match, seat, away=False, misses=0)
        self.screens.saw(user_id)
        self.screens.refresh(but=user_id)

    def _live(self) -> Match:
        """The match, if it runs. Raises TableError."""
        match = self.playing()
        if self.stored.phase != "live":
            raise TableError(N_("That match is over."))
        return match

    async def ring(self) -> None:
        """The table's time has come: a lobby closes, a player is reminded or was too slow."""
        reminded = False
        try:
            async with self.lock:
                match, now = self.match, self.tables.now()
                if self.stored.phase not in ("lobby", "live"):
                    return
                if match is None:
                    await self._end()
                elif match.deadline is None or now < match.deadline:
                    due = Due(match.deadline, match.deadline)
                    await storage.tables.set_clock(self.tables.database, self.id, *due)
                    reminded = match.deadline is not None
                else:
                    await self._too_late(match)
        finally:
            # Of several moves some may have been made before it failed.
            if reminded:
                self.screens.remind()
            else:
                self.screens.refresh()

    async def _too_late(self, match: Match) -> None:
        """Make the default moves of those who didn't decide in time."""
        stage, ply = match.stage, match.ply
        for seat in sorted(match.to_act):
            if match.stage != stage or match.outcome is not None:
                break
            try:
                await match.submit(seat, match.default_text(seat), stage=stage)
            except GameError:
                # They decided at the very last moment.
                continue
            misses = self.stored.players[seat].misses + 1
            away = misses >= _MISSES
            await self._note_player(match, seat, misses=misses, away=away)
        if match.stage == stage and match.outcome is None:
            due = match.fresh_due()
            await storage.tables.set_clock(self.tables.database, self.id, *due)
            match.deadline = due.deadline
        self.screens.hold_back(match, ply)
        await self._go_on_without(match)

    async def abandon(self) -> None:
        """End the table because its channel is gone."""
        async with self.lock:
            await self._end()
        await storage.posts.drop_posts(self.tables.database, self.id)
        self.tables.close_table(self.id)

    async def forget(self, user_id: int) -> None:
        """Know a person no more whose data was deleted from the database."""
        known = {self.stored.host_id, *(player.user_id for player in self.stored.players)}
        if user_id not in known | self.screens.readers():
            return
        async with self.lock:
            await self._reload()
            if self.match is not None:
                self.match.table = self.stored
            theirs = self.screens.forget(user_id)
        if theirs is not None:
            # It may just be telling them that they have left.
            await theirs.rest(_FAREWELL_SECONDS)
            theirs.give_up()
        self.screens.refresh()

    async def _end(self) -> None:
        await storage.tables.cancel(self.tables.database, self.id, self.tables.now())
        await self._reload()

    async def ready_to_draw(self) -> None:
        """Wait for what belongs to the newest state: with the last move comes the result."""
        if self.match is not None:
            await self._look_for_end(self.match)

    async def _look_for_end(self, match: Match) -> None:
        if match.outcome is not None and self.stored.phase == "live":
            await self._reload()

    async def _reload(self) -> None:
        stored = await storage.tables.table(self.tables.database, self.id)
        if stored is not None:
            self.stored = stored

    async def move(
        self, seat: Seat, text: str, *, stage: int | None = None, drawn: bool = False
    ) -> None:
        """Make a player's move. Raises StaleControl, MoveError, TableError.

        `drawn`: the caller itself brings that player's hand up to date.
        """
        match, player = self._live(), self.stored.players[seat]
        if self.stored.paused_at is not None:
            raise TableError(N_("The match is paused."))
        if player.away:
            raise TableError(N_("A computer plays for you: click *I'm back* in your hand first."))
        before, ply = match.stage, match.ply
        await match.submit(seat, text, stage=stage)
        self.screens.saw(player.user_id)
        if player.misses:
            await self._note_player(match, seat, misses=0)
        await self._go_on_without(match)
        if match.deadline is not None and match.stage != before:
            self.tables.deadline_changed(match.deadline - (self.stored.pace or 0) / 2)
        self.screens.hold_back(match, ply)
        user_id = self.stored.players[seat].user_id
        if match.stage != before or match.outcome:
            self.screens.refresh(but=user_id if drawn else None)
        else:
            # Nobody else's hand shows what was chosen.
            self.screens.refresh_panel()
            if not drawn:
                self.screens.of(user_id).want()

    @property
    def ended(self) -> bool:
        """Whether nothing can change here any more."""
        return self.stored.phase in ("over", "cancelled")
