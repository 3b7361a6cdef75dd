"""The gateway connection: a payload that discord.py can't parse costs a session, not the bot."""

import traceback
from collections import deque
from pathlib import Path
from typing import Any, ClassVar

import aiohttp
import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from ..words.errors import OurEnd
from .faults import NOT_THROUGH

_SECONDS = 60.0
_MOST = 5
_EXPECTED = (ReconnectWebSocket, discord.ConnectionClosed, *NOT_THROUGH)


class Unparseable(aiohttp.ClientError):
    """The gateway sent a payload that discord.py can't parse.

    Being a client error, it makes discord.py wait and identify again. Its text names no content:
    a payload may hold a player's secret.
    """


class Gateway(DiscordWebSocket):
    """A gateway connection that gives up its session after an unparseable payload.

    The state may be half changed by then, so the session isn't resumed.
    """

    _failed: ClassVar[deque[float]] = deque(maxlen=_MOST)

    async def received_message(self, msg: Any, /) -> None:
        """Handle one payload.

        Raises Unparseable if that fails, OurEnd if it fails five times in a minute.
        """
        try:
            await super().received_message(msg)
        except _EXPECTED:
            raise
        except Exception as error:
            await self.close(code=1000)
            self._count(self.loop.time(), place := _place(error))
            raise Unparseable(f"discord.py can't parse a gateway payload: {place}") from error

    def _count(self, now: float, place: str) -> None:
        self._failed.append(now)
        if len(self._failed) == _MOST and now - self._failed[0] < _SECONDS:
            raise OurEnd(
                f"discord.py couldn't parse {_MOST} gateway payloads within a minute, "
                f"the last because of {place}: update the bot."
            )


def _place(error: Exception) -> str:
    """Return the kind of an error and the line that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"


def install() -> None:
    """Make discord.py's shards connect by this class."""
    names = vars(discord.shard)
    assert issubclass(Gateway, names["DiscordWebSocket"])
    names["DiscordWebSocket"] = Gateway
