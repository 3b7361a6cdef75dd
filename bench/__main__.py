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
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from games import GAMES

from . import Row, evening, ladder, moves, ratings, scale, steady


def _moves(given: Namespace) -> Iterator[Row]:
    for count in given.players or moves.PLAYERS:
        yield from asyncio.run(moves.measure(count, given.seconds or moves.SECONDS))


def _evening(given: Namespace) -> Iterator[Row]:
    for people in given.players or evening.PEOPLE:
        for form in given.forms:
            if people == 1 or form != evening.USUAL:
                yield asyncio.run(evening.measure(people, form))


def _steady(given: Namespace) -> Iterator[Row]:
    for count in given.tables or steady.TABLES:
        yield asyncio.run(steady.measure(count, given.seconds or steady.SECONDS))


ROWS: dict[str, tuple[Row, Callable[[Namespace], Iterable[Row]]]] = {
    "moves": (moves.HEAD, _moves),
    "evening": (evening.HEAD, _evening),
    "steady": (steady.HEAD, _steady),
    "scale": (scale.HEAD, lambda g: asyncio.run(scale.measure(g.seconds or scale.SECONDS))),
    "ladder": (ladder.HEAD, lambda g: ladder.climb(g.minutes, g.games)),
    "ratings": (ratings.HEAD, lambda _: (o.row() for o in ratings.simulate(ratings.SERVERS))),
}

parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
parser.add_argument("what", nargs="?", choices=[*ROWS])
parser.add_argument("--seconds", type=float, help="for each measurement")
parser.add_argument("--tables", type=int, nargs="+")
parser.add_argument("--players", type=int, nargs="+")
parser.add_argument("--minutes", type=float, default=ladder.MINUTES, help="for the whole ladder")
parser.add_argument("--forms", nargs="+", choices=evening.FORMS, default=[*evening.FORMS])
parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
given = parser.parse_args()
for what in [given.what] if given.what else ["moves", "evening"]:
    head, rows = ROWS[what]
    lines = (f"| {' | '.join(map(str, row))} |" for row in chain([head], rows(given)))
    found = []
    for line in chain([next(lines), "|---" * len(head) + "|"], lines):
        print(line, flush=True)
        found.append(line)
    if what == "ladder" and given.games == list(GAMES):
        ladder.FILE.write_text("\n".join([ladder.TITLE, "", *found, ""]), "utf-8")
