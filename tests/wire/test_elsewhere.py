"""Servers without the bot, clients with outdated commands, and the host's language."""

import asyncio
from pathlib import Path

from rig.processes import Wire, addressed, buttons, words
from tests.examples import ALL_AT_ONCE

from .databases import ask
from .sittings import served

_RELOAD = "reload Discord"
TABLES = "select id from tables"


async def test_where_the_bot_is_no_member_it_says_so_and_opens_nothing(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", "2") as (client, _):
        (ana, ben), channel = client.people, client.channels[0]
        opens: Wire = {"channel": channel, "name": ALL_AT_ONCE, "options": {}}
        moves: Wire = {"channel": channel, "name": "move", "options": {"move": "5"}}
        for body in (opens, moves):
            alone = await client.post(f"/{ana}/command", **body, elsewhere="person")
            assert "isn't for those" in alone["error"], "it can't be installed by a person"
            refused = await client.post(f"/{ana}/command", **body, elsewhere="server")
            _refused(refused, ana)
        assert ask(tmp_path, TABLES) == []
        completed = await client.post(
            f"/{ana}/autocomplete", **moves, focused="move", elsewhere="server"
        )
        assert completed == {"choices": []}

        panel = (await client.open(ana, channel, ALL_AT_ONCE))["message"]
        join = buttons(panel)["Join"]
        _refused(await client.click(ben, panel["id"], join, elsewhere="server"), ben)
        assert ask(tmp_path, "select count(*) from seats") == [(1,)]


def _refused(done: Wire, person: str) -> None:
    assert done["state"] == "answered"
    assert "only play where I'm a member" in words(done["message"])
    assert done["message"]["ephemeral_for"] == person


async def test_a_person_uses_private_commands_anywhere(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", "2") as (client, _):
        ana = client.people[0]

        async def run(name: str) -> Wire:
            body: Wire = {"channel": client.channels[0], "name": name}
            done = await client.post(f"/{ana}/command", **body, options={}, elsewhere="person")
            assert done["state"] == "answered", done
            shown: Wire = done["message"]
            assert shown["ephemeral_for"] == ana
            return shown

        help_screen = await run("help")
        assert "only play where I'm a member" in words(help_screen)
        assert set(buttons(help_screen)) == {"All commands"}, "nothing can be opened here"
        assert "You sit at no table" in words(await run("my"))

        async def use(shown: Wire, control: str, *value: str) -> Wire:
            return await client.click(ana, shown["id"], control, *value, elsewhere="person")

        named = "s2:explain:0::0:/0"
        [explains] = [part for part, to in addressed(help_screen) if str(to) == named]
        # The rules come after what features add to them.
        values = [one["value"] for one in explains["options"]]
        for value in [one for one in values if one.endswith(ALL_AT_ONCE)]:
            shown = (await use(help_screen, named, value))["message"]
            assert "bulls" in words(shown)
        assert (await use(shown, buttons(shown)["▶"]))["kind"] == "update"
        mine = await run("me")
        form = (await use(mine, buttons(mine)["Check a record"]))["modal"]
        assert [part["label"] for part in form["components"]] == ["Record", "What you noted"]
        assert (await use(mine, buttons(mine)["Still"]))["kind"] == "update"
        assert ask(tmp_path, TABLES) == []
        begun = (await use(help_screen, "s2:solo:0::0:/0", ALL_AT_ONCE))["message"]
        assert "has begun in our direct messages" in words(begun)
        stronger = next(str(to) for _, to in addressed(begun) if str(to).endswith(":hard"))
        changed = await use(begun, stronger)
        assert changed["kind"] == "update", changed
        assert len(ask(tmp_path, TABLES)) == 2


async def test_an_older_client_is_asked_to_reload(tmp_path: Path) -> None:
    """A command that has moved is answered with its new place."""
    async with served(tmp_path, "--people", "1") as (client, _):
        world = await client.ready()
        ana, channel = client.people[0], client.channels[0]
        command = next(c["id"] for c in world["commands"] if c["name"] == ALL_AT_ONCE)

        async def ask(name: str, sub: str, told: str, kind: int) -> None:
            option = {"type": 3, "name": "colour", "value": "red", "focused": kind == 4}
            options = [{"type": 1, "name": sub, "options": [option]}] if sub else [option]
            data = {"id": command, "name": name, "type": 1, "options": options}
            done = await client.post(f"/{ana}/forge", channel=channel, type=kind, data=data)
            if kind == 2:
                assert told in words(done["message"])
                assert done["message"]["ephemeral_for"] == ana
            else:
                assert done["message"] is None, "suggestions are no place for a sentence"
                assert (done["kind"] == "choices") == (told != _RELOAD)

        moved = (
            (ALL_AT_ONCE, "play", f"`/{ALL_AT_ONCE}` opens a table"),
            (ALL_AT_ONCE, "rules", "`/help`"),
            ("table", "leave", "⋯"),
            ("hand", "", "`/my`"),
            ("privacy", "export", "`/me`"),
        )
        unknown = ((ALL_AT_ONCE, "dance"), ("move", "dance"), ("cricket", "play"))
        # Some are waited for in vain, so all are at once.
        every = (*moved, *((*one, _RELOAD) for one in unknown))
        await asyncio.gather(*(ask(*one, kind) for one in every for kind in (2, 4)))
        _check_places(world["commands"])


def _check_places(commands: list[Wire]) -> None:
    """Check that each command can be used where it is served, and there alone."""
    for command in commands:
        name = command["name"]
        private = name in ("help", "my", "me", "daily", "profile")
        direct = [0, 1, 2] if private else [0]
        assert command["integration_types"] == ([0, 1] if private else [0]), name
        assert command["contexts"] == direct, name
        if command["type"] == 2:
            assert {"de", "ja"} <= set(command["name_localizations"]), name
