"""Equal warnings in the log: the first one of a minute, then their number."""

import logging
import re
import threading
import time
from collections.abc import Callable

_NUMBER = re.compile(r"\d+")


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
        with self._lock:
            now = self._clock()
            for key, (first, until, more) in [*self._first.items()]:
                if until <= now:
                    del self._first[key]
                    self._count(first, more)
            if record.levelno < logging.WARNING or hasattr(record, "counts"):
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
