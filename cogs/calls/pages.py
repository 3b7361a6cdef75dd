"""*Call me*: a section of `/me`, and a button of `/help`."""

from bot.clicks.answers import Answer
from bot.clicks.pages import HELP, ME, Page, Way
from bot.play.names import printable
from bot.wire.ui import Address, Part, button, button_rows

from . import store


async def _section(answer: Answer, _game: str, _person: int) -> list[Part]:
    """Draw the person's wish in this server, with the way to change it."""
    if (guild_id := answer.home) is None:
        return []
    t, guild = answer.t, answer.bot.get_guild(guild_id)
    server = "?" if guild is None else printable(guild.name)
    wishes = await store.wishes(answer.bot.database, guild_id)
    if any(one.user_id == answer.user_id for one in wishes):
        told = t("I mention you in **{server}** when a table opens.", server=server)
        way = button(Address("nocalls", text=str(guild_id)), t("Stop calling me"))
    else:
        told = t("I don't call you to tables in **{server}**.", server=server)
        way = button(Address("call"), t("Call me"))
    return ["### 🔔 " + t("Calls"), told, *button_rows([way])]


SECTION = Page((ME,), _section)
CALL = Way((HELP,), lambda _, t: button(Address("call"), t("Call me")))
