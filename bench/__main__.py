"""`make bench`: the figures of the README, each a ratio against a bare reference of this run.

`python -m bench steady` measures many tables under Discord's limits instead.
"""

import argparse
import asyncio

from . import leaderboard, load, pictures, steady
from .rules import deals_per_second


def _figures() -> None:
    ours, bare = deals_per_second()
    found = asyncio.run(load.measure())
    few, many = leaderboard.MATCHES
    print("| clicks | ours | bare, only edits | ratio | bare, stores a row too | ratio |")
    print("|---|---|---|---|---|---|")
    print(*load.clicks(found), sep="\n")
    print()
    print("| figure | ours | reference | ratio |")
    print("|---|---|---|---|")
    print(
        f"| 6 nimmt! deals a second | {ours:,.0f} | {bare:,.0f} (plain lists) | {ours / bare:.2f} |"
    )
    print(*load.lines(found), sep="\n")
    for page, times in asyncio.run(leaderboard.measure()).items():
        print(
            f"| ms for the {page} page of a leaderboard after {many:,} matches | {times[many]:.2f}"
            f" | {times[few]:.2f} (after {few:,}) | {times[many] / times[few]:.2f} |"
        )
    print(*pictures.lines(pictures.measure()), sep="\n")


def _steady(seconds: float, tables: list[int]) -> None:
    print(steady.HEAD)
    for count in tables:
        for found in asyncio.run(steady.measure(seconds, [count])):
            print(found.row(), flush=True)


parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
parser.add_argument("what", nargs="?", choices=["figures", "steady"], default="figures")
parser.add_argument(
    "--seconds", type=float, default=steady.SECONDS, help="for each count of tables"
)
parser.add_argument("--tables", type=int, nargs="+", default=list(steady.TABLES))
given = parser.parse_args()
if given.what == "steady":
    _steady(given.seconds, given.tables)
else:
    _figures()
