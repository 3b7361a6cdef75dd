"""Schwimmen in Discord: its slash commands."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Schwimmen(
    GameCog,
    group_name=word("command", "schwimmen"),
    group_description=described("Schwimmen (31): don't hold the worst hand"),
):
    """The commands of Schwimmen."""

    look = LOOK
    opens = described("Open a table for Schwimmen in this channel")
