"""The messages that a table has posted."""

from typing import Any

from simcord import MemberActor

from .evening import Evening

SILENT = 1 << 12


def counted(e: Evening, since: int = 0) -> list[str]:
    """Return the requests since that number that count towards Discord's 50 a second."""
    sent = e.env.http_requests[since:]
    return [
        f"{r.method} {r.path}"
        for r in sent
        if "/webhooks/" not in r.path and "/interactions/" not in r.path
    ]


def posted(e: Evening, channel_id: int, since: int) -> list[dict[str, Any]]:
    """Return the new messages sent to a channel."""
    path = f"/channels/{channel_id}/messages"
    sent = e.env.http_requests[since:]
    return [r.json or {} for r in sent if r.method == "POST" and r.path.endswith(path)]


def mentioned(e: Evening, since: int = 0) -> list[int]:
    """Return the people whom new messages have notified since that request."""
    found: list[int] = []
    for request in e.env.http_requests[since:]:
        sent: Any = request.json or {}
        body = sent.get("data", sent) if isinstance(sent, dict) else {}
        if request.method == "POST" and isinstance(body, dict):
            users = [int(one) for one in (body.get("allowed_mentions") or {}).get("users", ())]
            shown = str(body.get("content") or body.get("components"))
            assert all(f"<@{one}>" in shown for one in users)
            found += users
    return found


def direct(person: MemberActor) -> int:
    """Return the id of a person's direct message channel."""
    return int(person.user.dm_channel.id)


def close_for(e: Evening, person: MemberActor) -> None:
    """Make Discord refuse direct messages to that person."""
    path = f"/channels/{direct(person)}/messages"
    e.env.inject_error("POST", path, status=403, code=50007, message="closed", times=None)
