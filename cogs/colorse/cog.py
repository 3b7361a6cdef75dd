"""COLORSE in Discord: its slash command."""

from bot.words.i18n import described

from .._shared.game_cog import GameCog
from .look import LOOK


class Colorse(GameCog):
    """The command of COLORSE."""

    look = LOOK
    opens = described("Open a table for COLORSE in this channel")
