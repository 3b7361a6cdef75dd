"""What shows a table: the panel in its channel and the players' hands, drawn when they change."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.core import Seat

from . import panels
from .i18n import tongue
from .look import Scene
from .match import Match
from .screen import Drawn, Screen
from .storage import PANEL, StoredPost, StoredTable

if TYPE_CHECKING:
    from .table import Table

# The panel is posted anew when so many messages stand below it.
_SCROLLED = 10
# Who did nothing at a table for so long gets a new message when it is their turn.
_IDLE_SECONDS = 120.0


class Screens:
    """All screens of a table, by reader: PANEL, or a player's id."""

    def __init__(self, table: "Table", stored: Sequence[StoredPost]) -> None:
        self.table = table
        # Messages said below the panel.
        self.scrolled = 0
        self._seen: dict[int, float] = {}
        # After a restart nobody counts as gone: their screens are edited, not sent anew.
        self._taken_up = table.tables.now()
        self._all = {s.reader: Screen(self, s.reader, s) for s in stored}
        self._chapter = self._stage = -1
        self._told: tuple[StoredTable, Any, bool] | None = None
        self._holding: asyncio.TimerHandle | None = None
        self._reminding = False

    @property
    def ply(self) -> int:
        """The ply a screen drawn now shows whole; −1 in the lobby."""
        match = self.table.match
        return -1 if match is None else match.ply - self.held

    @property
    def held(self) -> bool:
        """Whether the end of what has just happened is held back for a while."""
        return self._holding is not None

    def of(self, reader: int) -> Screen:
        """The screen of a reader, made if new."""
        if reader not in self._all:
            self._all[reader] = Screen(self, reader)
        return self._all[reader]

    def readers(self) -> frozenset[int]:
        """Whoever has a screen."""
        return frozenset(self._all)

    # When they change

    def saw(self, user_id: int) -> None:
        """Note that a player is active here, so that edits will reach their eye."""
        self._seen[user_id] = self.table.tables.now()

    def joined(self, user_id: int) -> None:
        """Write to a new player. Whoever answers their click draws the panel."""
        # Should they leave, it is as it was before, and must be drawn all the same.
        self._told = None
        self.saw(user_id)
        self.of(user_id).want(anew=True)

    def forget(self, user_id: int) -> Screen | None:
        """Know a person no more; their screen, if they had one."""
        self._seen.pop(user_id, None)
        return self._all.pop(user_id, None)

    def refresh(self, *, but: int | None = None) -> None:
        """Bring all up to date, but for one that the caller draws itself."""
        self._reminding = False
        if but != PANEL:
            self.refresh_panel()
        turn = self._turn_comes()
        players = {p.user_id for p in self.table.stored.players if not p.forgotten}
        for reader in (players | self._all.keys()) - {PANEL, but}:
            self.of(reader).want(anew=reader in turn)

    def refresh_panel(self) -> None:
        """Bring the panel up to date if anything everybody may see has changed."""
        match = self.table.match
        view = None if match is None else match.view(None)
        told = (self.table.stored, view, self.held)
        if told != self._told or self.scrolled >= _SCROLLED:
            self._told = told
            self.of(PANEL).want(anew=self._panel_moves())

    def _panel_moves(self) -> bool:
        match = self.table.match
        if match is None or self.table.stored.phase != "live" or self.held:
            return False
        chapter = self.table.look.chapter(match.view(None))
        new = self._chapter not in (-1, chapter)
        self._chapter = chapter
        return new or self.scrolled >= _SCROLLED

    def _turn_comes(self) -> set[int]:
        """Players whose turn has just come and who seem to be elsewhere."""
        match = self.table.match
        if match is None or match.stage == self._stage or self.held:
            return set()
        self._stage = match.stage
        long_ago = self.table.tables.now() - _IDLE_SECONDS
        players = [self.table.stored.players[seat] for seat in match.to_act]
        return {p.user_id for p in players if self._seen.get(p.user_id, self._taken_up) < long_ago}

    def remind(self) -> None:
        """Half of the time is over: write anew to those who are awaited."""
        match = self.table.playing()
        awaited = [self.table.stored.players[seat] for seat in match.to_act]
        self._reminding = any(self.of(player.user_id).closed for player in awaited)
        self.of(PANEL).want(anew=self._reminding)
        for player in awaited:
            self.of(player.user_id).want(anew=True)

    def hold_back(self, match: Match, ply: int) -> None:
        """Hold back the end of what has happened since that ply, if its look wants a pause."""
        seconds = self.table.look.pause(match.view(None), match.since(ply))
        # Without one, a pause under way goes on: a move typed meanwhile must not cut it short.
        if seconds:
            if self._holding is not None:
                self._holding.cancel()
            self._holding = asyncio.get_running_loop().call_later(seconds, self._release)

    def _release(self) -> None:
        self._holding = None
        self.refresh()

    def settled(self) -> None:
        """A screen came to rest: once all show the end, the table needs no watching."""
        if self.table.ended and not self.held and all(one.idle for one in self._all.values()):
            self.table.tables.put_away(self.table)

    # How they look

    def draw(self, reader: int) -> Drawn:
        """What a reader's screen should show now."""
        if reader == PANEL:
            return self.draw_panel()
        stored = self.table.stored
        seat = stored.seat_of(reader)
        if seat is None:
            left = [player.locale for player in stored.players if player.user_id == reader]
            t = tongue((left or [stored.locale])[0])
            return Drawn.of(panels.farewell(self.table, t), self.ply)
        return self.draw_hand(seat)

    def draw_panel(self) -> Drawn:
        """The panel in the channel."""
        stored, match = self.table.stored, self.table.match
        t = tongue(stored.locale)
        if match is None:
            return Drawn.of(panels.lobby(self.table, t), self.ply)
        # A match called off still knows whom it waited for.
        act = match.to_act if stored.phase == "live" and not self.held else frozenset()
        awaited = [stored.players[seat] for seat in act]
        pings = [p.user_id for p in awaited if not p.forgotten]
        pings = pings if len(awaited) == 1 or self._reminding else []
        return Drawn.of(panels.match(self.table, match, t), self.ply, tuple(pings))

    def draw_hand(self, seat: int, picked: str = "", locale: str | None = None) -> Drawn:
        """A player's hand, with `picked` as a choice half made."""
        t = tongue(locale or self.table.stored.players[seat].locale)
        return Drawn.of(panels.hand(self.table, seat, t, picked), self.ply)

    def scene(self, match: Match, seat: Seat | None, locale: str, picked: str = "") -> Scene:
        """What the look may draw from, for that seat or a spectator."""
        t = tongue(locale)
        players = self.table.stored.players
        return Scene(
            table=self.table.id,
            stage=match.stage,
            t=t,
            view=match.view(seat),
            story=match.story(seat),
            names=[panels.name_of(player, t) for player in players],
            mentions=[panels.mention_of(player, t) for player in players],
            picked=picked,
            held=self.held,
        )
