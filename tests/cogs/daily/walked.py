"""Finished daily deals to walk through."""

from sqlalchemy import func, select

from bot.storage import Player, schema, shared
from bot.storage.shared import Shared
from cogs.daily import deals, store
from cogs.daily.schema import LINE

from ..evening import Evening


async def prepare(e: Evening, _name: str) -> None:
    """Give the first two people results of today's deal, begun or not, and of yesterday's."""
    database, now = e.bot.database, e.bot.now()
    today, game = deals.number_at(now), deals.daily_game()
    for at, one in enumerate(e.people[:2]):
        person = Player(one.id, one.name, "en-US", 1)
        for number in (today, today - 1):
            await store.draw(database, [number], game)
            run = await store.run(database, number, one.id)
            async with database.begin() as db:
                table_id = await db.scalar(select(func.max(schema.tables.c.id)))
                if run is None:
                    await store.begin(db, table_id, number=number, host=person)
                await store.finish(db, run.table_id if run else table_id, 99, [9] * 10)
            board = store.Board(number, e.guild.id, e.channel.id, "en-US")
            await store.open_board(database, board)
            if at and run is None:
                line = Shared(table_id, LINE, e.guild.id)
                await shared.claim(database, line, e.channel.id, now)
    await store.played_by_computer(database, today - 1, 99, [9] * 10, "")
