"""Discord's rate limits: headers and refusals."""

import re

from .raw import Raw, Reply

HELLO = {"type": 4, "data": {"content": "hello"}}


def _limit(reply: Reply) -> tuple[str, int, int, float]:
    """Return bucket, limit, remaining requests and seconds until the reset."""
    headers = reply.headers
    assert float(headers["X-RateLimit-Reset"]) > 1_700_000_000
    return (
        headers["X-RateLimit-Bucket"],
        int(headers["X-RateLimit-Limit"]),
        int(headers["X-RateLimit-Remaining"]),
        float(headers["X-RateLimit-Reset-After"]),
    )


async def test_beyond_the_limit_is_429_until_it_is_over(limited: Raw) -> None:
    for left in (4, 3, 2, 1, 0):
        assert _limit(await limited.send(str(left))) == ("send", 5, left, 5.0)
    limited.clock.now += 1.25
    for _ in range(2):
        refused = await limited.send("too much")
        assert refused.status == 429
        told = {"message": "You are being rate limited.", "retry_after": 3.75, "global": False}
        assert refused.body == told
        assert refused.headers["Retry-After"] == "4"
        assert refused.headers["Via"], "without it discord.py gives up"
        assert refused.headers["X-RateLimit-Scope"] == "user"
        assert refused.headers["Content-Type"] == "application/json"
        assert _limit(refused) == ("send", 5, 0, 3.75)
    # Other channels and other routes have their own buckets.
    lounge = f"/channels/{limited.play.world.public_channels()[1].id}"
    there = await limited.call("POST", f"{lounge}/messages", {"content": "there"})
    assert (there.status, _limit(there)[2]) == (200, 4)
    here = (await limited.seen(0))[0]["id"]
    edited = await limited.call(
        "PATCH", f"{limited.channel}/messages/{here}", {"content": "edited"}
    )
    assert edited.status == 200
    limited.clock.now += 3.75
    assert _limit(await limited.send("again")) == ("send", 5, 4, 5.0)
    assert [m["content"] for m in await limited.seen(0)] == [
        *("edited", "3", "2", "1", "0"),
        "again",
    ]


async def test_fifty_in_a_second_are_all(limited: Raw) -> None:
    async with limited.bot() as gateway:
        received = await limited.ask(gateway)
        limited.clock.now += 1
        for number in range(50):
            path = "/users/@me" if number % 2 else limited.channel
            assert (await limited.call("GET", path)).status == 200
        refused = await limited.send()
        assert (refused.status, refused.body["global"]) == (429, True)
        assert refused.body["retry_after"] == 1.0
        assert refused.headers["X-RateLimit-Global"] == "true"
        assert refused.headers["X-RateLimit-Scope"] == "global"
        assert refused.headers["Retry-After"] == "1"
        assert refused.headers["Via"]
        # Answers to interactions don't count towards the global limit.
        assert (await limited.call("POST", received.callback, HELLO)).status == 204
        limited.clock.now += 1
        assert (await limited.send()).status == 200


async def test_messages_older_than_an_hour_take_few_edits(limited: Raw) -> None:
    lounge = f"/channels/{limited.play.world.public_channels()[1].id}"
    said = [
        await limited.call("POST", f"{place}/messages", {"content": "x"})
        for place in (limited.channel, lounge)
    ]
    here = f"{limited.channel}/messages/{said[0].body['id']}"
    there = f"{lounge}/messages/{said[1].body['id']}"
    for _ in range(4):
        assert (await limited.call("PATCH", here, {"content": "young"})).status == 200
    limited.play.rest.limits.hour = 0.0
    limited.clock.now += 5
    for _ in range(3):
        assert (await limited.call("PATCH", here, {"content": "old"})).status == 200
    limited.clock.now += 4
    refused = await limited.call("PATCH", here, {"content": "too old"})
    assert refused.code == (429, 30046)
    assert refused.body["message"].startswith("Maximum number of edits to messages older than")
    assert (refused.body["retry_after"], refused.body["global"]) == (16.0, False)
    assert refused.headers["Retry-After"] == "16"
    assert refused.headers["Via"]
    # The bucket isn't empty, as its headers show.
    assert _limit(refused)[:3] == ("edit", 5, 1)
    assert (await limited.seen(0))[-1]["content"] == "old"
    # Other channels and new messages are not affected.
    assert (await limited.call("PATCH", there, {"content": "old"})).status == 200
    assert (await limited.send("new")).status == 200
    limited.clock.now += 16
    assert (await limited.call("PATCH", here, {"content": "again"})).status == 200


async def test_requests_are_counted_by_whether_discord_counts_them(limited: Raw) -> None:
    async with limited.bot() as gateway:
        before = await limited.see("/counts")
        received = await limited.ask(gateway)
        assert (await limited.call("POST", received.callback, HELLO)).status == 204
        body = {"content": "changed"}
        assert (await limited.call("PATCH", received.original, body)).status == 200
        sent = [(await limited.send()).status for _ in range(6)]
        assert sent == [200] * 5 + [429]
        empty = {"components": [{"type": 10, "content": ""}], "flags": 1 << 15}
        assert (await limited.call("PATCH", received.original, empty)).status == 400
        after = await limited.see("/counts")
    more = {what: after[what] - before[what] for what in ("counted", "uncounted", "refused")}
    assert more == {"counted": 6, "uncounted": 3, "refused": 1}
    (wrong,) = after["invalid"][len(before["invalid"]) :]
    assert re.match("webhook: .*content.*BASE_TYPE_BAD_LENGTH", wrong)


async def test_without_limits_nothing_is_refused(raw: Raw) -> None:
    for _ in range(60):
        reply = await raw.send()
        assert (reply.status, _limit(reply)[:3]) == (200, ("send", 1000, 1000))
