"""*More* ⋯: a private screen of what the person may do at a table now."""

from games.errors import N_, GameError

from ..play.lobby import By
from ..screens import more as screens
from ..screens.sight import undecided
from ..storage import PANEL
from ..tables.table import Table
from ..wire.ui import Address, Drawn, addresses
from .answers import Answer
from .control import control
from .opening import is_staff


def by(answer: Answer) -> By:
    """Return the acting person's rights at a table."""
    return By(answer.user_id, is_staff(answer.interaction), answer.bot.now())


@control("more", reads=True)
async def more(answer: Answer, at: Address) -> None:
    """Show the screen. It needs no match, so an ended or broken one has it too.

    While a film plays, it is that of a match that runs.
    """
    await answer.show(await _drawn(answer, at.table_id))


def clicked(answer: Answer) -> bool:
    """Return True if the click came from the screen."""
    message = answer.interaction.message
    return answer.private and message is not None and screens.is_more(addresses(message.components))


async def redraw(answer: Answer, table: Table, told: str = "") -> None:
    """Answer a click on the screen with its new state, below a line. The panel catches up."""
    table.posts.acted(answer.user_id)
    table.posts.of(PANEL).want()
    await answer.redraw_private(await _drawn(answer, table.id, told))
    if answer.interaction.guild_id is not None:
        table.posts.copies.clicked(answer.user_id, answer.key)


async def tell(answer: Answer, table: Table, told: str) -> None:
    """Say what was done, on the screen if the click came from it."""
    await (redraw(answer, table, told) if clicked(answer) else answer.say(told))


async def _drawn(answer: Answer, number: int, told: str = "") -> Drawn:
    bot, t = answer.bot, answer.t
    stored = await bot.tables.stored(number)
    if stored is None:
        # Anyone can forge an address without a table.
        raise GameError(N_("That button is out of date. Use the newest message."))
    if bot.tables.film_plays(answer.user_id, number):
        stored = undecided(stored)
    settings = await bot.servers.of(stored.guild_id)
    films = settings.moving if settings.pictures and bot.house.pictures.on else None
    return screens.more(stored, bot.house.look(stored.game), by(answer), t, told, films=films)
