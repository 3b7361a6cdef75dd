"""Discord's rate limits: buckets, their headers, and the wait when one is empty."""

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import INVALID


class Bucket:
    """A limit of requests in a window of seconds, which starts at the first request."""

    __slots__ = ("limit", "remaining", "reset_at", "seconds")

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self.remaining = limit
        self.reset_at = 0.0

    def take(self, now: float) -> float:
        """Use one request. Return 0, or the seconds to wait if none is left."""
        if now >= self.reset_at:
            self.remaining = self.limit
            self.reset_at = now + self.seconds
        if self.remaining == 0:
            return self.reset_at - now
        self.remaining -= 1
        return 0.0

    def headers(self, now: float, name: str) -> dict[str, str]:
        """Return the rate limit headers.

        The bucket name is the route's, equal in all channels, as Discord's hashes are. discord.py
        discards its bucket state when the name changes.
        """
        after = _rounded_up(self.reset_at - now)
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": name,
        }


# Requests per seconds. Discord doesn't publish them. These are common values of its headers.
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
_FREE = ("callback", "webhook")  # not counted in the global limit
# Edits per seconds of messages older than an hour, per channel, as others measured.
_OLD_EDITS = (3, 20.0)
HOUR = 3600.0
_MAX_INVALID = 20


@dataclass
class Counts:
    """Number of requests counted in the global limit, not counted in it, and refused with 429.

    `files`, `bytes`: the files sent and their size. `invalid` lists distinct refusals of a body
    (50035) with route and errors.
    """

    counted: int = 0
    uncounted: int = 0
    refused: int = 0
    files: int = 0
    bytes: int = 0
    invalid: list[str] = field(default_factory=list)

    def add(
        self, route: str, status: int, refusal: dict[str, Any], sizes: Sequence[int] = ()
    ) -> None:
        """Count a request by the status and body of its answer, and by its files' sizes."""
        self.files += len(sizes)
        self.bytes += sum(sizes)
        self.counted += route not in _FREE
        self.uncounted += route in _FREE
        self.refused += status == 429
        if refusal.get("code") == INVALID and len(self.invalid) < _MAX_INVALID:
            wrong = f"{route}: {json.dumps(refusal.get('errors'))}"
            if wrong not in self.invalid:
                self.invalid.append(wrong)


class Limits:
    """All buckets of the bot. `on=False` lifts all of them.

    `hour` is the age in seconds that makes a message old. Edits of old messages have a limit of
    their own.
    """

    def __init__(self, *, on: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.on = on
        self.hour = HOUR
        self.counts = Counts()
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._all = Bucket(*_GLOBAL)

    def take(self, route: str, major: str) -> tuple[float, bool, dict[str, str]]:
        """Count a request.

        Return the seconds to wait (0: none), True if the limit is global, and headers.
        """
        now = self._clock()
        if not self.on:
            return 0.0, False, _endless(now, route)
        if route not in _FREE and (wait := _rounded_up(self._all.take(now))):
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            return wait, True, headers | {"Retry-After": str(math.ceil(wait))}
        if len(self._buckets) > 5000:
            self._buckets = {k: b for k, b in self._buckets.items() if b.reset_at > now}
        bucket = self._buckets.get((route, major))
        if bucket is None:
            bucket = self._buckets[route, major] = Bucket(*_ROUTES[route])
        wait = _rounded_up(bucket.take(now))
        headers = bucket.headers(now, route)
        if wait:
            headers |= {"Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": "user"}
        return wait, False, headers

    def edit_old(self, channel: str, age: float) -> float:
        """Count an edit of a message of this age. Return the seconds to wait (0: none)."""
        if not self.on or age < self.hour:
            return 0.0
        bucket = self._buckets.setdefault(("old edit", channel), Bucket(*_OLD_EDITS))
        return _rounded_up(bucket.take(self._clock()))


def _rounded_up(seconds: float) -> float:
    """Return the seconds rounded up to milliseconds, so a client that waits is never early."""
    return max(0, math.ceil(seconds * 1000)) / 1000


def _endless(now: float, name: str) -> dict[str, str]:
    return Bucket(1000, 1.0).headers(now, name)
