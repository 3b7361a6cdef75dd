"""Titles that people hold in a server: places in seasons, and those that matches earned."""

from dataclasses import dataclass

from sqlalchemy import select

from .database import Database
from .schema import titles


@dataclass(frozen=True, slots=True)
class Held:
    """A title. Of a season: `name` is its period, `place` the place. Of a match: `name` is a key.

    `game` is a game's key, or `*`.
    """

    game: str
    name: str
    place: int | None


async def of_person(database: Database, guild_id: int, user_id: int) -> list[Held]:
    """Return a person's titles in a server, the newest first."""
    t = titles.c
    query = select(t.game, t.name, t.place).where(t.guild_id == guild_id, t.user_id == user_id)
    query = query.order_by(t.at.desc(), t.place, t.game, t.name)
    async with database.read() as db:
        return [Held(*row) for row in await db.execute(query)]
