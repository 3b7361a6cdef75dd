"""Injected faults: requests refused, lost or slow at random."""

import random
from dataclasses import dataclass, field
from typing import Any

from .errors import Impossible

KINDS = ("429", "global", "500", "502", "503", "slow", "unheard", "lost")
"""The kinds of fault.

429: rate limited on this route. global: rate limited on all routes. 500, 502, 503: refused by the
server. slow: handled after a delay. unheard: connection cut before handling. lost: connection cut
after handling, before the answer.
"""


@dataclass
class Faults:
    """Random faults on some routes, or on all if none is named.

    The route "gateway" stands for new WebSockets and must be named. Any fault refuses them. `share`
    is the fraction of requests hit. `wait` is the delay of a slow answer and the retry time of a
    limited request, in seconds.
    """

    share: float = 0.0
    kinds: tuple[str, ...] = KINDS
    routes: tuple[str, ...] = ()
    wait: float = 0.5
    _chance: random.Random = field(default_factory=lambda: random.Random(1))

    def set(self, settings: dict[str, Any]) -> None:
        """Replace the settings by a request body. Raises Impossible if a kind is unknown."""
        kinds = tuple(settings.get("kinds") or KINDS)
        if not set(kinds) <= set(KINDS):
            raise Impossible(f"faults are {', '.join(KINDS)}")
        self.share, self.kinds = float(settings.get("share", 0.0)), kinds
        self.routes = tuple(settings.get("routes") or ())
        self.wait = float(settings.get("wait", 0.5))

    def next(self, route: str) -> str | None:
        """Return the fault of the next request on this route, or None."""
        if (self.routes or route == "gateway") and route not in self.routes:
            return None
        return self._chance.choice(self.kinds) if self._chance.random() < self.share else None
