"""A request behind a firewall, whose page comes instead of Discord's answer."""

from types import SimpleNamespace
from typing import Any

import discord


class Once:
    """A request that a firewall answers with a page at the first try."""

    def __init__(self, result: object = None) -> None:
        self.tries = 0
        self._result = result

    async def __call__(self, *_: object, **__: object) -> Any:
        self.tries += 1
        if self.tries == 1:
            response: Any = SimpleNamespace(
                status=403, reason="Forbidden", headers={"Content-Type": "text/html"}
            )
            raise discord.Forbidden(response, "<html></html>")
        return self._result
