"""*Call me*: the people whom an open table calls."""

import random
from collections.abc import Sequence

from bot.clicks.answers import Bot
from bot.clicks.pages import Calling
from bot.clicks.places import Channel, seen_by
from bot.storage import StoredTable, intervals
from bot.storage.intervals import CHANNEL, HOST, LOOK, Limit
from bot.words.errors import TableError

from . import store
from .store import Wish

MOST = 8
"""The most people whom one table calls."""
PAUSE = 3600.0
"""Least seconds between two calls of a person, and between two calling tables of a host."""
CHANNEL_PAUSE = 600.0
"""Least seconds between two calling tables in a channel."""
_TRIED = 12
"""The most people whom one table looks up."""
# Seconds between two looks for people, of a host and in a channel, because a look without a call
# uses up no other pause.
_LOOKS = 60.0


async def called_to(bot: Bot, stored: StoredTable, channel: Channel) -> list[int]:
    """Return the people whom an open table calls, and note their calls.

    A host calls once an hour, a channel every ten minutes, by a new table or once more. A table
    that finds no one doesn't count.
    """
    found = await _asked(bot, stored)
    limits = Limit(HOST, stored.host_id, PAUSE), Limit(CHANNEL, channel.id, CHANNEL_PAUSE)
    if not found or not await intervals.may_call(bot.database, bot.now(), *limits):
        return []
    looks = (LOOK, stored.host_id), (LOOK, channel.id)
    if not await intervals.claim(bot.database, bot.now(), _LOOKS, *looks):
        return []
    able = await _able(found, channel)
    return await intervals.call(bot.database, bot.now(), able, PAUSE, *limits) or []


async def _asked(bot: Bot, stored: StoredTable) -> list[Wish]:
    here = {player.user_id for player in (*stored.players, *stored.awaited)} | {stored.host_id}
    wishes, late = await store.wishes(bot.database, stored.guild_id), bot.now() - PAUSE
    found = [one for one in wishes if one.user_id not in here and one.called_at <= late]
    return tried(found, stored.id)


def tried(wishes: Sequence[Wish], table_id: int) -> list[Wish]:
    """Return the wishes whose people a table looks up, because each costs a request.

    Half are those called longest ago. The others are picked by chance. Otherwise a dozen people
    who can never look in would keep out everyone after them.
    """
    first = _TRIED // 2
    rest = wishes[first:]
    picked = random.Random(table_id).sample(rest, min(len(rest), _TRIED - first))
    return [*wishes[:first], *picked]


async def _able(wishes: list[Wish], channel: Channel) -> list[int]:
    """Return those who can look into the channel and aren't in a timeout."""
    able: list[int] = []
    for wish in wishes:
        try:
            ground = await seen_by(channel, wish.user_id)
        except TableError:
            # The others would wait for Discord, too.
            break
        if ground is not None and not ground.user.is_timed_out():
            able.append(wish.user_id)
        if len(able) == MOST:
            break
    return able


CALLED = Calling(called_to)
