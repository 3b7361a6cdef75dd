"""Servers without the bot, clients with outdated commands, and the host's language."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from rig.processes import Client, Wire, buttons, playground, running_bot, words
from tests.examples import ALL_AT_ONCE


def _tables(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "shinrisen.sqlite3")) as file:
        ((count,),) = file.execute("select count(*) from tables").fetchall()
    return int(count)


async def test_where_the_bot_is_no_member_it_says_so_and_opens_nothing(tmp_path: Path) -> None:
    async with playground("--people", "2") as client, running_bot(client, tmp_path) as bot:
        world = await client.ready()
        ana, ben = (person["id"] for person in world["people"])
        channel = world["channels"][0]["id"]
        for name in (f"{ALL_AT_ONCE} play", "help", "history"):
            body: dict[str, Any] = {"channel": channel, "name": name, "options": {}}
            alone = await client.post(f"/{ana}/command", **body, elsewhere="person")
            assert "isn't for those" in alone["error"], "it can't be installed by a person"
            refused = await client.post(f"/{ana}/command", **body, elsewhere="server")
            _refused(refused, ana)
        assert _tables(tmp_path) == 0
        typed = {"channel": channel, "name": f"{ALL_AT_ONCE} move", "options": {"move": "5"}}
        completed = await client.post(
            f"/{ana}/autocomplete", **typed, focused="move", elsewhere="server"
        )
        assert completed == {"choices": []}

        opened = await client.command(ana, channel, f"{ALL_AT_ONCE} play")
        panel = opened["message"]
        click = {"message": panel["id"], "custom_id": buttons(panel)["Join"], "elsewhere": "server"}
        _refused(await client.post(f"/{ben}/component", **click), ben)
        with closing(sqlite3.connect(tmp_path / "shinrisen.sqlite3")) as file:
            assert file.execute("select count(*) from seats").fetchall() == [(1,)]
        assert "Traceback" not in bot.logged()


def _refused(done: Wire, person: str) -> None:
    assert done["state"] == "answered"
    assert "only play where I'm a member" in words(done["message"])
    assert done["message"]["ephemeral_for"] == person


async def test_commands_are_for_servers_that_have_invited_the_bot(tmp_path: Path) -> None:
    async with playground("--people", "1") as client, running_bot(client, tmp_path):
        for command in (await client.ready())["commands"]:
            assert command["integration_types"] == [0], command["name"]
            direct = [0, 1] if command["name"] in ("help", "pictures", "privacy") else [0]
            assert command["contexts"] == direct, command["name"]


async def test_an_older_client_is_asked_to_reload(tmp_path: Path) -> None:
    async with playground("--people", "1") as client, running_bot(client, tmp_path) as bot:
        world = await client.ready()
        ana, channel = world["people"][0]["id"], world["channels"][0]["id"]
        nimmt = next(c["id"] for c in world["commands"] if c["name"] == ALL_AT_ONCE)
        for name, sub in ((ALL_AT_ONCE, "move"), (ALL_AT_ONCE, "dance"), ("cricket", "play")):
            for kind in (2, 4):
                option = {"type": 3, "name": "colour", "value": "red", "focused": kind == 4}
                options = [{"type": 1, "name": sub, "options": [option]}]
                data = {"id": nimmt, "name": name, "type": 1, "options": options}
                done = await client.post(f"/{ana}/forge", channel=channel, type=kind, data=data)
                if kind == 2:
                    assert "reload Discord" in words(done["message"])
                    assert done["message"]["ephemeral_for"] == ana
        assert "Traceback" not in bot.logged()


async def test_panel_uses_the_hosts_language_by_default(
    tmp_path: Path,
) -> None:
    async with playground("--people", "4") as client, running_bot(client, tmp_path):
        world = await client.ready()
        ana, ben, _, dan = (person["id"] for person in world["people"])
        channel = world["channels"][0]["id"]
        await client.post(f"/{ben}/settings", locale="ja")
        assert await _opened(client, ben, channel) == "参加"
        assert await _opened(client, ana, channel) == "Join"
        shown = await client.command(dan, channel, "settings")
        click = {"message": shown["message"]["id"], "custom_id": "s2:setlanguage:0::0:"}
        await client.post(f"/{dan}/component", **click, values=["ja"])
        assert await _opened(client, ana, channel) == "参加"


async def _opened(client: Client, host: str, channel: str) -> str:
    """Open a table and return the label of its first button."""
    opened = await client.command(host, channel, f"{ALL_AT_ONCE} play")
    return next(iter(buttons(opened["message"])))
