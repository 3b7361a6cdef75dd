"""The gateway with raw payloads: intents, shards by chance, and resumed sessions."""

import asyncio

from rig.waits import until

from .raw import COMMANDS, GatewayClient, Raw

DIRECT, GUILDS, MESSAGES = 1 << 12, 1 << 0, 1 << 9


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


async def _refused(raw: Raw, said: object) -> int | None:
    async with raw.gateway() as gateway:
        await gateway.next()
        await gateway.socket.send_json(said)
        return await gateway.closed()


async def test_wrong_token_or_privileged_intent_is_refused(raw: Raw) -> None:
    def identify(**more: object) -> object:
        return {"op": 2, "d": {"token": raw.play.token, "intents": GUILDS, "properties": {}} | more}

    assert await _refused(raw, identify(token="MTIz.wrong.token")) == 4004
    for privileged in (1 << 1, 1 << 8, 1 << 15):
        assert await _refused(raw, identify(intents=GUILDS | privileged)) == 4014
    assert not (await raw.see("/world"))["bot"]["online"]


async def test_events_follow_the_intents(raw: Raw) -> None:
    ana = raw.people[0]
    async with raw.gateway() as direct, raw.gateway() as public:
        await direct.identify(raw.play.token, DIRECT)
        await public.identify(raw.play.token, GUILDS | MESSAGES)
        await raw.do(f"/{ana.id}/say", channel=raw.here, text="to all")
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


async def test_scatter_sends_each_interaction_to_one_connected_shard(raw: Raw) -> None:
    raw.play.gateway.scatter = True
    ana = raw.people[0]
    where = f"/applications/{raw.play.world.bot['id']}/commands"
    assert (await raw.call("PUT", where, COMMANDS)).status == 200
    heard = list[int]()

    async def hear(gateway: GatewayClient, number: int) -> None:
        while True:
            await gateway.until("INTERACTION_CREATE")
            heard.append(number)

    async with raw.gateway() as first, raw.gateway() as second:
        gateways = (first, second)
        for number, gateway in enumerate(gateways):
            ready = await gateway.identify(raw.play.token, GUILDS, (number, 2))
            assert ready["guilds"], "all know every server"
        asked = {"channel": raw.here, "name": "ask", "options": {}}
        acts = [raw.do(f"/{ana.id}/command", **asked) for _ in range(24)]
        hearing = [hear(gateway, at) for at, gateway in enumerate(gateways)]
        tasks = [*map(asyncio.ensure_future, (*acts, *hearing))]
        await until(lambda: len(heard) >= 24)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert {*heard} == {0, 1}
    assert len(heard) == 24


async def test_a_channel_that_is_hidden_is_not_heard(raw: Raw, gateway: GatewayClient) -> None:
    await raw.do(f"{raw.channel}/permissions", deny=["view_channel"])
    changed = await gateway.until("CHANNEL_UPDATE")
    [denied] = changed["permission_overwrites"]
    assert (denied["id"], denied["deny"]) == (raw.play.world.bot["id"], str(1 << 10))
    await raw.do(f"/{raw.people[0].id}/say", channel=raw.here, text="unheard")
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
