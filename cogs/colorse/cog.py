"""COLORSE in Discord: its slash commands."""

from bot.words.i18n import described, word

from .._shared.game_cog import GameCog
from .look import LOOK


class Colorse(
    GameCog,
    group_name=word("command", "colorse"),
    group_description=described("COLORSE: outguess a neighbour, keep the colours apart"),
):
    """The commands of COLORSE."""

    look = LOOK
    opens = described("Open a table for COLORSE in this channel")
