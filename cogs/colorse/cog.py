"""COLORSE in Discord: its slash command."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Colorse(GameCog):
    """The command of COLORSE."""

    look = LOOK
    name = word("command", "colorse")
    opens = described("Open a table for COLORSE in this channel")
