"""The bot behind a proxy such as nirn-proxy or nginx, with and without faults."""

import asyncio
from collections import Counter
from contextlib import aclosing
from functools import partial
from pathlib import Path

import aiohttp
from aiohttp import web

from rig import LIMIT
from rig.processes import Client, playground, running_bot

from .sittings import Sitting, sat
from .starting import free_port, run_command
from .store import agree, check, open_store

# Headers nirn-proxy adds to its cached answer of /users/@me: a count without a time.
_KEPT = {"X-Cached": "true", "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "5"}
_HOP = {"Transfer-Encoding", "Connection", "Date", "Content-Length", "Content-Encoding"}
_HTML = "<html><head><title>Not now</title></head></html>"


class Proxy:
    """A proxy to a stand-in, which doesn't listen yet.

    It answers requests to channels by the statuses in `wrong`, one after another. A 408 comes after
    Discord has handled the request.
    """

    def __init__(self, client: Client) -> None:
        self.base = client.page
        self.port = free_port()
        self.wrong: list[int] = []
        self.back: Counter[int] = Counter()
        self._runner: web.AppRunner | None = None

    @property
    def sets(self) -> dict[str, str]:
        """Settings that connect a bot to the proxy."""
        return {"DISCORD_API_URL": f"http://127.0.0.1:{self.port}/api/v10/"}

    async def start(self) -> None:
        """Start listening."""
        application = web.Application(client_max_size=2**26)
        application.router.add_route("*", "/{rest:.*}", self._serve)
        self._runner = web.AppRunner(application, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()

    async def aclose(self) -> None:
        """Stop listening at once."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _serve(self, request: web.Request) -> web.Response:
        counted = request.method in ("POST", "PATCH") and "/channels/" in request.path
        wrong = self.wrong.pop(0) if self.wrong and counted else 0
        if wrong not in (0, 408):
            return web.Response(status=wrong, text=_HTML, content_type="text/html")
        headers = {k: v for k, v in request.headers.items() if k not in {*_HOP, "Host"}}
        address, body = f"{self.base}{request.path_qs}", await request.read()
        async with (
            aiohttp.ClientSession() as http,
            http.request(request.method, address, headers=headers, data=body) as answer,
        ):
            text = await answer.read()
            back = {k.lower(): v for k, v in answer.headers.items() if k not in _HOP}
        self.back[answer.status] += 1
        if wrong:
            return web.Response(status=wrong, text="context deadline exceeded")
        if request.path.endswith("/users/@me"):
            back = {k: v for k, v in back.items() if "ratelimit" not in k} | _KEPT
        return web.Response(status=answer.status, body=text, headers=back)


async def _play(sitting: Sitting, seconds: float) -> None:
    if await sitting.play(seconds, 0.1):
        await sitting.start(rounds=2)


async def test_a_proxy_that_is_away_or_answers_itself_costs_nothing(tmp_path: Path) -> None:
    async with playground("--people", "3") as client, aclosing(Proxy(client)) as proxy:
        async with running_bot(client, tmp_path, proxy.sets, wait=False) as bot:
            await bot.says("can't log in")
            await proxy.start()
            sitting = await sat(client, rounds=2)
            await _play(sitting, 1.0)
            proxy.wrong = [408, 429, 502]
            async with asyncio.timeout(LIMIT):
                while proxy.wrong or len(sitting.answers) < 10:
                    await _play(sitting, 1.0)
            assert "was refused" not in bot.logged(), "none of that was Discord's word"
            async with open_store(tmp_path) as store:
                await agree(store, [sitting], 60)
                await proxy.aclose()
                await sitting.play(1.0, 0.5)
                await proxy.start()
                await agree(store, [sitting], 60)
                before = client.states["failed"]
                await _play(sitting, 1.0)
                await agree(store, [sitting], 60)
                confirmed = await check(store, [sitting])
            assert client.states["failed"] == before, "clicks are answered again"
        through = len(await client.get("/log"))
    print(f"{confirmed} moves, through the proxy {proxy.back}")
    assert proxy.back.total() >= through > 0, "nothing goes past it"
    assert confirmed > 5


async def test_doctor_checks_the_proxy(tmp_path: Path) -> None:
    async with playground("--people", "2") as client, aclosing(Proxy(client)) as proxy:
        doctor = partial(run_command, client, tmp_path, "doctor")
        await doctor(status=1, says="WRONG proxy: doesn't answer", **proxy.sets)
        await proxy.start()
        await doctor(status=0, says="proxy: Discord answers through it", **proxy.sets)
        elsewhere = {"DISCORD_API_URL": f"{proxy.base}/elsewhere"}
        await doctor(status=1, says="WRONG proxy: answers 404, not as", **elsewhere)
