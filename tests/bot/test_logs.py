"""The log: a line for what is expected, a traceback for what isn't, and never a token."""

import io
import logging
from collections.abc import Iterator

import pytest
from aiohttp import ClientError

from bot.logs import Discreet

TOKEN = "aW50ZXJhY3Rpb246MTQ0" + "x" * 40


@pytest.fixture
def said() -> Iterator[io.StringIO]:
    """What a handler with that formatter has written."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Discreet(logging.Formatter("%(name)s: %(message)s")))
    log = logging.getLogger("tests.logs")
    log.addHandler(handler)
    yield stream
    log.removeHandler(handler)


def _fail(error: Exception) -> None:
    try:
        raise error
    except Exception:
        logging.getLogger("tests.logs").exception("it failed %d times", 3)


@pytest.mark.parametrize("error", [ConnectionResetError("gone"), TimeoutError(), ClientError("x")])
def test_an_expected_failure_is_one_line(said: io.StringIO, error: Exception) -> None:
    _fail(error)
    line = said.getvalue()
    assert line.count("\n") == 1
    assert line.startswith(f"tests.logs: it failed 3 times ({type(error).__name__}")


def test_a_bug_keeps_its_traceback(said: io.StringIO) -> None:
    _fail(KeyError("x"))
    assert "Traceback" in said.getvalue()


@pytest.mark.parametrize(
    "path", [f"/webhooks/17/{TOKEN}/messages/@original", f"/interactions/17/{TOKEN}/callback"]
)
def test_no_token_is_written_not_even_in_a_traceback(said: io.StringIO, path: str) -> None:
    logging.getLogger("tests.logs").warning("limited: %s", f"https://discord.com/api/v10{path}")
    _fail(KeyError(f"POST https://discord.com/api/v10{path}"))
    assert TOKEN not in said.getvalue()
    assert "/17/…" in said.getvalue()


def test_the_bots_own_token_is_not_written(said: io.StringIO) -> None:
    # Made up, in the three parts of a real one.
    token = ".".join(["MTQ0MDAwMDAwMDAwMDAwMDAw", "GabcdE", "n" * 38])
    logging.getLogger("tests.logs").error("sent %s", {"Authorization": f"Bot {token}"})
    assert token not in said.getvalue()
