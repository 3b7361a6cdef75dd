"""`make bench`: the figures of the README, each a ratio against a bare reference of this run."""

import asyncio

from . import leaderboard
from .clicks import measure
from .rules import deals_per_second

ours, bare = deals_per_second()
print("| figure | ours | bare reference | ratio |")
print("|---|---|---|---|")
print(f"| 6 nimmt! deals a second | {ours:,.0f} | {bare:,.0f} (plain lists) | {ours / bare:.2f} |")
for users, (mine, theirs) in asyncio.run(measure((1, 100))).items():
    people = "1 user" if users == 1 else f"{users} users"
    print(
        f"| moves by button a second, {people} | {mine.rate:,.0f} | {theirs.rate:,.0f} (only edits)"
        f" | {mine.rate / theirs.rate:.2f} |"
    )
    print(
        f"| p99 of the acknowledgement, {people} | {mine.p99:,.0f} ms | {theirs.p99:,.0f} ms"
        f" | {mine.p99 / theirs.p99:.2f} |"
    )
few, many = leaderboard.MATCHES
for page, times in asyncio.run(leaderboard.measure()).items():
    print(
        f"| ms for the {page} page of a leaderboard after {many:,} matches | {times[many]:.2f}"
        f" | {times[few]:.2f} (after {few:,}) | {times[many] / times[few]:.2f} |"
    )
