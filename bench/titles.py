"""Time to give titles and seasons over a database of finished matches, three times over.

The matches are random ones of all games, in twenty servers over two years. A few hundred different
ones are stored again and again with other people. The last two runs must change nothing.
"""

import asyncio
import itertools
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.run.achievements import Review
from bot.storage import Database
from games import GAMES
from games.chance import Chance, mix
from games.core import Seat
from games.record import options_text

MATCHES = 100_000
HEAD = (
    "| Run | Matches | Seconds | Titles given | Titles in all | Memory at most |\n"
    "|---|---|---|---|---|---|"
)
_SERVERS, _PEOPLE = 20, 50
_DIFFERENT = 60
_MOST_SEATS = 5
_FIRST, _SPAN = 1_735_689_600.0, 2 * 365 * 86_400.0
_AT_ONCE = 1_000
_CAREFUL = 0.5


@dataclass(frozen=True, slots=True)
class Played:
    """A finished random match: salts from 1 and a constant secret bring its deal."""

    game: str
    version: int
    options: str
    secret: bytes
    ranks: tuple[int, ...]
    moves: tuple[tuple[Seat, str], ...]


async def run(matches: int = MATCHES) -> list[str]:
    """Return the rows of a first run, a dry one and a last one. Raises RuntimeError if they differ.

    The dry run is the second.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "titles.sqlite3"
        await (await Database.open(file)).close()
        _fill(file, matches)
        database, rows = await Database.open(file), []
        try:
            before = None
            for name in ("first", "only counted", "again"):
                started = time.perf_counter()
                review = Review(database)
                await review.read()
                if name != "only counted":
                    await review.store(_FIRST + 2 * _SPAN)
                spent, (after, held) = time.perf_counter() - started, _stored(file)
                if before not in (None, after):
                    raise RuntimeError("a later run gave something else")
                before = after
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                rows.append(
                    f"| {name} | {review.matches:,} | {spent:.0f} | {len(review.new):,} | "
                    f"{held:,} | {memory:.0f} MB |"
                )
        finally:
            await database.close()
    return rows


def _stored(file: Path) -> tuple[int, int]:
    """Return a hash of all titles and standings, and the number of titles."""
    with closing(sqlite3.connect(file)) as db:
        titles = db.execute("select * from titles order by 1, 2, 3, 4").fetchall()
        lists = db.execute("select * from standings order by 1, 2, 3, 4").fetchall()
    earned = sum(place is None for *_, place, _, _ in titles)
    # A season's title has the time of its first closing.
    return hash((tuple(titles), tuple(lists))), earned


def _fill(file: Path, matches: int) -> None:
    """Store the matches with their seats and moves, past the bot."""
    rng = random.Random(matches)
    pool = [_play(rng, number) for number in range(_DIFFERENT * len(GAMES))]
    numbers = iter(range(1, matches + 1))
    with closing(sqlite3.connect(file)) as db:
        while some := list(itertools.islice(numbers, _AT_ONCE)):
            made = [(number, rng.choice(pool)) for number in some]
            seats = [row for number, one in made for row in _seats(number, one, rng)]
            moves = [row for number, one in made for row in _moves(number, one)]
            with db:
                _insert(db, "tables", [_table(*one, matches) for one in made])
                _insert(db, "seats", seats)
                db.executemany(
                    "insert into moves (table_id, ply, seat, move, at) values (?, ?, ?, ?, 0)",
                    moves,
                )


def _insert(db: sqlite3.Connection, table: str, rows: list[dict[str, Any]]) -> None:
    names = [*rows[0]]
    marks = ", ".join("?" for _ in names)
    # The names are written here.
    statement = f"insert into {table} ({', '.join(names)}) values ({marks})"
    db.executemany(statement, [[*row.values()] for row in rows])


def _table(number: int, played: Played, matches: int) -> dict[str, Any]:
    ended = _FIRST + _SPAN * number / matches
    return (
        {"id": number, "guild_id": 1 + number % _SERVERS, "channel_id": 5, "locale": "en-US"}
        | {"game": played.game, "version": played.version, "options": played.options}
        | {"phase": "over", "host_id": 1, "secret": played.secret, "private": False}
        | {"opened_at": ended, "started_at": ended, "ended_at": ended}
    )


def _seats(number: int, played: Played, rng: random.Random) -> Iterator[dict[str, Any]]:
    people = rng.sample(range(1, _PEOPLE + 1), len(played.ranks))
    for seat, (user_id, rank) in enumerate(zip(people, played.ranks, strict=True)):
        yield (
            {"table_id": number, "seat": seat, "user_id": user_id, "name": f"P{user_id}"}
            | {"locale": "en-US", "join_id": seat + 1, "left": False, "rank": rank, "score": 0}
            | {"rating_before": 25.0, "rating_after": 25.0}
        )


def _moves(number: int, played: Played) -> Iterator[tuple[int, int, int, str]]:
    for ply, (seat, move) in enumerate(played.moves, 1):
        yield number, ply, seat, move


def _play(rng: random.Random, number: int) -> Played:
    """Play a match by default moves and random ones."""
    game: Any = GAMES[sorted(GAMES)[number % len(GAMES)]]
    seats = rng.choice([seats for seats in game.seats if seats <= _MOST_SEATS])
    options, secret = game.Options(), number.to_bytes(32)
    seed = mix(secret, [str(seat + 1) for seat in range(seats)])
    step, moves = game.deal(seats, options, Chance(seed, 0)), list[tuple[Seat, str]]()
    while (outcome := game.outcome(step.state)) is None:
        seat = min(game.to_act(step.state))
        careful = rng.random() < _CAREFUL
        legal = game.legal_moves(step.state, seat)
        usual = game.default_move(game.view(step.state, seat))
        move = usual if careful and usual in legal else rng.choice(legal)
        moves.append((seat, game.move_text(move)))
        step = game.play(step.state, seat, move, Chance(seed, len(moves)))
    stored = options_text(options)
    return Played(game.key, game.version, stored, secret, outcome.ranks, tuple(moves))


def lines(matches: int) -> Iterator[str]:
    """Yield the table."""
    yield HEAD
    yield from asyncio.run(run(matches))
