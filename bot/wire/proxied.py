"""Adjustments of discord.py to a REST proxy that enforces the rate limits of all processes."""

import aiohttp
import discord.http

_WHEN = ("X-RateLimit-Reset-After", "X-RateLimit-Reset")


class _Ratelimit(discord.http.Ratelimit):
    """A rate-limit bucket that ignores a response's count without a reset time.

    nirn-proxy answers some requests from its cache, such as those about the bot itself. These
    answers report five remaining requests but no reset time, which crashes discord.py.
    """

    __slots__ = ()

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        if any(name in response.headers for name in _WHEN):
            super().update(response, use_clock=use_clock)


def go_through(proxy: str) -> None:
    """Send discord.py's requests to a proxy's REST address.

    Gateway connections still go to Discord directly.
    """
    discord.http.Route.BASE = proxy
    names = vars(discord.http)
    assert issubclass(_Ratelimit, names["Ratelimit"])
    names["Ratelimit"] = _Ratelimit
