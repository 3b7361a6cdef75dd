"""Simulated servers: ratings must show strength, and nothing else. Strengths are in Elo points."""

import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from bot.storage.ratings import FLOOR, MATCHES_NEEDED, Rating, points, rate, rated_ranks

from . import Row

HEAD = ("simulation", "figure", "wanted")
SERVERS = 200
"""Simulated servers of each figure."""
# Elo's scale: 400 points are odds of ten to one.
_SCALE = 400 / math.log(10)


class Figure(NamedTuple):
    """A simulated figure, and its limit: the greatest value, or the least one."""

    name: str
    value: float
    limit: float
    above: bool = False

    def row(self) -> Row:
        """Return a line of the table."""
        wanted = "at least" if self.above else "at most"
        return (self.name, f"{self.value:.2f}", f"{wanted} {self.limit:g}")


class Server(list[Rating]):
    """The ratings of people with true strengths, and the leads of their pairs within a month."""

    def __init__(self, rng: random.Random, strengths: Sequence[float]):
        super().__init__([Rating()] * len(strengths))
        self._rng, self._strengths = rng, strengths
        self._leads = Counter[tuple[int, int]]()

    def ranks(self, seats: Sequence[int]) -> list[int]:
        """Return random ranks of the Plackett-Luce model."""
        drawn = [math.log(-math.log(self._rng.random())) for _ in seats]
        results = [self._strengths[one] / _SCALE - d for one, d in zip(seats, drawn, strict=True)]
        return [1 + sum(other > mine for other in results) for mine in results]

    def play(
        self, seats: Sequence[int], ranks: Sequence[int] = (), left: Collection[int] = ()
    ) -> None:
        """Rate a match, with ranks by strength if none are given."""
        ranks = ranks or self.ranks(seats)
        leads = [[self._leads[one, other] for other in seats] for one in seats]
        after = rate([self[one] for one in seats], ranks, leads, left)
        for one, mine, self[one] in zip(seats, ranks, after, strict=True):
            for other, theirs in zip(seats, ranks, strict=True):
                self._leads[one, other] += (mine < theirs) - (mine > theirs)


def simulate(servers: int, seed: int = 1) -> list[Figure]:
    """Return all figures, each the mean of this number of simulated servers."""

    def mean(one: Callable[[random.Random], float], number: int = servers) -> float:
        rng = random.Random(seed)
        return statistics.mean(one(rng) for _ in range(number))

    def farmed(seats: int, days: int) -> float:
        ways = [partial(farming, seats=seats, accounts=n, days=days) for n in range(1, 6)]
        return max(mean(way, max(4, servers // 20)) for way in ways)

    four, few = partial(unequal, people=4), partial(unequal, matches=MATCHES_NEEDED)
    second = "points by 1 to 5 second accounts, tables of"
    return [
        Figure("correlation of points with matches, 40 equals", mean(equals), 0.1),
        Figure("pairs in order after 30 matches, 60 points apart", mean(unequal), 0.92, above=True),
        Figure("the same for four who play only each other", mean(four), 0.9, above=True),
        Figure("the same after 5 matches, no longer provisional", mean(few), 0.8, above=True),
        Figure("points for missing half of all matches by leaving", mean(leaving), 0.0),
        Figure("points for sleeping through all", mean(partial(leaving, all_=True)), 0.0),
        Figure("points for starting again with a new account", mean(starting_again), 20.0),
        *(Figure(f"{second} {n}, in a day", farmed(n, 1), 10.0) for n in (2, 3, 4, 6)),
        *(Figure(f"{second} {n}, in a month", farmed(n, 30), 40.0) for n in (2, 3, 4, 6)),
    ]


def equals(rng: random.Random, people: int = 40, matches: int = 300) -> float:
    """Return the correlation of points with matches played among equals, few of them eager."""
    server, played = Server(rng, [0.0] * people), [0] * people
    eager = [rng.paretovariate(1.0) for _ in range(people)]
    for _ in range(matches):
        size, seats = rng.choice([2, 3, 4, 5]), set[int]()
        while len(seats) < size:
            seats.update(rng.choices(range(people), eager))
        server.play(sorted(seats))
        for seat in seats:
            played[seat] += 1
    listed = [one for one in range(people) if played[one] >= MATCHES_NEEDED]
    return statistics.correlation([server[one].mu for one in listed], [played[o] for o in listed])


def unequal(rng: random.Random, people: int = 8, matches: int = 30) -> float:
    """Return the share of pairs in order after each person has played this number of matches."""
    server = Server(rng, [60.0 * one for one in range(people)])
    for _ in range(people * matches // 4):
        server.play(rng.sample(range(people), 4))
    return statistics.mean(server[i].mu < server[j].mu for j in range(people) for i in range(j))


def leaving(rng: random.Random, *, all_: bool = False) -> float:
    """Return the lead of a person who is rated as having left each match that goes badly.

    `all_`: a computer, stronger than the others, plays each match of theirs.
    """
    server = Server(rng, [200.0 * all_, *[0.0] * 7])
    for _ in range(60):
        sitting = rng.sample(range(8), 4)
        ranks = server.ranks(sitting)
        bad = [seat for seat in range(4) if sitting[seat] == 0 and (all_ or ranks[seat] > 2)]
        left = [20 if seat in bad else None for seat in range(4)]
        server.play(sitting, rated_ranks(ranks, left, [40] * 4), bad)
    return points(server[0].mu) - points(statistics.mean(one.mu for one in server[1:]))


def farming(rng: random.Random, seats: int, accounts: int, days: int) -> float:
    """Return the points that a settled person gains by 12 matches a day with second accounts.

    The accounts always lose. Settled people sit where the table has room for more.
    """
    server = Server(rng, [0.0] * 40)
    server[0], server[6:] = Rating(sigma=FLOOR), [Rating(sigma=FLOOR)] * 34
    for _ in range(12 * days):
        lost = rng.sample(range(1, 1 + accounts), min(accounts, seats - 1))
        won = [0, *rng.sample(range(6, 40), seats - 1 - len(lost))]
        server.play([*rng.sample(won, len(won)), *lost], range(1, seats + 1))
    return points(server[0].mu) - points(Rating().mu)


def starting_again(rng: random.Random) -> float:
    """Return the lead in points of a new, listed account over the person's settled, average one."""
    server = Server(rng, [0.0] * 9)
    for _ in range(80):
        server.play(rng.sample(range(8), 4))
    for _ in range(MATCHES_NEEDED):
        server.play([8, *rng.sample(range(1, 8), 3)])
    return points(server[8].mu) - points(server[0].mu)
