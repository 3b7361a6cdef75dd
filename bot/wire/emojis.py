"""The application's own emojis: the known ones, their place on screens, their upload.

Screens are drawn in plain characters. Known emojis then replace them. A screen without room for the
longer text keeps the plain characters.
"""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import aiohttp
import discord

from ..drawing import emojis as drawn
from ..words.errors import OurEnd, SettingsError
from ..words.retrying import Nap
from .discord_time import DiscordTime, made_at
from .faults import NOT_THROUGH, why
from .fitting import TEXT, changed, size, units

_log = logging.getLogger(__name__)

Emojis = Mapping[str, str]
"""Emojis in Discord's notation `<:name:id>`, by our names."""

Components = list[dict[str, Any]]
"""The components of a screen in Discord's format."""

_NONE: Emojis = MappingProxyType({})


def none() -> Emojis:
    """Return the mapping without any emoji."""
    return _NONE


@cache
def _ours() -> re.Pattern[str]:
    """Return a pattern of the names of our uploads. Older ones end in a hash of the drawing."""
    names = "|".join(map(re.escape, drawn.emojis()))
    return re.compile(rf"({names})(?:_v\d+|_[0-9a-f]{{6}})?")


_NAMED = re.compile(r"\{(\w+)\}")
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
# Seconds between requests: while emojis are missing (it doubles), and once all are there.
_SOON, _LATER = 5.0, 3600.0
# Least seconds between two requests, because Discord also refuses valid emojis at random.
_DOUBTED = 5.0
# Seconds that old emojis stay beside new ones. Running bots ask hourly which there are.
_SAFE_SECONDS = 86400.0


class Shelf:
    """The emojis that Discord listed last. Empty at first."""

    def __init__(self) -> None:
        self.known = none()
        self._nap = Nap()

    def doubt(self) -> None:
        """Request the list soon, because Discord has just refused an emoji."""
        self._nap.wake()

    async def watch(self, fetch: Callable[[], Awaitable[Iterable[discord.Emoji]]]) -> None:
        """Refresh the list forever: often while some are missing, else hourly."""
        pause, loop = _SOON, asyncio.get_running_loop()
        while True:
            asked = loop.time()
            try:
                known = _known(await fetch())
            except (*NOT_THROUGH, discord.MissingApplicationID) as error:
                _log.info("plain characters stand for emojis: %s", why(error))
            else:
                if known != self.known:
                    self.known = known
                    _log.info("%d of %d emojis are there", len(known), len(drawn.emojis()))
            pause = _LATER if len(self.known) == len(drawn.emojis()) else min(_LATER, 2 * pause)
            if await self._nap.sleep(pause):
                pause = _SOON
                await asyncio.sleep(asked + _DOUBTED - loop.time())


def ours(name: str) -> bool:
    """Return True if the name is that of an emoji uploaded by us."""
    return _ours().fullmatch(name) is not None


def _known(emojis: Iterable[discord.Emoji]) -> Emojis:
    newest = sorted(emojis, key=lambda emoji: emoji.id)
    named = {found[1]: str(emoji) for emoji in newest if (found := _ours().fullmatch(emoji.name))}
    return MappingProxyType(named)


def dressed(
    components: Components, emojis: Emojis, signs: Mapping[str, str], names: Iterable[str] = ()
) -> Components:
    """Return a screen whose texts have emojis for plain characters, except in code and `names`.

    `signs` maps the characters to replacements, with the names of emojis in braces. A text without
    room for them stays plain.
    """
    if not emojis:
        return components
    worn = {plain: sign for plain, text in signs.items() if (sign := _worn(text, emojis))}
    if not worn:
        return components
    # A player named ★ keeps the name.
    kept = {name for name in names if any(plain in name for plain in worn)}
    found = sorted({*worn, *kept}, key=len, reverse=True)
    any_of = re.compile("|".join(map(re.escape, found)))

    room = TEXT - size(components)

    def instead(found: re.Match[str]) -> str:
        return found[0] if found[0] in kept else worn[found[0]]

    def put_on(text: str) -> str:
        nonlocal room
        dressed = "".join(
            part if at % 2 else any_of.sub(instead, part)
            for at, part in enumerate(_CODE.split(text))
        )
        more = units(dressed) - units(text)
        if more > room:
            return text
        room -= more
        return dressed

    def put_on_part(part: dict[str, Any]) -> dict[str, Any]:
        return part | {"content": put_on(part["content"])} if "content" in part else part

    return changed(components, put_on_part)


def _worn(sign: str, emojis: Emojis) -> str:
    names = _NAMED.findall(sign)
    return sign.format_map(emojis) if all(name in emojis for name in names) else ""


async def sync(
    client: discord.Client, pictures: Mapping[str, bytes], now: Callable[[], float]
) -> str:
    """Upload missing pictures, and remove old ones a day after the last upload.

    A running bot may use the old ones until then. `now` is Discord's time, as in the emojis' ids.
    Requests follow each other at discord.py's pace. Emojis that aren't ours stay. Return
    what was done. Raises HTTPException.
    """
    there = await client.fetch_application_emojis()
    had = {emoji.name for emoji in there}
    missing = [name for name in pictures if name not in had]
    for name in missing:
        await client.create_application_emoji(name=name, image=pictures[name])
    current = [one.id for one in there if one.name in pictures]
    newest = made_at(max(current, default=0))
    old = [one for one in there if _ours().fullmatch(one.name) and one.name not in pictures]
    if missing or now() - newest < _SAFE_SECONDS:
        old = []
    for emoji in old:
        await emoji.delete()
    there_before = len(pictures) - len(missing)
    told = f"{len(missing)} uploaded, {len(old)} old ones removed, {there_before} were there"
    return f"Emojis: {told}."


async def upload(token: str) -> str:
    """Bring the application's emojis up to date, and log out. Return what was done.

    Raises SettingsError if Discord refuses the token, OurEnd if it doesn't take the upload.
    """
    clock = DiscordTime(time.time)
    trace = clock.trace(aiohttp.TraceConfig())
    client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
    try:
        await client.login(token)
        return await sync(client, drawn.uploads(), clock.now)
    except discord.LoginFailure as error:
        raise SettingsError("Discord refuses DISCORD_TOKEN: see .env") from error
    except NOT_THROUGH as error:
        raise OurEnd(f"The emojis can't be uploaded just now: {why(error)}") from error
    finally:
        await client.close()
