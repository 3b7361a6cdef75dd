"""Discord's time on a machine with a wrong clock."""

import logging

import aiohttp
import discord
import pytest

from bot.wire.discord_time import DiscordTime, made_at

from .answering import answering


class Clock:
    """This machine's clock. Discord's shows `now - fast`."""

    now, fast = 1_800_000_000.0, 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Return the machine's clock."""
    return Clock()


def act(clock: Clock, time: DiscordTime, *delays: float) -> None:
    """Simulate interactions that arrive with these delays in seconds."""
    for delay in delays:
        time.acted(clock.now - clock.fast - delay)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the logged warnings."""
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]


def test_time_of_an_id_is_the_one_of_discord_py() -> None:
    number = 1_442_000_000_123_456_789
    assert made_at(number) == discord.utils.snowflake_time(number).timestamp()


@pytest.mark.parametrize("fast", [7200.0, -7200.0, 0.0])
def test_discord_time_survives_delays(clock: Clock, fast: float) -> None:
    time = DiscordTime(clock)
    clock.fast = fast
    act(clock, time, 0.1, 300.0, 4.0, 0.2, 2.0)
    assert time.now() == pytest.approx(clock.now - fast, abs=0.11)


def test_discord_time_follows_a_corrected_clock(clock: Clock) -> None:
    time = DiscordTime(clock)
    clock.fast = -7200.0
    act(clock, time, 0.1)
    clock.fast = 0.0
    act(clock, time, *[0.1] * 15)
    assert time.now() == pytest.approx(clock.now, abs=0.11)


@pytest.mark.parametrize(("fast", "said"), [(7200.0, "7200 s fast"), (-60.0, "60 s slow")])
def test_wrong_clock_is_logged_once_an_hour(
    clock: Clock, caplog: pytest.LogCaptureFixture, fast: float, said: str
) -> None:
    time = DiscordTime(clock)
    clock.fast = fast
    act(clock, time, *[0.0] * 20)
    [line] = warnings(caplog)
    assert said in line
    clock.now += 3601
    act(clock, time, 0.0)
    assert len(warnings(caplog)) == 2


def test_right_clock_is_not_logged(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    act(clock, DiscordTime(clock), 1.0, 3.0, 60.0, 1.5, 4.0)
    assert warnings(caplog) == []


async def test_answers_give_the_time_before_interactions(clock: Clock) -> None:
    time, sent = DiscordTime(clock), {"Date": "Fri, 15 Jan 2027 06:00:00 GMT"}
    trace = time.trace(aiohttp.TraceConfig())
    async with answering(**sent) as address, aiohttp.ClientSession(trace_configs=[trace]) as http:
        await http.get(address)
        assert time.now() == pytest.approx(1_799_992_800.5)
        act(clock, time, 0.1)
        await http.get(address)
    assert time.now() == pytest.approx(clock.now, abs=0.11)
