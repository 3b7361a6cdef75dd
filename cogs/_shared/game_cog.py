"""The command of each game, which opens its table at once."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from discord import app_commands
from discord.ext import commands

from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.membership_check import acting
from bot.clicks.opening import open_table
from bot.clicks.table_options import Option
from bot.play.computers import NORMAL, Invitation
from bot.run.client import Shinrisen
from bot.screens.look import Look
from bot.storage import people
from bot.words.i18n import described, word
from games import find_game
from games.record import options_text

Play = TypeVar("Play", bound=Callable[..., Any])


def opening(
    name: app_commands.locale_str, description: app_commands.locale_str
) -> Callable[[Play], app_commands.Command[Any, ..., None]]:
    """Return a decorator that makes a method a game's command, with computers as its option."""
    command = app_commands.command(name=name, description=description)
    renamed = app_commands.rename(computers=word("option", "computers"))
    told = app_commands.describe(computers=described("How many computers play along (0)"))
    place = app_commands.guild_only()
    return lambda play: acting(command(place(renamed(told(play)))))


class GameCog(commands.Cog):
    """A game's command. A subclass sets `look`, the questions about `options`, and adds `play`."""

    look: Look
    options: ClassVar[Sequence[Option]] = ()

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the game's look and its options."""
        self.bot.looks[self.look.key] = self.look
        self.bot.options[self.look.key] = self.options

    async def open(self, interaction: Interaction, computers: int | None) -> None:
        """Open a table in this channel, with computers of the strength that the host chose last."""

        async def work(answer: Answer) -> None:
            key, database = self.look.key, self.bot.database
            kind = await people.strength(database, answer.user_id, key) if computers else None
            company = Invitation(self.look.computers, kind or NORMAL, computers or 0)
            usual = options_text(find_game(key).Options())
            await open_table(answer, key, usual, computers=company)

        await answering(interaction, work, public=True)
