"""Schwimmen in Discord: its slash command."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Schwimmen(GameCog):
    """The command of Schwimmen."""

    look = LOOK
    name = word("command", "schwimmen")
    opens = described("Open a table for Schwimmen in this channel")
