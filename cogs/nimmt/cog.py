"""6 nimmt! in Discord: its slash commands."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Nimmt(
    GameCog,
    group_name=word("command", "nimmt"),
    group_description=described("6 nimmt!: avoid taking bulls"),
):
    """The commands of 6 nimmt!."""

    look = LOOK
    opens = described("Open a table for 6 nimmt! in this channel")
