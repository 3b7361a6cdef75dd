"""The command line: run the bot, play in a browser, verify a record, back up the data."""

import argparse
import asyncio
import gc
import io
import logging
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket

from .. import __version__
from ..wire import gateway, tokens
from ..wire.faults import NOT_THROUGH
from ..wire.pacer import go_through
from ..words.errors import NotSaved, OurEnd, OutOfReach, SettingsError, StorageError
from ..words.settings import (
    Settings,
    database_from_env,
    postgres_address,
    served_from_env,
    status_from_env,
)

_log = logging.getLogger(__name__)

# Exit status of a process ended by SIGPIPE. It is no verdict on the record.
_BROKEN_PIPE = 141
# Number of new objects that starts a garbage collection.
_GARBAGE = 20_000
# Seconds for an orderly end after a signal.
_END = 4.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status.

    1: Discord ended the connection for good. 2: a setting, an argument or the database is wrong.
    """
    for stream in (sys.stdout, sys.stderr):
        # Names may have letters that a file or pipe on Windows has no code for.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="run the bot in Discord (needs DISCORD_TOKEN)")
    commands.add_parser(
        "playground", help="try the bot in a browser, without a token", add_help=False
    )
    commands.add_parser("emojis", help="upload the emojis, or what is missing of them; run it once")
    verify = commands.add_parser("verify", help="replay a saved record and check its fairness")
    verify.add_argument("file", type=Path, help="the record")
    verify.add_argument(
        "--promise", "--commitment", help="the promise of *Fairness*, *Details*, from the beginning"
    )
    verify.add_argument("--seed-hash", help="the seed's hash that stood there since the start")
    verify.add_argument("--record-hash", help="the record's hash that stood there at the end")
    verify.add_argument(
        "--so-far", help="the hash so far that stood on the open table before the last cut"
    )
    verify.add_argument("--word", help="the word of the last cut")
    verify.add_argument(
        "--computers", action="store_true", help="make the computers' decisions again"
    )
    watching = commands.add_parser("status", help="how the bot that runs on this machine is doing")
    watching.add_argument("--live", action="store_true", help="only look if it answers at all")
    commands.add_parser("invite", help="print the link that invites the bot to a server")
    doctor = commands.add_parser("doctor", help="look for what is wrong around the bot")
    doctor.add_argument("--channel", type=int, metavar="ID", help="look at the permissions there")
    doctor.add_argument(
        "--notify", type=int, metavar="USER", help="send a person three messages, to see on a phone"
    )
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", type=Path, help="the new file")
    moving = commands.add_parser("migrate-to", help="move all from SQLite to PostgreSQL")
    moving.add_argument("address", help="postgresql+asyncpg://USER:PASSWORD@HOST/DATABASE")
    given, others = parser.parse_known_args(arguments)
    if given.command == "playground":
        from playground.__main__ import main as playground

        return playground(others)
    if others:
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    try:
        if given.command == "run":
            return _run(Settings.from_env())
        if given.command == "status":
            from .status import status as ask

            return ask(*status_from_env(), live=given.live)
        if given.command in ("invite", "doctor", "emojis"):
            asked = getattr(given, "channel", None), getattr(given, "notify", None)
            return _looked(given.command, Settings.from_env(), *asked)
        if given.command == "backup":
            from .transfer import backup as copy

            if served_from_env():
                raise StorageError(
                    "DATABASE_URL is set, so everything is on PostgreSQL: back it up by pg_dump."
                )
            return copy(database_from_env(), given.file)
        if given.command == "migrate-to":
            from .transfer import transfer

            return transfer(database_from_env(), postgres_address(given.address))
        from .verify import verify as check

        hashes = given.promise, given.seed_hash, given.record_hash, given.so_far, given.word
        status = check(given.file, *hashes, computers=given.computers)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of our output, say `head`, has closed it. The rest must not fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except (OurEnd, SettingsError, StorageError) as error:
        print(error, file=sys.stderr)
        return 1 if isinstance(error, (OurEnd, OutOfReach, NotSaved)) else 2


def _run(settings: Settings) -> int:
    from .logs import set_up

    set_up(settings.log, settings.log_form)
    for sentence in settings.unknown:
        _log.warning("%s", sentence)
    if settings.api is not None:
        connect_to(settings.api)
    if settings.proxy is not None:
        go_through(settings.proxy)
    gateway.install()
    tokens.install()

    # Imported modules stay anyway. Scanning them for garbage would delay clicks by 0.1 s.
    from ..storage.connect import locked
    from .client import Shinrisen
    from .start import start

    gc.collect()
    gc.freeze()
    # Collections may be rare, because reference counts free most objects of a click.
    gc.set_threshold(_GARBAGE, 10, 10)

    async def run() -> int:
        bot = Shinrisen(settings)
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def end(*_: object) -> None:
            # A repeated signal may arrive after the loop has closed.
            if not loop.is_closed():
                loop.call_soon_threadsafe(stop.set)

        for sign in (signal.SIGTERM, signal.SIGINT):
            # loop.add_signal_handler doesn't exist on Windows.
            signal.signal(sign, end)

        async def serve() -> None:
            # First, because the log-in waits for Discord, which may be away for hours.
            await bot.open()
            await start(bot, settings.token)

        async with bot:
            running = asyncio.ensure_future(serve())
            stopping = asyncio.ensure_future(stop.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if running.done():
                running.result()
            else:
                if not await in_time(bot.close(), _END):
                    # Moves are stored before they are confirmed: a start shows what is missing.
                    _log.warning("ended before everything was shown; the next start shows it")
                    logging.shutdown()
                    os._exit(0)
                await _ended(running)
        # Its supervisor starts it again.
        return int(bot.lost)

    # Several processes may share a server's database, so no lock file.
    with locked(settings.database) if settings.database_url is None else nullcontext():
        try:
            with asyncio.Runner(loop_factory=_loop()) as runner:
                return runner.run(run())
        finally:
            # A cancelled reader's traceback may keep the file and its log open.
            gc.collect()


def _loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return the factory of the fastest event loop available.

    uvloop's timers may fire a millisecond early, so code that sleeps until a time must check it.
    """
    try:
        import uvloop
    except ImportError:
        # Windows has none.
        return asyncio.new_event_loop
    return uvloop.new_event_loop


def _looked(command: str, settings: Settings, channel: int | None, notified: int | None) -> int:
    """Run a command that asks Discord about the bot without connecting as the bot."""
    if settings.api is not None:
        connect_to(settings.api)
    from ..wire.emojis import upload
    from .doctor import doctor
    from .start import invite, reached

    try:
        if command == "emojis":
            print(asyncio.run(upload(settings.token)))
            return 0
        if command == "invite":
            return asyncio.run(invite(settings))
        return asyncio.run(doctor(settings, channel, notified))
    except BrokenPipeError:
        # An OSError too, of our own output.
        raise
    except discord.LoginFailure as error:
        raise SettingsError("Discord refuses DISCORD_TOKEN: make a new one.") from error
    except NOT_THROUGH as error:
        raise OurEnd(f"Discord doesn't answer: {reached(error)}") from error


async def in_time(closing: Coroutine[Any, Any, None], seconds: float) -> bool:
    """Close, and return True if that took no longer. Raises what closing raises."""
    task = asyncio.ensure_future(closing)
    await asyncio.wait({task}, timeout=seconds)
    if not task.done():
        return False
    task.result()
    return True


async def _ended(running: "asyncio.Task[None]") -> None:
    """Wait for a task that should end soon. After 0.5 s, cancel it: it may wait for Discord."""
    _, late = await asyncio.wait({running}, timeout=0.5)
    if late:
        running.cancel()
        await asyncio.wait({running}, timeout=0.5)
    if running.done() and not running.cancelled():
        # Retrieved, so that asyncio logs no error of a task that failed during its end.
        running.exception()


def connect_to(api: str) -> None:
    """Send discord.py's requests to a stand-in's REST address instead of Discord."""
    discord.http.Route.BASE = api
    address = yarl.URL(api)
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws").with_path("/gateway")
