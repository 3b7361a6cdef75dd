"""The log: expected failures and equal lines in one line, and never a token."""

import json
import logging
import subprocess
import sys
from types import SimpleNamespace

import discord
import pytest
from aiohttp import ClientError

from bot.run.logs import Damping, Discreet
from bot.words.errors import NotSaved

LOG = logging.getLogger("tests.logs")
TOKEN = "aW50ZXJhY3Rpb246MTQ0" + "x" * 40


@pytest.fixture
def said(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> pytest.LogCaptureFixture:
    """Output of a handler with the formatter `Discreet`."""
    form = Discreet(logging.Formatter("%(name)s: %(message)s"))
    monkeypatch.setattr(caplog.handler, "formatter", form)
    return caplog


def _fail(error: Exception) -> None:
    try:
        raise error
    except Exception:
        LOG.exception("it failed %d times", 3)


def _late() -> discord.NotFound:
    """Return Discord's error for a response or completion after more than 3 s."""
    told = {"code": 10062, "message": "Unknown interaction"}
    return discord.NotFound(SimpleNamespace(status=404, reason="Not Found"), told)


@pytest.mark.parametrize(
    "error",
    [ConnectionResetError("gone"), TimeoutError(), ClientError("x"), NotSaved("full"), _late()],
)
def test_an_expected_failure_is_one_line(said: pytest.LogCaptureFixture, error: Exception) -> None:
    _fail(error)
    [line] = said.text.splitlines()
    assert line.startswith(f"tests.logs: it failed 3 times ({type(error).__name__}")


def test_unexpected_failure_keeps_its_traceback(said: pytest.LogCaptureFixture) -> None:
    _fail(KeyError("x"))
    assert "Traceback" in said.text


@pytest.mark.parametrize(
    "path", [f"/webhooks/17/{TOKEN}/messages/@original", f"/interactions/17/{TOKEN}/callback"]
)
def test_tokens_are_removed_even_from_tracebacks(said: pytest.LogCaptureFixture, path: str) -> None:
    LOG.warning("limited: %s", f"https://discord.com/api/v10{path}")
    _fail(KeyError(f"POST https://discord.com/api/v10{path}"))
    assert TOKEN not in said.text
    assert "/17/…" in said.text


def test_bot_token_is_removed(said: pytest.LogCaptureFixture) -> None:
    # Made up, in the three parts of a real one.
    token = ".".join(["MTQ0MDAwMDAwMDAwMDAwMDAw", "GabcdE", "n" * 38])
    LOG.error("sent %s", {"Authorization": f"Bot {token}"})
    assert token not in said.text


def test_table_number_stands_before_the_text_or_in_a_field() -> None:
    given = {"name": "x", "levelno": 40, "levelname": "ERROR", "msg": "late: %s", "args": ("why",)}
    none, one = (logging.makeLogRecord(given | about) for about in ({}, {"table": 12}))
    form, json_form = Discreet(logging.Formatter("%(name)s: %(message)s")), Discreet()
    assert [form.format(r) for r in (none, one)] == ["x: late: why", "x: [table 12] late: why"]
    found = json.loads(json_form.format(one))
    assert (found["table"], found["text"]) == (12, "late: why")
    assert "table" not in json.loads(json_form.format(none))
    one.exc_info = (OSError, OSError("full"), None)
    assert form.format(one) == "x: [table 12] late: why (OSError: full)"


_IN_A_CONTAINER = """
import logging, discord, bot.run.logs
discord.utils.is_docker = lambda: True
bot.run.logs.set_up("DEBUG")
logging.getLogger("tests.logs").info("here")
for name in ("bot.tables", "discord.http", "discord.gateway", "aiosqlite", "sqlalchemy.engine"):
    print(name, logging.getLogger(name).isEnabledFor(logging.DEBUG))
"""


def test_log_has_no_colours_and_no_requests_at_debug() -> None:
    done = subprocess.run([sys.executable, "-c", _IN_A_CONTAINER], capture_output=True, text=True)
    assert done.stderr.endswith("] [INFO    ] tests.logs: here\n")
    assert "\x1b" not in done.stderr
    logged = [line.split() for line in done.stdout.splitlines()]
    assert [name for name, on in logged if on == "True"] == ["bot.tables"]
    assert len(logged) == 5


@pytest.fixture
def clock() -> SimpleNamespace:
    """A clock that stands still."""
    return SimpleNamespace(now=0.0)


@pytest.fixture
def damped(
    caplog: pytest.LogCaptureFixture, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> pytest.LogCaptureFixture:
    """Output of a damped handler."""
    monkeypatch.setattr(caplog.handler, "formatter", logging.Formatter())
    damping = Damping(caplog.handler, 60.0, lambda: clock.now)
    monkeypatch.setattr(caplog.handler, "filters", [damping])
    caplog.set_level(logging.INFO)
    return caplog


def test_equal_warnings_are_written_once_and_counted(
    damped: pytest.LogCaptureFixture, clock: SimpleNamespace
) -> None:
    for number in range(1956):
        clock.now = number * 0.3
        LOG.warning("a computer (%s) makes the default move", "easy", extra={"table": number})
    lines = damped.text.splitlines()
    assert len(lines) < 25
    assert lines[0] == "a computer (easy) makes the default move"
    assert lines[1] == f"{lines[0]} (and 199 more like it within 60 s)"


def test_rest_is_counted_with_the_next_line(
    damped: pytest.LogCaptureFixture, clock: SimpleNamespace
) -> None:
    for number in (3, 4, 5):
        LOG.error("match %d is loaded later", number)
        LOG.warning("no disk")
    clock.now = 61
    LOG.info("the last hour")
    assert damped.text.splitlines() == [
        "match 3 is loaded later",
        "no disk",
        "match 3 is loaded later (and 2 more like it within 60 s)",
        "no disk (and 2 more like it within 60 s)",
        "the last hour",
    ]


def test_different_lines_are_all_written(damped: pytest.LogCaptureFixture) -> None:
    for thing in ("disk", "network"):
        LOG.warning("no %s", thing)
    for error in (ValueError("x"), KeyError("x")):
        LOG.error("it failed", exc_info=error)
    LOG.info("started")
    LOG.info("started")
    assert damped.text.count("Error: ") == 2
    assert damped.text.count("started") == 2
    assert damped.text.count("no ") == 2
