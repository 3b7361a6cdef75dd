"""Fists in Discord: its slash command."""

from bot.words.i18n import described

from .._shared.game_cog import GameCog
from .look import LOOK


class Fists(GameCog):
    """The command of fists."""

    look = LOOK
    opens = described("Open a table for fists")
