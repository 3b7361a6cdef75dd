"""The chore of game nights: the mention before the hour, the tables at it, and the card.

Each process looks at all nights. One process makes each change of a night, a person gets one table,
and a claim guards each message. So nothing happens twice.
"""

import contextlib
import logging
from collections.abc import Collection, Sequence

from ..play import lobby, nights
from ..screens import night as screens
from ..storage import PANEL, calls
from ..storage import nights as stored_nights
from ..storage.nights import BEGUN, MISSED, OFF, OVER, PLANNED, Gathering, Guest, Night
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

    async def go_on(self) -> float:
        """Do all that is due. Return the seconds until the next look."""
        gone, self._gone = self._gone, set()
        there = await stored_nights.to_do(self._house.database)
        self._cards = frozenset(n.message_id for n in there if n.message_id and n.phase == PLANNED)
        pauses = [_LOOK]
        for night in there:
            if night.message_id in gone:
                await stored_nights.lose_card(self._house.database, night)
            pauses.append(await self._go_on(night.id))
        return min(pauses)

    async def _go_on(self, night_id: int) -> float:
        """Bring one night on until nothing is due. Return the seconds until the next look."""
        database = self._house.database
        while (gathering := await stored_nights.gathering(database, night_id)) is not None:
            night, now = gathering.night, self._house.now()
            if night.phase == PLANNED and now >= night.begins_at:
                await stored_nights.turn(database, night, nights.at_the_hour(gathering, now))
            elif night.phase == BEGUN and await self._opened(gathering, now):
                await self._end(gathering)
            else:
                return await self._tell(gathering, now)
        return _LOOK

    async def _tell(self, gathering: Gathering, now: float) -> float:
        """Mention people and show the card, if due. Return the seconds until the next look."""
        night, pauses = gathering.night, [_LOOK]
        # A new night's card is left to the host's click for a while.
        left = night.message_id is None and now < night.made_at + _CLAIMED
        behind = night.shown < night.version and night.phase != BEGUN
        if behind and (left or not await self._show(gathering)):
            pauses.append(_CLAIMED)
        if night.phase == PLANNED:
            call_at = night.begins_at - nights.REMINDER
            if not night.called and now >= call_at and not await self._call(gathering):
                pauses.append(_CLAIMED)
            due_at = night.begins_at if now >= call_at else call_at
            pauses.append(max(1.0, due_at - now))
        elif night.phase == BEGUN:
            pauses.append(_SOON)
        return min(pauses)

    async def _end(self, before: Gathering) -> None:
        """Store that the night is over, or missed if none of its tables was opened."""
        night, database = before.night, self._house.database
        if (now := await stored_nights.gathering(database, night.id)) is not None:
            seated = any(guest.table_id is not None for guest in now.guests)
            await stored_nights.turn(database, night, OVER if seated else MISSED)

    # Tables

    async def _opened(self, gathering: Gathering, now: float) -> bool:
        """Open the tables that aren't open, and start those that can. Return True if none is left.

        A table with too few people stays open for others. Too late nothing opens any more.
        """
        night = gathering.night
        if now > night.begins_at + nights.LATE:
            return True
        missing = [guest for guest in gathering.guests if guest.table_id is None]
        for people in nights.seated(night.game, missing):
            try:
                await self._open(night, people)
            except (NotOwner, TableError) as error:
                _log.info("a game night's table isn't opened here: %r", error)
                return False
        return await self._started(night)

    async def _open(self, night: Night, people: Sequence[Guest]) -> None:
        house = self._house
        settings = await house.servers.of(night.guild_id)
        place = lobby.Place(
            night.guild_id, night.channel_id, night.locale, night.parent_id, night.private
        )
        stored = await lobby.open_night(
            house.database,
            place,
            night.id,
            night.game,
            [guest.player() for guest in people],
            house.now(),
            settings.pace,
        )
        await self._tables.opened(stored, answers=False)

    async def _started(self, night: Night) -> bool:
        """Start this process's tables. Return False if another one's hasn't begun."""
        done, panels = True, list[Post]()
        found = await stored_nights.lobbies(self._house.database, night.id)
        for table_id, people in found.items():
            enough = nights.can_begin(night.game, people)
            try:
                table = await self._tables.get(table_id)
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

    async def _call(self, gathering: Gathering) -> bool:
        """Mention those who are in. Return False if it is tried again."""
        night, house, people = gathering.night, self._house, [g.user_id for g in gathering.guests]
        if people:
            if not await self._claimed(night):
                return False
            t = tongue(night.locale)
            words = screens.reminder(night, house.looks, house.now(), t)
            line = screens.mentioning(night, people, words)
            nonce = f"night-{night.id}-{night.version}-call"
            try:
                await house.call_in(night.channel_id, line, people, nonce)
            except NOT_THROUGH as error:
                _log.warning("a game night isn't announced: %s", why(error))
                if unheard(error):
                    return False
        await stored_nights.call(house.database, night)
        return True

    async def _show(self, gathering: Gathering) -> bool:
        """Show the night on its card. Return False if it is tried again."""
        night, house = gathering.night, self._house
        if not await self._claimed(night):
            return False
        drawn = screens.card(gathering, house.looks, tongue(night.locale))
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
                await stored_nights.turn(house.database, night, OFF)
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
        nonce = f"night-{night.id}-{night.version}"
        posted = await house.post_in(night.channel_id, drawn, nonce=nonce)
        self._cards |= {posted.id}
        return posted.id
