"""The seasons' chore: each server's quarter is closed once, and its podium posted once.

Of several processes one closes a season and one posts it, or another one if that has died.
"""

import asyncio
import logging

from ..screens import seasons as screens
from ..storage import calls, seasons
from ..storage.standings import ALL_GAMES, season, season_span
from ..tables.house import House
from ..wire.faults import NOT_THROUGH, unheard, why
from ..wire.ui import Address, button, button_rows, screen
from ..words.i18n import tongue

_log = logging.getLogger(__name__)

_COLOUR = 0xF1C40F
# Seconds between two looks: at most, and while a podium is still to be posted.
_LOOK, _SOON = 3600.0, 60.0
# Seconds until another process takes the posting over.
_CLAIMED = 120.0
# Seconds after a season's end until its last matches are stored.
_LATE = 60.0


async def closing_seasons(house: House) -> None:
    """Close each season after its end and post its podium, without an end."""
    closed = ""
    while True:
        current = season(house.now() - _LATE)
        if closed != current:
            await close(house, current)
            closed = current
        posted = await post_all(house)
        to_come = max(1.0, season_span(current)[1] + _LATE - house.now())
        await asyncio.sleep(min(_LOOK if posted else _SOON, to_come))


async def close(house: House, current: str) -> None:
    """Close the seasons before the current one. Only the latest of them is posted."""
    latest = season(season_span(current)[0] - 1)
    for guild_id, period in await seasons.ended(house.database, current):
        await seasons.close(house.database, guild_id, period, announced=period < latest)


async def post_all(house: House) -> bool:
    """Post the podiums of closed seasons. Return True if none is left."""
    for guild_id, period in await seasons.unannounced(house.database):
        claim = (calls.SEASON, guild_id)
        if not await calls.claim(house.database, house.now(), _CLAIMED, claim):
            continue
        # It may have been posted between the look and the claim.
        if await seasons.is_announced(house.database, guild_id, period):
            continue
        try:
            await _post(house, guild_id, period)
        except NOT_THROUGH as error:
            if unheard(error):
                _log.warning("a season's podium is posted later: %s", why(error))
                continue
            _log.warning("no channel of server %s takes a season's podium", guild_id)
        await seasons.announce(house.database, guild_id, period)
    return not await seasons.unannounced(house.database)


async def _post(house: House, guild_id: int, period: str) -> None:
    """Post a server's podium where most of the season was played, if the server wants it."""
    settings = await house.servers.of(guild_id)
    corners = await seasons.corners(house.database, guild_id, period)
    if not corners or not settings.leaderboards:
        return
    t = tongue(settings.locale or corners[0].locale)
    placed = await seasons.podiums(house.database, guild_id, period)
    parts = screens.podiums(period, placed, house.looks, t)
    if not parts:
        return
    board = Address("standings", 0, 1, f"{ALL_GAMES}/{period}")
    drawn = screen(_COLOUR, *parts, *button_rows([button(board, t("Leaderboard"))]))
    channels = [corner.channel_id for corner in corners]
    await house.post_somewhere(guild_id, channels, drawn, once=f"{period}-{guild_id}")
