"""Tools for operators: status, metrics, doctor and invite link."""

import json
import socket
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from bot.storage.servers import USUAL_PACE
from rig.processes import playground, running_bot
from rig.waits import found

from .sittings import sat, served
from .starting import chosen, free_port, outcome, run_command


async def test_invite_and_doctor_name_permissions_and_a_wrong_token(tmp_path: Path) -> None:
    wrong = {"DISCORD_TOKEN": "not.the.token"}
    async with playground("--people", "2") as client:
        doctor = partial(run_command, client, tmp_path, "doctor")
        # The README has the same link, see `tests.checks.pages`.
        link = "scope=bot+applications.commands&permissions=274877942784"
        await run_command(client, tmp_path, "invite", says=link)
        await run_command(client, tmp_path, "invite", status=2, says="DISCORD_TOKEN", **wrong)
        async with running_bot(client, tmp_path):
            channel = client.channels[0]
            printed = await doctor("--channel", channel)
            assert "sound, and a bot runs on it" in printed
            assert "all there" in printed
            assert "emojis: 0 of " in printed
            assert "fonts: " in printed
            await client.post(f"/channels/{channel}/permissions", deny=["attach_files"])
            await doctor("--channel", channel, status=1, says="missing: Attach Files")
            await doctor("--channel", "12345", status=1, says="can't see that channel")
        await doctor(status=1, says="refused: make a new one", **wrong)

        # Three messages to a phone.
        person = client.people[1]
        printed = await doctor("--notify", person)
        shown = [one["words"] for one in await client.get(f"/{person}/notifications")]
        assert len(shown) == 2
        assert all(f"the phone should show “{words}”" in printed for words in shown)
        plain, edited, silent = await client.messages(person)
        assert [plain["content"], edited["content"], silent["content"]] == [shown[0], "", ""]
        assert "a screen now" in str(edited["components"])
        assert silent["mentions"][0]["id"] == person
        await client.post(f"/{person}/settings", dms_open=False)
        await doctor("--notify", person, status=1, says="can't write to")


async def test_running_bot_reports_its_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setenv("SHINRISEN_STATUS_PORT", str(port))
    monkeypatch.setenv("SHINRISEN_LOG_FORM", "json")
    async with playground("--people", "3", "--no-limits") as client:
        await run_command(client, tmp_path, "status", status=2)
        async with running_bot(client, tmp_path, pace=USUAL_PACE) as bot:
            sitting = await sat(client)
            ask = partial(outcome, client, tmp_path, "status")
            _, printed = await found(ask, lambda ended: ended[0] == 0)
            assert "discord: ok\ndatabase: ok\n" in printed
            assert f"tables: 1 {sitting.game} live\n" in printed
            assert "0 after Discord's 3 s" in printed
            async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http:
                # Answers use connections of their own, working or cut.
                await chosen(sitting)
                await client.post("/faults", share=1, kinds=["unheard"], routes=["callback"])
                await chosen(sitting, "failed")
                await client.post("/faults", share=0)
                async with http.get("/metrics") as answer:
                    figures = await answer.text()
                assert 'shinrisen_requests_total{counted="no",status="200"}' in figures
                assert 'shinrisen_requests_total{counted="no",status="none"}' in figures
                assert 'shinrisen_answer_seconds_count{kind="component"}' in figures
                assert 'shinrisen_requests_total{counted="yes",status="200"}' in figures
                people = [person["name"] for person in (await client.world())["people"]]
                assert not [name for name in people if name in figures]
                # Without Discord the health check fails.
                await client.post("/faults", share=1, kinds=["503"], routes=["gateway", "read"])
                await client.post("/gateway/drop", code=4000, forget=True)
                health = await found(lambda: _health(http), lambda seen: seen[0] != 200)
                assert health == (503, {"discord": False, "database": True, "pictures": True})
            lines = [json.loads(line) for line in bot.logged().splitlines()]
            assert {"at", "level", "logger", "text"} <= lines[0].keys()


async def _health(http: aiohttp.ClientSession) -> tuple[int, object]:
    async with http.get("/health") as answer:
        return answer.status, await answer.json()


async def test_a_status_port_that_is_taken_stops_nothing(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = {"SHINRISEN_STATUS_PORT": str(taken.getsockname()[1])}
        async with served(tmp_path, "--people", "2", sets=port) as (_, bot):
            assert "no status on port" in bot.logged()
