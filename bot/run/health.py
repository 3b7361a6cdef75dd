"""`/live`, `/ready` and `/metrics` for the operator."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from ..words.errors import StorageError
from ..words.metrics import Metrics

_log = logging.getLogger(__name__)

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
OTHER_PORT = "name another in SHINRISEN_STATUS_PORT, or in SHINRISEN_STATUS_HOST"
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
    async def serving(
        self, port: int, host: str = "127.0.0.1", names: Collection[str] = ()
    ) -> AsyncIterator[None]:
        """Serve at the address until the block ends. A busy port is only logged.

        A request's Host header must be a name of loopback, `host` or one of `names`.
        """
        app = web.Application(middlewares=[_only({*_LOOPBACK, host, *map(str.lower, names)})])
        app.add_routes(
            [
                web.get("/live", _live),
                web.get("/ready", self._health),
                web.get("/health", self._health),
                web.get("/metrics", self._figures),
            ]
        )
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, host, port).start()
                if not ip_address(host).is_loopback:
                    _log.warning(
                        "the status on %s, port %d, is readable by all who reach that address",
                        host,
                        port,
                    )
            except OSError as error:
                _log.error("no status on port %d: %s; %s", port, error, OTHER_PORT)
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


async def _live(request: web.Request) -> web.Response:
    """Answer. Only a process that hangs or is gone doesn't."""
    return web.json_response({"live": True})


def _only(names: Collection[str]) -> Middleware:
    """Refuse other names, so that no web page can read the status by a name of its own."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if _name(request.headers.get("Host", "")) not in names:
            raise web.HTTPMisdirectedRequest(text="unknown host: see SHINRISEN_STATUS_NAMES")
        return await handler(request)

    return check


def _name(host: str) -> str | None:
    """Return the name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


_PROC = Path("/proc")


def memory() -> dict[str, int]:
    """Return bytes of the bot and of its workers together, empty where there is no /proc.

    Pages that several processes share count in parts (PSS), so the sum is what the machine needs.
    """
    try:
        return {"bot": pss("self"), "workers": sum(pss(child) for child in children("self"))}
    except OSError:
        return {}


def children(pid: str) -> set[str]:
    """Return the ids of the processes that one has started."""
    tasks = (_PROC / pid / "task").glob("*/children")
    return {pid for task in tasks for pid in task.read_text("ascii").split()}


def pss(pid: str) -> int:
    """Return the bytes of a process, with its part of shared pages, 0 once it has ended."""
    try:
        lines = (_PROC / pid / "smaps_rollup").read_text("ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        # It has just ended.
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
