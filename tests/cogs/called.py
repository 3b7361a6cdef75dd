"""People who asked to be called."""

from typing import Any

from simcord import InteractionResult, MemberActor

from tests.examples import ALL_AT_ONCE

from .evening import Evening


async def asked(e: Evening, person: MemberActor) -> InteractionResult:
    """Press *Call me* in `/help`."""
    shown = (await person.slash(e.channel, "help")).response
    assert shown is not None
    done: InteractionResult = await person.click(shown, label="Call me")
    return done


async def open_table(e: Evening, host: MemberActor, game: str = ALL_AT_ONCE) -> list[int]:
    """Open a table, and return the people whom it mentions."""
    since = len(e.env.http_requests)
    await e.open(host, game)
    return mentioned(e, since)


def mentioned(e: Evening, since: int) -> list[int]:
    """Return the people whom the channel's messages have notified since a request."""
    found: list[int] = []
    for request in e.env.http_requests[since:]:
        sent: Any = request.json or {}
        body = sent.get("data", sent) if isinstance(sent, dict) else {}
        if request.method == "POST" and isinstance(body, dict) and body.get("content"):
            users = [int(one) for one in (body.get("allowed_mentions") or {}).get("users", ())]
            assert [f"<@{one}>" in body["content"] for one in users] == [True] * len(users)
            found += users
    return found
