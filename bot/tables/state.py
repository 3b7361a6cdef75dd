"""One table as its owner keeps it: the stored row, the match, and the lock over both."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

from games import GAMES
from games.errors import N_

from .. import storage
from ..play.match import Match
from ..play.rivalry import Rivalries, rivalries
from ..screens.look import Look
from ..storage import StoredTable
from ..words.errors import NotSaved, StorageError, TableError
from .house import House

_log = logging.getLogger(__name__)


class State:
    """The state that all parts of a table share. `lock` orders all changes: people, moves, clock.

    `chapter` is the round, deal or duel that votes belong to. `decided` has each seat's newest
    click with a decision made here, as `Player.click_id`. `unread` is True while an end is stored
    that is still to be read. `rivalries` are those with computers, at the end.
    """

    def __init__(self, house: House, stored: StoredTable) -> None:
        self.house = house
        self._stored = stored
        self.match: Match | None = None
        # Its match can't be taken up: it can only be called off.
        self.broken = stored.game not in GAMES or stored.game not in house.looks
        self.lock = asyncio.Lock()
        self.chapter: int | None = None
        self.decided: dict[int, int] = {}
        self.unread = False
        self.rivalries: Rivalries = {}

    @property
    def stored(self) -> StoredTable:
        """The table's row. A running match moves its deadline."""
        return self._stored if self.match is None else self.match.table

    @property
    def id(self) -> int:
        """The table's number, also its match's."""
        return self.stored.id

    @property
    def look(self) -> Look:
        """The look of its game."""
        return self.house.look(self.stored.game)

    @property
    def open(self) -> bool:
        """True as long as anything can change here."""
        return not (self.stored.ended or self.unread)

    @property
    def held(self) -> bool:
        """True while the last events stay on screen before the next ones."""
        match = self.match
        return match is not None and match.held and self.stored.phase != "cancelled"

    @property
    def alone(self) -> bool:
        """True while one person plays against computers, until the end is shown."""
        running = self.stored.phase == "live" or self.held
        return running and sum(player.playing for player in self.stored.players) == 1

    @property
    def ply(self) -> int:
        """The ply that a post drawn now shows whole, −1 in the lobby."""
        return -1 if self.match is None else self.match.ply - self.held

    def know(self, stored: StoredTable) -> None:
        """Take over what was just stored."""
        log_milestone(self.stored, stored)
        self.unread = self.unread and not stored.ended
        if self.match is None:
            self._stored = stored
        else:
            self.match.table = stored

    def with_player(self, seat: int, **values: Any) -> StoredTable:
        """Return the table with something else of a player, which isn't stored."""
        player = replace(self.stored.players[seat], **values)
        players = (*self.stored.players[:seat], player, *self.stored.players[seat + 1 :])
        return replace(self.stored, players=players)

    def know_player(self, seat: int, **values: Any) -> None:
        """Take over what was just stored of a player."""
        self.know(self.with_player(seat, **values))

    async def reload(self) -> None:
        """Read the table's row and its people again."""
        stored = await storage.tables.table(self.house.database, self.id)
        if stored is not None:
            self.know(stored)
            await self.recall()

    async def recall(self) -> None:
        """Read the rivalries of an ended match. Without them the end is shown too."""
        try:
            self.rivalries = await rivalries(self.house.database, self.stored, self.look.computers)
        except StorageError as error:
            _log.error("no rivalries: %s", error, extra={"table": self.id})

    async def set_player(self, seat: int, **values: Any) -> None:
        """Store something of a player. Raises StorageError."""
        await storage.tables.set_player(self.house.database, self.id, seat, **values)
        self.know_player(seat, **values)

    async def note_player(self, seat: int, **values: Any) -> None:
        """Store what goes with a move that is saved already, and must not fail it."""
        self.know_player(seat, **values)
        try:
            await storage.tables.set_player(self.house.database, self.id, seat, **values)
        except NotSaved as error:
            _log.error("seat %s isn't noted: %s", seat, error, extra={"table": self.id})

    def check_whole(self) -> None:
        """Raise TableError if its match can't be taken up."""
        if self.broken and self.open:
            raise TableError(
                N_(
                    "Match {number} can't be taken up just now. The server's staff can call it off "
                    "behind the table's ⋯."
                ),
                number=self.id,
            )

    def playing(self) -> Match:
        """The match. Raises TableError if there is none yet."""
        self.check_whole()
        if self.match is None:
            raise TableError(N_("The match hasn't started yet."))
        return self.match

    async def look_for_end(self) -> None:
        """Know the end that was stored, with the last move or by itself."""
        played = self.match is not None and self.match.outcome is not None
        if self.unread or (played and self.stored.phase == "live"):
            await self.reload()

    async def ready_to_draw(self) -> None:
        """Wait for what belongs to the newest state: with the start comes the match, with the
        last move the result."""
        if self.match is None and self.stored.started_at is not None:
            async with self.lock:
                pass
        await self.look_for_end()


def log_milestone(before: StoredTable, after: StoredTable) -> None:
    """Log the change of a table's phase, with its number, game and seats, but no names."""
    if after.phase == before.phase:
        return
    computers = sum(player.computer for player in after.players)
    match after.phase:
        case "live":
            done = "started"
        case "over":
            done = "ended" if after.why is None else f"ended ({after.why})"
        case _ if before.started_at is None:
            done = f"closed without a match ({after.why})"
        case _:
            done = f"called off ({after.why})"
    _log.info(
        "%s: %s, %d seats, %d of them computers",
        done,
        after.game,
        len(after.players),
        computers,
        extra={"table": after.id},
    )
