"""*Call me*: the call of people to an open table."""

from ..play.calling import CHANNEL_PAUSE, MOST, PAUSE, callable_now, tried
from ..storage import StoredTable, calls
from ..storage.calls import AGAIN, CHANNEL, HOST, LOOK, Limit, Wish
from .answers import Bot
from .places import Channel, seen_by

# Seconds between two looks for people, of a host, in a channel and for a table, because a look
# without a call uses up no other pause.
_LOOKS = 60.0
_ONCE = 86_400.0


async def called_to(bot: Bot, stored: StoredTable, channel: Channel) -> list[int]:
    """Return the people whom a new table calls, and note their calls.

    A host calls once an hour, a channel every ten minutes. A table that finds no one doesn't count.
    """
    found = await _asked(bot, stored)
    limits = Limit(HOST, stored.host_id, PAUSE), Limit(CHANNEL, channel.id, CHANNEL_PAUSE)
    if not found or not await calls.may_call(bot.database, bot.now(), *limits):
        return []
    looks = (LOOK, stored.host_id), (LOOK, channel.id)
    if not await calls.claim(bot.database, bot.now(), _LOOKS, *looks):
        return []
    able = await _able(found, channel)
    return await calls.call(bot.database, bot.now(), able, PAUSE, *limits) or []


async def called_again(bot: Bot, stored: StoredTable, channel: Channel) -> list[int] | None:
    """Return the people whom a table calls once more, or None if it has done so before.

    A table that finds no one may try again later.
    """
    if await calls.is_noted(bot.database, (AGAIN, stored.id)):
        return None
    found, look = await _asked(bot, stored), (LOOK, stored.id)
    if not found or not await calls.claim(bot.database, bot.now(), _LOOKS, look):
        return []
    able = await _able(found, channel)
    return await calls.call(bot.database, bot.now(), able, PAUSE, Limit(AGAIN, stored.id, _ONCE))


async def _asked(bot: Bot, stored: StoredTable) -> list[Wish]:
    here = {player.user_id for player in (*stored.players, *stored.awaited)} | {stored.host_id}
    wishes = await calls.wishes(bot.database, stored.guild_id)
    return tried([*callable_now(wishes, bot.now(), here)], stored.id)


async def _able(wishes: list[Wish], channel: Channel) -> list[int]:
    """Return those who can look into the channel and aren't in a timeout."""
    able: list[int] = []
    for wish in wishes:
        ground = await seen_by(channel, wish.user_id)
        if ground is not None and not ground.user.is_timed_out():
            able.append(wish.user_id)
        if len(able) == MOST:
            break
    return able
