"""What shows a table: the panel in its channel and the players' hands, drawn when they change."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from games.core import Seat

from . import frames
from .house import House
from .i18n import Tongue, tongue
from .match import Match
from .post import Post
from .sight import Sight
from .storage import PANEL, StoredPost, StoredTable
from .ui import Drawn

# The panel is posted anew when so many messages stand below it.
_SCROLLED = 10
# What is held is told to its very end.
_LATE = 0.01
# Who did nothing at a table for so long gets a new message when it is their turn.
_IDLE_SECONDS = 120.0


class Subject(Protocol):
    """The table that is shown, and what it is told; declared here, given by the room above."""

    @property
    def stored(self) -> StoredTable:
        """The table as stored."""

    @property
    def match(self) -> Match | None:
        """Its match, once it has begun."""

    async def ready_to_draw(self) -> None:
        """Wait for what belongs to the newest state."""

    async def abandon(self) -> None:
        """The channel is gone."""

    def all_shown(self) -> None:
        """Every post shows the end."""


class Posts:
    """All posts of a table, by reader: PANEL, or a player's id."""

    def __init__(self, house: House, subject: Subject, stored: Sequence[StoredPost]) -> None:
        self._house = house
        self._subject = subject
        self._look = house.looks[subject.stored.game]
        self._acted: dict[int, float] = {}
        # After a restart nobody counts as gone: their posts are edited, not sent anew.
        self._taken_up = house.now()
        self._all = {s.reader: Post(house, self, s.reader, s) for s in stored}
        self._seen: dict[int, Sight] = {}
        self._chapter = self._stage = -1
        self._holding: asyncio.TimerHandle | None = None
        self._calling = False

    @property
    def stored(self) -> StoredTable:
        """The table as stored."""
        return self._subject.stored

    @property
    def begun(self) -> bool:
        """Whether there is a match."""
        return self._subject.match is not None

    @property
    def ply(self) -> int:
        """The ply a post drawn now shows whole; −1 in the lobby."""
        match = self._subject.match
        return -1 if match is None else match.ply - self.held

    @property
    def held(self) -> bool:
        """Whether what has just happened is still being told, before what comes next."""
        match = self._subject.match
        return match is not None and match.held

    def of(self, reader: int) -> Post:
        """The post of a reader, made if new."""
        if reader not in self._all:
            self._all[reader] = Post(self._house, self, reader)
        return self._all[reader]

    def readers(self) -> frozenset[int]:
        """Whoever has a post."""
        return frozenset(self._all)

    # When they change

    def acted(self, user_id: int) -> None:
        """Note that a player is active here, so that edits will reach their eye."""
        self._acted[user_id] = self._house.now()

    def joined(self, user_id: int) -> None:
        """Write to a new player. Whoever answers their click draws the panel."""
        # Should they leave, it is as it was before, and must be drawn all the same.
        self._seen.clear()
        self.acted(user_id)
        self.of(user_id).want(anew=True)

    def forget(self, user_id: int) -> Post | None:
        """Know a person no more; their post, if they had one."""
        self._acted.pop(user_id, None)
        self._seen.pop(user_id, None)
        return self._all.pop(user_id, None)

    def refresh(self, *, but: int | None = None) -> None:
        """Bring up to date whatever looks different now, but for one that the caller draws."""
        self._calling = False
        self._wake()
        turn = self._turn_comes()
        # Below 0 nobody can be written to.
        players = {p.user_id for p in self.stored.players if p.user_id > 0}
        for reader in players | self._all.keys() | {PANEL}:
            sight = self.sight(reader)
            moves = self._panel_moves(sight) if reader == PANEL else reader in turn
            if sight == self._seen.get(reader) and not moves:
                self.of(reader).still(sight.ply)
                continue
            self._seen[reader] = sight
            if reader != but:
                self.of(reader).want(anew=moves)

    def _panel_moves(self, sight: Sight) -> bool:
        """Whether the panel is to stand below: in a new chapter, or when it has scrolled away."""
        if sight.lobby or self.stored.phase != "live" or self.held:
            return False
        chapter = self._look.chapter(sight.view)
        new = self._chapter not in (-1, chapter)
        self._chapter = chapter
        return new or (self.of(PANEL).scrolled >= _SCROLLED and sight != self._seen.get(PANEL))

    def _turn_comes(self) -> set[int]:
        """Players whose turn has just come and who seem to be elsewhere."""
        match = self._subject.match
        if match is None or match.stage == self._stage or self.held:
            return set()
        self._stage = match.stage
        long_ago = self._house.now() - _IDLE_SECONDS
        players = [self.stored.players[seat] for seat in match.to_act]
        return {p.user_id for p in players if self._acted.get(p.user_id, self._taken_up) < long_ago}

    def remind(self, match: Match) -> None:
        """Half of the time is over: write anew to those who are awaited."""
        players = [self.stored.players[seat] for seat in match.to_act]
        awaited = [player for player in players if player.user_id > 0]
        self._calling = any(self.of(player.user_id).closed for player in awaited)
        self.of(PANEL).want(anew=self._calling)
        for player in awaited:
            self.of(player.user_id).want(anew=True)

    def _wake(self) -> None:
        """While a moment is held, see to it that everything is brought up to date after it."""
        if self._holding is not None:
            self._holding.cancel()
            self._holding = None
        match = self._subject.match
        if match is not None and match.held:
            seconds = match.held_until - self._house.now() + _LATE
            self._holding = asyncio.get_running_loop().call_later(seconds, self.refresh)

    # What a post asks and tells

    async def ready(self) -> None:
        """Wait for what belongs to the newest state."""
        await self._subject.ready_to_draw()

    async def channel_gone(self) -> None:
        """The channel of the panel is gone."""
        await self._subject.abandon()

    def settled(self) -> None:
        """A post came to rest: once all show the end, the table needs no watching."""
        if self.stored.ended and not self.held and all(one.idle for one in self._all.values()):
            self._subject.all_shown()

    # How they look

    def draw(self, reader: int) -> Drawn:
        """What a reader's post should show now."""
        return self.panel() if reader == PANEL else frames.hand(self.sight(reader), self._t(reader))

    def panel(self) -> Drawn:
        """The panel in the channel."""
        return frames.panel(self.sight(PANEL), tongue(self.stored.locale))

    def hand(self, seat: Seat, locale: str, picked: str = "") -> Drawn:
        """A player's hand in that language, with `picked` as a choice half made."""
        return frames.hand(self._by(seat, picked), tongue(locale))

    def sight(self, reader: int) -> Sight:
        """What a reader may know now."""
        seat = None if reader == PANEL else self.stored.seat_of(reader)
        return self._by(None if seat is None else Seat(seat))

    def _by(self, seat: Seat | None, picked: str = "") -> Sight:
        stored, match, now = self.stored, self._subject.match, self._house.now()
        if match is None:
            return Sight(stored, self._look, now, seat)
        return Sight(
            stored,
            self._look,
            now,
            seat,
            ply=self.ply,
            stage=match.stage,
            view=match.view(seat),
            story=match.story(seat),
            to_act=match.to_act,
            deadline=match.deadline,
            held=self.held,
            picked=picked,
            calling=self._calling,
        )

    def _t(self, reader: int) -> Tongue:
        own = [player.locale for player in self.stored.players if player.user_id == reader]
        return tongue((own or [self.stored.locale])[0])
