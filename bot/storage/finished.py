"""The finished matches of a server, newest first."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, fields

from sqlalchemy import Select, select

from .database import Database
from .rows import Player
from .schema import seats, tables

_PLAYER = [seats.c[f.name] for f in fields(Player)]


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that was played to its end; players by seat, `ended_at` in unix seconds."""

    id: int
    game: str
    ended_at: float
    players: tuple[Player, ...]


def query(
    guild_id: int,
    *,
    game: str | None,
    user_id: int | None,
    limit: int,
    offset: int,
    hidden: Collection[int] = (),
) -> Select[tuple[int, str, float]]:
    """Finished matches of a server, newest first, maybe only of a game or with a person.

    Those of `hidden` channels aren't among them.
    """
    t = tables.c
    found = select(t.id, t.game, t.ended_at).where(t.guild_id == guild_id, t.phase == "over")
    if hidden:
        found = found.where(t.channel_id.not_in(hidden))
    if game is not None:
        found = found.where(t.game == game)
    if user_id is not None:
        found = found.where(t.id.in_(select(seats.c.table_id).where(seats.c.user_id == user_id)))
    # Both orders stand in the index `tables_by_guild`, so that a page is read, not sorted out.
    return found.order_by(t.ended_at.desc(), t.id.desc()).limit(limit).offset(offset)


async def finished(
    database: Database,
    guild_id: int,
    *,
    game: str | None = None,
    user_id: int | None = None,
    limit: int,
    offset: int = 0,
    hidden: Collection[int] = (),
) -> list[FinishedMatch]:
    """A page of a server's finished matches, newest first."""
    async with database.read() as db:
        page = query(
            guild_id, game=game, user_id=user_id, limit=limit, offset=offset, hidden=hidden
        )
        found = (await db.execute(page)).all()
        sitting = (
            select(seats.c.table_id, *_PLAYER)
            .where(seats.c.table_id.in_([row.id for row in found]))
            .order_by(seats.c.table_id, seats.c.seat)
        )
        players: dict[int, list[Player]] = defaultdict(list)
        for table_id, *values in await db.execute(sitting):
            players[table_id].append(Player(*values))
    return [FinishedMatch(row.id, row.game, row.ended_at, tuple(players[row.id])) for row in found]
