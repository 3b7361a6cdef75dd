"""Calls to open tables: the people called, and the pauses between calls. Pure."""

import random
from collections.abc import Collection, Iterator, Sequence

from ..storage.calls import Wish

MOST = 8
"""The most people whom one table calls."""
PAUSE = 3600.0
"""Least seconds between two calls of a person, and between two calling tables of a host."""
CHANNEL_PAUSE = 600.0
"""Least seconds between two calling tables in a channel."""
_TRIED = 12
"""The most people whom one table looks up."""


def callable_now(wishes: Sequence[Wish], now: float, but: Collection[int]) -> Iterator[Wish]:
    """Yield the wishes of people who had no call of late."""
    for wish in wishes:
        if wish.user_id not in but and wish.called_at <= now - PAUSE:
            yield wish


def tried(wishes: Sequence[Wish], table_id: int) -> list[Wish]:
    """Return the wishes whose people a table looks up, because each costs a request.

    Half are those called longest ago. The others are picked by chance. Otherwise a dozen people
    who can never look in would keep out everyone after them.
    """
    first = _TRIED // 2
    rest = wishes[first:]
    picked = random.Random(table_id).sample(rest, min(len(rest), _TRIED - first))
    return [*wishes[:first], *picked]
