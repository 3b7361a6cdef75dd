"""The finished matches of a server, newest first."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from sqlalchemy import Select, select

from .rows import Player
from .schema import matches, seats

if TYPE_CHECKING:
    from . import Storage

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
    m = matches.c
    found = select(m.id, m.game, m.ended_at).where(m.guild_id == guild_id, m.phase == "over")
    if hidden:
        found = found.where(m.channel_id.not_in(hidden))
    if game is not None:
        found = found.where(m.game == game)
    if user_id is not None:
        found = found.where(m.id.in_(select(seats.c.match_id).where(seats.c.user_id == user_id)))
    # Both orders stand in the index `matches_by_guild`, so that a page is read, not sorted out.
    return found.order_by(m.ended_at.desc(), m.id.desc()).limit(limit).offset(offset)


async def finished(
    storage: "Storage",
    guild_id: int,
    *,
    game: str | None = None,
    user_id: int | None = None,
    limit: int,
    offset: int = 0,
    hidden: Collection[int] = (),
) -> list[FinishedMatch]:
    """A page of a server's finished matches, newest first."""
    async with storage.begin() as db:
        page = query(
            guild_id, game=game, user_id=user_id, limit=limit, offset=offset, hidden=hidden
        )
        found = (await db.execute(page)).all()
        sitting = (
            select(seats.c.match_id, *_PLAYER)
            .where(seats.c.match_id.in_([row.id for row in found]))
            .order_by(seats.c.match_id, seats.c.seat)
        )
        players: dict[int, list[Player]] = defaultdict(list)
        for match_id, *values in await db.execute(sitting):
            players[match_id].append(Player(*values))
    return [FinishedMatch(row.id, row.game, row.ended_at, tuple(players[row.id])) for row in found]
