"""Calls to open tables: hours, time zones, and who is called. Pure."""

import random
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from ..storage.calls import Wish

ANY = "*"
"""The wish for tables of any game."""
MOST = 8
"""The most people whom one table calls."""
PAUSE = 3600.0
"""Least seconds between two calls of a person, and between two calling tables of a host."""
CHANNEL_PAUSE = 600.0
"""Least seconds between two calling tables in a channel."""
_TRIED = 12
"""The most people whom one table looks up."""

ZONES = (
    *("Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver"),
    *("America/Chicago", "America/New_York", "America/Bogota", "America/Halifax"),
    *("America/Sao_Paulo", "Atlantic/Azores", "Europe/London", "Africa/Lagos", "Europe/Berlin"),
    *("Europe/Athens", "Africa/Nairobi", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi"),
    *("Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Sydney", "Pacific/Auckland"),
)
"""The time zones to choose from, at most 25. Each keeps its own daylight saving time."""
_USUAL = {"ja": "Asia/Tokyo", "de": "Europe/Berlin", "zh": "Asia/Shanghai"}


def usual_zone(locale: str) -> str:
    """Return the time zone that a person's language suggests."""
    return _USUAL.get(locale.partition("-")[0], "Europe/London")


def clock(zone: str, now: float) -> datetime:
    """Return the time of day in a zone, at `now` in unix seconds."""
    return datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone))


def wants(wish: Wish, game: str, now: float) -> bool:
    """Return True if a person wants to be called to that game at that hour."""
    if wish.game not in (ANY, game):
        return False
    if wish.begins is None or wish.ends is None:
        return True
    hour = clock(wish.zone, now).hour
    if wish.begins < wish.ends:
        return wish.begins <= hour < wish.ends
    # The hours pass midnight, or go round the clock.
    return hour >= wish.begins or hour < wish.ends


def callable_now(
    wishes: Sequence[Wish], game: str, now: float, but: Collection[int]
) -> Iterator[Wish]:
    """Yield the wishes that a table of a game fulfils now, of people who had no call of late."""
    for wish in wishes:
        if wish.user_id not in but and wish.called_at <= now - PAUSE and wants(wish, game, now):
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
