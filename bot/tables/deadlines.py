"""The time of a table has come: a lobby closes, a player is reminded or was too slow."""

import logging
from math import inf

from games.core import Seat
from games.errors import GameError

from .. import storage
from ..play import endings, lobby
from ..play.match import Match
from ..storage import Due
from .lifecycle import Lifecycle
from .state import State

_log = logging.getLogger(__name__)

# Consecutive timeouts before a computer takes the seat.
_MISSES = 3


class Deadlines:
    """The clock's effects on one table."""

    def __init__(self, state: State, lifecycle: Lifecycle) -> None:
        self._state = state
        self._lifecycle = lifecycle
        self._house = state.house

    async def ring(self) -> None:
        """Do what is due."""
        state = self._state
        reminded: Match | None = None
        ends: float | None = None
        try:
            async with state.lock:
                now = self._house.now()
                if state.open:
                    # The stored deadline may be later than the known one.
                    await state.reload()
                if not state.open:
                    return
                if state.stored.started_at is None:
                    await self._ring_lobby(now)
                    return
                if now >= (state.stored.closes_at or inf):
                    await self._lifecycle.end(endings.DAY)
                    return
                match = None if state.broken else await self._lifecycle.begun()
                if match is not None and await self._lifecycle.end_pause():
                    return
                if match is None or match.deadline is None:
                    ends = await self._ring_idle(now)
                elif now < match.deadline:
                    due = Due(match.deadline, match.deadline)
                    await storage.tables.set_clock(self._house.database, state.id, *due)
                    reminded = match
                else:
                    await self._too_late(match)
        finally:
            # Some of several moves may have been made before the failure.
            if reminded is not None:
                self._lifecycle.posts.remind()
            elif ends is not None and not state.broken:
                self._lifecycle.posts.warn(ends)
            elif not (state.broken and state.open):
                self._lifecycle.posts.refresh()

    async def _ring_lobby(self, now: float) -> None:
        """Free the reserved seats, or close the lobby, unless its deadline was extended."""
        state = self._state
        if (state.stored.due_at or 0.0) > now:
            return
        if lobby.keeps_seats(state.stored):
            state.know(await lobby.give_free(self._house.database, state.stored))
        else:
            await self._lifecycle.end(endings.NOBODY)

    async def _ring_idle(self, now: float) -> float | None:
        """Call a match off without a move for long, a day after a warning.

        Return the time of its end if the players are to be warned now.
        """
        state, house = self._state, self._house
        stored, due = state.stored, state.stored.due_at or 0.0
        if due > now:
            # It was paused just when its time had come: a move isn't due yet.
            return None
        moved = await storage.moves.last_at(house.database, state.id)
        changes = (moved, stored.started_at, stored.paused_at, stored.resumed_at)
        ends = max(at or 0.0 for at in changes) + house.idle_seconds
        if now < ends - house.warning_seconds:
            await storage.tables.set_clock(
                house.database, state.id, None, ends - house.warning_seconds
            )
            return None
        if due < ends:
            # The bot may have been away for days.
            ends = max(ends, now + house.warning_seconds)
            await storage.tables.set_clock(house.database, state.id, None, ends)
            return ends
        _log.info("cancelled: no move for a long time", extra={"table": state.id})
        await self._lifecycle.end(endings.IDLE)
        return None

    async def _too_late(self, match: Match) -> None:
        """Make the default moves of those who didn't decide in time."""
        state, stage = self._state, match.stage
        rests: Seat | None = None
        for seat in sorted(seat for seat in match.to_act if state.stored.players[seat].playing):
            if match.stage != stage or match.outcome is not None:
                break
            try:
                await match.submit(seat, None, stage=stage)
                self._house.metrics.moved(state.stored.game, "clock")
            except GameError:
                # An earlier default move has completed the stage.
                continue
            if state.stored.kind.rests:
                rests = seat
                continue
            misses = state.stored.players[seat].misses + 1
            await state.note_player(seat, misses=misses, away=misses >= _MISSES)
        if match.stage == stage and match.outcome is None:
            due = match.fresh_due()
            await storage.tables.set_clock(self._house.database, state.id, *due)
            match.deadline = due.deadline
        await self._lifecycle.go_on(match)
        if rests is not None and state.stored.phase == "live":
            await self._rest(match, rests)

    async def _rest(self, match: Match, seat: Seat) -> None:
        """Pause the match until its player goes on or it closes."""
        state = self._state
        paused = await storage.tables.pause(
            self._house.database,
            state.id,
            self._house.now(),
            by=seat,
            time_left=state.stored.pace,
            due_at=state.stored.closes_at,
        )
        match.deadline = None
        state.know(paused)

    async def reread(self) -> None:
        """Know the deadline that was moved in the storage."""
        async with self._state.lock:
            if not self._state.open:
                return
            await self._state.reload()
        self._lifecycle.posts.refresh()
