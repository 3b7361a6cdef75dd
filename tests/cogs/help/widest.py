"""The widest values of the parameters of the screens of help."""

from typing import Any

import discord
from discord import app_commands

from bot.screens.transcript import looks


async def _nothing(_: discord.Interaction) -> None: ...


async def _on_a_person(_: discord.Interaction, who: discord.Member) -> None: ...


def values() -> dict[str, list[Any]]:
    """Return the values by the names of parameters."""
    commands = [
        app_commands.Command[Any, ..., None](
            name=f"command{number}", description="W" * 80, callback=_nothing
        )
        for number in range(12)
    ]
    menus = [
        app_commands.ContextMenu(name=f"{number} {'W' * 29}", callback=_on_a_person)
        for number in range(5)
    ]
    return {
        "games": [sorted(looks().values(), key=lambda look: look.key)],
        "commands": [[*commands, *menus], commands],
        "also": [["daily", "night", "leaderboard"]],
        "outside": [False, True],
    }
