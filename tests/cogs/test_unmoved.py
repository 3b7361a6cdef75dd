"""Messages that stay where they are: nothing new is in them, or an edit does."""

import pytest

from .clocks import decide, paced, wait
from .evening import Three, Two

DAY = 24 * 3600


@pytest.mark.usefixtures("quick_clock")
async def test_unchanged_panel_stays_when_it_is_old(e: Three) -> None:
    ana, ben, _ = e.people
    await paced(e, DAY, rounds=1)
    await decide(e, ana)
    await wait(e, 3600)
    panel, hand, awaited = e.panel().id, e.hand(ana).id, e.hand(ben).id
    for _ in range(12):
        await wait(e, DAY / 24)
    assert e.hand(ben).id != awaited, "half of the time is over"
    assert (e.panel().id, e.hand(ana).id) == (panel, hand)


async def test_panel_stays_after_a_restart(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    panel = e.panel().id
    await e.restart()
    for person in (ana, ben):
        await decide(e, person)
    await e.env.settle()
    assert "card 2 of" in e.panel_words()
    assert e.panel().id == panel
