"""Commands of 0.2.0: each answers with its new place."""

import re
from importlib.util import find_spec
from pathlib import Path

import discord

from bot.clicks.membership_check import former
from bot.words.i18n import languages, tongue
from games import GAMES

from .evening import One, Two, answers, controls, said

OLD = (
    *((key, part) for key in GAMES for part in ("play", "rules", "learn", "move")),
    *(("table", part) for part in ("show", "leave", "kick", "end", "cancel", "pause")),
    *(("privacy", part) for part in ("export", "delete", "hide")),
    *((name, "") for name in ("hand", "history", "replay", "verify", "pictures")),
)
"""The former commands that are gone."""
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


async def test_match_is_watched_by_its_number(e: Two) -> None:
    ana, _ = await e.played(rounds=1, seed=0)
    (shown,) = answers(await ana.slash(e.channel, "profile", match=1))
    assert "replay" in {at.kind for at, _ in controls(shown)}
    assert "no match 7" in said(await ana.slash(e.channel, "profile", match=7))
