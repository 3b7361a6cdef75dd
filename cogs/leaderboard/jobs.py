"""The job of seasons: each server's quarter is closed once, and its podium posted once."""

from bot.clicks.answers import Bot
from bot.run.jobs import HOUR, job
from bot.storage.standings import ALL_GAMES, season
from bot.tables.house import House
from bot.wire.ui import Address, button, button_rows, screen
from bot.words.i18n import tongue

from . import screens, seasons
from .seasons import season_span

_COLOUR = 0xF1C40F
# Seconds between two looks while a podium is still to be posted.
_SOON = 60.0
# Seconds after a season's end until its last matches are stored.
_LATE = 60.0


@job("seasons", every=HOUR)
async def close_seasons(bot: Bot, _: int) -> float:
    """Close the seasons before the current one. Only the latest of them is posted."""
    house, now = bot.house, bot.now()
    current = season(now - _LATE)
    latest = season(season_span(current)[0] - 1)
    for guild_id, period in await seasons.ended(house.database, current):
        await seasons.close(house.database, guild_id, period, announced=period < latest)
    pause = HOUR
    for guild_id, period in await seasons.unannounced(house.database):
        if await _post(house, guild_id, period):
            await seasons.announce(house.database, guild_id, period)
        else:
            pause = _SOON
    return min(season_span(current)[1] + _LATE, now + pause)


async def _post(house: House, guild_id: int, period: str) -> bool:
    """Post a server's podium where most of the season was played, if the server wants it.

    Return False if it is to be tried later.
    """
    settings = await house.servers.of(guild_id)
    corners = await seasons.corners(house.database, guild_id, period)
    if not corners or not settings.leaderboards:
        return True
    t = tongue(settings.locale or next(iter(corners.values())))
    placed = await seasons.podiums(house.database, guild_id, period)
    parts = screens.podiums(period, placed, house.looks, t)
    if not parts:
        return True
    board = Address("standings", 0, 1, f"{ALL_GAMES}/{period}")
    drawn = screen(_COLOUR, *parts, *button_rows([button(board, t("Leaderboard"))]))
    return await house.post_once(f"{period}-{guild_id}", guild_id, drawn, *corners)
