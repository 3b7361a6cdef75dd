"""Matching pennies in Discord: its slash command."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Pennies(GameCog):
    """The command of matching pennies."""

    look = LOOK
    name = word("command", "pennies")
    opens = described("Open a table for matching pennies")
