"""`/me`: a person's pictures, calls and data on one private screen."""

import logging

import discord
from discord import app_commands

from bot.clicks.answers import Answer, answered
from bot.clicks.control import control
from bot.clicks.membership_check import anywhere, at_home
from bot.clicks.pages import ME, added, ways_to
from bot.run.client import BotCog, Shinrisen
from bot.storage.people import Wish, hidden
from bot.wire.ui import Address, Control, Drawn, Part, button, button_rows, screen
from bot.words.errors import StorageError
from bot.words.i18n import Tongue, described, word
from games.errors import N_, GameError

from .privacy import Privacy

_log = logging.getLogger(__name__)

_COLOUR = 0x5865F2
_WISHES = {
    "moving": Wish(pictures=True, moving=True),
    "still": Wish(pictures=True, moving=False),
    "words": Wish(pictures=False),
    "server": None,
}


class Me(BotCog):
    """The screen, and the choice of pictures, which holds in every server."""

    @anywhere
    @app_commands.command(
        name=word("command", "me"), description=described("Your pictures, calls and data")
    )
    @answered()
    async def me(self, answer: Answer) -> None:
        """Show the screen privately."""
        await answer.show(await self._screen(answer))

    @control("wish", anywhere=True)
    async def choose(self, answer: Answer, address: Address) -> None:
        """Store the choice of pictures, and redraw the person's hands."""
        if address.text not in _WISHES:
            raise GameError(N_("That can't be chosen."))
        await self.bot.house.readers.choose(answer.user_id, _WISHES[address.text])
        await answer.redraw_private(await self._screen(answer))
        try:
            await self.bot.tables.show_anew(answer.user_id)
        except StorageError as error:
            # The choice is stored. The next change of each table shows it.
            _log.error("hands are drawn later: %s", error)

    async def _screen(self, answer: Answer) -> Drawn:
        parts = _pictures(self.bot.house.readers.wish(answer.user_id), answer.t)
        parts += await added(ME, answer)
        return screen(_COLOUR, *parts, *await self._data(answer))

    async def _data(self, answer: Answer) -> list[Part]:
        """Draw what may be done with one's data. Away from home only a record can be checked."""
        t, ways = answer.t, list[Control]()
        if at_home(answer.interaction):
            ways.append(button(Address("export"), t("Get my data")))
            if (guild_id := answer.home) is not None:
                out = await hidden(self.bot.database, guild_id, answer.user_id)
                label = t("Show me here") if out else t("Hide me here")
                ways.append(button(Address("hide", text="off" if out else "on"), label))
            ways.append(button(Address("delete"), t("Delete everything")))
        ways += ways_to(ME, t)
        told = t("What is kept about you, and the proof of any match by its record.")
        return ["### 🔐 " + t("Data"), told, *button_rows(ways)]


def _pictures(wish: Wish | None, t: Tongue) -> list[Part]:
    """Return the choice of pictures, with the present one marked."""
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
    told = t(
        "How do you want to see your hands? Reveals can move, as short films played once. "
        "Words say all that pictures show. What everyone reads in a channel is set by the "
        "server's staff."
    )
    return ["### 🖼️ " + t("Pictures or words"), told, *button_rows(buttons)]


async def setup(bot: Shinrisen) -> None:
    """Add both cogs of a person's choices."""
    await bot.add_cog(Me(bot))
    await bot.add_cog(Privacy(bot))
