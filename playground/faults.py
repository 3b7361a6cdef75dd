"""Injected faults: requests refused, lost or slow at random."""

import json
import random
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from .errors import INVALID, Impossible, Refused, invalid

BAD_DAY = "on a bad day"
"""Words of each refusal that a fault made up."""

KINDS = ("429", "global", "500", "502", "503", "slow", "unheard", "lost")
"""The kinds of fault.

429: rate limited on this route. global: rate limited on all routes. 500, 502, 503: refused by the
server. slow: handled after a delay. unheard: connection cut before handling. lost: connection cut
after handling, before the answer.
"""


REFUSALS = {
    "upload500": (500, 0),
    "upload413": (413, 40005),
    "upload403": (403, 50013),
    "emoji400": (400, INVALID),
    "screen400": (400, INVALID),
    "direct403": (403, 40003),
}
"""Faults that refuse some requests: the status, and Discord's code."""

ASKED_FOR = ("html403", "html408", "html429", "html502", "bare429", "charset429", *REFUSALS)
"""Faults that happen only where they are named.

html403, html429, html502: a firewall or proxy answers with a page; html408: a proxy does so after
Discord has handled the request; bare429, charset429: a limit without a time in its body, or with a
charset in its head. Refused are: upload500, upload413, upload403: requests with files; emoji400:
screens with emojis; screen400: all screens; direct403: the opening of direct messages.
"""


@dataclass
class Faults:
    """Random faults on some routes, or on all if none is named.

    A route may name a kind of its own, as "edit:503". The route "gateway" stands for new WebSockets
    and must be named. Any fault refuses them. `share` is the fraction of requests hit. `wait` is
    the delay of a slow answer and the retry time of a limited request, in seconds.
    """

    share: float = 0.0
    kinds: tuple[str, ...] = KINDS
    routes: tuple[str, ...] = ()
    wait: float = 0.5
    _chance: random.Random = field(default_factory=lambda: random.Random(1))

    def set(self, settings: dict[str, Any]) -> None:
        """Replace the settings by a request body. Raises Impossible if a kind is unknown."""
        kinds = tuple(settings.get("kinds") or KINDS)
        if not set(kinds) <= {*KINDS, *ASKED_FOR}:
            raise Impossible(f"faults are {', '.join((*KINDS, *ASKED_FOR))}")
        self.share, self.kinds = float(settings.get("share", 0.0)), kinds
        self.routes = tuple(settings.get("routes") or ())
        self.wait = float(settings.get("wait", 0.5))

    def next(self, route: str) -> str | None:
        """Return the fault of the next request on this route, or None."""
        own = dict(one.split(":") for one in self.routes if ":" in one)
        named = route in self.routes or route in own
        if (self.routes or route == "gateway") and not named:
            return None
        if self._chance.random() >= self.share:
            return None
        return own.get(route) or self._chance.choice(self.kinds)

    def refuse(self, fault: str | None, route: str, raw: str, files: object) -> None:
        """Refuse a request by that fault if it concerns it. Raises Refused."""
        concerned = {
            "upload": bool(files),
            "emoji": '"emoji"' in raw,
            "screen": '"components"' in raw,
            "direct": route == "dm",
        }
        if fault in REFUSALS and concerned[fault.rstrip("0123456789")]:
            text = f"{fault}: {BAD_DAY}"
            status, code = REFUSALS[fault]
            raise invalid("components", text) if code == INVALID else Refused(status, code, text)


def odd(fault: str | None, wait: float) -> web.Response | None:
    """Return an answer that isn't Discord's usual one, or None for another fault."""
    if fault in ("html403", "html429", "html502"):
        return page(int(fault.removeprefix("html")))
    if fault not in ("bare429", "charset429"):
        return None
    body = {"message": "Slow down."} | ({"retry_after": wait} if fault == "charset429" else {})
    kind = "application/json" + ("; charset=utf-8" if fault == "charset429" else "")
    head = {"Via": "1.1 playground", "Retry-After": str(wait), "Content-Type": kind}
    return web.Response(status=429, body=json.dumps(body).encode(), headers=head)


def page(status: int) -> web.Response:
    """Return what a firewall answers: not JSON."""
    text = "<html><title>Access denied</title><h1>Error 1015</h1></html>"
    head = {"Via": "1.1 playground", "Retry-After": "1"}
    return web.Response(status=status, text=text, content_type="text/html", headers=head)
