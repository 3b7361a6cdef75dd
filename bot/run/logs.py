"""The log: one line for an expected failure, and never a token, a hand or a name."""

import json
import logging
import re
import sys
from datetime import UTC, datetime

import aiohttp
import discord
from discord import app_commands

from ..words.errors import StorageError

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
# A token of an interaction or webhook is part of its address. A bot's token has three parts.
_TOKENS = (
    (re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?\s'\")]+"), r"\1…"),
    (re.compile(r"\b[\w-]{18,}\.[\w-]{4,}\.[\w-]{15,}"), "…"),
)
# Discord out of reach, limits, a disk without room, clients that are older than the commands: no
# traceback helps.
_EXPECTED = (
    OSError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    app_commands.CommandSignatureMismatch,
    StorageError,
)


# The log calls a table, and the match there, by its number.
_TABLE = re.compile(r"\b(?:table|match) (\d+)\b")

_PLAIN = logging.Formatter(
    "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{"
)


def set_up(level: str, form: str = "text") -> None:
    """Log to the terminal from a level on, as text or as one JSON object a line."""
    # discord.py writes colours inside a container, which would spoil a log file.
    plain = discord.utils.MISSING if sys.stderr.isatty() else _PLAIN
    discord.utils.setup_logging(level=getattr(logging, level), formatter=plain)
    for handler in logging.getLogger().handlers:
        inner = Lines() if form == "json" else handler.formatter
        handler.setFormatter(Discreet(inner or logging.Formatter()))
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, getattr(logging, level)))
    for name in ("alembic", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.WARNING)


class Lines(logging.Formatter):
    """A formatter for JSON objects: time, level, logger, text, and table if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        text = super().format(record)
        told: dict[str, str | int] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "text": text,
        }
        if found := _TABLE.search(text):
            told["table"] = int(found[1])
        return json.dumps(told, ensure_ascii=False)


class Discreet(logging.Formatter):
    """A formatter without tokens, and without tracebacks of expected failures."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Format a record, as one or more lines."""
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
