"""`make bench`: the figures of the README, each a ratio to a reference measured in the same run.

`python -m bench moves` measures only the cost of a move. `steady` runs many tables under Discord's
limits, with `--at-once` opened by people at the same time. `computers` measures clicks while
computers think at many tables. `scale` measures moves a second of several processes on one
PostgreSQL. `ladder` plays the computers against each other. `ratings` simulates servers, and shows
that ratings follow strength alone. `films` measures the drawing and writing of films by game and
seats. `evening` measures a person's click in all processes of the bot, over whole evenings.
`review` names the costliest moment of matches twice, and plays its moves out. `titles` gives titles
and seasons over a database of finished matches. `shares` measures the share of players who earn
each title.
"""

import argparse
import asyncio
import importlib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from types import ModuleType

from games import GAMES
from rig import postgres

from . import (
    computers,
    evening,
    films,
    leaderboard,
    load,
    moves,
    pictures,
    ratings,
    review,
    rungs,
    scale,
    shares,
    statements,
    steady,
    titles,
)


def _rules() -> Iterator[ModuleType]:
    """Yield the measurements of the games' own rules, where a game has some."""
    for key in GAMES:
        if find_spec(f"bench.{key}") and find_spec(f"bench.{key}.rules"):
            yield importlib.import_module(f"bench.{key}.rules")


def _figures() -> None:
    few, many = leaderboard.MATCHES
    _moves(moves.SECONDS)
    found = asyncio.run(load.measure())
    print()
    print("| figure | ours | reference | ratio |")
    print("|---|---|---|---|")
    for module in _rules():
        print(*module.rows(), sep="\n")
    print(*load.lines(found), sep="\n")
    for page, times in asyncio.run(leaderboard.measure()).items():
        print(
            f"| ms for the {page} page of a leaderboard after {many:,} matches | {times[many]:.2f}"
            f" | {times[few]:.2f} (after {few:,}) | {times[many] / times[few]:.2f} |"
        )
    print(*pictures.lines(pictures.measure()), sep="\n")


def _moves(seconds: float, players: Sequence[int] = moves.ALL) -> None:
    print(moves.HEAD, *moves.lines(asyncio.run(moves.measure(players, seconds))), sep="\n")


def _steady(seconds: float, tables: list[int], *, at_once: bool) -> None:
    print(steady.HEAD)
    for count in tables:
        for found in asyncio.run(steady.measure(seconds, [count], at_once=at_once)):
            print(found.row(), flush=True)


def _ladder(minutes: float, games: list[str]) -> None:
    print(rungs.HEAD)
    for rung in rungs.climb(minutes, games):
        print(rung.row(), flush=True)


def _computers(seconds: float, tables: int) -> None:
    found = asyncio.run(computers.measure(tables, seconds))
    print(computers.HEAD, *(one.row() for one in found), sep="\n")


def _scale(seconds: float) -> None:
    found = asyncio.run(scale.measure(seconds))
    print(scale.HEAD, *(one.row() for one in found), sep="\n")
    if postgres.programs() is not None:
        print(statements.HEAD, *(one.row() for one in asyncio.run(statements.measure())), sep="\n")


def _films(games: list[str]) -> None:
    print(films.HEAD)
    for found in films.measure(games):
        print(found.row(), flush=True)


def _evening(players: Sequence[int], forms: Sequence[str]) -> None:
    print(evening.HEAD, flush=True)
    for people in players:
        for form in forms:
            print(asyncio.run(evening.measure(people, form)).row(), flush=True)


def _ratings() -> None:
    print(ratings.HEAD, *(one.row() for one in ratings.simulate(ratings.SERVERS)), sep="\n")


parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
parser.add_argument(
    "what",
    nargs="?",
    choices=[
        *("figures", "moves", "steady", "computers", "ladder", "ratings", "scale", "films"),
        *("evening", "review", "titles", "shares"),
    ],
    default="figures",
)
parser.add_argument("--seconds", type=float, help="for each measurement")
parser.add_argument("--tables", type=int, nargs="+")
parser.add_argument("--at-once", action="store_true", help="people open the tables of `steady`")
parser.add_argument("--players", type=int, nargs="+")
parser.add_argument("--minutes", type=float, default=rungs.MINUTES, help="for the whole ladder")
parser.add_argument("--forms", nargs="+", choices=evening.FORMS, default=evening.FORMS)
parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
parser.add_argument("--matches", type=int, help="of each game to review or play; or to give titles")
parser.add_argument("--moments", type=int, default=review.PLAYED_OUT, help="to play out, a game")
parser.add_argument("--worlds", type=int, default=review.WORLDS, help="to play a moment out in")
given = parser.parse_args()
if given.what == "moves":
    _moves(given.seconds or moves.SECONDS, given.players or moves.ALL)
elif given.what == "steady":
    tables = given.tables or list(steady.TABLES)
    _steady(given.seconds or steady.SECONDS, tables, at_once=given.at_once)
elif given.what == "computers":
    _computers(given.seconds or computers.SECONDS, (given.tables or [computers.TABLES])[0])
elif given.what == "scale":
    _scale(given.seconds or scale.SECONDS)
elif given.what == "ratings":
    _ratings()
elif given.what == "films":
    _films(given.games)
elif given.what == "review":
    each = given.matches or review.MATCHES
    for line in review.run(given.games, each, given.moments, given.worlds):
        print(line, flush=True)
elif given.what == "titles":
    print(*titles.lines(given.matches or titles.MATCHES), sep="\n")
elif given.what == "shares":
    print(shares.HEAD, flush=True)
    for found in shares.measure(given.games, given.matches or shares.MATCHES):
        print(found.row(), flush=True)
elif given.what == "evening":
    _evening(given.players or evening.PEOPLE, given.forms)
elif given.what == "ladder":
    _ladder(given.minutes, given.games)
else:
    _figures()
