"""6 nimmt! in Discord: its slash command."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Nimmt(GameCog):
    """The command of 6 nimmt!."""

    look = LOOK
    name = word("command", "nimmt")
    opens = described("Open a table for 6 nimmt! in this channel")
