"""Login and reconnection with retries, and an exception for each final failure."""

import asyncio
import logging

import discord
from discord.utils import MISSING

from ..clicks.answers import Bot
from ..wire.faults import NOT_THROUGH, unheard, why
from ..words.errors import OurEnd, SettingsError

_log = logging.getLogger(__name__)

# Retry delays while Discord is unreachable: 2 s, 4 s … 60 s.
_PAUSE, _LONGEST_PAUSE = 2.0, 60.0
# Gateway close code for a rejected token.
_WRONG_TOKEN = 4004


def pause(failures: int) -> float:
    """Return the seconds to wait after a number of consecutive failures."""
    return min(_LONGEST_PAUSE, _PAUSE * 2.0 ** min(failures - 1, 10))


async def start(bot: Bot, token: str) -> None:
    """Log in, connect and serve until closed. Retry while Discord is unreachable.

    Raises SettingsError if Discord rejects the token, OurEnd if it ends the connection for another
    reason. Errors of opening the database pass through.
    """
    try:
        await _log_in(bot, token)
        await _stay(bot)
    except discord.LoginFailure as error:
        raise _refused() from error
    except discord.ConnectionClosed as error:
        if error.code == _WRONG_TOKEN:
            raise _refused() from error
        raise OurEnd(f"Discord has closed the connection for good (code {error.code}).") from error
    except discord.PrivilegedIntentsRequired as error:
        raise OurEnd(
            "Discord refuses the bot's intents, though it asks for none that are "
            "privileged: update the bot."
        ) from error
    except discord.HTTPException as error:
        raise OurEnd(f"Discord doesn't let the bot in: {why(error)}") from error


def _refused() -> SettingsError:
    return SettingsError(
        "Discord refuses DISCORD_TOKEN: make a new one (Bot → Reset Token) and put it into .env"
    )


async def _log_in(bot: Bot, token: str) -> None:
    failures = 0
    while not bot.is_closed():
        try:
            await bot.login(token)
            return
        except NOT_THROUGH as error:
            if not unheard(error):
                raise
            failures += 1
            await _wait("log in", error, failures)
        # Each login creates its own connector.
        await bot.http.close()
        bot.http.connector = MISSING


async def _stay(bot: Bot) -> None:
    """Connect, again whenever the gateway's address is unknown or no shard connects."""
    failures = 0
    while not bot.is_closed():
        try:
            await bot.connect()
            return
        except (discord.GatewayNotFound, *NOT_THROUGH) as error:
            if isinstance(error, discord.HTTPException) and not unheard(error):
                raise
            failures += 1
            await _wait("connect", error, failures)


async def _wait(what: str, error: Exception, failures: int) -> None:
    seconds = pause(failures)
    _log.warning("can't %s (%s); retrying in %.0f s", what, why(error), seconds)
    await asyncio.sleep(seconds)
