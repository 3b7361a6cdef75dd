"""6 nimmt! in Discord: its slash command."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.clicks.table_options import Option
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Nimmt(GameCog):
    """The command of 6 nimmt!."""

    look = LOOK
    options = (
        Option(
            "target",
            word("command", "limit"),
            described("The match ends after the round in which someone goes over it (66)"),
            bounds=(10, 200),
        ),
        Option(
            "rounds",
            word("command", "rounds"),
            described("The match ends after this many at the latest"),
            bounds=(1, 20),
        ),
        Option(
            "deck",
            word("command", "deck"),
            described("Which cards are in play"),
            choices=(
                (described("all 104 cards"), "full"),
                (described("tactical: just enough"), "tactical"),
            ),
        ),
        Option(
            "jokers",
            word("command", "jokers"),
            described("With the ten jokers of the anniversary edition"),
        ),
    )

    @opening(word("command", "nimmt"), described("Open a table for 6 nimmt! in this channel"))
    async def play(
        self, interaction: Interaction, computers: app_commands.Range[int, 0, 9] | None = None
    ) -> None:
        """Open a table for 6 nimmt! in this channel."""
        await self.open(interaction, computers)
