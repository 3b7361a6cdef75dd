"""A table in a channel, from lobby to end: lobby, start, moves, pauses."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any

from games.core import Seat
from games.errors import N_, IllegalMove, NotToAct

from ..play import consent, endings, lobby
from ..play.match import Match
from ..screens.look import Look
from ..screens.naming import out_of_turn
from ..storage import PANEL, Player, StoredPost, StoredTable
from ..storage.modes import CLOSED
from ..words.errors import NotOwner, NotSaved, Overtaken, StaleControl, StorageError, TableError
from ..words.retrying import retrying
from .deadlines import Deadlines
from .deciding import Deciding
from .house import House
from .lifecycle import AGAIN_SECONDS, Lifecycle
from .people import People
from .posts import Posts
from .state import State

_log = logging.getLogger(__name__)

# Time limit in seconds of the last message to a person whose data is being deleted.
_FAREWELL_SECONDS = 3.0


class Table:
    """One table.

    Its `people` come, go and pause, and its `deadlines` ring when they have come. `put_away`
    forgets an ended table whose posts all show the end, `fold` folds the end before a rematch.
    """

    def __init__(
        self,
        house: House,
        put_away: Callable[[int], None],
        fold: Callable[[int], None],
        stored: StoredTable,
        shown: Sequence[StoredPost],
        removed: Collection[int] = (),
    ) -> None:
        self._house = house
        self._put_away, self._fold = partial(put_away, stored.id), fold
        self.state = State(house, stored)
        given = house, self.state
        self.posts = Posts(*given, shown, removed, self.abandon, self._put_away)
        self._deciding = Deciding(*given, self.computer_moves, self.posts.refresh)
        self._lifecycle = Lifecycle(self.state, self.posts, self._deciding)
        self.people = People(self.state, self._lifecycle)
        self.deadlines = Deadlines(self.state, self._lifecycle)
        self.lock = self.state.lock

    @property
    def id(self) -> int:
        """The table's number, also its match's."""
        return self.state.id

    @property
    def stored(self) -> StoredTable:
        """The table as stored."""
        return self.state.stored

    @property
    def look(self) -> Look:
        """The look of its game."""
        return self.state.look

    def whole(self) -> "Table":
        """This table. Raises TableError if its match can't be taken up."""
        self.state.check_whole()
        return self

    # The lobby

    async def join(self, player: Player, *, written: bool = False) -> None:
        """Seat a player in the lobby, and write to them. Raises TableError.

        A rematch begins once all its players are seated. `written`: the caller itself refreshes a
        message to them.
        """
        state = self.state
        async with self.lock:
            state.know(await lobby.join(self._house.database, state.stored, player))
            begins = await self._reunite()
        if begins:
            self.posts.acted(player.user_id)
            self._begun_now()
        elif written:
            self.posts.acted(player.user_id)
            self.posts.refresh(but=player.user_id)
        else:
            self.posts.joined(player.user_id)

    async def reunite(self) -> bool:
        """Begin a rematch if all its players sit here. Return True if so."""
        async with self.lock:
            begins = await self._reunite()
        if begins:
            self._begun_now()
        return begins

    async def _reunite(self) -> bool:
        """Begin a rematch if all its players sit here. Return False if it can't begin now.

        What was stored before stands, and the host starts.
        """
        stored = self.stored
        try:
            begins = await lobby.reunited(self._house.database, stored)
            if begins:
                await self._start(stored.host_id, staff=True)
        except StorageError as error:
            _log.error("a rematch doesn't start by itself: %s", error, extra={"table": self.id})
            return False
        return begins

    async def change(self, doing: Callable[[StoredTable], Awaitable[StoredTable]]) -> None:
        """Change the lobby as one of the functions of `lobby` does. Raises what that raises."""
        async with self.lock:
            self.state.know(await doing(self.stored))
        self.posts.refresh(but=PANEL)

    async def start(self, user_id: int, *, staff: bool) -> None:
        """Begin the match. Raises TableError if the caller isn't the host or too few players sit
        here.
        """
        async with self.lock:
            await self._start(user_id, staff=staff)
        self._begun_now()

    async def _start(self, user_id: int, *, staff: bool) -> None:
        # Cached for the take-up: a read that failed after the start is stored would hide the match.
        await self._house.servers.of(self.stored.guild_id)
        self.state.know(
            await lobby.start(
                self._house.database,
                self.stored,
                user_id,
                staff=staff,
                now=self._house.now(),
                idle=self._house.quiet_seconds,
            )
        )
        await self._lifecycle.take_up(fresh=True)

    def _begun_now(self) -> None:
        self._house.deadline_changed(self.stored.due_at or 0.0)
        self.posts.refresh(but=PANEL)
        if self.stored.again_of is not None:
            self._fold(self.stored.again_of)

    # The match

    async def take_up(self) -> None:
        """Take up the match as its log says, after a restart."""
        async with self.lock:
            if self.stored.started_at is not None and self.state.match is None:
                await self._lifecycle.take_up()

    async def move(
        self,
        user_id: int,
        text: str,
        *,
        clicked: int,
        stage: int | None = None,
        drawn: bool = False,
    ) -> None:
        """Make a player's move. Raises StaleControl, MoveError, TableError.

        `clicked` is the interaction that asks for the move. If it is older than the player's last
        decision, it is too late. If it is stored already, the move is done. `drawn`: the caller
        itself refreshes that player's hand.
        """
        state = self.state
        async with self.lock:
            match = await self._lifecycle.live()
            await self._check_day()
            seat = lobby.seated(self.stored, user_id)
            newest = max(self.stored.players[seat].click_id, state.decided.get(seat, 0))
            if clicked and clicked == newest:
                # The process that served this click before has died.
                return
            if self.stored.paused_at is not None:
                raise TableError(N_("The match is paused."))
            if self.stored.players[seat].away:
                raise TableError(consent.AWAY)
            if clicked < newest:
                raise Overtaken(N_("What you chose later counts."))
            try:
                seen = await self._make(match, seat, text, stage=stage, clicked=clicked)
            except NotToAct as refusal:
                raise out_of_turn(refusal, match) from None
            except IllegalMove:
                # It may be what they have chosen already: so it is to stay.
                await state.note_player(seat, click_id=clicked)
                raise
            state.decided[seat] = clicked
            self.posts.acted(user_id)
        if seen or not drawn:
            self.posts.refresh(but=user_id if drawn else None)

    async def computer_moves(self, seat: Seat, text: str, stage: int, made_by: str) -> None:
        """Make the move of a seat that no person plays, thought about in that stage, or raise."""
        async with self.lock:
            match = await self._lifecycle.live()
            await self._check_day()
            if match.held or self.stored.paused_at is not None or self.stored.players[seat].playing:
                raise StaleControl(N_("Too late: the match has moved on."))
            await self._make(match, seat, text, stage=stage, undecided=True, made_by=made_by)

    async def _check_day(self) -> None:
        """End a match whose time is over, and raise TableError."""
        if self._house.now() >= (self.stored.closes_at or inf):
            await self._lifecycle.end(endings.DAY)
            self.posts.refresh()
            self.stored.kind.check(CLOSED)

    async def _make(self, match: Match, seat: Seat, text: str, **asked: Any) -> bool:
        """Make a move, and all that follows from it. Return False if only its maker can see it."""
        before, ply, player = match.stage, match.ply, self.stored.players[seat]
        changed = seat not in match.to_act
        await match.submit(seat, text, **asked)
        self._house.metrics.moved(self.stored.game, "person" if player.playing else "computer")
        if changed and match.ply == ply + 1 and not player.misses:
            # A sealed choice was changed, and no other move of the log was missing here.
            return False
        if player.playing and player.misses:
            await self.state.note_player(seat, misses=0)
        await self._lifecycle.go_on(match)
        if match.deadline is not None and match.stage != before:
            self._house.deadline_changed(match.deadline - (self.stored.pace or 0) / 2)
        return True

    # The end

    async def cancel(self, user_id: int, *, staff: bool, running: bool) -> None:
        """Call a lobby off, or with `running` a match. Raises TableError without the right to."""
        async with self.lock:
            if self.state.open and running != (self.stored.started_at is not None):
                raise StaleControl(N_("Too late: the match has moved on."))
            lobby.may_call_off(self.stored, user_id, staff=staff, now=self._house.now())
            await self._lifecycle.end(endings.BROKEN if self.state.broken else endings.BY_STAFF)
        self.posts.refresh()

    async def restart(self, user_id: int, begin: Callable[[], Awaitable["Table"]]) -> "Table":
        """Begin another match in place of one without a panel, and return its table.

        This one is called off, and its hand taken away, once the other has begun. Raises TableError
        once its player has decided something.
        """
        async with self.lock:
            match = await self._lifecycle.live()
            seat = lobby.seated(self.stored, user_id)
            if self.stored.kind.panel or any(made_by == seat for made_by, _ in match.moves):
                raise TableError(N_("You have decided something already, so this match goes on."))
            begun = await begin()
            try:
                await self._take_away(user_id)
            except NotSaved as error:
                # The other match stands, so this is no reason to say that nothing has changed.
                _log.error("is taken away later: %s", error, extra={"table": self.id})
                self._house.watch(asyncio.ensure_future(self._take_away_later(user_id)))
        return begun

    async def _take_away_later(self, user_id: int) -> None:
        # A new owner doesn't know of it, and the player can give that match up.
        with suppress(NotOwner):
            await retrying(partial(self.discard, user_id), NotSaved, AGAIN_SECONDS)

    async def discard(self, user_id: int) -> None:
        """Close a lobby without a panel, whose match can't start. Raises StorageError."""
        async with self.lock:
            if self.state.open:
                await self._take_away(user_id)

    async def _take_away(self, user_id: int) -> None:
        """End a table without a panel, and take its hand away."""
        await self._lifecycle.end(endings.ALONE)
        self.posts.withdraw(user_id)
        self.stop()
        self._put_away()

    async def channel_gone(self) -> None:
        """End the table, unless its only player reads it in direct messages."""
        closed = any(self.posts.of(p.user_id).closed for p in self.stored.players if p.playing)
        if closed or self.stored.kind.panel:
            await self.abandon()

    async def abandon(self) -> None:
        """End the table because its channel is gone. The hands report it to their readers."""
        self._lifecycle.stop()
        async with self.lock:
            await self._lifecycle.end(endings.CHANNEL)
        if self.posts.reached_by():
            # Only the hands can say so.
            self.posts.of(PANEL).give_up()
            self.posts.refresh()
        self.posts.settled()

    def stop(self) -> None:
        """Show, follow and decide nothing any more: it isn't this process's."""
        self._lifecycle.stop()
        self._deciding.stop()
        self.posts.stop()

    async def forget(self, user_id: int) -> None:
        """Forget a person whose data was deleted from the storage."""
        stored = self.stored
        people = (*stored.players, *stored.awaited, *stored.upcoming)
        known = {self.stored.host_id, *(player.user_id for player in people)}
        if user_id not in known | self.posts.reached_by():
            return
        async with self.lock:
            await self.state.reload()
            theirs = self.posts.forget(user_id)
        if theirs is not None:
            # It may be the message that confirms their leaving.
            await theirs.rest(_FAREWELL_SECONDS)
            theirs.give_up()
        self.posts.refresh()
