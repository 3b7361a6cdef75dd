"""Pauses of a running match: begun by a player or the staff, ended by votes or by the clock."""

from games.errors import N_

from .. import storage
from ..play import consent, lobby
from ..words.errors import StaleControl
from .course import Course
from .state import State


class Pauses:
    """The pauses of one table's match."""

    def __init__(self, state: State, course: Course) -> None:
        self._state = state
        self._course = course
        self._house = state.house

    async def pause(self, user_id: int, *, staff: bool, resume: bool = False) -> bool:
        """Pause a running match, or vote to resume a paused one. `resume`: only the latter.

        Return True if it is paused now: one player's vote may not be enough. Raises TableError.
        """
        state = self._state
        async with state.lock:
            await self._course.live()
            resting = state.stored.paused_at is None
            if resume and resting:
                raise StaleControl(N_("The match goes on already."))
            if not staff:
                lobby.seated(state.stored, user_id)
            if resting:
                await self._rest(lobby.doer(state.stored, user_id))
            elif staff or consent.steers_pause(state.stored, user_id):
                await self._course.resume()
            else:
                seat = lobby.seated(state.stored, user_id)
                vote = {"wants_on": True, "wants_rest": False}
                # Written once, so that what fails has changed nothing.
                if consent.may_go_on(state.with_player(seat, **vote)):
                    await self._course.resume()
                else:
                    await state.set_player(seat, **vote)
        self._house.deadline_changed(0.0)
        state.posts.refresh()
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
        state = self._state
        async with state.lock:
            await self._course.live()
            seat = consent.voter(state.stored, user_id)
            if state.stored.paused_at is None:
                raise StaleControl(N_("The match goes on already."))
            await state.set_player(seat, wants_rest=True, wants_on=False)
        state.posts.refresh()
