"""Statements of the leaderboards."""

from collections.abc import Iterable

from sqlalchemy import select

from bot.storage import Database
from bot.storage.schema import seats, tables
from bot.storage.standings import ALL_GAMES


async def risen(
    database: Database, guild_id: int, game: str, user_ids: Iterable[int]
) -> dict[int, bool]:
    """Return for each person whether their last rated match raised the rating.

    People with an unchanged rating are omitted. The rating in the match's own game counts, also for
    the list of all games.
    """
    found = {}
    async with database.read() as db:
        for user_id in user_ids:
            query = (
                select(seats.c.rating_after - seats.c.rating_before)
                .join(tables, tables.c.id == seats.c.table_id)
                .where(tables.c.guild_id == guild_id, seats.c.user_id == user_id)
                .where(seats.c.rating_after.is_not(None))
                .order_by(tables.c.ended_at.desc(), tables.c.id.desc())
                .limit(1)
            )
            if game != ALL_GAMES:
                query = query.where(tables.c.game == game)
            change = (await db.execute(query)).scalar()
            if change:
                found[user_id] = change > 0
    return found
