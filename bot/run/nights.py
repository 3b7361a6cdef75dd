"""The chore of game nights: check-ins, rounds and the podium, each at its time.

Of several processes one brings each step about, and another one if that has died. What is stored
says how far a night has come, so a restart between two steps, or within one, loses nothing.
"""

import asyncio
import contextlib
import logging
from dataclasses import dataclass

from games import GAMES, find_game
from games.record import options_text

from ..play import lobby, nights
from ..play.swiss import MEAN
from ..screens import night as screens
from ..storage import PANEL, Player, calls
from ..storage import nights as stored_nights
from ..storage.nights import CHECK, COMING, FEW, OFF, OVER, PLANNED, PLAY, Chair, Gathering, Night
from ..tables.house import House
from ..tables.table import Table
from ..tables.tables import Tables
from ..wire.faults import NOT_THROUGH, unheard, why
from ..wire.tokens import Key
from ..wire.ui import Drawn
from ..words.errors import NotOwner, TableError
from ..words.i18n import tongue

_log = logging.getLogger(__name__)

# Seconds between two looks at the nights: at most, and during a round. The end of a table, a click
# and another process wake the chore before.
_LOOK, _ROUND = 600.0, 60.0
# Seconds until another process takes over the message of a stage, or the tables of a round.
_CLAIMED = 15.0
_DAY = 86_400.0
# The subject of a stage's claim is the night's number times this, and the stage.
_STAGES = 2000


async def game_nights(house: House, tables: Tables, keep_days: float | None) -> None:
    """Bring all game nights on, without an end."""
    expired = 0.0
    while True:
        pause = await Nights(house, tables).go_on()
        if keep_days and house.now() >= expired + _DAY:
            expired = house.now()
            await stored_nights.expire(house.database, expired - keep_days * _DAY)
        await house.nights.sleep(pause)


@dataclass(frozen=True, slots=True)
class Nights:
    """All game nights of a database, as one process brings them on."""

    house: House
    tables: Tables

    async def go_on(self) -> float:
        """Do all that is due. Return the seconds until the next look."""
        self._drop_old_tokens()
        pauses = [_LOOK]
        for night in await stored_nights.to_do(self.house.database):
            try:
                pauses.append(await self._go_on(night))
            except NotOwner:
                pauses.append(_ROUND)
        return min(pauses)

    def _drop_old_tokens(self) -> None:
        keys, others, now = self.house.check_ins, self.house.check_ins_elsewhere, self.house.now()
        for night_id in [one for one, key in keys.items() if key.until <= now]:
            del keys[night_id]
        for night_id in [one for one, until in others.items() if until <= now]:
            del others[night_id]

    async def _go_on(self, night: Night) -> float:
        """Bring one night on until nothing is due."""
        while True:
            gathering = await stored_nights.gathering(self.house.database, night.id)
            if gathering is None:
                return _LOOK
            night = gathering.night
            if night.phase == PLAY:
                await self._open_tables(gathering)
            # A new night's card is left to the host's click for a while.
            left = night.message_id is None and self.house.now() < night.made_at + _CLAIMED
            if night.said < night.stage and not left:
                await self._announce(gathering)
            if night.phase not in COMING or not await self._step(gathering):
                break
        # If the message doesn't get through, or its process dies, the next try is soon.
        pause = _CLAIMED if night.said < night.stage else _LOOK
        if night.phase in COMING:
            pause = min(pause, max(1.0, night.due_at - self.house.now()))
        if night.phase == PLAY:
            pause = min(pause, self._left_to_others(night) or _ROUND)
        return pause

    async def _step(self, gathering: Gathering) -> bool:
        """Go on to the next phase if it is time. Return True if it may have come."""
        night, now = gathering.night, self.house.now()
        if night.phase == PLAY:
            open_tables = await stored_nights.unfinished(self.house.database, night)
            if now < night.due_at and (open_tables or self._missing(gathering)):
                return False
            return await self._end_round(gathering)
        if now < night.due_at and not nights.all_here(gathering):
            return False
        if night.phase == CHECK:
            return await self._draw(gathering)
        if now > night.begins_at + nights.TOO_LATE:
            return await self._turn(night, OFF, 0, now)
        until = max(night.begins_at, now + nights.CHECK_IN)
        return await self._turn(night, CHECK, 1, until)

    async def _turn(self, night: Night, phase: str, number: int, due_at: float) -> bool:
        await stored_nights.turn(self.house.database, night, phase, number, due_at)
        return True

    async def _draw(self, gathering: Gathering) -> bool:
        """Draw the round, or end the night if too few are here."""
        night, now = gathering.night, self.house.now()
        if now > night.due_at + nights.LATE:
            # The bot was away, so people couldn't check in.
            return await self._turn(night, CHECK, night.round, now + nights.CHECK_IN)
        # A large draw may take half a second.
        chairs = await asyncio.to_thread(nights.seating, gathering)
        if not chairs:
            return await self._turn(night, OVER if night.round > 1 else FEW, night.round, now)
        await stored_nights.begin_round(self.house.database, night, chairs, now + nights.ROUND)
        return True

    async def _end_round(self, gathering: Gathering) -> bool:
        night, now = gathering.night, self.house.now()
        after = (OVER, night.round, now)
        if night.round < night.rounds:
            after = (CHECK, night.round + 1, now + nights.CHECK_IN)
        await stored_nights.end_round(self.house.database, night, nights.award, MEAN, *after)
        return True

    # Tables

    def _left_to_others(self, night: Night) -> float:
        """Return the seconds that the round's tables are left to a process with a token.

        It posts them without rate-limited requests, and clicks in their channel reach it.
        """
        house, now = self.house, self.house.now()
        if night.id in house.check_ins or night.id not in house.check_ins_elsewhere:
            return 0.0
        return max(0.0, night.due_at - nights.ROUND + _CLAIMED - now)

    def _missing(self, gathering: Gathering) -> dict[int, list[Chair]]:
        """Return the tables of the round that have no match, with enough people for one."""
        found: dict[int, list[Chair]] = {}
        for chair in gathering.of_round(gathering.night.round):
            if chair.number and chair.table_id is None:
                found.setdefault(chair.number, []).append(chair)
        return {
            number: chairs
            for number, chairs in found.items()
            if chairs[0].game in GAMES and len(chairs) >= GAMES[chairs[0].game].seats[0]
        }

    async def _open_tables(self, gathering: Gathering) -> None:
        """Open the tables of the round that aren't open, and start those that haven't begun."""
        night, key = gathering.night, self.house.check_ins.get(gathering.night.id)
        people = {guest.user_id: guest.player() for guest in gathering.guests}
        opened = set[int]()
        missing = {} if self._left_to_others(night) else self._missing(gathering)
        for number, chairs in missing.items():
            seated = [people[chair.user_id] for chair in chairs]
            try:
                opened.add(await self._open(night, number, chairs[0].game, seated, key))
            except TableError as error:
                # Another process has just opened it.
                _log.info("a game night's table isn't opened here: %s", error)
        for table_id, phase in (await stored_nights.unfinished(self.house.database, night)).items():
            if phase == "lobby" and self.tables.ours(table_id):
                table = await self.tables.get(table_id)
                with contextlib.suppress(TableError):
                    await table.start(table.stored.host_id, staff=True)
                await self._post(table, key if table_id in opened else None)

    async def _open(
        self, night: Night, number: int, game: str, people: list[Player], key: Key | None
    ) -> int:
        """Open a table. With a key, its panel waits for `_post`."""
        settings = await self.house.servers.of(night.guild_id)
        place = lobby.Place(
            night.guild_id, night.channel_id, night.locale, night.parent_id, night.private
        )
        # The salts of their newest clicks give the seats, so no one sits first in each round.
        people = sorted(people, key=lambda player: player.join_id)
        options = self.house.look(game).facts.short or find_game(game).Options()
        stored = await lobby.open_night(
            self.house.database,
            place,
            (night.id, number),
            game,
            options_text(options),
            people,
            self.house.now(),
            min(settings.pace or nights.PACE, nights.PACE),
        )
        await self.tables.opened(stored, answers=key is not None)
        return stored.id

    async def _post(self, table: Table, key: Key | None) -> None:
        """Post a table's panel by the token of a check-in, if there is one.

        Until the token ends, neither that nor any edit of the panel is rate-limited.
        """
        panel = table.posts.of(PANEL)
        try:
            if key is not None:
                await table.posts.ready(PANEL)
                async with table.lock:
                    drawn = table.posts.panel()
                    message = await self.house.delivery.send(drawn, key.post)
                    await panel.moved_to(message, drawn, key)
        except NOT_THROUGH as error:
            _log.info("a game night's table is posted without a token: %s", why(error))
        finally:
            panel.answered()

    # Messages

    async def _announce(self, gathering: Gathering) -> None:
        """Post a plan, a check-in or the podium. Show other stages in the newest message."""
        night, database = gathering.night, self.house.database
        claim = (calls.NIGHT, night.id * _STAGES + night.stage)
        if not await calls.claim(database, self.house.now(), _CLAIMED, claim):
            return
        try:
            message_id = await self._show(gathering)
        except NOT_THROUGH as error:
            if unheard(error):
                _log.warning("a game night is announced later: %s", why(error))
                return
            _log.warning("a game night can't be shown in its channel: %s", why(error))
            if night.phase in (PLANNED, CHECK):
                # People can't come or check in.
                await stored_nights.turn(database, night, OFF, night.round, self.house.now())
            message_id = night.message_id
        await stored_nights.said(database, night, message_id)
        await self._close_card(night, message_id)

    async def _close_card(self, night: Night, newest: int | None) -> None:
        """Replace the words and buttons of the card before by a link to the newest.

        If the edit fails, a click on the card does the same.
        """
        old = night.message_id
        if old is None or newest is None or old == newest:
            return
        link, t = screens.card_link(night, newest), tongue(night.locale)
        drawn = screens.passed(night, link, self.house.looks, t)
        try:
            await self._change(night, old, drawn)
        except NOT_THROUGH as error:
            _log.info("a game night's older card stays: %s", why(error))

    async def _change(self, night: Night, message_id: int, drawn: Drawn) -> None:
        """Change a card by the token of a click on it. Raises NOT_THROUGH.

        Without one, or if that fails, it costs a rate-limited request.
        """
        house, key = self.house, self.house.check_ins.get(night.id)
        if key is not None and key.message_id == message_id:
            try:
                await house.delivery.send(drawn, lambda shown: key.edit(shown, {}))
            except NOT_THROUGH as error:
                _log.info("a game night's card isn't changed by token: %s", why(error))
            else:
                return
        await house.change_in(night.channel_id, message_id, drawn)

    async def _show(self, gathering: Gathering) -> int | None:
        """Show the stage, and return the newest message."""
        night, t = gathering.night, tongue(gathering.night.locale)
        looks = self.house.looks
        if night.phase not in (PLANNED, CHECK, OVER):
            if night.message_id is not None:
                drawn = screens.shown(gathering, looks, t)
                await self._change(night, night.message_id, drawn)
            return night.message_id
        drawn = screens.shown(gathering, looks, t)
        nonce = f"night-{night.id}-{night.stage}"
        called = [guest.user_id for guest in gathering.guests if not guest.gone]
        if night.phase == CHECK and called:
            line = screens.reminder(night, called, t)
            posted = await self.house.call_in(night.channel_id, line, called, nonce)
            await self.house.change_in(night.channel_id, posted.id, drawn)
        else:
            posted = await self.house.post_in(night.channel_id, drawn, nonce=nonce)
        return posted.id
