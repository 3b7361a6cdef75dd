"""Login and reconnection with retries, an exception for each final failure, and the invitation."""

import logging
import os
from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord.utils import MISSING

from ..clicks.answers import Bot
from ..wire.faults import NOT_THROUGH, unheard, why
from ..words.errors import OurEnd, SettingsError
from ..words.retrying import retrying
from ..words.settings import Settings

_log = logging.getLogger(__name__)

# Retry delays while Discord is unreachable: 2 s, 4 s … 60 s.
_PAUSES = 2.0, 60.0
# Gateway close code for a rejected token.
_WRONG_TOKEN = 4004


async def start(bot: Bot, token: str) -> None:
    """Log in, connect and serve until closed. Retry while Discord is unreachable.

    Raises SettingsError if Discord rejects the token, OurEnd if it ends the connection for another
    reason. Errors of opening the database pass through.
    """
    try:
        await _insisting(bot, "log in", partial(_log_in, bot, token))
        await _insisting(bot, "connect", bot.connect)
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


def reached(error: BaseException) -> str:
    """Return why Discord wasn't reached, with what a host can do."""
    told = why(error)
    if "CERTIFICATE" in told:
        told += "; install ca-certificates, or let no proxy read what is sent to Discord"
    if os.environ.get("HTTPS_PROXY") or os.environ.get("https_proxy"):
        told += "; HTTPS_PROXY is set, but the bot speaks to Discord without it: permit that"
    return told


def _refused() -> SettingsError:
    return SettingsError(
        "Discord refuses DISCORD_TOKEN: make a new one (Bot → Reset Token) and put it into .env"
    )


async def _log_in(bot: Bot, token: str) -> None:
    try:
        await bot.login(token)
    except NOT_THROUGH:
        # Each login creates its own connector.
        await bot.http.close()
        bot.http.connector = MISSING
        raise


async def _insisting(bot: Bot, what: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do that until it succeeds, while Discord is out of reach or no shard connects."""

    async def attempt() -> None:
        if not bot.is_closed():
            await work()

    told = "can't %s (%s); retrying in %.0f s"
    await retrying(
        attempt,
        lambda error: isinstance(error, discord.GatewayNotFound) or unheard(error),
        *_PAUSES,
        report=lambda error, seconds: _log.warning(told, what, reached(error), seconds),
    )


NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
SCOPES = ("bot", "applications.commands")


def link(application_id: int) -> str:
    """Return the address for adding the bot to a server."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED, scopes=SCOPES)


async def invite(settings: Settings) -> int:
    """Print the invitation link of the token's application, and return the exit status.

    Raises discord.LoginFailure, or a connection error.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(settings.token)
        application = await client.application_info()
    print(link(application.id))
    if not application.bot_public:
        print("Only you can use it: the application's bot isn't public.")
    return 0
