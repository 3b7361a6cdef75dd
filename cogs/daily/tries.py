"""The tries at daily deals: each opens a table of its own, without a panel."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot import storage
from bot.clicks.answers import Answer
from bot.clicks.opening import player_of
from bot.clicks.solo import point_to
from bot.play.computers import Cast
from bot.play.lobby import LOBBY_SECONDS, Place, new_row
from bot.storage import Contributed, Database, Player, StoredTable
from bot.tables.table import Table
from games.chance import DAILY, commitment

from . import deals, store
from .store import Deal


async def play(answer: Answer, deal: Deal, place: Place) -> None:
    """Begin the person's only try at a daily deal. Raises TableError after the first."""
    bot, cast = answer.bot, answer.bot.looks[deal.game].computers
    player = player_of(answer.interaction)
    stored = await opened(bot.database, place, deal, cast, player, bot.now())
    await go_on(answer, await bot.tables.opened(stored, answers=False))


async def go_on(answer: Answer, table: Table) -> None:
    """Go on with a daily deal, which may have yet to start, and point to its hand."""
    table.posts.acted(answer.user_id)
    if table.stored.started_at is None:
        # The process that opened it has died.
        await table.start(answer.user_id, staff=False)
    elif table.stored.paused_at is not None:
        await table.people.pause(answer.user_id, staff=False, resume=True)
    await point_to(answer, table, redraw=answer.private)


async def opened(
    database: Database, place: Place, deal: Deal, cast: Cast, host: Player, now: float
) -> StoredTable:
    """Open the lobby of a person's only try at a daily deal, which starts at once.

    Raises TableError after the first try.
    """
    rules = deals.daily_of(deal.game)
    row = new_row(place, deal.game, rules.options_line(), now, LOBBY_SECONDS, deals.PACE)
    closes = deals.closes(deal.number)
    row = replace(row, mode=deals.MODE, closes_at=closes, secret=deal.secret)

    def computers(secret: bytes) -> Sequence[Player]:
        return rules.computers(cast, commitment(secret))

    # Salts would deal each person other cards.
    unsalted = replace(host, join_id=0)
    first = Contributed(0, DAILY, str(deal.number))
    begin = partial(store.begin, number=deal.number, host=unsalted)
    return await storage.tables.open_lobby(
        database, row, unsalted, computers, first=first, then=begin
    )
