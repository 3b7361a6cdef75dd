"""Running matches by the version of their rules."""

from sqlalchemy import func, select

from .database import Database
from .schema import tables


async def running(database: Database) -> dict[tuple[str, int, str], int]:
    """Return the number of running matches by game, rules version and phase."""
    t = tables.c
    query = (
        select(t.game, t.version, t.phase, func.count())
        .where(t.phase == "live")
        .group_by(t.game, t.version, t.phase)
    )
    async with database.read() as db:
        rows = (await db.execute(query)).all()
    return {(game, version, phase): number for game, version, phase, number in rows}
