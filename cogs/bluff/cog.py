"""Bluff in Discord: its slash commands."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Bluff(
    GameCog,
    group_name=word("command", "bluff"),
    group_description=described("Bluff: guess what lies under all the cups"),
):
    """The commands of Bluff."""

    look = LOOK
    opens = described("Open a table for Bluff in this channel")
