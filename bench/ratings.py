"""Simulated servers: ratings must show strength, and nothing but strength.

Each function plays matches between simulated people by their true strengths, in Elo points, and
returns one figure. `openskill` rates them exactly as the bot does.
"""

import math
import random
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from bot.storage.ratings import FLOOR, Rating, points, rate, rated_ranks, repeated, varied

from . import markdown

HEAD = markdown.head("simulation", "figure", "wanted")
SERVERS = 200
"""Simulated servers of each figure."""
_LISTED = 5
# Elo's scale: 400 points are odds of ten to one.
_SCALE = 400 / math.log(10)


class Figure(NamedTuple):
    """A simulated figure, and the limits it should keep."""

    name: str
    value: float
    least: float
    most: float

    def row(self) -> str:
        """Return a line of the table."""
        wanted = f"at most {self.most:g}" if self.least == -math.inf else f"at least {self.least:g}"
        return markdown.row(self.name, f"{self.value:.2f}", wanted)


def simulate(servers: int, seed: int = 1) -> list[Figure]:
    """Return all figures, each the mean of this number of simulated servers."""

    def mean(one: Callable[[random.Random], float]) -> float:
        rng = random.Random(seed)
        return statistics.mean(one(rng) for _ in range(servers))

    none = -math.inf
    asleep, month = partial(leaving, all_=True), partial(farming, days=30)
    return [
        Figure("correlation of points with matches, 40 equals", mean(equals), none, 0.1),
        Figure("pairs in order after 30 matches, 60 points apart", mean(unequal), 0.9, 1.0),
        Figure("points for missing half of all matches by leaving", mean(leaving), none, 0.0),
        Figure("points for sleeping through every match", mean(asleep), none, 0.0),
        Figure("points for 12 wins against a second account in a day", mean(farming), none, 3.0),
        Figure("points for 12 such wins a day, a month long", mean(month), none, 10.0),
        Figure("points for starting again with a new account", mean(starting_again), none, 20.0),
    ]


def equals(rng: random.Random, people: int = 40, matches: int = 300) -> float:
    """Return the correlation of points with matches played among equally strong people.

    Few of them play most of the matches.
    """
    ratings, played = [Rating()] * people, [0] * people
    eager = [rng.paretovariate(1.0) for _ in range(people)]
    for _ in range(matches):
        size, seats = rng.choice([2, 3, 4, 5]), set[int]()
        while len(seats) < size:
            seats.update(rng.choices(range(people), eager))
        _play(rng, ratings, [0.0] * people, sorted(seats))
        for seat in seats:
            played[seat] += 1
    listed = [one for one in range(people) if played[one] >= _LISTED]
    return statistics.correlation(
        [ratings[one].mu for one in listed], [played[one] for one in listed]
    )


def unequal(rng: random.Random, people: int = 8, gap: float = 60.0, matches: int = 30) -> float:
    """Return the share of pairs in order after each person has played about 30 matches."""
    ratings, strengths = [Rating()] * people, [gap * one for one in range(people)]
    for _ in range(people * matches // 4):
        _play(rng, ratings, strengths, rng.sample(range(people), 4))
    mu = [rating.mu for rating in ratings]
    ordered = [mu[i] < mu[j] for i in range(people) for j in range(i + 1, people)]
    return statistics.mean(ordered)


def leaving(rng: random.Random, *, all_: bool = False) -> float:
    """Return the lead of a person who is rated as having left each match that goes badly.

    `all_`: a computer, stronger than the others, plays each match of theirs.
    """
    people, seats = 8, 4
    ratings, strengths = [Rating()] * people, [200.0 * all_, *[0.0] * (people - 1)]
    for _ in range(60):
        sitting = rng.sample(range(people), seats)
        ranks = _ranks(rng, [strengths[one] for one in sitting])
        pairs = zip(sitting, ranks, strict=True)
        left = [20 if one == 0 and (all_ or rank > seats / 2) else None for one, rank in pairs]
        _rate(ratings, sitting, rated_ranks(ranks, left, [40] * seats))
    return points(ratings[0].mu) - points(statistics.mean(one.mu for one in ratings[1:]))


def farming(_rng: random.Random, days: int = 1) -> float:
    """Return the points that a settled person gains by 12 wins a day against a second account."""
    ratings, others = [Rating(sigma=FLOOR), Rating()], 200
    for met in range(12 * days):
        weight = repeated(met % 12) * varied(met, [others + met, met])
        _rate(ratings, [0, 1], [1, 2], weight)
    return points(ratings[0].mu) - points(Rating().mu)


def starting_again(rng: random.Random) -> float:
    """Return the lead in points of a new account over the person's settled one.

    The person is average, so that only luck could raise the new account. Both are listed.
    """
    ratings, strengths = [Rating()] * 9, [0.0] * 9
    for _ in range(80):
        _play(rng, ratings, strengths, rng.sample(range(8), 4))
    for _ in range(_LISTED):
        _play(rng, ratings, strengths, [8, *rng.sample(range(1, 8), 3)])
    return points(ratings[8].mu) - points(ratings[0].mu)


def _play(
    rng: random.Random, ratings: list[Rating], strengths: Sequence[float], seats: Sequence[int]
) -> None:
    _rate(ratings, seats, _ranks(rng, [strengths[seat] for seat in seats]))


def _ranks(rng: random.Random, strengths: Sequence[float]) -> list[int]:
    """Return random ranks of the Plackett-Luce model."""
    results = [one / _SCALE - math.log(-math.log(rng.random())) for one in strengths]
    return [1 + sum(other > mine for other in results) for mine in results]


def _rate(
    ratings: list[Rating], seats: Sequence[int], ranks: Sequence[int], weight: float = 1.0
) -> None:
    after = rate([ratings[seat] for seat in seats], ranks, weight)
    for seat, rating in zip(seats, after, strict=True):
        ratings[seat] = rating
