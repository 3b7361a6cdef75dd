"""A person's places in closed seasons, on their profile."""

from bot.clicks.answers import Answer
from bot.clicks.pages import PROFILE, Page
from bot.storage.servers import NOWHERE
from bot.wire.ui import Part

from . import seasons
from .screens import place_told

# Places that a profile names.
_MOST = 12


async def _places(answer: Answer, _game: str, person: int) -> list[Part]:
    """Draw the places, the newest first, where the server keeps leaderboards."""
    bot, guild_id, t = answer.bot, answer.home or NOWHERE, answer.t
    if not (await bot.servers.of(guild_id)).leaderboards:
        return []
    held = await seasons.of_person(bot.database, guild_id, person)
    told = [place_told(bot.looks, *one, t) for one in held[:_MOST]]
    return ["### " + t("Seasons") + "\n" + "\n".join(told)] if told else []


PLACES = Page((PROFILE,), _places)
