"""Controls of one table forged onto another's message: each message stays its own table's."""

import pytest

from tests.examples import ALL_AT_ONCE, IN_TURN

from .evening import Three, Two, answers, words
from .staff import forge


@pytest.mark.parametrize("label", ["Join", "Start", "Cancel"])
async def test_a_forged_control_leaves_the_panel_clicked_alone(label: str, e: Three) -> None:
    ana, ben, chie = e.people
    await e.open(ana, ALL_AT_ONCE)
    hers = e.panel()
    before = words(hers.components)
    await e.open(ben, IN_TURN)
    await e.press(ana, "Join")
    his = e.panel()
    assert his.id != hers.id
    who = chie if label == "Join" else ben
    # The host's list contains only values, so forge its former button.
    shown = e.buttons(his)
    shown["Cancel"] = shown["Join"].replace(":join:", ":cancel:")
    done = await forge(e, who, hers, shown[label])
    told = [words(message.components) for message in answers(done)]
    assert "Done: the table's own message shows it." in told
    stored = e.now(hers)
    assert words(stored.components) == before
    after = words(e.panel().components)
    shown_there = {"Join": "Chie", "Start": "**Ben**", "Cancel": "cancelled before"}[label]
    assert shown_there in after, "what was done is done, and shown where it belongs"
    assert (" is open" in after) == (label == "Join")


async def test_click_refreshes_an_older_copy_of_the_panel(e: Two) -> None:
    ana, ben = e.people
    await e.open(ana, ALL_AT_ONCE)
    old = e.panel()
    e.env.inject_error("DELETE", "/channels/*/messages/*", status=403, times=9)
    await e.press(ana, "Post it below")
    assert e.panel().id != old.id
    await ben.click(old, label="Join")
    shown = e.now(old)
    assert "Ben" in words(shown.components)
    assert "Ben" in e.panel_words()


async def test_no_control_fails_without_its_table(caplog: pytest.LogCaptureFixture, e: Two) -> None:
    ana, ben = e.people
    await e.open(ana, ALL_AT_ONCE)
    for kind in sorted(e.bot.controls):
        await forge(e, ben, e.panel(), f"s2:{kind}:0::0:")
    failed = [record.getMessage() for record in caplog.records if record.exc_info]
    assert failed == []
