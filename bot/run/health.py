"""`/health` and `/metrics` for the operator, on loopback only."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web

from ..words.errors import StorageError
from ..words.metrics import Metrics

_log = logging.getLogger(__name__)

HOST = "127.0.0.1"
_TEXT = "text/plain; version=0.0.4; charset=utf-8"


class Health:
    """The status server of a running bot.

    - `tables`: counts open tables in the database. Raises StorageError if it fails.
    - `queued`: number of requests that wait.
    - `connected`: True if people can act.
    - `resting`: seconds until pictures are tried again.
    """

    def __init__(
        self,
        metrics: Metrics,
        tables: Callable[[], Awaitable[Mapping[tuple[str, str], int]]],
        queued: Callable[[], int],
        connected: Callable[[], bool],
        resting: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._metrics = metrics
        self._tables = tables
        self._queued = queued
        self._connected = connected
        self._resting = resting

    @asynccontextmanager
    async def serving(self, port: int) -> AsyncIterator[None]:
        """Serve on the port until the block ends. A busy port is only logged."""
        app = web.Application()
        app.add_routes([web.get("/health", self._health), web.get("/metrics", self._figures)])
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, HOST, port).start()
            except OSError as error:
                _log.error("no status on port %d: %s", port, error)
            yield
        finally:
            await runner.cleanup()

    async def _health(self, request: web.Request) -> web.Response:
        try:
            await self._tables()
            database = True
        except StorageError:
            database = False
        told = {"discord": self._connected(), "database": database}
        status = 200 if all(told.values()) else 503
        # Matches go on in words: the bot is well without pictures.
        return web.json_response(told | {"pictures": not self._resting()}, status=status)

    async def _figures(self, request: web.Request) -> web.Response:
        try:
            tables = await self._tables()
        except StorageError:
            tables = {}
        body = self._metrics.text(tables, self._queued(), self._resting())
        return web.Response(body=body, headers={"Content-Type": _TEXT})
