"""Fists in Discord: its slash command."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Fists(GameCog):
    """The command of fists."""

    look = LOOK
    name = word("command", "fists")
    opens = described("Open a table for fists")
