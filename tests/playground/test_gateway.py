"""The gateway with raw payloads, and the heartbeats of a real discord.py client."""

import asyncio
import json

import aiohttp
import pytest

from playground.compression import compressor
from rig import LIMIT

from .little_bot import LittleBot
from .raw import COMMANDS, GatewayClient, Raw, connect_discord_py

DIRECT, GUILDS, MESSAGES = 1 << 12, 1 << 0, 1 << 9


async def test_hello_heartbeat_and_identify(raw: Raw) -> None:
    live = f"{raw.play.address}/people/{raw.people[0].id}/live"
    async with raw.http.ws_connect(live) as page:
        assert not (await page.receive_json())["bot"]["online"]
        await _say_hello(raw)
        # The page is updated when the bot connects and disconnects.
        assert [(await page.receive_json(timeout=LIMIT))["bot"]["online"] for _ in "12"] == [
            True,
            False,
        ]


async def _say_hello(raw: Raw) -> None:
    async with raw.gateway() as gateway:
        hello = await gateway.next()
        assert (hello["op"], hello["d"]) == (10, {"heartbeat_interval": 41250})
        await gateway.send(1, None)
        assert (await gateway.next())["op"] == 11
        assert not (await raw.see("/world"))["bot"]["online"]
        ready = await gateway.identify(raw.play.token)
        assert gateway.seq == 1
        assert ready["v"] == 10
        assert ready["user"]["id"] == ready["application"]["id"] == raw.play.world.bot["id"]
        assert ready["guilds"] == [{"id": str(raw.play.world.guild_id), "unavailable": True}]
        assert ready["resume_gateway_url"].startswith("ws://127.0.0.1:")
        guild = await gateway.next()
        assert (guild["op"], guild["t"], guild["s"]) == (0, "GUILD_CREATE", 2)
        assert [c["name"] for c in guild["d"]["channels"]] == ["game-table", "lounge"]
        await gateway.send(1, gateway.seq)
        assert (await gateway.next())["op"] == 11
        assert (await raw.see("/world"))["bot"]["online"]


async def test_busy_bot_is_invited_after_its_answers(raw: Raw) -> None:
    raw.play.gateway.inviting = True
    async with raw.gateway() as gateway:
        ready = await gateway.identify(raw.play.token)
        assert ready["guilds"] == []
        asked = 0
        while (said := await gateway.next()).get("t") != "GUILD_CREATE":
            if said["op"] == 1:
                asked += 1
                assert not (await raw.see("/world"))["bot"]["online"]
                await gateway.send(1, gateway.seq)
        assert asked == 2, "once after READY, once after the second in which servers are old"
        assert "unavailable" not in said["d"]


async def _refused(raw: Raw, *said: object) -> int | None:
    async with raw.gateway() as gateway:
        await gateway.next()
        for one in said:
            await gateway.socket.send_str(one if isinstance(one, str) else json.dumps(one))
        return await gateway.closed()


async def test_invalid_payload_closes_with_its_code(raw: Raw) -> None:
    right = {"op": 2, "d": {"token": raw.play.token, "intents": GUILDS, "properties": {}}}

    def identify(**more: object) -> object:
        return {"op": 2, "d": {"token": raw.play.token, "intents": GUILDS, "properties": {}} | more}

    assert await _refused(raw, identify(token="MTIz.wrong.token")) == 4004
    assert await _refused(raw, right, right) == 4005
    for privileged in (1 << 1, 1 << 8, 1 << 15):
        assert await _refused(raw, identify(intents=GUILDS | privileged)) == 4014
    assert await _refused(raw, "{oops") == 4002
    assert await _refused(raw, "[1]") == 4002
    assert await _refused(raw, {"op": 99}) == 4003
    assert await _refused(raw, right, {"op": 99}) == 4001
    asks: dict[str, object] = {"guild_id": str(raw.play.world.guild_id), "limit": 0}
    assert await _refused(raw, {"op": 8, "d": asks | {"user_ids": ["1"]}}) == 4003
    for amiss in ({}, asks, asks | {"user_ids": ["1"], "query": "a"}, {"guild_id": "1"}, None):
        assert await _refused(raw, right, {"op": 8, "d": amiss}) == 4002
    assert await _refused(raw, {"op": 3, "d": {}}) == 4003
    assert not (await raw.see("/world"))["bot"]["online"]


async def test_members_are_found_by_id_or_name(raw: Raw) -> None:
    ana, ben, *_ = raw.people
    asks = {"guild_id": str(raw.play.world.guild_id), "limit": 0, "nonce": "n1"}
    async with raw.bot() as gateway:
        await gateway.send(8, asks | {"user_ids": [ana.id, "17"]})
        chunk = await gateway.until("GUILD_MEMBERS_CHUNK")
        assert (chunk["guild_id"], chunk["nonce"]) == (asks["guild_id"], "n1")
        assert (chunk["chunk_index"], chunk["chunk_count"]) == (0, 1)
        assert [m["user"]["id"] for m in chunk["members"]] == [str(ana.id)]
        assert chunk["not_found"] == ["17"]
        await gateway.send(8, asks | {"user_ids": str(ben.id)})
        chunk = await gateway.until("GUILD_MEMBERS_CHUNK")
        assert [m["user"]["username"] for m in chunk["members"]] == ["ben"]
        # A name's start and a limit. The list of all needs the members intent.
        for query, limit, names in (("a", 5, ["ana"]), ("A", 0, []), ("x", 5, []), ("", 0, [])):
            await gateway.send(8, asks | {"query": query, "limit": limit})
            chunk = await gateway.until("GUILD_MEMBERS_CHUNK")
            assert [m["user"]["username"] for m in chunk["members"]] == names


async def test_events_follow_the_intents(raw: Raw) -> None:
    ana = raw.people[0]
    channel = raw.channel.removeprefix("/channels/")
    async with raw.gateway() as direct, raw.gateway() as public:
        await direct.identify(raw.play.token, DIRECT)
        await public.identify(raw.play.token, GUILDS | MESSAGES)
        await raw.do(f"/{ana.id}/say", channel=channel, text="to all")
        await raw.do(f"/{ana.id}/say", channel="dm", text="to the bot")
        await raw.send("from the bot")
        heard = await direct.until("MESSAGE_CREATE")
        assert (heard["content"], "guild_id" in heard) == ("to the bot", False)
        # Without the message content intent a bot reads only its own messages.
        heard = await public.until("MESSAGE_CREATE")
        assert (heard["content"], heard["author"]["id"]) == ("", str(ana.id))
        assert heard["guild_id"] == str(raw.play.world.guild_id)
        assert (await public.until("MESSAGE_CREATE"))["content"] == "from the bot"
        await raw.do("/channels", name="new")
        assert (await public.until("CHANNEL_CREATE"))["name"] == "new"


async def test_events_reach_their_shard_and_direct_messages_shard_0(raw: Raw) -> None:
    ana = raw.people[0]
    channel = raw.channel.removeprefix("/channels/")
    mine = (raw.play.world.guild_id >> 22) % 3
    heard = []
    async with raw.gateway() as first, raw.gateway() as second, raw.gateway() as third:
        gateways = (first, second, third)
        for number, gateway in enumerate(gateways):
            ready = await gateway.identify(raw.play.token, GUILDS | MESSAGES | DIRECT, (number, 3))
            assert bool(ready["guilds"]) == (number == mine)
        await raw.do(f"/{ana.id}/say", channel=channel, text="to all")
        await raw.do(f"/{ana.id}/say", channel="dm", text="to the bot")
        for gateway in gateways:
            await gateway.send(
                8, {"guild_id": str(raw.play.world.guild_id), "user_ids": str(ana.id)}
            )
            got = []
            while (said := await gateway.next()).get("t") != "GUILD_MEMBERS_CHUNK":
                if said.get("t") == "MESSAGE_CREATE":
                    got.append("guild_id" in said["d"])
            heard.append(got)
    expected: list[list[bool]] = [[], [], []]
    expected[mine].append(True)
    expected[0].append(False)
    assert heard == expected


async def test_scatter_sends_each_interaction_to_one_connected_shard(raw: Raw) -> None:
    raw.play.gateway.scatter = True
    ana = raw.people[0]
    channel = raw.channel.removeprefix("/channels/")
    where = f"/applications/{raw.play.world.bot['id']}/commands"
    assert (await raw.call("PUT", where, COMMANDS)).status == 200
    counts = [0, 0]
    async with raw.gateway() as first, raw.gateway() as second:
        gateways = (first, second)
        for number, gateway in enumerate(gateways):
            ready = await gateway.identify(raw.play.token, GUILDS, (number, 2))
            assert ready["guilds"], "all know every server"
        acts = [
            asyncio.ensure_future(
                raw.do(f"/{ana.id}/command", channel=channel, name="ask", options={})
            )
            for _ in range(24)
        ]
        hearing = [
            asyncio.ensure_future(_count(gateway, counts, at))
            for at, gateway in enumerate(gateways)
        ]
        async with asyncio.timeout(LIMIT):
            while sum(counts) < 24:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        for task in (*acts, *hearing):
            task.cancel()
        await asyncio.gather(*acts, *hearing, return_exceptions=True)
    assert all(counts), counts
    assert sum(counts) == 24


async def _count(gateway: GatewayClient, counts: list[int], at: int) -> None:
    while True:
        await gateway.until("INTERACTION_CREATE")
        counts[at] += 1


async def test_a_channel_that_is_hidden_is_not_heard(raw: Raw) -> None:
    async with raw.bot() as gateway:
        await raw.do(f"{raw.channel}/permissions", deny=["view_channel"])
        changed = await gateway.until("CHANNEL_UPDATE")
        [denied] = changed["permission_overwrites"]
        assert (denied["id"], denied["deny"]) == (raw.play.world.bot["id"], str(1 << 10))
        channel = raw.channel.removeprefix("/channels/")
        await raw.do(f"/{raw.people[0].id}/say", channel=channel, text="unheard")
        await raw.do(f"/{raw.people[0].id}/say", channel="dm", text="heard")
        assert (await gateway.until("MESSAGE_CREATE"))["content"] == "heard"


async def test_resumed_session_receives_missed_events(raw: Raw) -> None:
    async with raw.bot() as gateway:
        await raw.send("heard")
        assert (await gateway.until("MESSAGE_CREATE"))["content"] == "heard"
        dropped = asyncio.ensure_future(raw.do("/gateway/drop"))
        assert await gateway.closed() == 1012
        await dropped
        session, seq = gateway.session, gateway.seq
    for said in ("missed 1", "missed 2"):
        await raw.send(said)
    resume = {"token": raw.play.token, "session_id": session, "seq": seq}
    async with raw.gateway() as gateway:
        await gateway.next()
        await gateway.send(6, resume)
        missed = [await gateway.next() for _ in range(3)]
        assert [(m["s"], m["t"]) for m in missed] == [
            (seq + 1, "MESSAGE_CREATE"),
            (seq + 2, "MESSAGE_CREATE"),
            (seq + 3, "RESUMED"),
        ]
        assert [m["d"]["content"] for m in missed[:2]] == ["missed 1", "missed 2"]
        await raw.send("and on")
        now = await gateway.next()
        assert (now["s"], now["d"]["content"]) == (seq + 4, "and on")
        # Resuming a second time from the same point sends the same events.
        await gateway.socket.close()
    async with raw.gateway() as gateway:
        await gateway.next()
        await gateway.send(6, resume)
        again = [await gateway.next() for _ in range(5)]
        assert [m["s"] for m in again] == [seq + n for n in range(1, 6)]
        assert again[-1]["t"] == "RESUMED"


async def test_an_invalid_session_is_opcode_9(raw: Raw) -> None:
    async with raw.bot() as gateway:
        session, seq = gateway.session, gateway.seq
        good = {"token": raw.play.token, "session_id": session, "seq": seq}
        async with raw.gateway() as other:
            await other.next()
            await other.send(6, good | {"session_id": "none"})
            assert await other.next() == {"op": 9, "d": False}
            # The socket stays open for another IDENTIFY.
            ready = await other.identify(raw.play.token)
            assert ready["session_id"] != session
        dropped = asyncio.ensure_future(raw.do("/gateway/drop", forget=True))
        await gateway.closed()
        await dropped
    async with raw.gateway() as gateway:
        await gateway.next()
        await gateway.send(6, good)
        assert await gateway.next() == {"op": 9, "d": False}


async def test_compression_is_one_stream_over_all_messages(raw: Raw) -> None:
    async with raw.gateway(compressed=True) as gateway:
        assert (await gateway.next())["op"] == 10
        await gateway.identify(raw.play.token)
        await gateway.until("GUILD_CREATE")
        before = len(gateway.sizes)
        for _ in range(3):
            await raw.send("the same words over and over")
            await gateway.until("MESSAGE_CREATE")
        first, *later = gateway.sizes[before:]
        assert max(later) < first, "later messages are short for what the stream knows"


async def test_an_unknown_dialect_is_refused(raw: Raw) -> None:
    url = f"{raw.play.address.replace('http', 'ws', 1)}/gateway/?v=10"
    for query in ("&encoding=etf", "&encoding=json&compress=lzma-stream"):
        async with raw.http.ws_connect(url + query) as socket:
            message = await socket.receive(timeout=LIMIT)
            assert (message.type, socket.close_code) == (aiohttp.WSMsgType.CLOSE, 4012)
    assert compressor("lzma-stream") is None


async def test_acknowledgement_comes_after_the_heartbeat_is_recorded(
    raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.gateway._HEARTBEAT_MS", 1000)
    connect_discord_py(monkeypatch, raw)
    bot = LittleBot()
    running = asyncio.ensure_future(bot.start(raw.play.token))
    await asyncio.sleep(4)
    # An early acknowledgement would give a latency of one heartbeat interval.
    assert 0 < bot.latency < 0.5
    await bot.close()
    await running
