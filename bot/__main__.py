"""The command line: run the bot, try it in a browser, check a record, back up."""

import argparse
import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import discord
import yarl
from discord.gateway import DiscordWebSocket

from .errors import SettingsError, StorageError
from .settings import Settings, database_from_env


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status (2: a setting or argument is wrong)."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="run the bot in Discord (needs DISCORD_TOKEN)")
    commands.add_parser(
        "playground", help="try the bot in a browser, without a token", add_help=False
    )
    verify = commands.add_parser("verify", help="replay a saved record and check its fairness")
    verify.add_argument("file", type=Path)
    verify.add_argument(
        "--promise", "--commitment", help="the promise that stood on the screens from the beginning"
    )
    verify.add_argument("--seed-hash", help="the seed's hash that stood there since the start")
    verify.add_argument("--record-hash", help="the record's hash that stood there at the end")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", type=Path, help="the new file")
    given, others = parser.parse_known_args(arguments)
    if given.command == "playground":
        from playground.__main__ import main as playground

        return playground(others)
    if others:
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    try:
        if given.command == "run":
            return _run(Settings.from_env())
        if given.command == "backup":
            from .backup import backup as copy

            return copy(database_from_env(), given.file)
        from .verify import verify as check

        return check(given.file, given.promise, given.seed_hash, given.record_hash)
    except (SettingsError, StorageError) as error:
        print(error, file=sys.stderr)
        return 2


def _run(settings: Settings) -> int:
    from .client import Shinrisen

    discord.utils.setup_logging(level=getattr(logging, settings.log))
    logging.getLogger("alembic").setLevel(logging.WARNING)
    if settings.api is not None:
        connect_to(settings.api)

    # What is imported stays: looking through it for garbage would hold up clicks for 0.1 s.
    gc.collect()
    gc.freeze()

    async def run() -> int:
        bot = Shinrisen(settings)
        loop = asyncio.get_running_loop()
        stop = asyncio.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, stop.set)
        async with bot:
            running = asyncio.ensure_future(bot.start(settings.token))
            stopping = asyncio.ensure_future(stop.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if running.done():
                running.result()
            else:
                await bot.close()
                await asyncio.wait({running}, timeout=5)
        return 0

    try:
        return asyncio.run(run())
    except discord.LoginFailure as error:
        raise SettingsError(
            "Discord refuses DISCORD_TOKEN: make a new one (Bot → Reset Token) and put it into .env"
        ) from error


def connect_to(api: str) -> None:
    """Make discord.py speak to a stand-in at that REST address instead of Discord."""
    discord.http.Route.BASE = api
    address = yarl.URL(api)
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws").with_path("/gateway")


if __name__ == "__main__":
    sys.exit(main())
