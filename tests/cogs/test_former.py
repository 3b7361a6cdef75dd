"""Commands of 0.2.0, sent by a client that hasn't reloaded: each answers with the new place."""

from importlib.util import find_spec

import discord
import pytest

from bot.clicks.former import former
from bot.words.i18n import languages, tongue
from games import GAMES

from .conftest import Begin

OLD = (
    *((key, part) for key in GAMES for part in ("play", "rules", "learn", "move")),
    *(("table", part) for part in ("show", "leave", "kick", "end", "cancel", "pause")),
    *(("privacy", part) for part in ("export", "delete", "hide")),
    *((name, "") for name in ("hand", "history", "replay", "verify", "pictures")),
)
"""The former commands that are gone."""
_OTHERS = ("move", "help", "my", "daily", "night", "leaderboard", "profile", "me", "settings")
NOW = {*GAMES, *(name for name in _OTHERS if find_spec(f"cogs.{name}"))}


def sent(name: str, part: str) -> dict[str, object]:
    """Return the data of a command as Discord sends it."""
    return {"name": name, "type": 1, "options": [{"type": 1, "name": part}] if part else []}


async def test_there_are_fourteen_commands(evening: Begin) -> None:
    async with evening(1) as e:
        commands = e.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
        assert {command.name for command in commands} == NOW
        assert not [one for one in e.bot.tree.walk_commands() if one.parent is not None]
        typed = {
            key: [option.name for option in command.parameters]
            for key in GAMES
            if (command := e.bot.tree.get_command(key)) and hasattr(command, "parameters")
        }
        assert typed == {key: ["computers"] for key in GAMES}


@pytest.mark.parametrize("language", ["en-US", *languages()])
async def test_former_commands_name_commands_of_now(evening: Begin, language: str) -> None:
    t = tongue(language)
    async with evening(1) as e:
        names = {t.word("command", name) for name in NOW}
        for name, part in OLD:
            told = former(sent(name, part), e.bot.looks)
            assert told is not None, (name, part)
            said = t.refusal(told)
            named = {one.split("`")[0] for one in said.split("`/")[1:]}
            assert named <= names, said
            assert named or "⋯" in said or "📖" in said


async def test_present_commands_are_not_taken_for_former_ones(evening: Begin) -> None:
    async with evening(1) as e:
        for name in NOW:
            assert former(sent(name, ""), e.bot.looks) is None
