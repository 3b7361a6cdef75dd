"""Stored matches."""

from sqlalchemy import insert

from bot.storage import Database
from bot.storage.schema import seats, tables
from tests.examples import ALL_AT_ONCE

from ..stored_tables import HERE


async def made(
    database: Database,
    ends: list[float],
    *,
    guild_id: int = HERE.guild_id,
    channel_id: int = HERE.channel_id,
    users: tuple[int, ...] = (100, 101),
    game: str = ALL_AT_ONCE,
    phase: str = "over",
) -> None:
    """Store ended matches without moves, one for each given end."""
    table = {"guild_id": guild_id, "channel_id": channel_id, "locale": "en-US", "game": game}
    table |= {"version": 1, "options": "", "phase": phase, "host_id": users[0], "secret": b"s"}
    seat = {"locale": "en-US", "left": False, "score": 0}
    async with database.begin() as db:
        for at in ends:
            times = {"opened_at": at - 2, "started_at": at - 1, "ended_at": at}
            done = await db.execute(insert(tables).values(**table, **times))
            number = done.inserted_primary_key[0]  # type: ignore[index]
            for place, user in enumerate(users):
                who = {"user_id": user, "name": f"P{user}", "join_id": user, "rank": place + 1}
                await db.execute(insert(seats).values(table_id=number, seat=place, **who, **seat))
