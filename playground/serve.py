"""Server of the stand-in on loopback, and the process of the bot beside it."""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import time
from argparse import Namespace
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path

from aiohttp import web

from .gateway import Gateway
from .interactions import Interactions
from .people import People
from .rates import Limits
from .rest import API, Rest
from .world import World

HOST = "127.0.0.1"
_NAMES = (HOST, "localhost")
_SHUTDOWN_SECONDS = 15  # time limit in seconds for the bot's shutdown
_PAGE = Path(__file__).parent / "page"


@dataclass(frozen=True)
class Playground:
    """A running stand-in. `address` is the page's, without a trailing slash."""

    world: World
    gateway: Gateway
    rest: Rest
    people: People
    token: str
    address: str

    @property
    def api(self) -> str:
        """REST address for the bot."""
        return self.address + API


@contextlib.asynccontextmanager
async def serving(
    port: int = 0,
    people: int = 4,
    *,
    servers: int = 1,
    limited: bool = True,
    scatter: bool = False,
    clock: Callable[[], float] = time.monotonic,
) -> AsyncIterator[Playground]:
    """Serve a new world on 127.0.0.1 (port 0: any free port) until the block ends.

    `clock` drives answer deadlines, token lifetimes and rate limits.
    """
    world = World(people, servers)
    # The dots give it a real token's format. The text shows that it is none.
    name = urlsafe_b64encode(world.bot["id"].encode()).decode().rstrip("=")
    token = f"{name}.playground.no-token-of-discord"
    interactions = Interactions(world, clock)
    gateway = Gateway(world, token, scatter=scatter)
    rest = Rest(world, interactions, gateway, Limits(on=limited, clock=clock))
    page = People(world, interactions, gateway, rest)
    world.dispatch = gateway.dispatch
    world.broadcast = page.broadcast

    app = web.Application(client_max_size=30 << 20, middlewares=[_same_site])
    app.add_routes([*rest.routes(), *page.routes()])

    async def dated(_request: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(world.time(), usegmt=True)

    app.on_response_prepare.append(dated)

    async def connect(request: web.Request) -> web.StreamResponse:
        if rest.faults.next("gateway"):
            raise web.HTTPServiceUnavailable
        return await gateway.connect(request)

    app.router.add_get("/gateway", connect)
    app.router.add_get("/gateway/", connect)
    app.router.add_get("/", _index)

    async def attachment(request: web.Request) -> web.Response:
        key = int(request.match_info["id"]), request.match_info["name"]
        if key not in world.files:
            raise web.HTTPNotFound
        content, kind = world.files[key]
        return web.Response(body=content, content_type=kind.split(";")[0])

    app.router.add_get("/attachments/{id:\\d+}/{name}", attachment)

    async def emoji(request: web.Request) -> web.Response:
        found = world.emojis.get(int(request.match_info["id"]))
        if found is None:
            raise web.HTTPNotFound
        return web.Response(body=found[1], content_type="image/png")

    app.router.add_get("/emojis/{id:\\d+}.png", emoji)
    app.router.add_static("/page/", _PAGE)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, HOST, port)
    await site.start()
    bound = runner.addresses[0][1]
    world.base = f"http://{HOST}:{bound}"
    try:
        yield Playground(world, gateway, rest, page, token, world.base)
    finally:
        await gateway.drop(1001)
        await runner.cleanup()


@web.middleware
async def _same_site(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests from pages of other sites, by host name or by origin.

    Such a page could otherwise read hands and act as any person.
    """
    host = request.headers.get("Host", "")
    if host.rpartition(":")[0] not in _NAMES and host not in _NAMES:
        raise web.HTTPForbidden(text="403: the playground is at home on this machine only")
    if request.headers.get("Origin", f"http://{host}") != f"http://{host}":
        raise web.HTTPForbidden(text="403: the playground answers its own page only")
    return await handler(request)


async def _index(request: web.Request) -> web.FileResponse:
    return web.FileResponse(_PAGE / "index.html", headers={"Cache-Control": "no-store"})


def bot_environment(playground: Playground, database: Path) -> dict[str, str]:
    """Return the environment that connects `python -m bot run` to the stand-in."""
    return os.environ | {
        "DISCORD_TOKEN": playground.token,
        "SHINRISEN_DISCORD_API": playground.api,
        "SHINRISEN_DATABASE": str(database),
    }


BOT = ("-m", "bot", "run")
"""The arguments of Python that start the bot."""


def play(given: Namespace) -> int:
    """Serve the playground as the command line says until SIGINT or SIGTERM."""
    try:
        return asyncio.run(_play(given))
    except OSError as error:
        print(f"The playground can't listen on port {given.port}: {error}", file=sys.stderr)
        return 1


async def _play(given: Namespace) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        # Windows lacks the event loop's signal handlers.
        signal.signal(sign, lambda *_: loop.call_soon_threadsafe(stop.set))
    more = {"servers": given.servers, "limited": not given.no_limits, "scatter": given.scatter}
    async with serving(given.port, given.people, **more) as playground:
        print(f"Playground: {playground.address}/", flush=True)
        if given.no_bot:
            print(f"DISCORD_TOKEN={playground.token}", flush=True)
            print(f"SHINRISEN_DISCORD_API={playground.api}", flush=True)
            await stop.wait()
            return 0
        # The page then opens with the welcome message of a bot that has just joined.
        playground.gateway.inviting = True
        with tempfile.TemporaryDirectory(prefix="shinrisen-") as folder:
            environment = bot_environment(playground, Path(folder) / "playground.sqlite3")
            bot = await asyncio.create_subprocess_exec(
                sys.executable, *BOT, env=environment, start_new_session=True
            )
            emojis = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "emojis"),
                env=environment,
                start_new_session=True,
                stdout=asyncio.subprocess.DEVNULL,
            )
            # The page needs the bot first, so the emoji upload gets a low priority.
            if hasattr(os, "setpriority"):
                os.setpriority(os.PRIO_PROCESS, emojis.pid, 15)
            print("Open that address in a browser; Ctrl+C ends it.", flush=True)
            ended = asyncio.ensure_future(bot.wait())
            stopped = asyncio.ensure_future(stop.wait())
            await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
            stopped.cancel()
            if emojis.returncode is None:
                emojis.kill()
            await emojis.wait()
            if not ended.done():
                # On Windows the bot receives Ctrl+C itself, and terminate() would kill it at once.
                if sys.platform != "win32":
                    bot.terminate()
                await asyncio.wait({ended}, timeout=_SHUTDOWN_SECONDS)
            if not ended.done():
                print("The bot doesn't end: it is killed.", file=sys.stderr, flush=True)
                bot.kill()
            return await ended
