"""*Call me*: the call of people to an open table."""

from ..play.calling import CHANNEL_PAUSE, MOST, PAUSE, callable_now
from ..storage import StoredTable, calls
from ..storage.calls import AGAIN, CHANNEL, HOST, PERSON, Wish
from .answers import Bot
from .places import Channel, seen_by

# People who can't look into the channel cost a request each.
_TRIED = 12
_ONCE = 86_400.0


async def called_to(bot: Bot, stored: StoredTable, channel: Channel) -> list[int]:
    """Return the people whom a new table calls, and note their calls.

    A host calls once an hour, a channel every ten minutes.
    """
    found = await _asked(bot, stored)
    if not found or not await calls.claim(bot.database, bot.now(), PAUSE, (HOST, stored.host_id)):
        return []
    if not await calls.claim(bot.database, bot.now(), CHANNEL_PAUSE, (CHANNEL, channel.id)):
        return []
    return await _noted(bot, await _able(found, channel))


async def called_again(bot: Bot, stored: StoredTable, channel: Channel) -> list[int] | None:
    """Return the people whom a table calls once more, or None if it has done so before.

    A table that finds no one may try again later.
    """
    if await calls.is_noted(bot.database, (AGAIN, stored.id)):
        return None
    able = await _able(await _asked(bot, stored), channel)
    if not able:
        return []
    if not await calls.claim(bot.database, bot.now(), _ONCE, (AGAIN, stored.id)):
        return None
    return await _noted(bot, able)


async def _asked(bot: Bot, stored: StoredTable) -> list[Wish]:
    here = {player.user_id for player in (*stored.players, *stored.awaited)} | {stored.host_id}
    wishes = await calls.wishes(bot.database, stored.guild_id)
    return [*callable_now(wishes, stored.game, bot.now(), here)]


async def _able(wishes: list[Wish], channel: Channel) -> list[int]:
    """Return those who can look into the channel and aren't in a timeout."""
    able: list[int] = []
    for wish in wishes[:_TRIED]:
        ground = await seen_by(channel, wish.user_id)
        if ground is not None and not ground.user.is_timed_out():
            able.append(wish.user_id)
        if len(able) == MOST:
            break
    return able


async def _noted(bot: Bot, able: list[int]) -> list[int]:
    """Note the calls of people, and return those whom no other table has called meanwhile."""
    now, database = bot.now(), bot.database
    return [one for one in able if await calls.claim(database, now, PAUSE, (PERSON, one))]
