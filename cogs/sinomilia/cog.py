"""Sinomilia in Discord: its slash commands."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Sinomilia(
    GameCog,
    group_name=word("command", "sinomilia"),
    group_description=described("Sinomilia: foretell the chips, and mislead your rival"),
):
    """The commands of Sinomilia."""

    look = LOOK
    opens = described("Open a table for Sinomilia in this channel")
