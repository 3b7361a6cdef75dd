"""Tests that need real processes, HTTP and sockets: languages, forgeries, closed messages."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

from bot.screens.parts import looks
from bot.words.i18n import tongue
from rig.processes import Client, Wire, at, buttons, playground, running_bot, words
from tests.examples import ALL_AT_ONCE

from .sittings import Sitting


async def test_answers_use_the_readers_language(tmp_path: Path) -> None:
    async with playground("--people", "3") as client, running_bot(client, tmp_path):
        world = await client.ready()
        ana, ben, _ = (person["id"] for person in world["people"])
        await client.post(f"/{ben}/settings", locale="ja")
        command = next(c for c in world["commands"] if c["name"] == ALL_AT_ONCE)
        assert command["name_localizations"]["ja"] == tongue("ja")(looks()[ALL_AT_ONCE].name)
        sitting = Sitting(client, world, random.Random(1))
        await sitting.start()
        assert "Choose a card" in await _hand_says(client, ana, "Choose")
        assert "カードを1枚伏せてください" in await _hand_says(client, ben, "カード")
        panel = (await client.messages(ana, sitting.channel))[-1]
        assert "Round 1" in words(panel)
        shown = await client.command(ben, sitting.channel, f"{ALL_AT_ONCE} rules")
        assert "牛を引き取らないように" in words(shown["message"])


async def _hand_says(client: Client, person: str, text: str) -> str:
    async with asyncio.timeout(10):
        while text not in (said := words(await client.hand(person))):
            await asyncio.sleep(0.05)
    return said


FORGED = (
    "",
    "x",
    "s2:move:1::1:",
    "s2:move:1::1:105",
    "s2:move:999999::1:55",
    "s2:move:1::999999:55",
    "s2:nothing:1::1:55",
    "s2:start:1::0:",
    "s2:cancel:1::0:",
    "s2:record:1::0:",
    f"s2:rulespage:1::999:{ALL_AT_ONCE}",
    "s2:rulespage:1::1:../etc",
    "s2:pick:1::1:@everyone",
    "s3:move:1::1:55",
    "s1:move:1:1:55",
    "s2:move:1::1:" + "9" * 80,
    "s2:move:1::1:\n\0💥",
)


async def test_forged_controls_change_nothing(tmp_path: Path) -> None:
    async with playground("--people", "3") as client:
        async with running_bot(client, tmp_path) as bot:
            sitting = Sitting(client, await client.ready(), random.Random(1))
            await sitting.start()
            ana, ben, _ = sitting.people
            await _hand_says(client, ben, "Choose")
            panel = (await client.messages(ana, sitting.channel))[-1]
            before = words(panel)
            mark = at(panel, "hand").split(":")[3]
            for custom_id in (*FORGED, *(text.replace("::", f":{mark}:") for text in FORGED)):
                done = await client.click(ben, panel["id"], custom_id, force=True)
                assert done["state"] == "answered", custom_id
                if done["kind"] == "message":
                    assert done["message"]["ephemeral_for"] == ben
            [now] = [
                m for m in await client.messages(ana, sitting.channel) if m["id"] == panel["id"]
            ]
            assert words(now) == before
            log = bot.logged()
        assert "Traceback" not in log
        assert "ERROR" not in log


async def test_bad_controls_that_discord_would_send_are_refused(tmp_path: Path) -> None:
    async with playground("--people", "3", "--no-limits") as client:
        async with running_bot(client, tmp_path) as bot:
            sitting = Sitting(client, await client.ready(), random.Random(1))
            await sitting.start()
            ana, ben, chie = sitting.people
            for person in sitting.people:
                await _hand_says(client, person, "Choose")
            old = {p: await client.hand(p) for p in sitting.people}
            for person in sitting.people:
                hand = old[person]
                await client.click(
                    person, hand["id"], min(i for i in buttons(hand).values() if ":move:" in i)
                )
            await asyncio.sleep(0.3)
            # An earlier trick's button, as on a screen that lags behind.
            late = max(buttons(old[ben]).values())
            hand = await client.hand(ben)
            done = await client.click(ben, hand["id"], late, force=True)
            assert done["state"] in ("failed", "answered")
            # Another player's private hand can't be clicked at all.
            panel = (await client.messages(ana, sitting.channel))[-1]
            private = await client.click(ana, panel["id"], buttons(panel)["Hand"])
            refused = await client.click(chie, private["message"]["id"], at(panel, "hand"))
            assert "isn't there" in refused["error"]
            assert "Traceback" not in bot.logged()


async def test_closed_messages_are_reported_once_and_play_goes_on(tmp_path: Path) -> None:
    async with playground("--people", "2", "--no-limits") as client:
        async with running_bot(client, tmp_path) as bot:
            world = await client.ready()
            ana, ben = (person["id"] for person in world["people"])
            channel = world["channels"][0]["id"]
            await client.post(f"/{ben}/settings", dms_open=False)
            opened = await client.command(ana, channel, f"{ALL_AT_ONCE} play", rounds=1)
            panel = opened["message"]
            await client.click(ben, panel["id"], buttons(panel)["Join"])
            await client.click(ana, panel["id"], at(panel, "start"))
            await asyncio.sleep(1.5)
            assert await client.messages(ben) == []
            seen = await client.messages(ben, channel)
            private = [m for m in seen if m["ephemeral_for"] == ben]
            assert any("direct messages are closed" in words(m) for m in private)
            # One hand arrives without a request.
            hands = [m for m in private if ":move:" in str(m["components"])]
            assert len(hands) == 1
            for _ in range(40):
                if await _play(client, ana, ben, channel, panel):
                    break
            else:
                raise AssertionError("the match does not end")
            tried = [
                r
                for r in await client.get("/log")
                if r["method"] == "POST" and r["status"] == 403 and "/messages" in r["path"]
            ]
            assert len(tried) <= 2, "no storm of retries"
            assert "Traceback" not in bot.logged()


async def _play(client: Client, ana: str, ben: str, channel: str, panel: Wire) -> bool:
    """Make one decision for each, Ben's by the private hand. Return True if the match is over."""
    for person in (ana, ben):
        if person == ana:
            hand = await client.hand(ana)
        else:
            shown = await client.click(ben, panel["id"], at(panel, "hand"), force=False)
            if "error" in shown:
                return True
            hand = shown["message"]
        said = words(hand)
        if "the end" in said:
            return True
        if "Choose a card" in said or "Which one do you take" in said:
            await client.click(
                person, hand["id"], min(i for i in buttons(hand).values() if ":move:" in i)
            )
    await asyncio.sleep(0.1)
    return False


async def test_a_channel_closed_to_the_bot_is_named_in_private(tmp_path: Path) -> None:
    async with playground("--people", "2") as client, running_bot(client, tmp_path) as bot:
        world = await client.ready()
        ana, channel = world["people"][0]["id"], world["channels"][0]["id"]
        await client.post(f"/channels/{channel}/permissions", deny=["send_messages"])
        done = await client.command(ana, channel, f"{ALL_AT_ONCE} play")
        assert done["message"]["ephemeral_for"] == ana
        assert "Send Messages" in words(done["message"])
        assert "Traceback" not in bot.logged()


async def test_a_dropped_gateway_is_resumed(tmp_path: Path) -> None:
    async with playground("--people", "3") as client, running_bot(client, tmp_path) as bot:
        world = await client.ready()
        ana, channel = world["people"][0]["id"], world["channels"][0]["id"]
        await client.post("/gateway/drop")
        async with asyncio.timeout(20):
            while True:
                done: Wire = await client.command(ana, channel, f"{ALL_AT_ONCE} rules")
                if done.get("state") == "answered":
                    break
        assert "Traceback" not in bot.logged()


def test_missing_token_gives_one_sentence_of_help(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env={"PATH": "", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "DISCORD_TOKEN is missing" in done.stderr
    assert "python -m playground" in done.stderr
