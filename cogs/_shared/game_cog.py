"""The command of each game, which opens its table at once."""

from inspect import Parameter, Signature, signature
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.membership_check import acting
from bot.clicks.opening import open_table
from bot.play.computers import NORMAL, Invitation
from bot.run.client import Shinrisen
from bot.screens.look import Look
from bot.storage import people
from bot.words.i18n import described, word
from games import find_game
from games.record import options_text


def _play(look: Look, opens: app_commands.locale_str) -> app_commands.Command[Any, ..., None]:
    """Return the command of a game. Its only option is the number of computers."""
    game = find_game(look.key)

    async def play(interaction: Interaction, computers: int | None = None) -> None:
        """Open a table here, with computers of the strength that the host chose last."""

        async def work(answer: Answer) -> None:
            kind = None
            if computers:
                kind = await people.strength(answer.bot.database, answer.user_id, look.key)
            company = Invitation(look.computers, kind or NORMAL, computers or 0)
            usual = options_text(game.Options())
            await open_table(answer, look.key, usual, computers=company)

        await answering(interaction, work, public=True)

    most: Any = app_commands.Range[int, 0, game.seats[-1] - 1]
    first, number = signature(play).parameters.values()
    # discord.py reads the options from the signature.
    own = Signature([first, number.replace(kind=Parameter.KEYWORD_ONLY, annotation=most | None)])
    setattr(play, "__signature__", own)  # noqa: B010
    app_commands.rename(computers=word("option", "computers"))(play)
    app_commands.describe(computers=described("How many computers play along (0)"))(play)
    name: Any = word("command", look.key)
    command: Any = app_commands.Command(name=name, description=opens, callback=play)
    return acting(app_commands.guild_only()(command))


class GameCog(commands.Cog):
    """A game's command. A subclass sets `look`, and the description of the command as `opens`."""

    look: Look
    opens: app_commands.locale_str

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot
        self.command = _play(self.look, self.opens)

    async def cog_load(self) -> None:
        """Register the game's look and its command."""
        self.bot.looks[self.look.key] = self.look
        self.bot.tree.add_command(self.command)

    async def cog_unload(self) -> None:
        """Remove the command."""
        self.bot.tree.remove_command(self.command.name)
