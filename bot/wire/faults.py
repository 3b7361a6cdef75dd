"""Failures of requests to Discord, and their kinds."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from enum import Enum
from types import SimpleNamespace
from typing import TypeVar

import aiohttp
import discord


class UploadFailed(aiohttp.ClientError):
    """Discord failed to store a file. discord.py would repeat the upload for 25 seconds."""


class Unreadable(aiohttp.ClientError):
    """The answer isn't JSON though discord.py relies on it: a proxy or firewall has answered."""


class Restricted(aiohttp.ClientError):
    """Discord restricts how fast the bot opens direct messages. They aren't closed."""


NOT_THROUGH = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Exceptions of a failed request: an answer that refuses, or no answer."""

CLOSED = frozenset({50007, 50278, 50033})
"""Codes for a person that direct messages can't reach: no mutual server or closed messages, an
account that refuses them, a deleted account."""
TOO_FAST, ANSWERED = 40003, 40060
"""Codes for a bot that opens direct messages too fast, and for an interaction that another delivery
of it has answered."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
ARCHIVED, LOCKED = 50083, 160005
"""Codes for a thread (or post) that is archived, or that only moderators may reopen."""
# A proxy answers 408 when it has waited too long for Discord.
_NOT_JUDGED = (408, 429, *range(500, 600))
# An answer that isn't JSON is asked for again after these seconds: an interaction lasts 3 s.
_SOON = (0.1, 0.3, 0.9)
# The longest wait for a limit of another form, and that for one without a time.
_MINUTE = 60.0
_T = TypeVar("_T")


class Refusal(Enum):
    """Kinds of failed requests, by the next try that helps."""

    UNANSWERED = "Discord failed, was busy or out of reach, or a proxy answered"
    UPLOAD = "the files were refused or couldn't be stored"
    EMOJI = "an emoji is gone, or was refused at random"
    BODY = "the message was refused for its content"
    MISSING = "the message is gone"
    CLOSED = "the person can't be written to"
    CHANNEL = "the channel is gone"
    ARCHIVED = "the thread is archived"
    DENIED = "a permission is missing"
    OTHER = "anything else: the token is invalid, for one"


def refusal(error: BaseException, *, files: bool) -> Refusal:
    """Return the kind of a failure. `files`: the request had some to upload."""
    if isinstance(error, UploadFailed):
        return Refusal.UPLOAD
    if not isinstance(error, discord.HTTPException):
        return Refusal.UNANSWERED
    if error.code in CLOSED:
        return Refusal.CLOSED
    # A 403 with a page is a firewall's. Discord's own says that files aren't permitted here.
    denied = error.status == 403 and not unreadable(error)
    if files and (denied or error.status == 413 or error.status >= 500):
        return Refusal.UPLOAD
    if unheard(error):
        return Refusal.UNANSWERED
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if error.status == 403:
        return Refusal.DENIED
    if error.status not in (400, 413):
        return Refusal.OTHER
    return Refusal.EMOJI if "emoji" in error.text.lower() else Refusal.BODY


_BY_CODE = {
    UNKNOWN_MESSAGE: Refusal.MISSING,
    UNKNOWN_CHANNEL: Refusal.CHANNEL,
    ARCHIVED: Refusal.ARCHIVED,
    LOCKED: Refusal.DENIED,
    ANSWERED: Refusal.OTHER,
}


def unheard(error: BaseException) -> bool:
    """Return True if Discord didn't judge a request but failed, was busy or out of reach."""
    if not isinstance(error, discord.HTTPException):
        return True
    return error.status in _NOT_JUDGED or error.code == TOO_FAST or unreadable(error)


def unreadable(error: BaseException) -> bool:
    """Return True if an answer isn't JSON, so that it comes from a firewall or a proxy."""
    if not isinstance(error, discord.HTTPException):
        return isinstance(error, Unreadable)
    if "Content-Type" not in error.response.headers:
        return not error.text
    return not _is_json(error.response)


async def insisting(work: Callable[[], Awaitable[_T]]) -> _T:
    """Do a request, and repeat it soon while its answer isn't JSON. Raises NOT_THROUGH."""
    for pause in _SOON:
        try:
            return await work()
        except NOT_THROUGH as error:
            if not unreadable(error):
                raise
        await asyncio.sleep(pause)
    return await work()


def why(error: BaseException) -> str:
    """Return an error in words: those of a lost connection often have none of their own."""
    silent = "no answer in time" if isinstance(error, TimeoutError) else type(error).__name__
    return str(error) or silent


def trace(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Stop discord.py's own tries by this trace, where they only take time. Return it."""
    trace.on_request_end.append(_ended)
    return trace


async def _ended(
    session: object, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    await check(ended.response)


async def check(response: aiohttp.ClientResponse) -> None:
    """Look at an answer before discord.py does.

    Raises UploadFailed for a file that Discord failed to store. Raises Unreadable for a 429 that
    discord.py doesn't understand, after its wait if it is Discord's own.
    """
    if response.status >= 500 and _sent(response).startswith("multipart/"):
        raise UploadFailed(f"{response.status} {response.reason}")
    if response.status == 429 and not await _tells_time(response):
        if _is_json(response):
            await asyncio.sleep(_seconds(response))
        raise Unreadable(f"429 {response.reason}, not the usual one")


async def _tells_time(response: aiohttp.ClientResponse) -> bool:
    """Return True for a limit that discord.py understands and waits for."""
    head = response.headers
    if head.get("Content-Type") != "application/json" or not head.get("Via"):
        return False
    try:
        told = json.loads(await response.read())
    except ValueError:
        return False
    return isinstance(told, dict) and isinstance(told.get("retry_after"), int | float)


def _seconds(response: aiohttp.ClientResponse) -> float:
    try:
        return min(float(response.headers["Retry-After"]), _MINUTE)
    except (KeyError, ValueError):
        return _MINUTE


def _sent(response: aiohttp.ClientResponse) -> str:
    """Return the content type of the request."""
    return response.request_info.headers.get("Content-Type", "")


def _is_json(response: aiohttp.ClientResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("application/json")
