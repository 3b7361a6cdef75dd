"""Fists in Discord: its slash commands."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Fists(
    GameCog,
    group_name=word("command", "fists"),
    group_description=described("Fists: hide more coins than the others"),
):
    """The commands of fists."""

    look = LOOK
    opens = described("Open a table for fists")
