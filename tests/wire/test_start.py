"""Starts during Discord's outages: the bot waits, recovers, and logs one line per event."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rig import LIMIT
from rig.processes import Bot, Client, Wire, playground, running_bot, running_bot_unready, words

from .sittings import Sitting, sat, served
from .starting import LINE, chosen, lines


async def fails(client: Client, *kinds: str, routes: tuple[str, ...], wait: float = 0.5) -> None:
    """Make Discord fail on these routes, or recover if no kind is given."""
    share = 1 if kinds else 0
    await client.post("/faults", share=share, kinds=kinds, routes=routes, wait=wait)


async def synced(client: Client) -> list[Wire]:
    """Return the requests that registered commands."""
    log: list[Wire] = await client.get("/log")
    return [r for r in log if r["method"] == "PUT" and r["path"].endswith("/commands")]


@pytest.mark.parametrize("kind", ["503", "429"])
async def test_discord_failing_at_the_start_is_waited_for(tmp_path: Path, kind: str) -> None:
    async with served(tmp_path, "--people", "3", "--no-limits") as (client, bot):
        sitting = await sat(client)
        await chosen(sitting)
        await bot.end()
        await fails(client, kind, routes=("read", "sync", "gateway"))
        await bot.start()
        await asyncio.sleep(4)
        assert not (await client.get("/world"))["bot"]["online"]
        await fails(client, routes=())
        await chosen(sitting)
        logged = lines(bot)
    if kind == "503":
        # discord.py itself repeats a 429 for a while.
        assert any("can't log in" in line for line in logged)


async def test_a_gateway_that_opens_no_socket_is_waited_for(tmp_path: Path) -> None:
    async with playground("--people", "3", "--no-limits") as client:
        await fails(client, "503", routes=("gateway",))
        async with running_bot_unready(client, tmp_path) as bot:
            await bot.says("can't connect")
            await fails(client, routes=())
            sitting = await sat(client)
            await chosen(sitting)
            lines(bot)


@pytest.mark.parametrize(("kind", "wait"), [("503", 0.5), ("429", 3600.0)])
async def test_matches_live_before_discord_takes_the_commands(
    tmp_path: Path, kind: str, wait: float
) -> None:
    async with served(tmp_path, "--people", "3", "--no-limits") as (client, bot):
        sitting = await sat(client)
        await chosen(sitting)
        await bot.end()
        # Pretend the commands have changed.
        with closing(sqlite3.connect(tmp_path / "shinrisen.sqlite3")) as file, file:
            assert file.execute("delete from kept where name = 'commands'").rowcount == 1
        await fails(client, kind, routes=("sync",), wait=wait)
        await bot.start()
        await chosen(sitting, 20)
        assert (await synced(client))[-1]["status"] in (429, 503)
        await fails(client, routes=())
        if kind == "503":
            async with asyncio.timeout(LIMIT):
                while (await synced(client))[-1]["status"] != 200:
                    await asyncio.sleep(0.1)
        assert await bot.end() == 0, "it ends in order though it waits for Discord"
        lines(bot)


async def test_commands_are_registered_only_after_a_change(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", "3") as (client, bot):
        sitting = Sitting(client, await client.ready(), random.Random(1))
        await bot.says("knows the commands")
        for _ in range(2):
            await bot.end()
            await bot.start()
            await client.ready()
        await sitting.start()
        await asyncio.sleep(1)
        assert len(await synced(client)) == 1


async def test_entry_point_survives_and_opens_help(tmp_path: Path) -> None:
    async with playground("--people", "3", "--no-limits") as client:
        made = await client.post("/activities")
        async with running_bot(client, tmp_path) as bot:
            await bot.says("knows the commands")
            world = await client.ready()
            [kept] = [one for one in world["commands"] if one["type"] == made["type"]]
            assert kept["id"] == made["id"]
            assert kept["name_localizations"] == made["name_localizations"]
            assert len(world["commands"]) > 5
            person, channel = world["people"][0]["id"], world["channels"][0]["id"]
            data = {"id": kept["id"], "name": kept["name"], "type": kept["type"]}
            done = await client.post(f"/{person}/forge", channel=channel, type=2, data=data)
            assert "Shinrisen" in words(done["message"])
            assert [r["status"] for r in await synced(client)] == [400, 200]
            lines(bot)


@pytest.mark.parametrize(
    ("code", "status", "named"), [(4004, 2, "DISCORD_TOKEN"), (4013, 1, "4013")]
)
async def test_a_connection_closed_for_good_ends_it_in_one_sentence(
    tmp_path: Path, code: int, status: int, named: str
) -> None:
    async with served(tmp_path, "--people", "3") as (client, bot):
        await client.post("/gateway/drop", code=code)
        assert await bot.ended() == status
        *before, last = bot.logged().splitlines()
        assert named in last
        assert all(map(LINE.match, before))
        assert not (tmp_path / "shinrisen.sqlite3-wal").exists(), "the file is whole"


async def test_a_wrong_token_is_one_sentence(tmp_path: Path) -> None:
    async with playground("--people", "3") as client:
        client.token = "not.the.token"
        bot = Bot(client, tmp_path / "shinrisen.sqlite3", tmp_path / "bot.log")
        await bot.start()
        assert await bot.ended() == 2
        *before, last = bot.logged().splitlines()
        assert "DISCORD_TOKEN" in last
        assert all(map(LINE.match, before))


async def test_a_bot_that_waits_for_discord_ends_in_order(tmp_path: Path) -> None:
    async with playground("--people", "3") as client:
        await fails(client, "503", routes=("read",))
        async with running_bot_unready(client, tmp_path) as bot:
            await bot.says("can't log in")
            assert await bot.end() == 0
            lines(bot)


async def test_bot_ends_while_discord_answers_nothing(tmp_path: Path) -> None:
    async with playground("--people", "3", "--no-limits") as client:
        async with running_bot_unready(client, tmp_path) as bot:
            sitting = await sat(client)
            await fails(client, "slow", routes=(), wait=40)
            click = asyncio.ensure_future(sitting.choose(sitting.people[0]))
            await asyncio.sleep(0.3)
            assert await bot.end() == 0
            click.cancel()
            lines(bot)


async def test_a_second_bot_with_the_token_is_named(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    async with playground("--people", "3", "--no-limits") as client:
        async with (
            running_bot(client, tmp_path / "first") as first,
            running_bot(client, tmp_path / "second") as second,
        ):
            world = await client.ready()
            for _ in range(5):
                await client.command(world["people"][0]["id"], world["channels"][0]["id"], "help")
            async with asyncio.timeout(LIMIT):
                while "end the second bot" not in first.logged() + second.logged():
                    await asyncio.sleep(0.1)
