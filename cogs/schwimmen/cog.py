"""Schwimmen in Discord: its slash command."""

from bot.words.i18n import described

from .._shared.game_cog import GameCog
from .look import LOOK


class Schwimmen(GameCog):
    """The command of Schwimmen."""

    look = LOOK
    opens = described("Open a table for Schwimmen in this channel")
