"""Commands of 0.2.0: each answers with its new place, which is one click further at most."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.clicks.membership_check import former
from bot.words.i18n import languages, tongue
from games import GAMES
from tests.examples import ALL_AT_ONCE

from .evening import MORE, Evening, One, Three, Two, answers, controls, said
from .staff import manager

OLD = (
    *((key, part) for key in GAMES for part in ("play", "rules", "learn", "move")),
    *(("table", part) for part in ("show", "leave", "kick", "end", "cancel", "pause")),
    *(("privacy", part) for part in ("export", "delete", "hide")),
    *((name, "") for name in ("hand", "history", "replay", "verify", "pictures")),
)
"""The former commands that are gone."""
_GAME = {
    "play": (f"/{ALL_AT_ONCE}",),
    **dict.fromkeys(("rules", "learn"), (f"/help game={ALL_AT_ONCE}",)),
    "move": ("/move move=1",),
}
ROUTES = {
    **{(key, part): route for key in GAMES for part, route in _GAME.items()},
    ("table", "show"): ("/my", "Post it below"),
    ("table", "leave"): (MORE, "Leave"),
    ("table", "kick"): (MORE, "remove"),
    ("table", "end"): (MORE, "End the match"),
    ("table", "cancel"): (MORE, "Call the match off"),
    ("table", "pause"): (MORE, "Pause"),
    ("privacy", "export"): ("/me", "Get my data"),
    ("privacy", "delete"): ("/me", "Delete everything"),
    ("privacy", "hide"): ("/me", "Hide me here"),
    ("hand", ""): ("/my", "Hand"),
    ("history", ""): ("/profile", "watch"),
    ("replay", ""): ("/profile match=1",),
    ("verify", ""): ("/me", "Check a record"),
    ("pictures", ""): ("/me", "Words only"),
}
"""The new way of each: a command, a button by its label, a list by its kind. It was one command.

Options of a new table are two clicks further, once: the next table of that host has them.
"""
_README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
_COMMANDS = _README.partition("\n## Commands\n")[2].partition("\n## ")[0]
NOW = {name for name in re.findall(r"`/([a-z]+)`", _COMMANDS) if find_spec(f"cogs.{name}")}
"""The commands that README lists, but for those whose cogs are gone."""


def sent(name: str, part: str) -> dict[str, object]:
    """Return the data of a command as Discord sends it."""
    return {"name": name, "type": 1, "options": [{"type": 1, "name": part}] if part else []}


async def test_readme_lists_all_commands(e: One) -> None:
    commands = e.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    assert {command.name for command in commands} == NOW
    assert not [one for one in e.bot.tree.walk_commands() if one.parent is not None]
    typed = {
        key: [option.name for option in command.parameters]
        for key in GAMES
        if (command := e.bot.tree.get_command(key)) and hasattr(command, "parameters")
    }
    assert typed == {key: ["computers"] for key in GAMES}


async def test_former_commands_name_commands_of_now(e: One) -> None:
    for t in map(tongue, ("en-US", *languages())):
        names = {t.word("command", name) for name in NOW}
        for name, part in OLD:
            told = former(sent(name, part), e.bot.looks)
            assert told is not None, (name, part)
            said = t.refusal(told)
            named = {one.split("`")[0] for one in said.split("`/")[1:]}
            assert named <= names, said
            assert named or "⋯" in said or "📖" in said
    for name in NOW:
        assert former(sent(name, ""), e.bot.looks) is None


def control(message: Any, step: str) -> dict[str, Any]:
    """Return the button or the list of a step."""
    found = [part for at, part in controls(message) if step in (part.get("label"), at.kind)]
    assert found, step
    return found[0]


async def follow(e: Evening, person: MemberActor, route: tuple[str, ...]) -> Any:
    """Take a route. Return the answer to its last step."""
    shown: Any = None
    for step in route:
        if step.startswith("/"):
            name, *given = step[1:].split()
            options: dict[str, Any] = dict(one.split("=") for one in given)
            options = {key: int(one) if one.isdecimal() else one for key, one in options.items()}
            if name == "move":
                options = {"move": "1"}
            done = await person.slash(e.channel, name, **options)
        else:
            shown = shown or e.panel()
            part = control(shown, step)
            if values := [one["value"] for one in part.get("options", [])]:
                done = await person.select(shown, values[-1:], custom_id=part["custom_id"])
            else:
                done = await person.click(shown, custom_id=part["custom_id"])
        shown = answers(done)[0] if done.modal is None else done.modal
    return shown


def test_former_commands_are_one_click_further_at_most() -> None:
    assert ROUTES.keys() == {*OLD}
    assert all(len(route) <= 2 for route in ROUTES.values())


@pytest.mark.parametrize("what", dict.fromkeys(ROUTES.values()))
@pytest.mark.costly
async def test_former_command_has_its_new_way(what: tuple[str, ...], e: Three) -> None:
    ana, *_ = await e.played(rounds=1)
    await e.begin()
    person = manager(e) if "Call the match off" in what else ana
    assert await follow(e, person, what)


async def test_match_is_watched_by_its_number(e: Two) -> None:
    ana, _ = await e.played(rounds=1, seed=0)
    (shown,) = answers(await ana.slash(e.channel, "profile", match=1))
    assert "replay" in {at.kind for at, _ in controls(shown)}
    assert "no match 7" in said(await ana.slash(e.channel, "profile", match=7))
