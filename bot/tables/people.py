"""Players who leave, are sent away, come back, or decide together to end a match."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from games.core import Seat
from games.errors import N_

from .. import storage
from ..play import consent, endings, lobby
from ..play.match import Match
from ..words.errors import StaleControl, TableError
from .lifecycle import Lifecycle
from .state import State


class People:
    """Comings and goings at one table."""

    def __init__(self, state: State, lifecycle: Lifecycle) -> None:
        self._state = state
        self._lifecycle = lifecycle
        self._house = state.house

    @asynccontextmanager
    async def _changing(self, *, but: int | None = None) -> AsyncIterator[State]:
        """Hold the table's lock, then redraw what has changed, except `but`."""
        async with self._state.lock:
            yield self._state
        self._lifecycle.posts.refresh(but=but)

    async def get_up(self, user_id: int) -> None:
        """Remove a player before the start. Raises StaleControl once the match has begun."""
        async with self._changing() as state:
            if state.stored.started_at is not None:
                raise StaleControl(
                    N_("The match has begun. ↩️ *Leave* behind ⋯ gets you out of it.")
                )
            await self._get_up(user_id)

    async def leave(self, user_id: int) -> None:
        """Remove a leaving player from the lobby or the match. Raises TableError."""
        async with self._changing() as state:
            if state.stored.started_at is None:
                await self._get_up(user_id)
            else:
                await self._leave_match(user_id)

    async def leave_for_good(self, user_id: int) -> None:
        """Remove a leaving player who can't take it back, also one who has just left.

        Raises TableError.
        """
        async with self._changing() as state:
            seat = consent.gone_seat(state.stored, user_id)
            if state.stored.started_at is None:
                await self._get_up(user_id)
            elif seat is not None:
                await state.set_player(seat, left_at=None)
            else:
                await self._leave_match(user_id, final=True)

    async def kick(self, by_id: int, user_id: int, *, staff: bool) -> bool:
        """Remove a player, or note a vote. Return True if the player is removed.

        The staff and a lobby's host remove at once. In a match the players vote. Raises TableError.
        """
        async with self._changing() as state:
            if state.stored.started_at is None:
                lobby.may_command(state.stored, by_id, staff=staff)
                await self._get_up(user_id, bar=user_id != by_id)
                if user_id != by_id:
                    self._lifecycle.posts.removed(user_id, by_id)
                removed = True
            else:
                removed = await self._remove(by_id, user_id, staff=staff)
            return removed

    async def decides(self, by_id: int, seat: Seat) -> bool:
        """Return True if this player's vote would remove a seat at once. Raises TableError."""
        state = self._state
        async with state.lock:
            await self._lifecycle.live()
            by = consent.voter(state.stored, by_id)
            return consent.voted_out(state.with_player(by, wants_gone=seat)) == seat

    async def _remove(self, by_id: int, user_id: int, *, staff: bool) -> bool:
        """Remove a player from the match if the staff or enough votes want it."""
        state = self._state
        if user_id == by_id:
            raise TableError(N_("To leave the match yourself, press ↩️ *Leave* behind ⋯."))
        seat = lobby.seated(state.stored, user_id)
        if not staff:
            by = consent.voter(state.stored, by_id)
        consent.check_removable(state.stored, seat)
        if staff:
            await self._leave_match(user_id, removed_by=lobby.doer(state.stored, by_id))
            return True
        match = await self._lifecycle.live()
        await state.set_player(by, wants_gone=seat)
        await self._lifecycle.go_on(match)
        return state.stored.players[seat].left

    async def _get_up(self, user_id: int, *, bar: bool = False) -> None:
        state = self._state
        state.know(await lobby.leave(self._house.database, state.stored, user_id, bar=bar))
        await self._lifecycle.close_empty()

    async def _leave_match(
        self, user_id: int, removed_by: int | None = None, *, final: bool = False
    ) -> None:
        state = self._state
        match = None if state.broken else await self._lifecycle.begun()
        seat = lobby.seated(state.stored, user_id)
        if not await self._lifecycle.leave(seat, removed_by=removed_by, final=final):
            raise TableError(N_("That match is over."))
        if match is not None:
            await self._lifecycle.go_on(match)
        elif (why := consent.given_up(state.stored)) is not None:
            await self._lifecycle.end(why)

    async def take_back(self, user_id: int) -> None:
        """Give a seat back to the player who has just left. Raises TableError if it is too late."""
        async with self._changing() as state:
            await self._lifecycle.live()
            seat = consent.gone_seat(state.stored, user_id)
            player = None if seat is None else state.stored.players[seat]
            if player is None or consent.regrets_until(player, self._house.now()) is None:
                raise TableError(N_("It is too late to take that back."))
            still: dict[str, Any] = {"left": False, "left_ply": None, "left_at": None}
            await state.set_player(player.seat, **still, returns=player.returns + 1)
            await self._lifecycle.end_pause()
            self._lifecycle.posts.acted(user_id)

    async def take_win(self, user_id: int) -> None:
        """End the match as won by the last player. Raises TableError if others play."""
        async with self._changing() as state:
            match = await self._lifecycle.live()
            seat = consent.check_win(state.stored, user_id, self._house.now())
            await self._lifecycle.award(match.won_by(seat), endings.WIN)

    async def lone_end(self, user_id: int) -> str | None:
        """Return the reason for an end by this player's wish alone, or None. Raises TableError."""
        state = self._state
        async with state.lock:
            match = await self._lifecycle.live()
            return await self._lone_end(match, lobby.seated(state.stored, user_id))

    async def _lone_end(self, match: Match, seat: Seat) -> str | None:
        stored = self._state.stored
        if consent.plays_alone(stored, seat):
            return endings.ALONE
        moved_at = await storage.moves.last_at(self._house.database, stored.id) or 0.0
        waits = seat not in match.to_act
        if waits and consent.waits_too_long(stored, moved_at, self._house.now()):
            return endings.WAITED
        return None

    async def vote_end(self, user_id: int) -> bool:
        """Note a vote to end the match. Return True if that ends it."""
        async with self._changing() as state:
            match = await self._lifecycle.live()
            seat = consent.voter(state.stored, user_id)
            # Read first and written once: what fails has changed nothing.
            why = await self._lone_end(match, seat)
            if why is None and consent.may_end(state.with_player(seat, wants_end=True)):
                why = endings.VOTE
            if why is not None:
                await self._lifecycle.end(why)
            else:
                await state.set_player(seat, wants_end=True)
            return why is not None

    async def back(self, user_id: int) -> None:
        """Give a player the seat back that a computer has played. Raises TableError."""
        async with self._changing(but=user_id) as state:
            await self._lifecycle.live()
            seat = lobby.seated(state.stored, user_id)
            player = state.stored.players[seat]
            returns = player.returns + player.away
            await state.set_player(seat, away=False, misses=0, returns=returns)
            await self._lifecycle.end_pause()
            self._lifecycle.posts.acted(user_id)

    # Pauses: begun by a player or the staff, ended by votes or by the clock

    async def pause(self, user_id: int, *, staff: bool, resume: bool = False) -> bool:
        """Pause a running match, or vote to resume a paused one. `resume`: only the latter.

        Return True if it is paused now: one player's vote may not be enough. Raises TableError.
        """
        async with self._changing() as state:
            await self._lifecycle.live()
            resting = state.stored.paused_at is None
            if resume and resting:
                raise StaleControl(N_("The match goes on already."))
            if not staff:
                lobby.seated(state.stored, user_id)
            if resting:
                await self._rest(lobby.doer(state.stored, user_id))
            elif staff or consent.steers_pause(state.stored, user_id):
                await self._lifecycle.resume()
            else:
                seat = lobby.seated(state.stored, user_id)
                vote = {"wants_on": True, "wants_rest": False}
                # Written once, so that what fails has changed nothing.
                if consent.may_go_on(state.with_player(seat, **vote)):
                    await self._lifecycle.resume()
                else:
                    await state.set_player(seat, **vote)
            self._house.deadline_changed(0.0)
            return state.stored.paused_at is not None

    async def _rest(self, by: int) -> None:
        """Store a pause and when the clock looks at it. Raises TableError after too many."""
        state, now = self._state, self._house.now()
        consent.check_pause(state.stored, by)
        match = state.playing()
        paused = await storage.tables.pause(
            self._house.database,
            state.id,
            now,
            by=by,
            time_left=match.time_left(),
            due_at=now + consent.PAUSE_SECONDS,
        )
        match.deadline = None
        state.know(paused)

    async def prolong(self, user_id: int) -> None:
        """Note a player's vote for a longer pause. Raises TableError if nothing is paused."""
        async with self._changing() as state:
            await self._lifecycle.live()
            seat = consent.voter(state.stored, user_id)
            if state.stored.paused_at is None:
                raise StaleControl(N_("The match goes on already."))
            await state.set_player(seat, wants_rest=True, wants_on=False)
