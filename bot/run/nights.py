"""The chore of game nights: the mention before the hour, the tables at it, and the card.

Each process looks at all nights. One process makes each change of a night, a person gets one table,
and a claim guards each message. So nothing happens twice.
"""

import contextlib
import logging
from collections.abc import Collection

from games import GAMES

from ..play import lobby, nights
from ..screens import night as screens
from ..storage import PANEL, calls
from ..storage import nights as stored_nights
from ..storage.nights import BEGUN, MISSED, OFF, OVER, PLANNED, Night
from ..tables.house import House
from ..tables.post import Post
from ..tables.tables import Tables
from ..wire.faults import NOT_THROUGH, Refusal, refusal, unheard, why
from ..wire.outage import Outage
from ..wire.ui import Drawn
from ..words.errors import NotOwner, TableError
from ..words.i18n import tongue

_log = logging.getLogger(__name__)

# Seconds between two looks, at most. A click wakes the chore before, as does Discord's return.
_LOOK = 600.0
# Seconds between two looks while another process starts its tables.
_SOON = 5.0
# Seconds until another process takes over a message.
_CLAIMED = 15.0
_DAY = 86_400.0
# Days until an ended night is deleted, at most.
_KEPT = 30


class Nights:
    """All game nights of a database, as one process brings them on."""

    def __init__(self, house: House, tables: Tables) -> None:
        self._house = house
        self._tables = tables
        self._cards = frozenset[int]()
        self._gone = set[int]()
        self._all = False

    async def run(self, outage: Outage, keep_days: float | None) -> None:
        """Bring all game nights on, without an end, except while Discord is away."""
        expired = 0.0
        while True:
            pause = _LOOK if outage.under_way else await self.go_on()
            if self._house.now() >= expired + _DAY:
                expired = self._house.now()
                days = min(keep_days or _KEPT, _KEPT)
                await stored_nights.expire(self._house.database, expired - days * _DAY)
            await self._house.nights.sleep(pause)

    def messages_gone(self, message_ids: Collection[int]) -> None:
        """Post the cards again whose messages were deleted."""
        if gone := self._cards.intersection(message_ids):
            self._gone |= gone
            self._house.nights.wake()

    def look_again(self) -> None:
        """Look at all cards: in a new session, deletions before it are unknown."""
        self._all = True
        self._house.nights.wake()

    async def go_on(self) -> float:
        """Do all that is due. Return the seconds until the next look."""
        gone, self._gone = self._gone, set()
        looks, self._all = self._all, False
        there = await stored_nights.to_do(self._house.database)
        self._cards = frozenset(n.message_id for n in there if n.message_id and n.phase == PLANNED)
        pauses = [_LOOK]
        for night in there:
            if night.message_id in gone:
                await stored_nights.change(self._house.database, night, message_id=None)
            elif looks and night.message_id in self._cards:
                await stored_nights.change(self._house.database, night)
            pauses.append(await self._go_on(night.id))
        return min(pauses)

    async def _go_on(self, night_id: int) -> float:
        """Bring one night on until nothing is due. Return the seconds until the next look."""
        database = self._house.database
        while (night := await stored_nights.night(database, night_id)) is not None:
            now, phase = self._house.now(), None
            if night.phase == PLANNED and now >= night.begins_at:
                phase = nights.at_the_hour(night, now)
            elif night.phase == BEGUN:
                phase = await self._opened(night, now)
            if phase is None:
                return await self._tell(night, now)
            await stored_nights.change(database, night, phase=phase)
        return _LOOK

    async def _tell(self, night: Night, now: float) -> float:
        """Mention people and show the card, if due. Return the seconds until the next look."""
        pauses = [_LOOK]
        # A new night's card is left to the host's click for a while.
        left = night.message_id is None and now < night.made_at + _CLAIMED
        behind = night.shown < night.version and night.phase != BEGUN
        if behind and (left or not await self._show(night)):
            pauses.append(_CLAIMED)
        if night.phase == PLANNED:
            call_at = night.begins_at - nights.REMINDER
            if not night.called and now >= call_at and not await self._call(night):
                pauses.append(_CLAIMED)
            due_at = night.begins_at if now >= call_at else call_at
            pauses.append(max(1.0, due_at - now))
        elif night.phase == BEGUN:
            pauses.append(_SOON)
        return min(pauses)

    # Tables

    async def _opened(self, night: Night, now: float) -> str | None:
        """Open the tables that aren't open, and start those that can.

        Return the phase after that: OVER, MISSED without a table, or None if any is left. A table
        with too few people stays open for others. Too late nothing opens any more.
        """
        house, late = self._house, now > night.begins_at + nights.LATE
        if not late:
            pace = (await house.servers.of(night.guild_id)).pace
            missing = [guest.player() for guest in night.guests if guest.table_id is None]
            try:
                for people in nights.seated(night.game, missing):
                    opened = await lobby.open_night(house.database, night, people, now, pace)
                    await self._tables.opened(opened, answers=False)
            except (NotOwner, TableError) as error:
                _log.info("a game night's table isn't opened here: %r", error)
                return None
        after = await stored_nights.night(house.database, night.id)
        if after is None or not any(guest.table_id is not None for guest in after.guests):
            return MISSED
        return OVER if late or await self._started(after) else None

    async def _started(self, night: Night) -> bool:
        """Start this process's tables. Return False if another one's hasn't begun."""
        done, panels, tables = True, list[Post](), self._tables
        for table_id in sorted({guest.table_id for guest in night.guests if guest.table_id}):
            stored = await tables.stored(table_id)
            if stored is None or stored.phase != "lobby":
                continue
            enough = len(stored.players) >= GAMES[night.game].seats[0]
            try:
                table = await tables.get(table_id)
            except NotOwner:
                done = done and not enough
                continue
            if enough:
                with contextlib.suppress(TableError):
                    await table.start(table.stored.host_id, staff=True)
            table.posts.refresh()
            panel = table.posts.of(PANEL)
            panel.want()
            panels.append(panel)
        for panel in panels:
            # The card links to it.
            await panel.rest()
        return done

    # Messages

    async def _claimed(self, night: Night) -> bool:
        """Return True if no other process writes a message of this night."""
        subject = (calls.NIGHT, night.id)
        return await calls.claim(self._house.database, self._house.now(), _CLAIMED, subject)

    async def _call(self, night: Night) -> bool:
        """Mention those who are in. Return False if it is tried again."""
        house, people = self._house, [guest.user_id for guest in night.guests]
        if people:
            if not await self._claimed(night):
                return False
            words = screens.reminder(night, house.looks, house.now(), tongue(night.locale))
            line = screens.mentioning(night, people, words)
            once = f"night-{night.id}-{night.version}-call"
            try:
                await house.call_in(night.channel_id, line, people, once)
            except NOT_THROUGH as error:
                _log.warning("a game night isn't announced: %s", why(error))
                if unheard(error):
                    return False
        await stored_nights.call(house.database, night)
        return True

    async def _show(self, night: Night) -> bool:
        """Show the night on its card. Return False if it is tried again."""
        house = self._house
        if not await self._claimed(night):
            return False
        drawn = screens.card(night, house.looks, tongue(night.locale))
        message_id = night.message_id
        try:
            message_id = await self._put(night, drawn)
        except NOT_THROUGH as error:
            _log.warning("a game night isn't shown in its channel: %s", why(error))
            if unheard(error):
                return False
            gone = refusal(error, files=False) is Refusal.CHANNEL
            if night.phase == PLANNED and (message_id is None or gone):
                # People can't come.
                await stored_nights.change(house.database, night, phase=OFF)
        await stored_nights.show(house.database, night, message_id)
        return True

    async def _put(self, night: Night, drawn: Drawn) -> int | None:
        """Change the card, or post it if people can come and it is gone. Raises NOT_THROUGH."""
        house, card = self._house, night.message_id
        try:
            if card is not None:
                await house.change_in(night.channel_id, card, drawn)
                return card
        except NOT_THROUGH as error:
            if night.phase != PLANNED or refusal(error, files=False) is not Refusal.MISSING:
                raise
        if night.phase != PLANNED:
            return None
        once = f"night-{night.id}-{night.version}"
        posted = await house.post_in(night.channel_id, drawn, once=once)
        self._cards |= {posted.id}
        return posted.id
