"""The life cycle of a match: taken up, gone on with after each change, ended."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

from games import playable
from games.core import Seat
from games.errors import N_

from .. import storage
from ..play import consent, endings, lobby
from ..play.match import Match, Pause, Story
from ..screens.sight import crowned_for, pause_of
from ..storage import VOTE, Due, Result
from ..words.errors import NotOwner, NotSaved, StorageError, TableError
from .deciding import Deciding
from .posts import Posts
from .seen import films_wanted
from .state import State

_log = logging.getLogger(__name__)

AGAIN_SECONDS = 2.0
"""Seconds before a failed save or read of a change's consequences is retried."""


class Lifecycle:
    """The life cycle of a match, with all that follows a move. The caller holds the lock."""

    def __init__(self, state: State, posts: Posts, deciding: Deciding) -> None:
        self._state = state
        self.posts = posts
        self._deciding = deciding
        self._house = state.house
        self._following: asyncio.Task[None] | None = None

    async def live(self) -> Match:
        """The match, if it runs. Raises TableError."""
        match = await self.begun()
        if self._state.stored.phase != "live" or self._state.unread:
            raise TableError(N_("That match is over."))
        return match

    async def begun(self) -> Match:
        """The match, replayed again if that failed before. Raises TableError without a match."""
        state = self._state
        if state.match is None and state.stored.started_at is not None and not state.broken:
            await self.take_up()
        return state.playing()

    async def take_up(self, *, fresh: bool = False) -> None:
        """Replay the match from its log. `fresh` marks a match that has just started."""
        state = self._state
        running = state.stored.phase == "live"
        if state.broken:
            _log.error("the match can't be loaded: its game is gone", extra={"table": state.id})
            return
        if not playable(state.stored.game, state.stored.version):
            # Other rules would replay another match. An ended match stays as it was shown.
            if running:
                _log.warning("cancelled: it began under older rules", extra={"table": state.id})
                await self.end(endings.RULES)
            return
        try:
            # Read once, so that they are known whenever a screen is drawn.
            await self._house.servers.of(state.stored.guild_id)
            given = state.stored, self._house.database, self._house.now, self._pause
            state.match = await Match.load(*given, fresh=fresh)
            state.chapter = state.look.chapter(state.match.view(None))
            await state.recall()
        except StorageError:
            raise
        except Exception as error:
            # Only the kind of error, because its text may reveal a hidden move.
            _log.error(
                "the match can't be loaded: %s", type(error).__name__, extra={"table": state.id}
            )
            state.match, state.broken = None, True
            return
        if running:
            if fresh:
                await self._tell_deal(state.match)
            await self.go_on(state.match)

    def _pause(self, view: Any, story: Story) -> Pause:
        """Return the lengths of the reveal that a story ends with."""
        state, stored = self._state, self._state.stored
        return pause_of(state.look, stored, view, story, films_wanted(self._house, stored))

    async def _tell_deal(self, match: Match) -> None:
        """Give what the deal itself brought its moment, before the first clock runs."""
        match.hold()
        if match.held and match.deadline is not None:
            due = match.fresh_due()
            try:
                await storage.tables.set_clock(self._house.database, self._state.id, *due)
                match.deadline = due.deadline
            except NotSaved as error:
                _log.error("the clock runs already: %s", error, extra={"table": self._state.id})

    async def go_on(self, match: Match) -> None:
        """Give abandoned seats to computers, or end a match without players.

        The change before is saved. If the next one can't be saved or read now, it is retried later.
        """
        state = self._state
        try:
            await self._forget_votes(match)
            while (seat := consent.voted_out(state.stored)) is not None:
                await self.leave(seat, removed_by=VOTE)
            if (why := consent.given_up(state.stored)) is not None:
                await self.end(why)
                return
            if state.stored.paused_at is not None and consent.may_go_on(state.stored):
                # Those who left aren't counted any more.
                await self.resume()
                return
            if state.stored.paused_at is None:
                await match.play_missed()
                await match.play_wanted()
            if (result := match.left_to_computers()) is not None:
                await self.award(result, endings.COMPUTERS)
            await self._forget_votes(match)
            await state.look_for_end()
            self._deciding.look()
        except NotOwner:
            # The owner goes on with it.
            _log.info("goes on in another process", extra={"table": state.id})
        except StorageError as error:
            self._go_on_later(error)

    def _go_on_later(self, error: StorageError) -> None:
        _log.error("goes on later: %s", error, extra={"table": self._state.id})
        if self._following is None:
            self._following = asyncio.ensure_future(self._follow())
            self._house.watch(self._following)

    async def resume(self) -> None:
        """End the pause. What was left of the time is given back, and no more."""
        state, now = self._state, self._house.now()
        match = state.playing()
        due = match.due_with(state.stored.time_left)
        if due.due_at is None:
            due = Due(None, now + self._house.quiet_seconds)
        state.know(await storage.tables.go_on(self._house.database, state.id, *due, at=now))
        match.deadline = due.deadline
        self._house.deadline_changed(0.0)
        await self.go_on(match)

    async def end_pause(self) -> bool:
        """Resume a match if its pause has lasted long enough. Return True if so."""
        ends = consent.pause_ends(self._state.stored)
        over = ends is not None and self._house.now() >= ends
        if over:
            await self.resume()
        return over

    async def _forget_votes(self, match: Match) -> None:
        """Drop the votes to end or to remove at each new round, deal or duel."""
        state = self._state
        chapter = state.look.chapter(match.view(None))
        if chapter == state.chapter:
            return
        votes = [p for p in state.stored.players if p.wants_end or p.wants_gone is not None]
        if votes and state.chapter is not None:
            none: dict[str, Any] = {"wants_end": False, "wants_gone": None}
            await storage.tables.set_player(self._house.database, state.id, **none)
            players = tuple(replace(player, **none) for player in state.stored.players)
            state.know(replace(state.stored, players=players))
        state.chapter = chapter

    async def _follow(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        self._following = None
        state = self._state
        async with state.lock:
            if state.unread:
                await self._read_end()
            elif state.match is not None and state.stored.phase == "live":
                await self.go_on(state.match)
            else:
                await self.close_empty()
        self.posts.refresh()

    async def leave(
        self, seat: Seat, *, removed_by: int | None = None, final: bool = False
    ) -> bool:
        """Store that a player has left, and the next host. Return False if the match is over.

        A `final` departure can't be taken back.
        """
        state, now = self._state, None if final else self._house.now()
        ply = 0 if state.match is None or state.broken else state.match.ply
        staying = [player for number, player in enumerate(state.stored.players) if number != seat]
        host_id = lobby.next_host(staying, state.stored.host_id)
        if not await storage.tables.leave(
            self._house.database,
            state.id,
            seat,
            ply,
            at=now,
            removed_by=removed_by,
            host_id=host_id,
        ):
            return False
        gone = {"left": True, "left_ply": ply, "left_at": now, "removed_by": removed_by}
        state.know_player(seat, **gone, wants_end=False)
        if host_id is not None:
            state.know(replace(state.stored, host_id=host_id))
        return True

    async def award(self, result: Result, why: str) -> None:
        """End the match with a result that no move has brought. Raises TableError, StorageError."""
        now = self._house.now()
        await storage.moves.award(self._house.database, self._state.id, result, now, why)
        await self._read_end()
        state = self._state
        if state.match is None or not films_wanted(self._house, state.stored):
            return
        if length := crowned_for(state.stored, state.look):
            state.match.crown(length)

    async def end(self, why: str) -> None:
        """End the lobby or match without a result. Raises StorageError."""
        await storage.tables.cancel(self._house.database, self._state.id, self._house.now(), why)
        await self._read_end()

    async def close_empty(self) -> None:
        """End a lobby that all people have left, later if that can't be saved now."""
        state = self._state
        if state.stored.phase != "lobby" or any(one.user_id > 0 for one in state.stored.players):
            return
        try:
            await self.end(endings.LEFT)
        except NotSaved as error:
            self._go_on_later(error)

    async def _read_end(self) -> None:
        """Know the end that is stored. If it can't be read now, it is read later."""
        self._state.unread = True
        try:
            await self._state.reload()
        except StorageError as error:
            self._go_on_later(error)

    def stop(self) -> None:
        """Follow nothing any more."""
        if self._following is not None:
            self._following.cancel()
            self._following = None
