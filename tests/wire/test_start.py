"""Starts during Discord's outages: the bot waits, recovers, and logs one line per event."""

import asyncio
from pathlib import Path

from bot.storage.servers import USUAL_PACE
from rig.processes import Bot, Client, Wire, playground, running_bot, words
from rig.waits import found, until

from .databases import ask
from .sittings import at_once, sat, served
from .starting import chosen, lines


async def fails(client: Client, *kinds: str, routes: tuple[str, ...], wait: float = 0.5) -> None:
    """Make Discord fail on these routes, or recover if no kind is given."""
    share = 1 if kinds else 0
    await client.post("/faults", share=share, kinds=kinds, routes=routes, wait=wait)


async def synced(client: Client) -> list[Wire]:
    """Return the requests that registered commands."""
    log: list[Wire] = await client.get("/log")
    return [r for r in log if r["method"] == "PUT" and r["path"].endswith("/commands")]


async def test_discord_failing_at_the_start_is_waited_for(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", "3", "--no-limits") as (client, bot):
        sitting = await sat(client)
        await chosen(sitting)
        await bot.end()
        # discord.py itself repeats a 429 for a while.
        await fails(client, "429", routes=("read",))
        bot.begin()
        await bot.says("rate limited")
        await fails(client, "503", routes=("read",))
        await bot.says("can't log in")
        assert await bot.end() == 0, "it ends in order while it waits"
        bot.begin()
        await fails(client, "503", routes=("gateway",))
        await bot.says("can't connect")
        assert not (await client.world())["bot"]["online"]
        await fails(client, routes=())
        await chosen(sitting)
        lines(bot)


async def test_matches_live_before_discord_takes_the_commands(tmp_path: Path) -> None:
    await at_once(tmp_path, _without_commands, ("503", 0.5), ("429", 3600.0))


async def _without_commands(folder: Path, kind: str, wait: float) -> None:
    async with served(folder, "--people", "3", "--no-limits") as (client, bot):
        sitting = await sat(client)
        await chosen(sitting)
        await bot.end()
        # Pretend the commands have changed.
        assert ask(folder, "delete from kept where name = 'commands' returning 1")
        await fails(client, kind, routes=("sync",), wait=wait)
        bot.begin()
        await chosen(sitting, seconds=20)
        assert (await synced(client))[-1]["status"] in (429, 503)
        await fails(client, routes=())
        if kind == "503":
            await found(lambda: synced(client), lambda log: log[-1]["status"] == 200)
        assert await bot.end() == 0, "it ends in order though it waits for Discord"
        lines(bot)


async def test_commands_are_registered_once_beside_the_entry_point(tmp_path: Path) -> None:
    async with playground("--people", "3", "--no-limits") as client:
        made = await client.post("/activities")
        async with running_bot(client, tmp_path) as bot:
            await bot.says("knows the commands")
            world = await client.ready()
            [kept] = [one for one in world["commands"] if one["type"] == made["type"]]
            assert kept["id"] == made["id"]
            assert kept["name_localizations"] == made["name_localizations"]
            assert len(world["commands"]) > 5
            data = {"id": kept["id"], "name": kept["name"], "type": kept["type"]}
            sent = {"channel": client.channels[0], "type": 2, "data": data}
            done = await client.post(f"/{client.people[0]}/forge", **sent)
            assert "Shinrisen" in words(done["message"])
            for _ in range(2):
                await bot.restart()
                await sat(client)
            assert [r["status"] for r in await synced(client)] == [400, 200]
            lines(bot)


async def test_wrong_token_or_final_close_ends_it_in_one_sentence(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", "3") as (client, bot):
        for code, status, named in ((4004, 2, "DISCORD_TOKEN"), (4013, 1, "4013")):
            await client.post("/gateway/drop", code=code)
            await _ends(bot, status, named)
            assert not (tmp_path / "shinrisen.sqlite3-wal").exists(), "the file is whole"
            bot.begin()
            await client.ready()
        client.token = "not.the.token"
        wrong = Bot(client, tmp_path / "other.sqlite3", tmp_path / "other.log")
        await _ends(wrong.begin(), 2, "DISCORD_TOKEN")


async def _ends(bot: Bot, status: int, named: str) -> None:
    """Wait until a bot ends, whose last line names something."""
    assert await bot.ended() == status
    assert named in bot.logged().splitlines()[-1]
    assert "Traceback" not in bot.logged()


async def test_bot_ends_while_discord_answers_nothing(tmp_path: Path) -> None:
    async with playground("--people", "3", "--no-limits") as client:
        async with running_bot(client, tmp_path, pace=USUAL_PACE) as bot:
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
            await client.connected(2)
            for _ in range(5):
                await client.command(client.people[0], client.channels[0], "help")
            await until(lambda: "end the second bot" in first.logged() + second.logged())
