"""The jobs of game nights: the mention before the hour, the tables at it, and the card.

A night and its tables belong to one process. A person gets one table, so nothing happens twice.
"""

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import fields

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clicks.answers import Bot
from bot.play import lobby
from bot.run.jobs import DAY, job
from bot.storage import PANEL, Database, Player, StoredTable, tables
from bot.tables.post import Post
from bot.wire.faults import NOT_THROUGH, Refusal, refusal, unheard, why
from bot.wire.ui import Drawn
from bot.words.errors import TableError
from bot.words.i18n import tongue
from games import GAMES, find_game
from games.record import options_text

from . import plans, screens, store
from .store import BEGUN, JOB, MISSED, OFF, OVER, PLANNED, Night

_log = logging.getLogger(__name__)

# Seconds between two looks while tables open, and until a message is tried again.
_SOON, _AGAIN = 5.0, 15.0
# Days until an ended night is deleted, at most.
_KEPT = 30


@job(JOB)
async def go_on(bot: Bot, night_id: int) -> float | None:
    """Bring a night on until nothing is due, and delete it long after its end."""
    while (night := await store.night(bot.database, night_id)) is not None:
        now, phase = bot.now(), None
        if night.phase == PLANNED and now >= night.begins_at:
            phase = plans.at_the_hour(night, now)
        elif night.phase == BEGUN:
            phase = await _opened(bot, night, now)
        if phase is None:
            expires = night.begins_at + min(bot.settings.keep_days or _KEPT, _KEPT) * DAY
            if (at := await _tell(bot, night, now)) is not None or now < expires:
                return expires if at is None else at
            await store.delete_night(bot.database, night_id)
            return None
        await store.change(bot.database, night, phase=phase)
    return None


async def _tell(bot: Bot, night: Night, now: float) -> float | None:
    """Mention people and show the card, if due. Return the time of the next look."""
    coming = list[float]()
    if night.shown < night.version and night.phase != BEGUN:
        # A new night's card is left to the host's click for a while.
        left = night.message_id is None and now < night.made_at + _AGAIN
        if left or not await _show(bot, night):
            coming.append(now + _AGAIN)
    if night.phase == PLANNED:
        call_at = night.begins_at - plans.REMINDER
        if not night.called and now >= call_at and not await _call(bot, night):
            coming.append(now + _AGAIN)
        coming.append(night.begins_at if now >= call_at else call_at)
    elif night.phase == BEGUN:
        coming.append(now + _SOON)
    return min(coming, default=None)


async def _opened(bot: Bot, night: Night, now: float) -> str | None:
    """Open the tables that aren't open, and start those that can.

    Return the phase after that: OVER, MISSED without a table, or None if any is left. A table
    with too few people stays open for others. Too late nothing opens any more.
    """
    late = now > night.begins_at + plans.LATE
    if not late:
        pace = (await bot.servers.of(night.guild_id)).pace
        missing = [guest.player() for guest in night.guests if guest.table_id is None]
        try:
            for people in plans.seated(night.game, missing):
                opened = await open_night(bot.database, night, people, now, pace)
                await bot.tables.opened(opened, answers=False)
        except TableError as error:
            _log.info("a game night's table isn't opened here: %r", error)
            return None
    after = await store.night(bot.database, night.id)
    if after is None or not any(guest.table_id is not None for guest in after.guests):
        return MISSED
    if not late:
        await _start(bot, after)
    return OVER


async def open_night(
    database: Database, night: Night, people: Sequence[Player], now: float, pace: int | None
) -> StoredTable:
    """Open a table of a game night with its people, as a lobby with the usual options.

    Raises TableError if one of them has a table of the night, or is in no more.
    """
    place = lobby.Place(**{one.name: getattr(night, one.name) for one in fields(lobby.Place)})
    options = options_text(find_game(night.game).Options())
    row = lobby.new_row(place, night.game, options, now, lobby.LOBBY_SECONDS, pace)
    host, *beside = people

    async def take(db: AsyncConnection, table_id: int) -> None:
        ids = [one.user_id for one in people]
        await store.take_table(db, table_id, night_id=night.id, people=ids)

    return await tables.open_lobby(database, row, host, beside=beside, then=take)


async def _start(bot: Bot, night: Night) -> None:
    """Start the tables with enough people, and show all."""
    panels = list[Post]()
    for table_id in sorted({guest.table_id for guest in night.guests if guest.table_id}):
        stored = await bot.tables.stored(table_id)
        if stored is None or stored.phase != "lobby":
            continue
        table = await bot.tables.get(table_id)
        if len(stored.players) >= GAMES[night.game].seats[0]:
            with contextlib.suppress(TableError):
                await table.start(table.stored.host_id, staff=True)
        table.posts.refresh()
        panel = table.posts.of(PANEL)
        panel.want()
        panels.append(panel)
    for panel in panels:
        # The card links to it.
        await panel.rest()


async def _call(bot: Bot, night: Night) -> bool:
    """Mention those who are in. Return False if it is tried again."""
    house, people = bot.house, [guest.user_id for guest in night.guests]
    if people:
        words = screens.reminder(night, house.looks, house.now(), tongue(night.locale))
        line = screens.mentioning(night, people, words)
        once = f"night-{night.id}-{night.version}-call"
        try:
            await house.post_in(night.channel_id, line, people, once=once)
        except NOT_THROUGH as error:
            _log.warning("a game night isn't announced: %s", why(error))
            if unheard(error):
                return False
    await store.call(house.database, night)
    return True


async def _show(bot: Bot, night: Night) -> bool:
    """Show the night on its card. Return False if it is tried again."""
    house = bot.house
    drawn = screens.card(night, house.looks, tongue(night.locale))
    message_id = night.message_id
    try:
        message_id = await _put(bot, night, drawn)
    except NOT_THROUGH as error:
        _log.warning("a game night isn't shown in its channel: %s", why(error))
        if unheard(error):
            return False
        gone = refusal(error, files=False) is Refusal.CHANNEL
        if night.phase == PLANNED and (message_id is None or gone):
            # People can't come.
            await store.change(house.database, night, phase=OFF)
    await store.show(house.database, night, message_id)
    return True


async def _put(bot: Bot, night: Night, drawn: Drawn) -> int | None:
    """Change the card, or post it if people can come and it is gone. Raises NOT_THROUGH."""
    house, card = bot.house, night.message_id
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
    return (await house.post_in(night.channel_id, drawn, once=once)).id
