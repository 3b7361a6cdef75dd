"""Matching pennies in Discord: its slash commands."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Pennies(
    GameCog, group_name=word("command", "pennies"), group_description=described("Matching pennies")
):
    """The commands of matching pennies."""

    look = LOOK
    opens = described("Open a table for matching pennies")
