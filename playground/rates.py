"""The rate of requests that Discord allows: buckets, their headers, the wait when one is empty."""

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .errors import INVALID


class Bucket:
    """So many requests in so many seconds, counted from the first."""

    __slots__ = ("limit", "remaining", "reset_at", "seconds")

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self.remaining = limit
        self.reset_at = 0.0

    def take(self, now: float) -> float:
        """Use one request; returns 0, or the seconds to wait when none is left."""
        if now >= self.reset_at:
            self.remaining = self.limit
            self.reset_at = now + self.seconds
        if self.remaining == 0:
            return self.reset_at - now
        self.remaining -= 1
        return 0.0

    def headers(self, now: float, name: str) -> dict[str, str]:
        """The headers by which a client paces itself.

        The name is that of the route alone, the same in every channel, as Discord's hashes are:
        discord.py forgets what it knows of a bucket when the name changes.
        """
        after = _told(self.reset_at - now)
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": name,
        }


# Requests per seconds. Discord doesn't publish them; these are what its headers usually say.
_ROUTES = {
    "send": (5, 5.0),
    "edit": (5, 5.0),
    "delete": (5, 1.0),
    "read": (50, 1.0),
    "dm": (10, 10.0),
    "sync": (5, 20.0),
    "emoji": (10, 1.0),
    "callback": (5, 2.0),
    "webhook": (5, 2.0),
}
_GLOBAL = (50, 1.0)
_FREE = ("callback", "webhook")  # these don't count towards the global limit
# Edits of messages older than an hour, in a channel; what people have measured.
_OLD_EDITS = (3, 20.0)
HOUR = 3600.0
_TOLD_OF = 20


@dataclass
class Counts:
    """How many requests came: those that count towards the global limit, those that don't, and
    how many of either were refused as too many. `invalid`: some of those refused for what they said
    (50035), each only once: its route, and what was wrong where."""

    counted: int = 0
    uncounted: int = 0
    refused: int = 0
    invalid: list[str] = field(default_factory=list)

    def add(self, route: str, status: int, refusal: dict[str, Any]) -> None:
        """Count a request that was answered with that status, and so by Discord if refused."""
        self.counted += route not in _FREE
        self.uncounted += route in _FREE
        self.refused += status == 429
        if refusal.get("code") == INVALID and len(self.invalid) < _TOLD_OF:
            wrong = f"{route}: {json.dumps(refusal.get('errors'))}"
            if wrong not in self.invalid:
                self.invalid.append(wrong)


class Limits:
    """Every bucket of the bot. `on=False` lets everything through, for benches.

    `hour` is the age in seconds from which a message takes few edits; tests make it shorter.
    """

    def __init__(self, *, on: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.on = on
        self.hour = HOUR
        self.counts = Counts()
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._all = Bucket(*_GLOBAL)

    def take(self, route: str, major: str) -> tuple[float, bool, dict[str, str]]:
        """Count a request: seconds to wait (0: go on), whether that is global, the headers."""
        now = self._clock()
        if not self.on:
            return 0.0, False, _endless(now, route)
        if route not in _FREE and (wait := _told(self._all.take(now))):
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            return wait, True, headers | {"Retry-After": str(math.ceil(wait))}
        if len(self._buckets) > 5000:
            self._buckets = {k: b for k, b in self._buckets.items() if b.reset_at > now}
        bucket = self._buckets.get((route, major))
        if bucket is None:
            bucket = self._buckets[route, major] = Bucket(*_ROUTES[route])
        wait = _told(bucket.take(now))
        headers = bucket.headers(now, route)
        if wait:
            headers |= {"Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": "user"}
        return wait, False, headers

    def edit_old(self, channel: str, age: float) -> float:
        """Count an edit of a message so old: seconds to wait (0: go on)."""
        if not self.on or age < self.hour:
            return 0.0
        bucket = self._buckets.setdefault(("old edit", channel), Bucket(*_OLD_EDITS))
        return _told(bucket.take(self._clock()))


def _told(seconds: float) -> float:
    """In whole milliseconds, rounded up: who waits so long is never early."""
    return max(0, math.ceil(seconds * 1000)) / 1000


def _endless(now: float, name: str) -> dict[str, str]:
    return Bucket(1000, 1.0).headers(now, name)
