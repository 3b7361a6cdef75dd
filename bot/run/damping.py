"""Equal warnings in the log: the first one of a minute, then their number."""

import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

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
