"""6 nimmt! in Discord: its slash commands."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Nimmt(
    GameCog,
    group_name=word("command", "nimmt"),
    group_description=described("6 nimmt!: avoid taking bulls"),
):
    """The commands of 6 nimmt!."""

    look = LOOK

    @opening(described("Open a table for 6 nimmt! in this channel"))
    @app_commands.rename(
        target=word("command", "limit"),
        rounds=word("command", "rounds"),
        deck=word("command", "deck"),
        jokers=word("command", "jokers"),
    )
    @app_commands.describe(
        target=described("The match ends after the round in which someone goes over it (66)"),
        rounds=described("The match ends after this many at the latest"),
        deck=described("Which cards are in play"),
        jokers=described("With the ten jokers of the anniversary edition"),
    )
    @app_commands.choices(
        deck=[
            app_commands.Choice(name=described("all 104 cards"), value="full"),
            app_commands.Choice(name=described("tactical: just enough"), value="tactical"),
        ]
    )
    async def play(
        self,
        interaction: Interaction,
        target: app_commands.Range[int, 10, 200] = 66,
        rounds: app_commands.Range[int, 1, 20] | None = None,
        deck: str = "full",
        jokers: bool = False,
        computers: app_commands.Range[int, 0, 9] | None = None,
        strength: str | None = None,
    ) -> None:
        """Open a table for 6 nimmt! in this channel."""
        await self.open(
            interaction, computers, strength, target=target, rounds=rounds, deck=deck, jokers=jokers
        )
