"""The draw of tables in a Swiss way, and their points. Pure.

No two people meet twice while that is avoidable. Within that, people of like points meet.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random

WHOLE = 24
"""Points of a person who beats all others. Any share of up to four opponents is a whole number."""
MEAN = WHOLE // 2
"""The mean of a whole table's points: those of people without a table, or with one broken off."""

Met = Mapping[frozenset[int], int]
"""The number of tables that two people have shared."""
Drawn = list[tuple[int, ...]]
"""The people of each table."""

_People = tuple[int, ...]
# Largest number of steps of an exact search, and number of starts of the search by swaps.
_STEPS, _STARTS = 20_000, 12


def sizes(people: int, wanted: int, fewest: int, most: int) -> tuple[int, ...]:
    """Return the sizes of the tables, the largest first, as near to `wanted` as possible.

    As few people as possible stay without a seat.
    """
    for seated in range(people, fewest - 1, -1):
        counts = [n for n in range(1, seated + 1) if n * fewest <= seated <= n * most]
        if counts:
            number = min(counts, key=lambda n: abs(seated / n - wanted))
            low, larger = divmod(seated, number)
            return tuple(low + (at < larger) for at in range(number))
    return ()


def resting(ranked: Sequence[int], number: int, rests: Mapping[int, int]) -> tuple[int, ...]:
    """Return the people without a seat: those who rested least, the last of the ranking first."""
    order = {one: (rests.get(one, 0), -at) for at, one in enumerate(ranked)}
    return tuple(sorted(ranked, key=order.__getitem__)[:number])


def drawn(ranked: Sequence[int], tables: Sequence[int], met: Met) -> Drawn:
    """Return the tables of people in the order of a ranking. `tables` are the sizes.

    The search is exact unless it takes too long. Then swaps of people improve the draw.
    """
    best = _Search(ranked, met, steps=None).tables(tuple(ranked), tuple(tables), None)
    assert best is not None
    for repeated in range(_repeats(best, met)):
        try:
            found = _Search(ranked, met, _STEPS).tables(tuple(ranked), tuple(tables), repeated)
        except _TooLong:
            return _swapped(best, met)
        if found is not None:
            return found
    return best


def points(ranks: Sequence[int | None]) -> tuple[int, ...]:
    """Return each seat's share of its opponents beaten, as points. A tie counts half.

    None stands for a person who has left. They beat no one, and all others beat them.
    """
    found = []
    for seat, rank in enumerate(ranks):
        others = [other for at, other in enumerate(ranks) if at != seat]
        beaten = 0
        if rank is not None:
            beaten = sum(2 if o is None or o > rank else int(o == rank) for o in others)
        found.append(WHOLE * beaten // (2 * max(1, len(others))))
    return tuple(found)


class _TooLong(Exception):
    """The end of a search that takes too many steps."""


class _Search:
    """A search through all draws, the one nearest to the ranking first."""

    def __init__(self, ranked: Sequence[int], met: Met, steps: int | None) -> None:
        self._met = {one: {o: met.get(frozenset({one, o}), 0) for o in ranked} for one in ranked}
        self._steps = steps

    def tables(self, left: _People, sizes: _People, may: int | None) -> Drawn | None:
        """Return tables with at most `may` repeated meetings (None: any number), or None."""
        if not sizes:
            return []
        for size in dict.fromkeys(sizes):
            at = sizes.index(size)
            for table, repeated in self._beside(left[:1], 0, left[1:], size, may):
                rest = tuple(one for one in left if one not in table)
                still = None if may is None else may - repeated
                found = self.tables(rest, (*sizes[:at], *sizes[at + 1 :]), still)
                if found is not None:
                    return [table, *found]
        return None

    def _beside(
        self, table: _People, repeated: int, left: _People, size: int, may: int | None
    ) -> Iterator[tuple[_People, int]]:
        """Yield the ways to fill a table from the people left, with their repeated meetings."""
        if self._steps is not None:
            self._steps -= 1
            if self._steps < 0:
                raise _TooLong
        if len(table) == size:
            yield table, repeated
            return
        for at in range(len(left) - (size - len(table)) + 1):
            more = repeated + sum(self._met[left[at]][one] for one in table)
            if may is None or more <= may:
                yield from self._beside((*table, left[at]), more, left[at + 1 :], size, may)


def _repeats(tables: Drawn, met: Met) -> int:
    """Return the number of repeated meetings."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return sum(met.get(frozenset(pair), 0) for pair in pairs)


def _swapped(tables: Drawn, met: Met) -> Drawn:
    """Return a draw with fewer repeated meetings, by swaps of two people from several starts."""
    random, best = Random(len(met)), tables
    for start in range(_STARTS):
        order = [one for table in tables for one in table]
        if start:
            random.shuffle(order)
        people = iter(order)
        found = [[next(people) for _ in table] for table in tables]
        while _swap(found, met):
            pass
        if _repeats(made := [tuple(table) for table in found], met) < _repeats(best, met):
            best = made
        if not _repeats(best, met):
            break
    return best


def _swap(tables: list[list[int]], met: Met) -> bool:
    """Swap the two people that this helps most. Return False if no swap helps."""
    gain, swap = 0, None

    def cost(one: int, table: list[int], but: int) -> int:
        return sum(met.get(frozenset({one, o}), 0) for o in table if o not in (one, but))

    for first, second in combinations(tables, 2):
        for a, b in product(range(len(first)), range(len(second))):
            x, y = first[a], second[b]
            now = cost(x, first, x) + cost(y, second, y)
            less = now - cost(y, first, x) - cost(x, second, y)
            if less > gain:
                gain, swap = less, (first, a, second, b)
    if swap is None:
        return False
    first, a, second, b = swap
    first[a], second[b] = second[b], first[a]
    return True


def met_at(tables: Sequence[Sequence[int]]) -> Counter[frozenset[int]]:
    """Return how often two people have sat at one of these tables together."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
