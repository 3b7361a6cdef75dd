"""A planned night to walk through."""

from dataclasses import replace

from cogs.night import plans, store
from cogs.night.store import Guest, Night
from tests.examples import ALL_AT_ONCE

from ..evening import Evening


async def prepare(e: Evening, name: str) -> None:
    """Plan a night of the first person, with all who fit in."""
    now, (host, *_) = e.bot.now(), e.people
    guests = [Guest(host.id + at, name, "en-US", at, now + at) for at in range(plans.MOST)]
    plan = Night(e.guild.id, e.channel.id, "en-US", host.id, ALL_AT_ONCE, "", now, now + 9e4)
    await store.make(e.bot.database, replace(plan, guests=tuple(guests)))
