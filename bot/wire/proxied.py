"""What is different where requests reach Discord through a proxy that keeps its limits for all."""

import aiohttp
import discord.http

_WHEN = ("X-RateLimit-Reset-After", "X-RateLimit-Reset")


class _Ratelimit(discord.http.Ratelimit):
    """A bucket that minds no count without a time.

    What nirn-proxy has asked Discord already, such as who the bot is, it tells from its store, and
    with it that five requests are left, but not until when: discord.py would fail at that.
    """

    __slots__ = ()

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        if any(name in response.headers for name in _WHEN):
            super().update(response, use_clock=use_clock)


def go_through(proxy: str) -> None:
    """Make discord.py send its requests to that REST address.

    The gateway's sockets still go to Discord itself.
    """
    discord.http.Route.BASE = proxy
    vars(discord.http)["Ratelimit"] = _Ratelimit
