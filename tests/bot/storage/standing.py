"""Stored matches and results, and what the standings have of them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, insert, select

from bot import storage
from bot.play import lobby
from bot.storage import Database, Result
from bot.storage.schema import seats, standings, tables
from bot.storage.standings import ALL_TIME
from games import find_game
from games.record import options_text
from tests.examples import ALL_AT_ONCE

from ..stored_tables import HERE, player

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
