"""`make bench`: the figures of the README, each a ratio against a bare reference of this run."""

import asyncio

from . import leaderboard, load
from .rules import deals_per_second

ours, bare = deals_per_second()
found = asyncio.run(load.measure())
few, many = leaderboard.MATCHES
print("| clicks | ours | bare, only edits | ratio | bare, stores a row too | ratio |")
print("|---|---|---|---|---|---|")
print(*load.clicks(found), sep="\n")
print()
print("| figure | ours | reference | ratio |")
print("|---|---|---|---|")
print(f"| 6 nimmt! deals a second | {ours:,.0f} | {bare:,.0f} (plain lists) | {ours / bare:.2f} |")
print(*load.lines(found), sep="\n")
for page, times in asyncio.run(leaderboard.measure()).items():
    print(
        f"| ms for the {page} page of a leaderboard after {many:,} matches | {times[many]:.2f}"
        f" | {times[few]:.2f} (after {few:,}) | {times[many] / times[few]:.2f} |"
    )
