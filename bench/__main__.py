"""Measurements of the bot, its computers and its ratings.

Without a name, `moves` and `evening` run. `moves` measures the cost of a move beside a bare bot,
`evening` a person's click in all processes over whole evenings. `steady` runs many tables under
Discord's limits. `scale` measures moves a second of several processes on one PostgreSQL. `ladder`
plays the computers against each other. `ratings` simulates servers, and shows that ratings follow
strength alone.
"""

import argparse
import asyncio
from argparse import Namespace

from games import GAMES

from . import evening, ladder, moves, ratings, scale, steady


def _moves(given: Namespace) -> None:
    print(moves.HEAD)
    for count in given.players or moves.PLAYERS:
        rows = asyncio.run(moves.measure(count, given.seconds or moves.SECONDS))
        print(*rows, sep="\n", flush=True)


def _evening(given: Namespace) -> None:
    print(evening.HEAD, flush=True)
    for people in given.players or evening.PEOPLE:
        for form in given.forms:
            print(asyncio.run(evening.measure(people, form)), flush=True)


def _steady(given: Namespace) -> None:
    print(steady.HEAD)
    for count in given.tables or steady.TABLES:
        row = asyncio.run(steady.measure(count, given.seconds or steady.SECONDS))
        print(row, flush=True)


def _scale(given: Namespace) -> None:
    print(scale.HEAD, *asyncio.run(scale.measure(given.seconds or scale.SECONDS)), sep="\n")


def _ladder(given: Namespace) -> None:
    print(ladder.HEAD)
    for row in ladder.climb(given.minutes, given.games):
        print(row, flush=True)


def _ratings(_: Namespace) -> None:
    print(ratings.HEAD, *(one.row() for one in ratings.simulate(ratings.SERVERS)), sep="\n")


MEASURED = {
    "moves": _moves,
    "evening": _evening,
    "steady": _steady,
    "scale": _scale,
    "ladder": _ladder,
    "ratings": _ratings,
}

parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
parser.add_argument("what", nargs="?", choices=[*MEASURED])
parser.add_argument("--seconds", type=float, help="for each measurement")
parser.add_argument("--tables", type=int, nargs="+")
parser.add_argument("--players", type=int, nargs="+")
parser.add_argument("--minutes", type=float, default=ladder.MINUTES, help="for the whole ladder")
parser.add_argument("--forms", nargs="+", choices=evening.FORMS, default=[*evening.FORMS])
parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
given = parser.parse_args()
for what in [given.what] if given.what else ["moves", "evening"]:
    MEASURED[what](given)
