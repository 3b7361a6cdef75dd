"""An alarm that is set again before and after it has rung."""

import asyncio

from bot.tables.coalescing import Alarm


async def test_alarm_rings_once_at_the_first_of_its_newest_times() -> None:
    rung, clock = list[float](), 100.0
    alarm = Alarm(lambda: clock, lambda: rung.append(clock))
    alarm.set([clock + 60.0])
    alarm.set([clock + 60.0, clock])
    await asyncio.sleep(0.1)
    assert rung == [100.0]
    # It rang too early for its caller, who sets it to the same time.
    alarm.set([clock])
    await asyncio.sleep(0.1)
    assert rung == [100.0, 100.0]
    alarm.set([clock])
    alarm.set(())
    await asyncio.sleep(0.1)
    assert rung == [100.0, 100.0]
