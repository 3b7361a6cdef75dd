"""The command of each game, which opens its table at once."""

from typing import Any

from discord import app_commands

from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.membership_check import acting
from bot.clicks.opening import open_table
from bot.play.computers import NORMAL, Invitation
from bot.run.client import BotCog
from bot.screens.look import Look
from bot.storage import people
from bot.words.i18n import described, word
from games import find_game


class GameCog(BotCog):
    """A game's command. A subclass sets `look`, and the `name` and description of the command."""

    look: Look
    name: app_commands.locale_str
    opens: app_commands.locale_str

    async def cog_load(self) -> None:
        """Register the game's look and its command."""
        self.bot.looks[self.look.key] = self.look
        self.bot.tree.add_command(self._command())

    async def cog_unload(self) -> None:
        """Remove the command."""
        self.bot.tree.remove_command(self.name.message)

    def _command(self) -> app_commands.Command[Any, ..., None]:
        """Return the command. Its one option is the number of computers."""
        key, most = self.look.key, find_game(self.look.key).seats[-1] - 1

        @app_commands.guild_only()
        @app_commands.rename(computers=word("option", "computers"))
        @app_commands.describe(computers=described("How many computers play along (0)"))
        async def play(interaction: Interaction, computers: Any = None) -> None:
            async def work(answer: Answer) -> None:
                # The strength that the host chose last.
                kind = await people.strength(self.bot.database, answer.user_id, key)
                invited = Invitation(self.look.computers, kind or NORMAL, computers or 0)
                await open_table(answer, key, computers=invited)

            await answering(interaction, work, public=True)

        # discord.py reads the bounds of an option from its annotation.
        play.__annotations__["computers"] = app_commands.Range[int, 0, most] | None
        callback: Any = play
        opened: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=self.name, description=self.opens, callback=callback
        )
        return acting(opened)
