"""Stored results, and what the standings have of them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, select

from bot import storage
from bot.play import lobby
from bot.storage import Database, Result
from bot.storage.schema import standings
from bot.storage.standings import ALL_TIME
from games import find_game
from games.record import options_text
from tests.examples import ALL_AT_ONCE

from ..stored_tables import player

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()


async def listed(
    database: Database, guild_id: int, game: str = ALL_AT_ONCE, period: str = ALL_TIME
) -> list[Row[Any]]:
    """Return the shown rows of a server's standings, best first."""
    s = standings.c
    here = (s.guild_id == guild_id, s.game == game, s.period == period, s.shown)
    return [*await database.rows(select(standings).where(*here).order_by(s.mu.desc(), s.user_id))]


async def played(
    database: Database,
    people: Sequence[int],
    ranks: Sequence[int],
    *,
    guild: int = 1,
    game: str = ALL_AT_ONCE,
    at: float = NOW,
    left: Sequence[int] = (),
) -> None:
    """Play a rated match with these people and ranks. `left` lists seats that left."""
    host, *others = [player(number) for number in people]
    options = options_text(find_game(game).Options())
    place = lobby.Place(guild, 2, "en-US")
    table = await lobby.open_lobby(database, place, game, options, host, at)
    await storage.tables.seat_players(database, table.id, [host, *others])
    await storage.tables.start(database, table.id, at, version=2)
    for seat in left:
        await storage.tables.leave(database, table.id, seat)
    rated = tuple(rank + 100 * (seat in left) for seat, rank in enumerate(ranks))
    result = Result(tuple(ranks), tuple(0 for _ in ranks), rated)
    await storage.moves.append(database, table.id, 1, 0, "55", at, result)
