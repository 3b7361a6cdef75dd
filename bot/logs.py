"""The log: one line for what is to be expected, and never a token, a hand or a name."""

import logging
import re

import aiohttp
import discord
from discord import app_commands

# At DEBUG these print whole requests and events, and every statement with its values.
_TALKATIVE = (
    "discord.gateway",
    "discord.http",
    "discord.webhook",
    "discord.state",
    "aiosqlite",
    "sqlalchemy",
    "asyncio",
    "PIL",
)
# An interaction's or webhook's token stands in its address; a bot's has three parts.
_TOKENS = (
    (re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?\s'\")]+"), r"\1…"),
    (re.compile(r"\b[\w-]{18,}\.[\w-]{4,}\.[\w-]{15,}"), "…"),
)
# Discord out of reach, limits, clients that are older than the commands: no traceback helps.
_EXPECTED = (
    OSError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    app_commands.CommandSignatureMismatch,
)


def set_up(level: str) -> None:
    """Log to the terminal from that level on."""
    discord.utils.setup_logging(level=getattr(logging, level))
    for handler in logging.getLogger().handlers:
        handler.setFormatter(Discreet(handler.formatter or logging.Formatter()))
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, getattr(logging, level)))
    for name in ("alembic", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.WARNING)


class Discreet(logging.Formatter):
    """Another formatter's lines, without tokens, and without the traceback of expected failures."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """The line or lines of a record."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, _EXPECTED):
            why = f"{type(error).__name__}: {error}".rstrip(": ")
            record = logging.makeLogRecord(
                record.__dict__
                | {"msg": f"{record.getMessage()} ({why})", "args": None}
                | {"exc_info": None, "exc_text": None}
            )
        line = self._inner.format(record)
        for token, shown in _TOKENS:
            line = token.sub(shown, line)
        return line
