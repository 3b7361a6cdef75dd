"""The computers at one table: whose decisions are theirs, thought about and made once each."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from games.core import Seat
from games.errors import N_, GameError, NotToAct
from games.thinking.decisions import maker

from ..play.match import Match
from ..storage import Player
from ..words.retrying import retrying
from ..workers.brain import Question
from ..workers.thinking import Thought
from .house import House
from .state import State

_log = logging.getLogger(__name__)

MOMENT = (1.0, 3.0)
"""Shortest and longest time in seconds before a computer moves, so that people can follow."""
TAKES_OVER = "normal"
"""Strength of the computer that plays for a player who left or is away."""
# Seconds before a failed decision is retried.
_AGAIN = 2.0
# Seconds after a reveal. A timer may ring a little before its time.
_LATE = 0.02


Make: TypeAlias = Callable[[Seat, str, int, str], Awaitable[None]]
"""Makes a move that was thought about in that stage, by that maker.

Raises GameError if it comes too late, StorageError if it can't be saved.
"""


class Deciding:
    """The decisions of seats without a person. It stores nothing that can't be computed again."""

    def __init__(self, house: House, state: State, make: Make, show: Callable[[], object]) -> None:
        self._house = house
        self._state = state
        self._make, self._show = make, show
        self._under_way: set[Seat] = set()
        # Seats that move within this moment. One drawing shows all their moves.
        self._moving: set[Seat] = set()
        self._stopped = False

    def stop(self) -> None:
        """Decide nothing any more."""
        self._stopped = True

    def look(self) -> None:
        """See to it that every decision that is a computer's now is being thought about."""
        for seat in sorted(self._theirs()):
            if seat not in self._under_way:
                self._under_way.add(seat)
                self._house.thinking.begin(self._decide(seat))

    def _theirs(self) -> set[Seat]:
        match, stored = self._state.match, self._state.stored
        if self._stopped or match is None or stored.phase != "live" or stored.paused_at is not None:
            return set()
        return {seat for seat in match.to_act if not stored.players[seat].playing}

    async def _decide(self, seat: Seat) -> None:
        """Make that seat's decisions as long as it has any."""
        waited: int | None = None

        async def decide() -> None:
            nonlocal waited
            while seat in self._theirs():
                match = self._state.match
                assert match is not None
                ply, slowly, waited = match.ply, waited != match.stage, match.stage
                try:
                    await self._move(match, seat, slowly=slowly)
                except GameError:
                    # Something has happened meanwhile: perhaps there is another decision now.
                    if match.ply == ply:
                        raise

        try:
            await retrying(decide, Exception, _AGAIN, report=self._later)
        finally:
            self._under_way.discard(seat)

    def _later(self, error: BaseException, seconds: float) -> None:
        """Log why a computer moves later: only the kind, because a text may reveal a move."""
        if isinstance(error, GameError):
            return
        kind, stored = type(error).__name__, self._state.stored
        told = "a computer (%s) moves later: %s"
        _log.error(told, stored.game, kind, extra={"table": stored.id})

    async def _move(self, match: Match, seat: Seat, *, slowly: bool) -> None:
        stage, since = match.stage, self._house.now()
        # It depends on nothing hidden, such as the number of legal moves. It varies by decision,
        # stays the same after a restart, and is equal for all computers at the table: simultaneous
        # choices are shown together.
        usual = random.Random(f"{match.table.id} {match.stage}").uniform(*MOMENT)
        # A reveal is moment enough: its end and the move are shown together.
        moment = match.holds.until - since + _LATE if match.held else usual * slowly
        self._moving.add(seat)
        try:
            thought = await self._think(match, seat)
            text = match.game.move_text(thought.move)
            if moment:
                # A long thought waits for the next full moment, because its length may reveal
                # hidden cards.
                await asyncio.sleep(moment - (self._house.now() - since) % moment)
            async with self._house.idle.turn():
                await self._make(seat, text, stage, thought.made_by)
        finally:
            self._moving.discard(seat)
            if match.stage != stage or not self._moving & self._theirs():
                self._show()

    async def _think(self, match: Match, seat: Seat) -> Thought:
        stored, due = self._state.stored, match.decision(seat)
        question = Question(
            game=stored.game,
            version=match.game.version,
            strength=strength(stored.players[seat]),
            view=due.view,
            events=due.told,
            legal=due.legal,
            seed=due.number,
        )
        thought = await self._house.thinking.move(stored.id, question)
        if stored.kind.alike and thought.made_by != maker(stored.game, question.strength):
            # A simple move would be another answer than that of other tables.
            raise NotToAct(N_("The computer thinks again."))
        return thought


def strength(player: Player) -> str:
    """Return the strength of the computer on a seat that no person plays now."""
    return player.kind if player.computer else TAKES_OVER
