"""*Post*: the line of a daily deal, once in a server."""

from bot.clicks.answers import Answer
from bot.clicks.sharing import Card
from bot.wire.ui import Address, Control, Drawn, Part, button, screen
from bot.words.i18n import Tongue
from games.errors import N_, GameError

from . import deals, store
from .schema import LINE
from .screens import line
from .store import Board, Run


async def card_at(answer: Answer, at: Address) -> Card:
    """Return the card of a control. Raises GameError once its day is over."""
    for number in deals.open_at(answer.bot.now()):
        run = await store.run(answer.bot.database, number, answer.user_id)
        card = None if run is None else await card_of(answer, run)
        if card is not None and at.text == str(number):
            return card
    raise GameError(N_("That button is out of date. Use the newest message."))


async def card_of(answer: Answer, run: Run) -> Card | None:
    """Return the card of a finished try at a daily deal, or None without a result of it."""
    bot = answer.bot
    stored = await bot.tables.stored(run.table_id)
    if stored is None or run.score is None:
        return None
    look = bot.looks[stored.game]

    async def draw(t: Tongue, *below: Part) -> Drawn:
        return screen(look.colour, line(run, look, t), *below)

    def ways(t: Tongue) -> list[Control]:
        too = t("Play it too")
        return [button(Address("daily"), too)]

    def elsewhere(t: Tongue) -> str:
        name = t.word("command", "daily")
        return t("`/{daily}` in a server's channel offers to post the line there.", daily=name)

    async def posting(guild_id: int, channel_id: int, locale: str) -> None:
        board = Board(run.number, guild_id, channel_id, locale)
        await store.open_board(bot.database, board)

    at = Address("dailypost", text=str(run.number))
    return Card(stored, LINE, draw, at, ways, elsewhere, posting)
