"""Players who leave, are sent away, come back, or decide together to end a match."""

from dataclasses import replace
from typing import Any

from games.errors import N_, Name

from .. import storage
from ..play import consent, endings, lobby
from ..words.errors import StaleControl, TableError
from .course import Course
from .state import State


class People:
    """Comings and goings at one table."""

    def __init__(self, state: State, course: Course) -> None:
        self._state = state
        self._course = course
        self._house = state.house

    async def get_up(self, user_id: int) -> None:
        """Remove a player before the start. Raises StaleControl once the match has begun."""
        state = self._state
        async with state.lock:
            if state.stored.started_at is not None:
                begun = N_("The match has begun; `/{table} {leave}` gets you out of it.")
                raise StaleControl(begun, table=Name("table"), leave=Name("leave"))
            await self._get_up(user_id)
        state.posts.refresh()

    async def leave(self, user_id: int) -> None:
        """Remove a leaving player from the lobby or the match. Raises TableError."""
        state = self._state
        async with state.lock:
            if state.stored.started_at is None:
                await self._get_up(user_id)
            else:
                await self._leave_match(user_id)
        state.posts.refresh()

    async def leave_for_good(self, user_id: int) -> None:
        """Remove a leaving player who can't take it back, also one who has just left.

        Raises TableError.
        """
        state = self._state
        async with state.lock:
            seat = consent.gone_seat(state.stored, user_id)
            if state.stored.started_at is None:
                await self._get_up(user_id)
            elif seat is not None:
                await state.set_player(seat, left_at=None)
            else:
                await self._leave_match(user_id, final=True)
        state.posts.refresh()

    async def kick(self, host_id: int, user_id: int, *, staff: bool) -> None:
        """Send a player away. Raises TableError if the caller isn't the host or the player isn't
        seated.
        """
        state = self._state
        async with state.lock:
            lobby.may_command(state.stored, host_id, staff=staff)
            by = None if user_id == host_id else lobby.doer(state.stored, host_id)
            if state.stored.started_at is None:
                await self._get_up(user_id, bar=by is not None)
            else:
                await self._leave_match(user_id, removed_by=by)
        state.posts.refresh()

    async def _get_up(self, user_id: int, *, bar: bool = False) -> None:
        state = self._state
        state.know(await lobby.leave(self._house.database, state.stored, user_id, bar=bar))
        if not any(player.user_id > 0 for player in state.stored.players):
            await self._course.end(endings.LEFT)

    async def _leave_match(
        self, user_id: int, removed_by: int | None = None, *, final: bool = False
    ) -> None:
        state = self._state
        match = None if state.broken else await self._course.begun()
        seat = lobby.seated(state.stored, user_id)
        # Without a time, leaving can't be taken back.
        now = None if final else self._house.now()
        ply = 0 if match is None else match.ply
        staying = [player for player in state.stored.players if player.user_id != user_id]
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
            raise TableError(N_("That match is over."))
        gone = {"left": True, "left_ply": ply, "left_at": now, "removed_by": removed_by}
        state.know_player(seat, **gone, wants_end=False)
        if host_id is not None:
            state.know(replace(state.stored, host_id=host_id))
        if match is not None:
            await self._course.go_on(match)
        elif (why := consent.given_up(state.stored)) is not None:
            await self._course.end(why)

    async def take_back(self, user_id: int) -> None:
        """Give a seat back to the player who has just left. Raises TableError if it is too late."""
        state = self._state
        async with state.lock:
            await self._course.live()
            seat = consent.gone_seat(state.stored, user_id)
            until = None if seat is None else consent.regrets_until(state.stored.players[seat])
            if seat is None or until is None or self._house.now() > until:
                raise TableError(N_("It is too late to take that back."))
            returns = state.stored.players[seat].returns + 1
            still: dict[str, Any] = {"left": False, "left_ply": None, "left_at": None}
            await state.set_player(seat, **still, returns=returns)
        state.posts.acted(user_id)
        state.posts.refresh()

    async def take_win(self, user_id: int) -> None:
        """End the match as won by the last player. Raises TableError if others play."""
        state = self._state
        async with state.lock:
            match = await self._course.live()
            seat = consent.check_win(state.stored, user_id, self._house.now())
            await self._course.award(match.won_by(seat), endings.WIN)
        state.posts.refresh()

    async def vote_end(self, user_id: int) -> bool:
        """Note a vote to end. When most players have voted so, end the match and return True."""
        state = self._state
        async with state.lock:
            await self._course.live()
            seat = lobby.seated(state.stored, user_id)
            await state.set_player(seat, wants_end=True)
            ended = consent.may_end(state.stored)
            if ended:
                await self._course.end(endings.VOTE)
        state.posts.refresh()
        return ended

    async def back(self, user_id: int) -> None:
        """Give a player the seat back that a computer has played. Raises TableError."""
        state = self._state
        async with state.lock:
            await self._course.live()
            seat = lobby.seated(state.stored, user_id)
            player = state.stored.players[seat]
            returns = player.returns + player.away
            await state.set_player(seat, away=False, misses=0, returns=returns)
        state.posts.acted(user_id)
        state.posts.refresh(but=user_id)
