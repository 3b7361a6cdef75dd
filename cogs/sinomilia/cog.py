"""Sinomilia in Discord: its slash command."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Sinomilia(GameCog):
    """The command of Sinomilia."""

    look = LOOK
    name = word("command", "sinomilia")
    opens = described("Open a table for Sinomilia in this channel")
