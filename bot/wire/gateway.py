"""The gateway connection, with guards against Discord's errors and silence.

A payload that discord.py can't parse costs a session, not the bot. A session that Discord doesn't
confirm is given up, and one that it closes again and again isn't resumed.
"""

import asyncio
import logging
import traceback
from collections import deque
from pathlib import Path
from typing import Any, ClassVar, Self

import aiohttp
import discord
import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from ..words.errors import OurEnd
from ..words.retrying import growing
from .faults import NOT_THROUGH

_log = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds for Discord to confirm a session, times the number of tries, at most four."""
PAUSE = 1.0
"""Seconds before the second try. Before each later one they double."""
_PATIENCES = 4
# The pause grows to that many times `PAUSE`. The most tries to resume a session.
_PAUSES = 32
_RESUMES = 5
_SECONDS = 60.0
_MOST = 5
_EXPECTED = (ReconnectWebSocket, discord.ConnectionClosed, *NOT_THROUGH)


class Unparseable(aiohttp.ClientError):
    """The gateway sent a payload that discord.py can't parse.

    Being a client error, it makes discord.py wait and identify again. Its text names no content:
    a payload may hold a player's secret.
    """


class Gateway(DiscordWebSocket):
    """A gateway connection that gives up a session after an unparseable payload or a long silence.

    After such a payload the state may be half changed, so the session isn't resumed.
    """

    _failed: ClassVar[deque[float]] = deque(maxlen=_MOST)
    # Sessions that each shard has asked for since Discord last confirmed one.
    _vain: ClassVar[dict[int | None, int]] = {}
    _confirmed: asyncio.Future[Any] | None = None
    _until = 0.0

    @classmethod
    async def from_client(
        cls, client: discord.Client, *, resume: bool = False, **given: Any
    ) -> Self:
        """Connect, after a pause if Discord didn't confirm the session before.

        After five vain tries to resume a new session begins.
        """
        shard = given.get("shard_id")
        vain = cls._vain.get(shard, 0)
        if vain:
            await asyncio.sleep(growing(vain, PAUSE, _PAUSES * PAUSE))
        if resume and vain >= _RESUMES:
            _log.warning("Discord doesn't resume the session of shard %s: a new one begins", shard)
            resume, given = False, given | {"session": None, "sequence": None, "gateway": None}
        return await super().from_client(client, resume=resume, **given)

    async def identify(self) -> None:
        """Ask for a new session."""
        self._expect("READY")
        await super().identify()

    async def resume(self) -> None:
        """Ask to go on with the session."""
        self._expect("RESUMED")
        await super().resume()

    def _expect(self, event: str) -> None:
        self._vain[self.shard_id] = tries = self._vain.get(self.shard_id, 0) + 1
        self._until = self.loop.time() + PATIENCE * min(tries, _PATIENCES)
        self._confirmed = self.wait_for(event, lambda _: True)

    async def poll_event(self) -> None:
        """Handle the next payload. Begin a new session if Discord doesn't confirm this one."""
        if self._confirmed is None:
            await super().poll_event()
            return
        try:
            async with asyncio.timeout_at(self._until):
                await super().poll_event()
        except TimeoutError:
            _log.warning("Discord doesn't confirm the session of shard %s", self.shard_id)
            await self.close(code=4000)
            raise ReconnectWebSocket(self.shard_id, resume=False) from None
        if self._confirmed.done():
            self._confirmed = None
            self._vain.pop(self.shard_id, None)

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
