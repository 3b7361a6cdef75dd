"""What a request to Discord can fail with, and what that means."""

import aiohttp
import discord

NOT_THROUGH = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request can fail with: an answer that refuses, or no answer."""

CLOSED = frozenset({50007, 50278, 50033, 40003})
"""The person can't be written to: no mutual server or closed messages, an account that doesn't
want to, one that is gone, and too many messages opened too fast."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
ARCHIVED, LOCKED = 50083, 160005
"""The thread (or post) sleeps until somebody writes there, or only its keepers may."""
# By 408 a proxy in between says that it has waited for Discord long enough.
_NOT_JUDGED = (408, 429, *range(500, 600))


def unheard(error: BaseException) -> bool:
    """Whether Discord didn't judge a request but failed, was busy, or couldn't be reached."""
    return not isinstance(error, discord.HTTPException) or error.status in _NOT_JUDGED


def why(error: BaseException) -> str:
    """An error in words: those of a lost connection often have none of their own."""
    return str(error) or type(error).__name__
