"""A server that accepts every request."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.test_utils import RawTestServer


@asynccontextmanager
async def answering(**headers: str) -> AsyncIterator[str]:
    """Start a server on loopback that answers with these headers. Yield its address."""

    async def answer(_request: web.BaseRequest) -> web.Response:
        return web.Response(headers=headers)

    async with RawTestServer(answer) as server:
        yield str(server.make_url("/"))
