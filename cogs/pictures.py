"""`/pictures`: each person's choice between moving pictures, still ones and words."""

import logging

import discord
from discord import app_commands

from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.membership_check import anywhere
from bot.run.client import BotCog
from bot.storage.people import Wish
from bot.wire.ui import Address, Drawn, button, button_rows, screen
from bot.words.errors import StorageError
from bot.words.i18n import Tongue, described, word
from games.errors import N_, GameError

_log = logging.getLogger(__name__)

_COLOUR = 0x5865F2
_WISHES = {
    "moving": Wish(pictures=True, moving=True),
    "still": Wish(pictures=True, moving=False),
    "words": Wish(pictures=False),
    "server": None,
}


class PictureWishes(BotCog):
    """A person's own choice. It holds in every server."""

    async def cog_load(self) -> None:
        """Take charge of the screen's buttons."""
        self.bot.controls["wish"] = self.choose
        self.bot.anywhere.add("wish")

    @anywhere
    @app_commands.command(
        name=word("command", "pictures"),
        description=described("Your hands in moving or still pictures, or in words"),
    )
    async def pictures(self, interaction: Interaction) -> None:
        """Show the present choice privately."""

        async def work(answer: Answer) -> None:
            await answer.show(_screen(self.bot.house.readers.wish(answer.user_id), answer.t))

        await answering(interaction, work)

    async def choose(self, answer: Answer, address: Address) -> None:
        """Store the choice, and redraw the person's hands."""
        if address.text not in _WISHES:
            raise GameError(N_("That can't be chosen."))
        wish = _WISHES[address.text]
        await self.bot.house.readers.choose(answer.user_id, wish)
        await answer.redraw_private(_screen(wish, answer.t))
        try:
            await self.bot.tables.show_anew(answer.user_id)
        except StorageError as error:
            # The choice is stored. The next change of each table shows it.
            _log.error("hands are drawn later: %s", error)


def _screen(wish: Wish | None, t: Tongue) -> Drawn:
    """Return the screen of the choice, with the present one marked."""
    labels = {
        "moving": t("Moving"),
        "still": t("Still"),
        "words": t("Words only"),
        "server": t("As the server has it"),
    }
    buttons = []
    for text, label in labels.items():
        chosen = _WISHES[text] == wish
        style = discord.ButtonStyle.success if chosen else discord.ButtonStyle.secondary
        label = f"{label} ✓" if chosen else label
        buttons.append(button(Address("wish", text=text), label, style=style, disabled=chosen))
    return screen(
        _COLOUR,
        "## 🖼️ " + t("Pictures or words"),
        t(
            "How do you want to see your hands? Reveals can move, as short films played once. "
            "Words say all that pictures show. What everyone reads in a channel is set by the "
            "server's staff."
        ),
        *button_rows(buttons),
    )
