"""The gateway by word, and a real discord.py client whose connection drops."""

import asyncio
import json
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from playground.compression import compressor

from .little_bot import LittleBot
from .raw import COMMANDS, Ear, Raw, lead

DIRECT, GUILDS, MESSAGES = 1 << 12, 1 << 0, 1 << 9


async def test_hello_heartbeat_and_identify(raw: Raw) -> None:
    live = f"{raw.play.address}/people/{raw.people[0].id}/live"
    async with raw.http.ws_connect(live) as page:
        assert not (await page.receive_json())["bot"]["online"]
        await _say_hello(raw)
        # The page has heard of the commands' bot coming and going.
        assert [(await page.receive_json(timeout=10))["bot"]["online"] for _ in "12"] == [
            True,
            False,
        ]


async def _say_hello(raw: Raw) -> None:
    async with raw.ear() as ear:
        hello = await ear.next()
        assert (hello["op"], hello["d"]) == (10, {"heartbeat_interval": 41250})
        await ear.say(1, None)
        assert (await ear.next())["op"] == 11
        assert not (await raw.see("/world"))["bot"]["online"]
        ready = await ear.identify(raw.play.token)
        assert ear.seq == 1
        assert ready["v"] == 10
        assert ready["user"]["id"] == ready["application"]["id"] == raw.play.world.bot["id"]
        assert ready["guilds"] == [{"id": str(raw.play.world.guild_id), "unavailable": True}]
        assert ready["resume_gateway_url"].startswith("ws://127.0.0.1:")
        guild = await ear.next()
        assert (guild["op"], guild["t"], guild["s"]) == (0, "GUILD_CREATE", 2)
        assert [c["name"] for c in guild["d"]["channels"]] == ["game-table", "lounge"]
        await ear.say(1, ear.seq)
        assert (await ear.next())["op"] == 11
        assert (await raw.see("/world"))["bot"]["online"]


async def _refused(raw: Raw, *said: object) -> int | None:
    async with raw.ear() as ear:
        await ear.next()
        for one in said:
            await ear.socket.send_str(one if isinstance(one, str) else json.dumps(one))
        return await ear.closed()


async def test_what_is_wrong_closes_with_its_code(raw: Raw) -> None:
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


async def test_members_are_told_by_ids_and_who_is_not_there(raw: Raw) -> None:
    ana, ben, *_ = raw.people
    asks = {"guild_id": str(raw.play.world.guild_id), "limit": 0, "nonce": "n1"}
    async with raw.bot() as ear:
        await ear.say(8, asks | {"user_ids": [ana.id, "17"]})
        chunk = await ear.until("GUILD_MEMBERS_CHUNK")
        assert (chunk["guild_id"], chunk["nonce"]) == (asks["guild_id"], "n1")
        assert (chunk["chunk_index"], chunk["chunk_count"]) == (0, 1)
        assert [m["user"]["id"] for m in chunk["members"]] == [str(ana.id)]
        assert chunk["not_found"] == ["17"]
        await ear.say(8, asks | {"user_ids": str(ben.id)})
        chunk = await ear.until("GUILD_MEMBERS_CHUNK")
        assert [m["user"]["username"] for m in chunk["members"]] == ["ben"]
        # By the beginning of a name, so many; the list of all takes the members intent.
        for query, limit, names in (("a", 5, ["ana"]), ("A", 0, []), ("x", 5, []), ("", 0, [])):
            await ear.say(8, asks | {"query": query, "limit": limit})
            chunk = await ear.until("GUILD_MEMBERS_CHUNK")
            assert [m["user"]["username"] for m in chunk["members"]] == names


async def test_only_what_was_asked_for_is_told(raw: Raw) -> None:
    ana = raw.people[0]
    channel = raw.channel.removeprefix("/channels/")
    async with raw.ear() as direct, raw.ear() as public:
        await direct.identify(raw.play.token, DIRECT)
        await public.identify(raw.play.token, GUILDS | MESSAGES)
        await raw.do(f"/{ana.id}/say", channel=channel, text="to all")
        await raw.do(f"/{ana.id}/say", channel="dm", text="to the bot")
        await raw.send("from the bot")
        heard = await direct.until("MESSAGE_CREATE")
        assert (heard["content"], "guild_id" in heard) == ("to the bot", False)
        # Without the message content intent what people say is hidden, but not one's own words.
        heard = await public.until("MESSAGE_CREATE")
        assert (heard["content"], heard["author"]["id"]) == ("", str(ana.id))
        assert heard["guild_id"] == str(raw.play.world.guild_id)
        assert (await public.until("MESSAGE_CREATE"))["content"] == "from the bot"
        await raw.do("/channels", name="new")
        assert (await public.until("CHANNEL_CREATE"))["name"] == "new"


async def test_a_server_is_heard_by_its_shard_and_direct_messages_by_shard_0(raw: Raw) -> None:
    ana = raw.people[0]
    channel = raw.channel.removeprefix("/channels/")
    mine = (raw.play.world.guild_id >> 22) % 3
    heard = []
    async with raw.ear() as first, raw.ear() as second, raw.ear() as third:
        ears = (first, second, third)
        for number, ear in enumerate(ears):
            ready = await ear.identify(raw.play.token, GUILDS | MESSAGES | DIRECT, (number, 3))
            assert bool(ready["guilds"]) == (number == mine)
        await raw.do(f"/{ana.id}/say", channel=channel, text="to all")
        await raw.do(f"/{ana.id}/say", channel="dm", text="to the bot")
        for ear in ears:
            await ear.say(8, {"guild_id": str(raw.play.world.guild_id), "user_ids": str(ana.id)})
            got = []
            while (said := await ear.next()).get("t") != "GUILD_MEMBERS_CHUNK":
                if said.get("t") == "MESSAGE_CREATE":
                    got.append("guild_id" in said["d"])
            heard.append(got)
    expected: list[list[bool]] = [[], [], []]
    expected[mine].append(True)
    expected[0].append(False)
    assert heard == expected


async def test_scattered_each_interaction_goes_to_one_that_is_connected(raw: Raw) -> None:
    raw.play.gateway.scatter = True
    ana = raw.people[0]
    channel = raw.channel.removeprefix("/channels/")
    where = f"/applications/{raw.play.world.bot['id']}/commands"
    assert (await raw.call("PUT", where, COMMANDS)).status == 200
    counts = [0, 0]
    async with raw.ear() as first, raw.ear() as second:
        ears = (first, second)
        for number, ear in enumerate(ears):
            ready = await ear.identify(raw.play.token, GUILDS, (number, 2))
            assert ready["guilds"], "all know every server"
        acts = [
            asyncio.ensure_future(
                raw.do(f"/{ana.id}/command", channel=channel, name="ask", options={})
            )
            for _ in range(24)
        ]
        hearing = [asyncio.ensure_future(_count(ear, counts, at)) for at, ear in enumerate(ears)]
        async with asyncio.timeout(20):
            while sum(counts) < 24:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        for task in (*acts, *hearing):
            task.cancel()
        await asyncio.gather(*acts, *hearing, return_exceptions=True)
    assert all(counts), counts
    assert sum(counts) == 24


async def _count(ear: Ear, counts: list[int], at: int) -> None:
    while True:
        await ear.until("INTERACTION_CREATE")
        counts[at] += 1


async def test_a_channel_that_is_hidden_is_not_heard(raw: Raw) -> None:
    async with raw.bot() as ear:
        await raw.do(f"{raw.channel}/permissions", deny=["view_channel"])
        changed = await ear.until("CHANNEL_UPDATE")
        [denied] = changed["permission_overwrites"]
        assert (denied["id"], denied["deny"]) == (raw.play.world.bot["id"], str(1 << 10))
        channel = raw.channel.removeprefix("/channels/")
        await raw.do(f"/{raw.people[0].id}/say", channel=channel, text="unheard")
        await raw.do(f"/{raw.people[0].id}/say", channel="dm", text="heard")
        assert (await ear.until("MESSAGE_CREATE"))["content"] == "heard"


async def test_a_resumed_session_hears_what_it_missed(raw: Raw) -> None:
    async with raw.bot() as ear:
        await raw.send("heard")
        assert (await ear.until("MESSAGE_CREATE"))["content"] == "heard"
        dropped = asyncio.ensure_future(raw.do("/gateway/drop"))
        assert await ear.closed() == 1012
        await dropped
        session, seq = ear.session, ear.seq
    for said in ("missed 1", "missed 2"):
        await raw.send(said)
    resume = {"token": raw.play.token, "session_id": session, "seq": seq}
    async with raw.ear() as ear:
        await ear.next()
        await ear.say(6, resume)
        missed = [await ear.next() for _ in range(3)]
        assert [(m["s"], m["t"]) for m in missed] == [
            (seq + 1, "MESSAGE_CREATE"),
            (seq + 2, "MESSAGE_CREATE"),
            (seq + 3, "RESUMED"),
        ]
        assert [m["d"]["content"] for m in missed[:2]] == ["missed 1", "missed 2"]
        await raw.send("and on")
        now = await ear.next()
        assert (now["s"], now["d"]["content"]) == (seq + 4, "and on")
        # What was missed once can be missed again.
        await ear.socket.close()
    async with raw.ear() as ear:
        await ear.next()
        await ear.say(6, resume)
        again = [await ear.next() for _ in range(5)]
        assert [m["s"] for m in again] == [seq + n for n in range(1, 6)]
        assert again[-1]["t"] == "RESUMED"


async def test_an_invalid_session_is_opcode_9(raw: Raw) -> None:
    async with raw.bot() as ear:
        session, seq = ear.session, ear.seq
        good = {"token": raw.play.token, "session_id": session, "seq": seq}
        async with raw.ear() as other:
            await other.next()
            await other.say(6, good | {"session_id": "none"})
            assert await other.next() == {"op": 9, "d": False}
            # The socket stays, to identify anew.
            ready = await other.identify(raw.play.token)
            assert ready["session_id"] != session
        dropped = asyncio.ensure_future(raw.do("/gateway/drop", forget=True))
        await ear.closed()
        await dropped
    async with raw.ear() as ear:
        await ear.next()
        await ear.say(6, good)
        assert await ear.next() == {"op": 9, "d": False}


async def test_compression_is_one_stream_over_all_messages(raw: Raw) -> None:
    async with raw.ear(packed=True) as ear:
        assert (await ear.next())["op"] == 10
        await ear.identify(raw.play.token)
        await ear.until("GUILD_CREATE")
        before = len(ear.sizes)
        for _ in range(3):
            await raw.send("the same words over and over")
            await ear.until("MESSAGE_CREATE")
        first, *later = ear.sizes[before:]
        assert max(later) < first, "later messages are short for what the stream knows"


async def test_an_unknown_dialect_is_refused(raw: Raw) -> None:
    url = f"{raw.play.address.replace('http', 'ws', 1)}/gateway/?v=10"
    for query in ("&encoding=etf", "&encoding=json&compress=lzma-stream"):
        async with raw.http.ws_connect(url + query) as socket:
            message = await socket.receive(timeout=5)
            assert (message.type, socket.close_code) == (aiohttp.WSMsgType.CLOSE, 4012)
    assert compressor("lzma-stream") is None


class Resuming(LittleBot):
    """The little bot, counting how often it connected."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.words: list[str] = []
        self.changed = asyncio.Condition()

    async def _note(self, what: str) -> None:
        async with self.changed:
            self.heard.append(what)
            self.changed.notify_all()

    async def on_ready(self) -> None:
        """It identified."""
        await self._note("ready")

    async def on_resumed(self) -> None:
        """It resumed."""
        await self._note("resumed")

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is new."""
        await self._note(f"channel {channel.name}")

    async def until(self, *heard: str) -> None:
        """Wait until that was heard, and nothing else."""
        async with asyncio.timeout(15), self.changed:
            await self.changed.wait_for(lambda: len(self.heard) >= len(heard))
        assert self.heard == list(heard)


@pytest.fixture
def addressed(raw: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    """The discord.py of this process speaks to the stand-in."""
    lead(monkeypatch, raw)


@pytest.fixture
async def client(raw: Raw, addressed: None) -> AsyncIterator[Resuming]:
    """A real discord.py client in this process, connected."""
    bot = Resuming()
    running = asyncio.ensure_future(bot.start(raw.play.token))
    try:
        await bot.until("ready")
        yield bot
    finally:
        await bot.close()
        await running


async def test_discord_py_resumes_and_misses_nothing(raw: Raw, client: Resuming) -> None:
    assert (await raw.see("/world"))["commands"][0]["name"] == "show"
    dropped = asyncio.ensure_future(raw.play.gateway.drop(4000))
    await asyncio.sleep(0)
    raw.play.world.add_channel("missed")
    await dropped
    await client.until("ready", "channel missed", "resumed")
    body = {"channel": raw.channel.removeprefix("/channels/"), "name": "whisper", "options": {}}
    done = await raw.do(f"/{raw.people[0].id}/command", **body)
    assert (done["state"], done["message"]["content"]) == ("answered", "psst, here")


async def test_an_acknowledgement_does_not_overtake_the_note_of_its_heartbeat(
    raw: Raw, addressed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.gateway._HEARTBEAT_MS", 1000)
    bot = Resuming()
    running = asyncio.ensure_future(bot.start(raw.play.token))
    await bot.until("ready")
    await asyncio.sleep(3.5)
    # Overtaken, it would be as long as the time between two heartbeats.
    assert 0 < bot.latency < 0.5
    await bot.close()
    await running


async def test_discord_py_identifies_anew_when_forgotten(raw: Raw, client: Resuming) -> None:
    await raw.play.gateway.drop(4000, forget=True)
    await raw.do("/channels", name="unheard")
    await client.until("ready", "ready")
    assert "unheard" in {c.name for c in client.guilds[0].channels}


async def test_discord_py_finds_members_by_id(raw: Raw, client: Resuming) -> None:
    ids = [raw.people[0].id, 17]
    found = await client.guilds[0].query_members(user_ids=ids, limit=100, cache=False)
    assert [(m.id, m.display_name) for m in found] == [(ids[0], "Ana")]
    assert await client.guilds[0].query_members(user_ids=[17], cache=False) == []


async def test_discord_py_is_told_of_a_wrong_token(addressed: None) -> None:
    async with discord.Client(intents=discord.Intents.none()) as other:
        with pytest.raises(discord.LoginFailure):
            await other.login("MTIz.wrong.token")
