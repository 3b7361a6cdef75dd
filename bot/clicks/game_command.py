"""The command of each game, which opens its table at once."""

from typing import Any

from discord import app_commands

from games import find_game

from ..play.computers import NORMAL, Invitation
from ..screens.look import Look
from ..storage import people
from ..words.i18n import described, word
from .answers import Answer, Bot, Interaction, answering
from .membership_check import acting
from .opening import open_table


async def add_game(look: Look, bot: Bot) -> None:
    """Register a game's look and its command, whose one option is the number of computers."""
    key, most = look.key, find_game(look.key).seats[-1] - 1

    @app_commands.guild_only()
    @app_commands.rename(computers=word("option", "computers"))
    @app_commands.describe(computers=described("How many computers play along (0)"))
    async def play(interaction: Interaction, computers: Any = None) -> None:
        async def work(answer: Answer) -> None:
            # The strength that the host chose last.
            kind = await people.strength(bot.database, answer.user_id, key)
            invited = Invitation(look.computers, kind or NORMAL, computers or 0)
            await open_table(answer, key, computers=invited)

        await answering(interaction, work, public=True)

    # discord.py reads the bounds of an option from its annotation.
    play.__annotations__["computers"] = app_commands.Range[int, 0, most] | None
    callback: Any = play
    opened: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=look.command, description=look.opens, callback=callback
    )
    bot.looks[key] = look
    bot.tree.add_command(acting(opened))
