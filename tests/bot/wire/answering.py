"""A server that accepts every request."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web


@asynccontextmanager
async def answering(**headers: str) -> AsyncIterator[str]:
    """Start a server on loopback that answers with these headers. Yield its address."""

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()
