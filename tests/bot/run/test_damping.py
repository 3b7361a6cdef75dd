"""Equal log lines: the first, then their number."""

import io
import logging
from collections.abc import Iterator

import pytest

from bot.run.logs import Damping

LOG = logging.getLogger("tests.damping")


class Clock:
    """A clock that stands still."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """The damping's clock."""
    return Clock()


@pytest.fixture
def said(clock: Clock) -> Iterator[io.StringIO]:
    """Output of a damped handler."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(Damping(handler, 60.0, clock))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    yield stream
    LOG.removeHandler(handler)


def test_equal_warnings_are_written_once_and_counted(said: io.StringIO, clock: Clock) -> None:
    for number in range(1956):
        clock.now = number * 0.3
        LOG.warning("a computer (%s) makes the default move", "easy", extra={"table": number})
    lines = said.getvalue().splitlines()
    assert len(lines) < 25
    assert lines[0] == "a computer (easy) makes the default move"
    assert lines[1] == f"{lines[0]} (and 199 more like it within 60 s)"


def test_rest_is_counted_with_the_next_line(said: io.StringIO, clock: Clock) -> None:
    for number in (3, 4, 5):
        LOG.error("match %d is loaded later", number)
        LOG.warning("no disk")
    clock.now = 61
    LOG.info("the last hour")
    assert said.getvalue().splitlines() == [
        "match 3 is loaded later",
        "no disk",
        "match 3 is loaded later (and 2 more like it within 60 s)",
        "no disk (and 2 more like it within 60 s)",
        "the last hour",
    ]


def test_different_lines_are_all_written(said: io.StringIO) -> None:
    for thing in ("disk", "network"):
        LOG.warning("no %s", thing)
    for error in (ValueError("x"), KeyError("x")):
        LOG.error("it failed", exc_info=error)
    LOG.info("started")
    LOG.info("started")
    assert said.getvalue().count("Error: ") == 2
    assert said.getvalue().count("started") == 2
    assert said.getvalue().count("no ") == 2
