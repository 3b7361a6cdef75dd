"""Time for a page of a leaderboard with the reader's rank, after few and many matches.

Both databases have twenty servers, so more matches mean longer lists.
"""

import itertools
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import insert

from bot.storage import Database
from bot.storage.schema import seats, standings, tables
from bot.storage.standings import ALL_GAMES, ALL_TIME, page
from games import GAMES

MATCHES = (1_000, 100_000)
_SERVERS = 20
_SEATS = 4
# Matches per player.
_EACH = 20
_PERIODS = (ALL_TIME, "2026-11", "2026-W47")
_LINES = 10
_AT_ONCE = 20_000

Row = dict[str, Any]


async def measure(turns: int = 300) -> dict[str, dict[int, float]]:
    """Return median ms by page (first, last) and number of matches.

    The files are queried alternately, so that other load slows both.
    """
    async with AsyncExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        files = {}
        for played in MATCHES:
            files[played] = await Database.open(folder / f"{played}.sqlite3")
            opened.push_async_callback(files[played].close)
            await _fill(files[played], played)
        found = {}
        for name in ("first", "last"):
            rng = random.Random(1)
            taken: dict[int, list[float]] = {played: [] for played in MATCHES}
            for _ in range(turns):
                for played, database in files.items():
                    taken[played].append(await _page(database, played, name == "last", rng))
            found[name] = {played: median(times) for played, times in taken.items()}
    return found


def _players(played: int) -> int:
    """Return the number of players per server."""
    return played * _SEATS // _EACH // _SERVERS


async def _page(database: Database, played: int, last: bool, rng: random.Random) -> float:
    """Return the ms of one page for a random reader."""
    players = _players(played)
    offset = (players - 1) // _LINES * _LINES if last else 0
    server, reader = 1 + rng.randrange(_SERVERS), 1 + rng.randrange(players)
    game = rng.choice([ALL_GAMES, *GAMES])
    started = time.perf_counter()
    seen = await page(database, server, game, ALL_TIME, reader=reader, offset=offset)
    spent = (time.perf_counter() - started) * 1000
    if seen.total != players or seen.own is None or not seen.lines:
        raise RuntimeError(f"a page went wrong: {seen}")
    return spent


async def _fill(database: Database, played: int) -> None:
    """Store matches of all servers and games, their seats, and all standings."""
    rng, players = random.Random(played), _players(played)
    for table, rows in (
        (tables, _tables(played)),
        (seats, _seats(played, players, rng)),
        (standings, _standings(players, rng)),
    ):
        while part := list(itertools.islice(rows, _AT_ONCE)):
            async with database.begin() as db:
                await db.execute(insert(table), part)


def _tables(played: int) -> Iterator[Row]:
    games = sorted(GAMES)
    for number in range(1, played + 1):
        yield (
            {"id": number, "guild_id": 1 + number % _SERVERS, "channel_id": 5, "locale": "en-US"}
            | {"game": games[number % len(games)], "version": 1, "options": "", "phase": "over"}
            | {"host_id": 1, "secret": b"", "opened_at": float(number), "ended_at": float(number)}
        )


def _seats(played: int, players: int, rng: random.Random) -> Iterator[Row]:
    for number in range(1, played + 1):
        for seat, user_id in enumerate(rng.sample(range(1, players + 1), _SEATS)):
            yield (
                {"table_id": number, "seat": seat, "user_id": user_id, "name": f"P{user_id}"}
                | {"locale": "en-US", "join_id": 1, "left": False, "rank": seat + 1, "score": 0}
                | {"rating_before": 0.0, "rating_after": 1.0}
            )


def _standings(players: int, rng: random.Random) -> Iterator[Row]:
    lists = itertools.product(range(1, _SERVERS + 1), (ALL_GAMES, *sorted(GAMES)), _PERIODS)
    for server, game, period in lists:
        for user_id in range(1, players + 1):
            mu = round(rng.gauss(25, 5), 6)
            yield (
                {"guild_id": server, "game": game, "period": period, "user_id": user_id}
                | {"name": f"P{user_id}", "mu": mu, "sigma": 5.0}
                | {"matches": _EACH, "wins": 5, "shown": True}
            )
