"""Failures of requests to Discord, and their kinds."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from enum import Enum
from types import SimpleNamespace
from typing import TypeVar

import aiohttp
import discord

from ..words.retrying import retrying


class UploadFailed(aiohttp.ClientError):
    """Discord failed to store a file. discord.py would repeat the upload for 25 seconds."""


class Unreadable(aiohttp.ClientError):
    """The answer isn't JSON though discord.py relies on it: a proxy or firewall has answered."""


class Restricted(aiohttp.ClientError):
    """Discord restricts how fast the bot opens direct messages. They aren't closed."""


NOT_THROUGH = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Exceptions of a failed request: an answer that refuses, or no answer."""

# A proxy answers 408 when it has waited too long for Discord.
_NOT_JUDGED = (408, 429, *range(500, 600))
# An answer that isn't JSON is asked for again: the first pause, the longest, and how many tries.
# An interaction lasts 3 s.
_SOON, _LATER, _TRIES = 0.1, 0.8, 5
# The longest wait for a limit of another form, and that for one without a time.
_MINUTE = 60.0
_T = TypeVar("_T")


class Refusal(Enum):
    """Kinds of failed requests: the cause, the next try, and what people learn."""

    UNANSWERED = "Discord failed, was busy or out of reach, or a proxy answered", "the same", ""
    UPLOAD = "the files were refused or couldn't be stored", "words without pictures", ""
    EMOJI = "an emoji is gone, or was refused at random", "plain signs, then words", ""
    BODY = "the message was refused for its content", "plain signs, then words", ""
    MISSING = "the message is gone or another's", "a new message", ""
    CLOSED = "the person can't be written to", "a private copy", "to open direct messages"
    CHANNEL = "the channel is gone", "another direct channel", "the table has ended"
    ARCHIVED = "the thread is archived", "a new message, which opens it", "what is missing"
    DENIED = "a permission is missing, or none would help", "later again", "what is missing"
    OTHER = "anything else: the token is invalid, for one", "another way, or later again", ""


TOO_FAST, ANSWERED, UNKNOWN_MESSAGE, REMOVES_ENTRY_POINT = 40003, 40060, 10008, 50240
_CODES = {
    Refusal.UNANSWERED: """20016 slow mode, 20022 edits of announcements, 20028 channel's
        messages, 20029 server's messages, 30046 edits of messages older than an hour, 40003 opening
        direct messages too fast, 40004 no sending for now, 40006 a feature off for now, 40043
        interaction not sent, 40062 limited resource, 40333 firewall, 110001 not there yet, 130000
        overload""",
    Refusal.UPLOAD: """30015 too many files, 40005 too large, 50045 a file is too large, 50046
        invalid file, 50110 invalid file, 50123 invalid type, 50146 no such file, 400001 no uploads
        here""",
    Refusal.EMOJI: "10014 unknown emoji, 50151 invalid emoji",
    Refusal.BODY: """20009 explicit content, 50006 empty, 50035 invalid form, 50109 invalid
        JSON, 200000 automatic moderation, 240000 harmful link""",
    Refusal.MISSING: "10008 unknown message, 50005 a message of another author",
    Refusal.CLOSED: """10013 unknown user, 50007 closed messages, 50033 deleted account, 50278
        no server in common""",
    Refusal.CHANNEL: "10003 unknown channel",
    Refusal.ARCHIVED: "50083 archived thread",
    Refusal.DENIED: """40058 forum, 40066 forum without a tag, 40067 forum that needs a tag,
        50001 no access, 50008 not a text channel, 50009 verification level, 50013 no permission,
        50024 channel of another type, 60003 two factors, 160002 no reading of the history, 160005
        locked thread, 160006 too many active threads, 160007 too many active announcements""",
    Refusal.OTHER: """10004 unknown server, 10007 unknown member, 10015 unknown webhook, 10062
        unknown interaction, 40001 unauthorised, 40060 answered by another delivery, 40094 too many
        answers, 50003 not in direct messages, 50014 invalid token, 50021 a message of the system,
        50027 expired token of an interaction, 50240 the Entry Point command must stay""",
}
CODES = {
    int(code): (kind, " ".join(meaning.split()))
    for kind, codes in _CODES.items()
    for code, _, meaning in (one.strip().partition(" ") for one in codes.split(","))
}
"""Discord's codes for messages, channels and interactions: the kind, and the meaning."""
CLOSED = {code for code, (kind, _) in CODES.items() if kind is Refusal.CLOSED}


def refusal(error: BaseException, *, files: bool) -> Refusal:
    """Return the kind of a failure. `files`: the request had some to upload."""
    if isinstance(error, UploadFailed):
        return Refusal.UPLOAD
    if not isinstance(error, discord.HTTPException):
        return Refusal.UNANSWERED
    kind = CODES[error.code][0] if error.code in CODES else _by_status(error)
    # A 403 with a page is a firewall's. Discord's own says that files aren't permitted here.
    denied = error.status == 403 and kind is Refusal.DENIED
    if files and (denied or error.status == 413 or error.status >= 500):
        return Refusal.UPLOAD
    if kind is Refusal.UPLOAD and not files:
        return Refusal.BODY
    return Refusal.EMOJI if kind is Refusal.BODY and "emoji" in error.text.lower() else kind


def _by_status(error: discord.HTTPException) -> Refusal:
    if unheard(error):
        return Refusal.UNANSWERED
    if error.status == 403:
        return Refusal.DENIED
    return Refusal.BODY if error.status in (400, 413) else Refusal.OTHER


def unheard(error: BaseException) -> bool:
    """Return True if Discord didn't judge a request but failed, was busy or out of reach."""
    if not isinstance(error, discord.HTTPException):
        return isinstance(error, NOT_THROUGH)
    busy = error.code in CODES and CODES[error.code][0] is Refusal.UNANSWERED
    return busy or error.status in _NOT_JUDGED or unreadable(error)


def unreadable(error: BaseException) -> bool:
    """Return True if an answer isn't JSON, so that it comes from a firewall or a proxy."""
    if not isinstance(error, discord.HTTPException):
        return isinstance(error, Unreadable)
    if "Content-Type" not in error.response.headers:
        return not error.text
    return not _is_json(error.response)


async def insisting(work: Callable[[], Awaitable[_T]]) -> _T:
    """Do a request, and repeat it soon while its answer isn't JSON. Raises NOT_THROUGH."""
    return await retrying(work, unreadable, _SOON, _LATER, tries=_TRIES)


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
