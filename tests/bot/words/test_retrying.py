"""Retries: pauses that grow, and the errors that end them."""

import asyncio
from collections.abc import Callable
from unittest.mock import AsyncMock, Mock, call

import pytest

from bot.words.retrying import growing, retrying

FIRST, LONGEST = 1.0, 4.0


def failing(*errors: Exception) -> AsyncMock:
    """Return work that fails with these errors, one after the other."""
    return AsyncMock(side_effect=[*errors, "done"])


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses. They take no time."""
    pauses = list[float]()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return pauses


def test_no_failure_needs_no_pause_and_many_the_longest() -> None:
    assert growing(0, FIRST, LONGEST) == 0.0
    assert growing(10**6, FIRST, LONGEST) == LONGEST


async def test_work_is_done_again_after_growing_pauses(slept: list[float]) -> None:
    report, errors = Mock(), [ValueError(str(number)) for number in range(4)]
    done = await retrying(failing(*errors), ValueError, FIRST, LONGEST, report=report)
    assert (done, slept) == ("done", [1.0, 2.0, 4.0, 4.0])
    assert report.mock_calls == [*map(call, errors, slept)]


@pytest.mark.parametrize("again", [KeyError, lambda error: isinstance(error, KeyError)])
async def test_another_error_ends_the_tries(
    slept: list[float], again: type[Exception] | Callable[[BaseException], bool]
) -> None:
    with pytest.raises(ValueError, match="another"):
        await retrying(failing(KeyError(), ValueError("another")), again, FIRST)
    assert slept == [FIRST]


async def test_last_try_raises_its_error(slept: list[float]) -> None:
    errors = [ValueError(), ValueError(), ValueError("third")]
    with pytest.raises(ValueError, match="third"):
        await retrying(failing(*errors), ValueError, FIRST, tries=3)
    assert slept == [FIRST, FIRST]
