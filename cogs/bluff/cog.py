"""Bluff in Discord: its slash command."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Bluff(GameCog):
    """The command of Bluff."""

    look = LOOK
    name = word("command", "bluff")
    opens = described("Open a table for Bluff in this channel")
