"""Discord on a bad day: requests refused, lost or late at random, as the tests ask for it."""

import random
from dataclasses import dataclass, field
from typing import Any

from .errors import Impossible

KINDS = ("429", "global", "500", "502", "503", "slow", "unheard", "lost")
"""What can go wrong.

429: limited, with a short wait; global: the same, of all routes; 500, 502, 503: the request wasn't
carried out; slow: it is, after a while; unheard: the line breaks before it is; lost: it is
carried out, but the line breaks before the answer.
"""


@dataclass
class Faults:
    """How often what goes wrong, and on which routes (none named: on all requests).

    The route "gateway", which must be named, is that of new sockets: whatever happens, they are
    refused.
    `share` is that of the requests to which something happens; `wait` the seconds of a slow
    answer, and of what a limited request is told to wait.
    """

    share: float = 0.0
    kinds: tuple[str, ...] = KINDS
    routes: tuple[str, ...] = ()
    wait: float = 0.5
    _chance: random.Random = field(default_factory=lambda: random.Random(1))

    def set(self, told: dict[str, Any]) -> None:
        """Change them as told. Raises Impossible."""
        kinds = tuple(told.get("kinds") or KINDS)
        if not set(kinds) <= set(KINDS):
            raise Impossible(f"faults are {', '.join(KINDS)}")
        self.share, self.kinds = float(told.get("share", 0.0)), kinds
        self.routes, self.wait = tuple(told.get("routes") or ()), float(told.get("wait", 0.5))

    def next(self, route: str) -> str | None:
        """What happens to the next request of that route; mostly nothing."""
        if (self.routes or route == "gateway") and route not in self.routes:
            return None
        return self._chance.choice(self.kinds) if self._chance.random() < self.share else None
