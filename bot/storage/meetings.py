"""A person's matches of a game with computers in a server, a row a computer met."""

from dataclasses import dataclass

from sqlalchemy import and_, false, select

from .contributions import is_daily
from .database import Database
from .schema import seats, tables


@dataclass(frozen=True, slots=True)
class Meeting:
    """A person and a computer in a match that both played to its end.

    `name` and `computer_id` are those of the computer's seat. `rank` is the person's, `against`
    the computer's.
    """

    table_id: int
    name: str
    computer_id: int
    rank: int
    against: int


async def meetings(database: Database, guild_id: int, user_id: int, game: str) -> list[Meeting]:
    """Return a person's meetings with computers in a game, oldest first.

    Matches that the person left, or that ended early, don't count. Nor do daily deals, which are
    the same for everyone.
    """
    mine, other = seats.alias("mine"), seats.alias("other")
    t, i, they = tables.c, mine.c, other.c
    query = (
        select(t.id, they.name, they.user_id, i.rank, they.rank)
        .where(
            and_(t.guild_id == guild_id, t.game == game, t.phase == "over", t.why.is_(None)),
            ~is_daily(t.id),
            and_(i.table_id == t.id, i.user_id == user_id, i.rank.is_not(None)),
            and_(i.left == false(), i.away == false(), i.left_ply.is_(None)),
            and_(they.table_id == t.id, they.kind != "person", they.rank.is_not(None)),
        )
        .order_by(t.ended_at, t.id, they.seat)
    )
    async with database.read(once=True) as db:
        return [Meeting(*row) for row in await db.execute(query)]
