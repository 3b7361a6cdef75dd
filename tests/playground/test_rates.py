"""Discord's rate limits: headers, refusals, and discord.py's behaviour."""

import math
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


async def test_every_limited_route_says_its_limit(limited: Raw) -> None:
    raw = limited
    app = raw.play.world.bot["id"]
    person = str(raw.people[0].id)
    sent = await raw.send()
    assert _limit(sent) == ("send", 5, 4, 5.0)
    where = f"{raw.channel}/messages/{sent.body['id']}"
    left = 50
    for path in (
        *("/users/@me", f"/users/{person}", "/gateway", "/gateway/bot", "/applications/@me"),
        *("/oauth2/applications/@me", f"/applications/{app}/commands"),
    ):
        left -= 1
        assert _limit(await raw.call("GET", path)) == ("read", 50, left, 1.0)
    for path in (raw.channel, f"/guilds/{raw.play.world.guild_id}"):
        assert _limit(await raw.call("GET", path)) == ("read", 50, 49, 1.0)
    assert _limit(await raw.call("GET", where)) == ("read", 50, 48, 1.0)
    member = f"/guilds/{raw.play.world.guild_id}/members/{person}"
    assert _limit(await raw.call("GET", member)) == ("read", 50, 48, 1.0)
    opened = await raw.call("POST", "/users/@me/channels", {"recipient_id": person})
    assert _limit(opened) == ("dm", 10, 9, 10.0)
    edited = await raw.call("PATCH", where, {"content": "two"})
    assert _limit(edited) == ("edit", 5, 4, 5.0)
    assert _limit(await raw.call("DELETE", where)) == ("delete", 5, 4, 1.0)
    # Refused requests count as well.
    gone = await raw.call("DELETE", where)
    assert (gone.status, _limit(gone)) == (404, ("delete", 5, 3, 1.0))
    assert _limit(await raw.send("")) == ("send", 5, 3, 5.0)
    async with raw.bot() as gateway:
        received = await raw.ask(gateway)
        assert _limit(await raw.call("POST", received.callback, HELLO)) == ("callback", 5, 4, 2.0)
        further = await raw.call("POST", received.webhook, {"content": "more"})
        assert _limit(further) == ("webhook", 5, 4, 2.0)
        for number, verb in enumerate(("GET", "PATCH", "DELETE")):
            body = {"content": "x"} if verb == "PATCH" else None
            reply = await raw.call(verb, received.original, body)
            assert _limit(reply) == ("webhook", 5, 3 - number, 2.0)
    synced = await raw.call("PUT", f"/applications/{app}/commands", [])
    assert _limit(synced) == ("sync", 5, 3, 20.0)


async def test_beyond_the_limit_is_429_until_it_is_over(limited: Raw) -> None:
    raw = limited
    for left in (4, 3, 2, 1, 0):
        assert _limit(await raw.send(str(left))) == ("send", 5, left, 5.0)
    raw.clock.now += 1.25
    for _ in range(2):
        refused = await raw.send("too much")
        assert refused.status == 429
        assert refused.body == {
            "message": "You are being rate limited.",
            "retry_after": 3.75,
            "global": False,
        }
        assert refused.headers["Retry-After"] == "4"
        assert refused.headers["Via"], "without it discord.py gives up"
        assert refused.headers["X-RateLimit-Scope"] == "user"
        assert refused.headers["Content-Type"] == "application/json"
        assert _limit(refused) == ("send", 5, 0, 3.75)
    # Other channels and other routes have their own buckets.
    lounge = f"/channels/{raw.play.world.public_channels()[1].id}"
    there = await raw.call("POST", f"{lounge}/messages", {"content": "there"})
    assert (there.status, _limit(there)[2]) == (200, 4)
    here = (await raw.seen(0))[0]["id"]
    edited = await raw.call("PATCH", f"{raw.channel}/messages/{here}", {"content": "edited"})
    assert edited.status == 200
    raw.clock.now += 3.75
    assert _limit(await raw.send("again")) == ("send", 5, 4, 5.0)
    assert [m["content"] for m in await raw.seen(0)] == [*("edited", "3", "2", "1", "0"), "again"]


async def test_waiting_the_given_time_is_enough(limited: Raw) -> None:
    raw = limited
    raw.clock.now += 1 / 3
    for _ in range(5):
        await raw.send()
    raw.clock.now += 1 / 7
    for _ in range(3):
        refused = await raw.send()
        assert refused.status == 429
        # One millisecond less would be too short.
        wait = refused.body["retry_after"]
        assert refused.headers["Retry-After"] == str(math.ceil(wait))
        assert float(refused.headers["X-RateLimit-Reset-After"]) == wait
        raw.clock.now += wait - 0.002
        assert (await raw.send()).status == 429
        raw.clock.now += 0.002
        assert (await raw.send()).status == 200
        for _ in range(4):
            await raw.send()


async def test_fifty_in_a_second_are_all(limited: Raw) -> None:
    raw = limited
    async with raw.bot() as gateway:
        received = await raw.ask(gateway)
        raw.clock.now += 1
        for number in range(50):
            path = "/users/@me" if number % 2 else raw.channel
            assert (await raw.call("GET", path)).status == 200
        refused = await raw.send()
        assert (refused.status, refused.body["global"]) == (429, True)
        assert refused.body["retry_after"] == 1.0
        assert refused.headers["X-RateLimit-Global"] == "true"
        assert refused.headers["X-RateLimit-Scope"] == "global"
        assert refused.headers["Retry-After"] == "1"
        assert refused.headers["Via"]
        # Answers to interactions don't count towards the global limit.
        assert (await raw.call("POST", received.callback, HELLO)).status == 204
        raw.clock.now += 1
        assert (await raw.send()).status == 200


async def test_messages_older_than_an_hour_take_few_edits(limited: Raw) -> None:
    raw = limited
    lounge = f"/channels/{raw.play.world.public_channels()[1].id}"
    said = [
        await raw.call("POST", f"{place}/messages", {"content": "x"})
        for place in (raw.channel, lounge)
    ]
    here = f"{raw.channel}/messages/{said[0].body['id']}"
    there = f"{lounge}/messages/{said[1].body['id']}"
    for _ in range(4):
        assert (await raw.call("PATCH", here, {"content": "young"})).status == 200
    raw.play.rest.limits.hour = 0.0
    raw.clock.now += 5
    for _ in range(3):
        assert (await raw.call("PATCH", here, {"content": "old"})).status == 200
    raw.clock.now += 4
    refused = await raw.call("PATCH", here, {"content": "too old"})
    assert refused.code == (429, 30046)
    assert refused.body["message"].startswith("Maximum number of edits to messages older than")
    assert (refused.body["retry_after"], refused.body["global"]) == (16.0, False)
    assert refused.headers["Retry-After"] == "16"
    assert refused.headers["Via"]
    # The bucket isn't empty, as its headers show.
    assert _limit(refused)[:3] == ("edit", 5, 1)
    assert (await raw.seen(0))[-1]["content"] == "old"
    # Other channels and new messages are not affected.
    assert (await raw.call("PATCH", there, {"content": "old"})).status == 200
    assert (await raw.send("new")).status == 200
    raw.clock.now += 16
    assert (await raw.call("PATCH", here, {"content": "again"})).status == 200


async def test_requests_are_counted_by_whether_discord_counts_them(limited: Raw) -> None:
    raw = limited
    async with raw.bot() as gateway:
        before = await raw.see("/counts")
        received = await raw.ask(gateway)
        assert (await raw.call("POST", received.callback, HELLO)).status == 204
        body = {"content": "changed"}
        assert (await raw.call("PATCH", received.original, body)).status == 200
        sent = [(await raw.send()).status for _ in range(6)]
        assert sent == [200] * 5 + [429]
        empty = {"components": [{"type": 10, "content": ""}], "flags": 1 << 15}
        assert (await raw.call("PATCH", received.original, empty)).status == 400
        after = await raw.see("/counts")
    more = {what: after[what] - before[what] for what in ("counted", "uncounted", "refused")}
    assert more == {"counted": 6, "uncounted": 3, "refused": 1}
    (wrong,) = after["invalid"][len(before["invalid"]) :]
    assert re.match("webhook: .*content.*BASE_TYPE_BAD_LENGTH", wrong)


async def test_without_limits_nothing_is_refused(raw: Raw) -> None:
    for _ in range(60):
        reply = await raw.send()
        assert (reply.status, _limit(reply)[:3]) == (200, ("send", 1000, 1000))
