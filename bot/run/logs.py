"""The log: one line for an expected failure, and never a token, a hand or a name.

A line about a table names it by `extra={"table": number}`.
"""

import json
import logging
import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
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


_SECONDS = 60.0
_NUMBER = re.compile(r"\d+")
_DAMPED = "damped"


@dataclass(slots=True)
class _Repeated:
    """The first of equal records, the end of its minute, and the number of those after it."""

    first: logging.LogRecord
    until: float
    more: int = 0


class Damping(logging.Filter):
    """Pass each warning or error once in a period, and then a line with the number of others.

    Lines are equal if they differ only in numbers. A line that counts comes with the next record
    after the time, because nothing here has a clock of its own.
    """

    def __init__(
        self,
        handler: logging.Handler,
        seconds: float = _SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._handler = handler
        self._seconds = seconds
        self._clock = clock
        self._repeated: dict[tuple[object, ...], _Repeated] = {}
        self._lock = threading.RLock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the handler is to write the record."""
        if hasattr(record, _DAMPED):
            return True
        with self._lock:
            now = self._clock()
            self._count(now)
            if record.levelno < logging.WARNING:
                return True
            key = _key(record)
            seen = self._repeated.get(key)
            if seen is None:
                self._repeated[key] = _Repeated(record, now + self._seconds)
                return True
            seen.more += 1
            return False

    def _count(self, now: float) -> None:
        """Write the numbers of times that are over. Dicts are in order of their ends."""
        while self._repeated:
            key, oldest = next(iter(self._repeated.items()))
            if oldest.until > now:
                return
            del self._repeated[key]
            if oldest.more:
                self._handler.handle(_counted(oldest, self._seconds))


def _key(record: logging.LogRecord) -> tuple[object, ...]:
    error = record.exc_info[0] if record.exc_info else None
    return record.name, record.levelno, _NUMBER.sub("#", record.getMessage()), error


def _counted(repeated: _Repeated, seconds: float) -> logging.LogRecord:
    first = repeated.first
    text = f"{first.getMessage()} (and {repeated.more} more like it within {seconds:.0f} s)"
    values = {"msg": text, "args": None, "exc_info": None, "exc_text": None, _DAMPED: True}
    made = logging.makeLogRecord(first.__dict__ | values)
    made.__dict__.pop("table", None)
    return made
