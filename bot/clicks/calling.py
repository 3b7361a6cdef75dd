"""The people whom an open table mentions, by the features that know some."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ..storage import StoredTable
from ..words.parts import offered
from .answers import Bot
from .places import Channel


@dataclass(frozen=True, slots=True)
class Calling:
    """People to mention, declared in a feature's module `openings`. `people` notes their calls."""

    people: Callable[[Bot, StoredTable, Channel], Awaitable[list[int]]]


async def called_to(bot: Bot, stored: StoredTable, channel: object) -> list[int]:
    """Return the people whom an open table mentions now in a server's channel."""
    if not isinstance(channel, Channel):
        return []
    found = offered(Calling, "openings")
    return [person for one in found for person in await one.people(bot, stored, channel)]
