"""What this process knows of a table, and how it learns what other processes have changed."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games import GAMES
from games.core import Seat

from .. import storage
from ..play.match import Match
from ..screens.look import Look
from ..storage import StoredPost, StoredTable
from .deciding import Deciding
from .house import House
from .posts import Posts

LATELY = 15.0
"""What was done so many seconds ago has reached everybody, or nobody; answers may come so late."""


class Known:
    """A table as far as it is known here. `lock` orders all that changes it, in all processes."""

    def __init__(self, house: House, stored: StoredTable, shown: Sequence[StoredPost]) -> None:
        self._house = house
        self.stored = stored
        self.match: Match | None = None
        # Whether its match can't be taken up: then it can only be called off.
        self.broken = stored.game not in GAMES or stored.game not in house.looks
        self.lock = house.neighbours.lock(self)
        self.posts = Posts(house, self, shown)
        self._showing = self.kept
        # The newest click by which each seat has decided here, as `Player.click_id`.
        self._decided: dict[int, int] = {}
        # When somebody last did something by this process, and by another one.
        self._done_here = self._done_elsewhere = -math.inf
        self._deciding = Deciding(house, self)

    @property
    def id(self) -> int:
        """The table's number, also its match's."""
        return self.stored.id

    @property
    def look(self) -> Look:
        """How its game is shown."""
        return self._house.look(self.stored.game)

    @property
    def open(self) -> bool:
        """Whether anything can change here still."""
        return not self.stored.ended

    @property
    def keeper(self) -> str | None:
        """The process that keeps it, where there are several."""
        return self.stored.keeper

    @property
    def kept(self) -> bool:
        """Whether its clock, screens and computers are this process's."""
        return self._house.neighbours.keeps(self.stored.keeper)

    @property
    def moment(self) -> tuple[object, ...]:
        """What is another one after each change."""
        match = self.match
        return self.stored, match and match.ply, match and match.deadline

    def _know(self, stored: StoredTable) -> None:
        self.stored = stored
        if self.match is not None:
            self.match.table = stored

    def _know_player(self, seat: int, **values: Any) -> None:
        player = replace(self.stored.players[seat], **values)
        players = (*self.stored.players[:seat], player, *self.stored.players[seat + 1 :])
        self._know(replace(self.stored, players=players))

    async def _reload(self) -> None:
        stored = await storage.tables.table(self._house.database, self.id)
        if stored is None:
            return
        shown: list[StoredPost] = []
        if not self._showing and self._house.neighbours.keeps(stored.keeper):
            shown = await storage.posts.posts(self._house.database, self.id)
        before = self.keeper
        self._know(stored)
        if self.kept and not self._showing:
            self.posts.taken_over(shown)
        elif not self.kept and self.keeper != before and self._lately(self._done_here):
            # What was told to the keeper before may have been told in vain.
            self._house.neighbours.tell("table", self.id, keeper=self.keeper)
        self._showing = self.kept

    def _lately(self, at: float) -> bool:
        return self._house.now() - at < LATELY

    def touched(self) -> None:
        """It was changed by this process."""
        self._done_here = self._house.now()

    def somebody_died(self) -> None:
        """Show it again if another process, maybe that one, has answered clicks of late."""
        if self.kept and self._lately(self._done_elsewhere):
            self.posts.doubt()

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

    async def catch_up(self) -> None:
        """Know what other processes have changed, while nobody else may change it."""
        await self._reload()
        if self.match is not None:
            await self.match.catch_up()
        elif self.stored.started_at is not None:
            await self._take_up()

    async def know(self) -> None:
        """Know what other processes have changed by now: they tell, but that may take a while."""
        if self._house.neighbours.name is None:
            return
        if self.match is None and self.stored.started_at is None:
            async with self.lock:
                pass
        async with self._house.neighbours.here(self.lock):
            await self._reload()
            if self.match is not None:
                await self.match.catch_up()

    def left_to(self, keeper: str | None) -> bool:
        """Whether that other process keeps it, as known, and nothing of it is shown by this one.

        Then what others change need not be known here before somebody asks.
        """
        known = keeper is not None and keeper == self.keeper
        return known and not self.kept and not self.posts.here

    def changed_elsewhere(self) -> None:
        """Another process has changed it."""
        self._done_elsewhere = self._house.now()

    async def look_again(self) -> None:
        """Another process has changed it, or had it before: know, and show, what is true."""
        self.changed_elsewhere()
        await self.know()
        await self.posted()
        self.posts.refresh()
        if self.kept:
            self._house.deadline_changed(0.0)
            self._deciding.look()
        elif not self.open:
            self._let_go()

    async def posted(self) -> None:
        """Know which messages another process has posted."""
        if not self.kept:
            shown = await storage.posts.posts(self._house.database, self.id)
            if not self.kept:
                self.posts.known(shown)

    async def abandon(self) -> None:
        """End the table because its channel is gone."""
        raise NotImplementedError

    def all_shown(self) -> None:
        """Every post shows the end."""
        raise NotImplementedError

    async def computer_moves(self, seat: Seat, text: str, stage: int) -> None:
        """Make the move of a seat that no person plays, thought about in that stage, or raise."""
        raise NotImplementedError

    def show_moves(self) -> None:
        """Show what computers have done."""
        raise NotImplementedError

    async def _take_up(self) -> None:
        raise NotImplementedError

    def _let_go(self) -> None:
        raise NotImplementedError
