"""Requests to Discord: their allowed mentions and their tokens."""

from typing import Any

from tests.examples import IN_TURN

from .clocks import decide, wait
from .closed import TOKEN_SECONDS, asked
from .evening import Evening, Two
from .posts import SILENT, close_for, direct, posted


def screens(e: Evening) -> list[dict[str, Any]]:
    """Return every message that was sent, changed or answered with."""
    bodies = [r.json.get("data") or r.json for r in e.env.http_requests if isinstance(r.json, dict)]
    return [body for body in bodies if "components" in body]


async def test_no_request_may_notify_everyone_named_in_it(e: Two) -> None:
    await e.begin()
    await e.play_out(seed=1, plies=8)
    assert len(screens(e)) > 8
    for body in screens(e):
        assert body["allowed_mentions"].get("parse", []) == []


async def test_silent_message_allows_no_mention(e: Two) -> None:
    ana, ben = e.people
    close_for(e, ben)
    await e.begin(IN_TURN)
    await wait(e, 130)
    await e.press(ana, "Post it below")
    sent = [r.json or {} for r in e.env.http_requests if r.method == "POST"]
    silent = [body for body in sent if int(body.get("flags") or 0) & SILENT]
    assert any("<@" in str(body["components"]) for body in silent)
    for body in silent:
        assert body["allowed_mentions"].get("parse", []) == []
        assert body["allowed_mentions"].get("users", []) == []


async def test_expired_token_is_not_tried(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    await decide(e, ana)
    await e.env.advance_time(TOKEN_SECONDS)
    tried, edits = asked(e, "PATCH", "/webhooks/"), asked(e, "PATCH", "/channels/")
    await decide(e, ben)
    await e.env.settle()
    assert asked(e, "PATCH", "/channels/") > edits
    assert asked(e, "PATCH", "/webhooks/") == tried
    assert "✓" in e.panel_words() or "Ben" in e.panel_words()


async def test_active_player_is_not_notified(e: Two) -> None:
    await e.begin(rounds=1)
    await wait(e, 100)
    for person in e.people:
        await decide(e, person)
    before = len(e.env.http_requests)
    await wait(e, 30)
    for person in e.people:
        assert posted(e, direct(person), before) == []
