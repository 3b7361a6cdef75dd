"""Places in a closed season to walk through."""

from sqlalchemy import insert

from cogs.leaderboard.schema import places
from games import GAMES

from ..evening import Evening


async def prepare(e: Evening, _name: str) -> None:
    """Give the first two people places."""
    rows = [
        {
            "guild_id": e.guild.id,
            "user_id": one.id,
            "game": key,
            "period": "2025-Q4",
            "place": place,
        }
        for one in e.people[:2]
        for place, key in enumerate([*GAMES][:3], 1)
    ]
    async with e.bot.database.begin() as db:
        await db.execute(insert(places), rows)
