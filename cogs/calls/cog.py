"""*Call me* 🔔: calls to new tables of a server, on or off."""

from bot.clicks.answers import Answer
from bot.clicks.control import control
from bot.play.names import printable
from bot.run.client import BotCog
from bot.wire.ui import Address, button, button_rows, screen
from bot.words.errors import TableError
from games.errors import N_, GameError

from . import store

_COLOUR = 0x5865F2


class Calls(BotCog):
    """A person's wish to be called. It holds in one server."""

    @control("call", sign="🔔")
    async def ask(self, answer: Answer, address: Address) -> None:
        """*Call me*: store the wish, and offer to delete it."""
        guild_id = answer.interaction.guild_id
        if address.table_id:
            stored = await self.bot.tables.stored(address.table_id)
            assert stored is not None
            guild_id = stored.guild_id
        if guild_id is None:
            raise TableError(N_("I call people to tables in servers: press 🔔 there."))
        await store.save(self.bot.database, guild_id, answer.user_id)
        t, guild = answer.t, self.bot.get_guild(guild_id)
        server = "?" if guild is None else printable(guild.name)
        told = t("I mention you in **{server}** when a table opens.", server=server)
        limits = t("At most once an hour, and only for channels you can see.")
        stop = button(Address("nocalls", text=str(guild_id)), t("Stop calling me"))
        parts = ("## 🔔 " + t("Call me"), told, "-# " + limits)
        await answer.show(screen(_COLOUR, *parts, *button_rows([stop])))

    @control("nocalls", sign="🔕")
    async def stop(self, answer: Answer, address: Address) -> None:
        """*Stop calling me*: delete the wish."""
        guild_id = answer.interaction.guild_id
        if address.text.isdecimal() and len(address.text) <= 20:
            guild_id = int(address.text)
        if guild_id is None:
            raise GameError(N_("That button is out of date. Use the newest message."))
        await store.stop(self.bot.database, guild_id, answer.user_id)
        await answer.redraw_private(screen(_COLOUR, answer.t("I don't call you here any more.")))
