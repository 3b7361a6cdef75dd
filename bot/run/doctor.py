"""`python -m bot doctor`: checks of everything around the bot."""

import asyncio
import json
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time

import aiohttp
import discord
from sqlalchemy import Connection

from games.core import Frozen

from ..drawing import words
from ..drawing.emojis import emojis
from ..storage.connect import connect, locked, revision, unusable
from ..storage.postgres import connect_to
from ..wire.discord_time import MOST_OFF
from ..wire.emojis import ours
from ..wire.faults import NOT_THROUGH, unheard, why
from ..wire.ui import become, notifying, screen
from ..words.errors import BotRuns, Damaged, StorageError
from ..words.settings import Settings
from ..workers.brain import numpy_fault
from ..workers.worker import Lost, Worker
from .health import OTHER_PORT
from .start import NEEDED, link, reached
from .status import asked
from .upgrade import VERSIONS, Counted, counted, ended, ending, unverifiable

_FREE_BYTES = 100_000_000
_WORDS = "Shinrisen · a test: your phone shows these words"
_PATIENCE = 10.0
_SIZE = (
    "SELECT pg_database_size(current_database())",
    "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
)
# Seconds for a process to start on a busy machine.
_START = 60.0
# Number of ended matches that makes an estimate of growth useful.
_ENOUGH = 200


class Finding(Frozen):
    """The subject of a check, its result, and True if all is well."""

    what: str
    found: str
    well: bool = True

    def __str__(self) -> str:
        return f"{'ok  ' if self.well else 'WRONG'} {self.what}: {self.found}"


async def doctor(
    settings: Settings, channel_id: int | None = None, notified: int | None = None
) -> int:
    """Print the result of each check. Return 0 if all are well, else 1.

    `notified` is a person who gets three messages, to look at their notices on a phone.
    """
    well = True
    async for finding in _all(settings, channel_id, notified):
        print(finding, flush=True)
        well &= finding.well
    return 0 if well else 1


async def _all(
    settings: Settings, channel_id: int | None, notified: int | None
) -> AsyncIterator[Finding]:
    for sentence in settings.unknown:
        yield Finding("settings", sentence, False)
    stored = Stored()
    yield await database(settings, stored)
    if stored.counted is not None:
        yield upgraded(stored.counted)
        told = growth(stored.size, ended(stored.counted), settings.keep_days)
        yield Finding("size", told)
    yield await asyncio.to_thread(_computers)
    if settings.status_port:
        yield await asyncio.to_thread(_status, settings.status_host, settings.status_port)
    yield await _clock(settings)
    if settings.pictures:
        fonts = "Japanese, Chinese and Korean names are drawn"
        yield Finding("fonts", fonts if words.draws_cjk() else words.NO_CJK)
    if settings.proxy is not None:
        yield await _proxy(settings.proxy)
    client = discord.Client(intents=discord.Intents.none())
    async with client:
        try:
            async with asyncio.timeout(_PATIENCE):
                await client.login(settings.token)
        except discord.LoginFailure:
            yield Finding("token", "refused: make a new one (Bot → Reset Token)", False)
            return
        except NOT_THROUGH as error:
            yield Finding("Discord", f"out of reach: {reached(error)}", False)
            return
        assert client.user is not None
        yield Finding("token", f"accepted, the bot is {client.user.name}")
        try:
            application = await client.application_info()
            for finding in _application(application):
                yield finding
            there = sum(ours(emoji.name) for emoji in await client.fetch_application_emojis())
            lack = "" if there >= len(emojis()) else "; python -m bot emojis uploads them"
            yield Finding("emojis", f"{there} of {len(emojis())}{lack}")
            if channel_id is None:
                yield Finding("permissions", "not looked at: name a channel with --channel ID")
            else:
                yield await _permissions(client, client.user.id, channel_id)
            if notified is not None:
                async for finding in _notices(client, notified):
                    yield finding
        except NOT_THROUGH as error:
            yield Finding("Discord", f"doesn't answer: {reached(error)}", False)


def _application(application: discord.AppInfo) -> Iterator[Finding]:
    yield Finding("intents", "none that are privileged are needed")
    if application.bot_require_code_grant:
        yield Finding("invitation", "switch off Bot → Requires OAuth2 Code Grant", False)
    else:
        yield Finding("invitation", link(application.id))
    by_people = application.user_integration_config is not None
    yield Finding(
        "installs",
        "in servers, and by people for themselves"
        if by_people
        else "in servers only; Installation → User Install lets people use it anywhere",
    )
    if application.interactions_endpoint_url:
        yield Finding(
            "interactions",
            "remove General Information → Interactions Endpoint URL: clicks go there instead",
            False,
        )


async def _notices(client: discord.Client, user_id: int) -> AsyncIterator[Finding]:
    """Send a person each kind of message, and report what the phone should show."""
    try:
        channel, mention = await client.create_dm(discord.Object(user_id)), f"<@{user_id}>"
        await channel.send(f"{_WORDS} (1)")
        yield Finding("notice 1, plain", f"the phone should show “{_WORDS} (1)”")
        line = await channel.send(f"{_WORDS} (2)")
        await become(line, screen(None, "2 · This message was a plain line and is a screen now."))
        yield Finding("notice 2, plain, then a screen", f"the phone should show “{_WORDS} (2)”")
        called = screen(None, f"3 · {mention} is mentioned in a silent message.")
        await channel.send(view=called.layout, silent=True, allowed_mentions=notifying([user_id]))
        nothing = "the phone should show nothing; this bot sends none"
        yield Finding("notice 3, silent with a mention", nothing)
    except discord.HTTPException as error:
        if unheard(error):
            raise
        told = f"the bot can't write to {user_id}: {why(error)}"
        yield Finding("notices", f"{told}; they must share a server and allow messages", False)


async def _permissions(client: discord.Client, me: int, channel_id: int) -> Finding:
    """Check the bot's permissions in a channel."""
    name = f"permissions in {channel_id}"
    try:
        channel = await client.fetch_channel(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return Finding(name, "that isn't a server's channel", False)
        guild = await client.fetch_guild(channel.guild.id)
        member = await guild.fetch_member(me)
        there = await guild.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden) as error:
        if unheard(error):
            raise
        return Finding(name, "the bot can't see that channel: View Channel, or invite it", False)
    if isinstance(there, discord.Thread):
        parent = await guild.fetch_channel(there.parent_id)
        assert isinstance(parent, discord.abc.GuildChannel)
        has = parent.permissions_for(member)
    else:
        assert isinstance(there, discord.abc.GuildChannel)
        has = there.permissions_for(member)
    lacking = [
        flag.replace("_", " ").title()
        for flag, needed in NEEDED
        if needed and not getattr(has, flag)
    ]
    told = f"missing: {', '.join(lacking)}" if lacking else "all there"
    return Finding(name, told, not lacking)


async def _clock(settings: Settings) -> Finding:
    """Compare this machine's clock with Discord's."""
    address = f"{settings.api or discord.http.Route.BASE}/gateway"
    try:
        async with (
            asyncio.timeout(_PATIENCE),
            aiohttp.ClientSession() as http,
            http.get(address) as answer,
        ):
            theirs = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (KeyError, ValueError, *NOT_THROUGH) as error:
        return Finding("clock", f"Discord can't be asked: {reached(error)}", False)
    # The header has whole seconds.
    off = abs(time() - theirs - 0.5)
    told = "as Discord's" if off <= MOST_OFF else f"{off:.0f} s off: set it (NTP)"
    return Finding("clock", told, off <= MOST_OFF)


async def _proxy(address: str) -> Finding:
    """Check that Discord answers through the proxy. The other checks bypass it."""
    try:
        async with (
            asyncio.timeout(_PATIENCE),
            aiohttp.ClientSession() as http,
            http.get(f"{address}/gateway") as answer,
        ):
            through = answer.status == 200 and "url" in await answer.json(content_type=None)
    except (ValueError, TypeError, TimeoutError, *NOT_THROUGH) as error:
        return Finding("proxy", f"doesn't answer: {why(error)}", False)
    if through:
        return Finding("proxy", "Discord answers through it")
    wrong = f"answers {answer.status}, not as Discord: look at DISCORD_API_URL (…/api/v10)"
    return Finding("proxy", wrong, False)


def upgraded(counted: Counted) -> Finding:
    """Report the matches that this version of the bot would end, before it does."""
    lost = unverifiable(counted)
    old = f"; {lost:,} ended ones, by no rules since 0.1.0, can't be verified" if lost else ""
    ends = "; ".join(ending(counted))
    return Finding("matches", (ends or "all that run go on with this version") + old, not ends)


def growth(size: int, matches: int, days: float) -> str:
    """Return the database's size and its growth by 1,000 matches as text."""
    kept = f"deleted after {days:g} days" if days else "kept for ever (SHINRISEN_KEEP_DAYS)"
    told = f"{size / 1e6:.1f} MB, {matches:,} ended matches, {kept}"
    if matches < _ENOUGH:
        return f"{told}; 1,000 more take about 2 MB"
    return f"{told}; 1,000 more take about {1000 * size / matches / 1e6:.1f} MB"


async def database(settings: Settings, stored: "Stored") -> Finding:
    """Do to the database, or to a trial file in its place, what the start does to it."""
    if settings.database_url is not None:
        try:
            engine = await connect_to(settings.database_url, settings.connections, stored.look)
        except StorageError as error:
            return Finding("database", str(error), False)
        await engine.dispose()
        return Finding("database", "PostgreSQL answers")
    path = await asyncio.to_thread(settings.database.resolve)
    name, new = f"database {path}", not path.exists()
    trial, folder = str(path.parent), next(one for one in path.parents if one.exists())
    free = shutil.disk_usage(folder).free
    if free < _FREE_BYTES:
        return Finding(name, f"only {free / 1e6:.0f} MB are free on its disk", False)
    try:
        with TemporaryDirectory(prefix=".shinrisen-", dir=folder) as trial:
            there = Path(trial, path.name)
            with locked(there):
                await (await connect(there if new else path, stored.look)).dispose()
        if new:
            return Finding(name, "new: the start makes it")
        with locked(path):
            return Finding(name, "sound, and no bot runs on it")
    except BotRuns:
        return Finding(name, "sound, and a bot runs on it")
    except (OSError, StorageError) as error:
        told = error if isinstance(error, StorageError) else unusable(path, str(error.strerror))
        return Finding(name, str(told).replace(trial, str(path.parent)), False)


@dataclass
class Stored:
    """The matches in a database, None without any, and its size in bytes."""

    counted: Counted | None = None
    size: int = 0

    def look(self, connection: Connection) -> None:
        """Check that a database has our schema and is whole, and count what it holds."""
        file = connection.dialect.name == "sqlite"
        sound = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar() if file else "ok"
        if sound != "ok":
            raise Damaged(sound)
        if revision(connection) is not None:
            self.counted = counted(connection.exec_driver_sql(VERSIONS))
            self.size = connection.exec_driver_sql(_SIZE[file]).scalar_one()


def _computers() -> Finding:
    """Load numpy as computers do, in a process, because a foreign processor may end that."""
    worker = Worker(patience=_START)
    try:
        fault = worker.do(numpy_fault)
    except Lost:
        fault = "their process ended: numpy may be built for another processor"
    finally:
        worker.close()
    return Finding("computers", fault or "can think", not fault)


def _status(host: str, port: int) -> Finding:
    """Listen at the status port as the start does, or ask the bot that does."""
    name, family = f"status on port {port}", socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
        return Finding(name, "free")
    except OSError as error:
        with suppress(OSError):
            if asked(host, port, "live") == (True, json.dumps({"live": True})):
                return Finding(name, "a bot answers there")
        return Finding(name, f"no status on {host} ({error.strerror}): {OTHER_PORT}", False)
