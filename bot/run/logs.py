"""The log: one line for an expected failure, and never a token, a hand or a name.

A line about a table names it by `extra={"table": number}`.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime

import aiohttp
import discord
from discord import app_commands

from ..words.errors import StorageError
from .damping import Damping

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


_PLAIN = logging.Formatter(
    "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{"
)


def set_up(level: str, form: str = "text") -> None:
    """Log to the terminal from a level on, as text or as one JSON object a line."""
    # discord.py writes colours inside a container, which would spoil a log file.
    plain = discord.utils.MISSING if sys.stderr.isatty() else _PLAIN
    discord.utils.setup_logging(level=getattr(logging, level), formatter=plain)
    for handler in logging.getLogger().handlers:
        inner = Lines() if form == "json" else Numbered(handler.formatter or logging.Formatter())
        handler.setFormatter(Discreet(inner))
        handler.addFilter(Damping(handler))
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, getattr(logging, level)))
    for name in ("alembic", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.WARNING)


class Lines(logging.Formatter):
    """Lines of JSON with time, level, logger and text, and the table of a line about one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        text = super().format(record)
        fields: dict[str, str | int] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "text": text,
        }
        if (table := _table_of(record)) is not None:
            fields["table"] = table
        return json.dumps(fields, ensure_ascii=False)


class Numbered(logging.Formatter):
    """Lines of another formatter, with `[table N]` before the text of a line about a table."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        if (table := _table_of(record)) is not None:
            text = f"[table {table}] {record.getMessage()}"
            record = logging.makeLogRecord(record.__dict__ | {"msg": text, "args": None})
        return self._inner.format(record)


def _table_of(record: logging.LogRecord) -> int | None:
    """Return the table's number that the caller gave by `extra`."""
    table: int | None = getattr(record, "table", None)
    return table


class Discreet(logging.Formatter):
    """Lines of another formatter, without tokens and the traceback of expected failures."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Return the line or lines of a record."""
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
