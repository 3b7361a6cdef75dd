"""The log: one line for an expected failure, and never a token, a hand or a name.

Of equal warnings the first one of a minute is written, then their number.

A line about a table names it by `extra={"table": number}`.
"""

import json
import logging
import re
import sys
import threading
import time
from collections.abc import Callable
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


_NUMBER = re.compile(r"\d+")
_PLAIN = logging.Formatter(
    "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{"
)


def set_up(level: str, form: str = "text") -> None:
    """Log to the terminal from a level on, as text or as one JSON object a line."""
    # discord.py writes colours inside a container, which would spoil a log file.
    plain = discord.utils.MISSING if sys.stderr.isatty() else _PLAIN
    discord.utils.setup_logging(level=getattr(logging, level), formatter=plain)
    for handler in logging.getLogger().handlers:
        inner = None if form == "json" else handler.formatter or logging.Formatter()
        handler.setFormatter(Discreet(inner))
        handler.addFilter(Damping(handler))
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, getattr(logging, level)))
    for name in ("alembic", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.WARNING)


class Discreet(logging.Formatter):
    """Lines of another formatter, or of JSON without one.

    They have no tokens, and no traceback of an expected failure. A line about a table has its
    number: `[table N]` before the text, or a field of JSON.
    """

    def __init__(self, inner: logging.Formatter | None = None) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Return the line or lines of a record."""
        error, text = record.exc_info[1] if record.exc_info else None, record.getMessage()
        values: dict[str, object] = {"args": None}
        if isinstance(error, _EXPECTED):
            why = f"{type(error).__name__}: {error}".rstrip(": ")
            text, values = f"{text} ({why})", {"args": None, "exc_info": None, "exc_text": None}
        table = getattr(record, "table", None)
        if self._inner is not None and table is not None:
            text = f"[table {table}] {text}"
        record = logging.makeLogRecord(record.__dict__ | values | {"msg": text})
        line = self._json(record, table) if self._inner is None else self._inner.format(record)
        for token, shown in _TOKENS:
            line = token.sub(shown, line)
        return line

    def _json(self, record: logging.LogRecord, table: int | None) -> str:
        fields: dict[str, str | int] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "text": super().format(record),
        }
        return json.dumps(fields | ({} if table is None else {"table": table}), ensure_ascii=False)


class Damping(logging.Filter):
    """Pass each warning or error once in a period, and then a line with the number of others.

    Lines are equal if they differ only in numbers. A line that counts comes with the next record
    after the time, because nothing here has a clock of its own.
    """

    def __init__(
        self,
        handler: logging.Handler,
        seconds: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._handler, self._seconds, self._clock = handler, seconds, clock
        # The first of equal records, the end of its period, and the number of those after it.
        self._first: dict[tuple[object, ...], tuple[logging.LogRecord, float, int]] = {}
        self._lock = threading.RLock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the handler is to write the record."""
        # A line that counts comes here too, in the middle of the loop below.
        if hasattr(record, "counts"):
            return True
        with self._lock:
            now = self._clock()
            # They are in order of their ends.
            while self._first:
                key, (first, until, more) = next(iter(self._first.items()))
                if until > now:
                    break
                del self._first[key]
                self._count(first, more)
            if record.levelno < logging.WARNING:
                return True
            error = record.exc_info[0] if record.exc_info else None
            key = record.name, record.levelno, _NUMBER.sub("#", record.getMessage()), error
            first, until, more = self._first.get(key, (record, now + self._seconds, -1))
            self._first[key] = first, until, more + 1
            return first is record

    def _count(self, first: logging.LogRecord, more: int) -> None:
        """Write the number of records that were left out after an equal one, if there are any."""
        if more:
            text = f"{first.getMessage()} (and {more} more like it within {self._seconds:.0f} s)"
            values = {"msg": text, "args": None, "exc_info": None, "exc_text": None, "table": None}
            made = logging.makeLogRecord(first.__dict__ | values | {"counts": True})
            self._handler.handle(made)
