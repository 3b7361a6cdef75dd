"""The draw of a game night's tables, and the points of a table."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play import swiss
from bot.play.swiss import MEAN, WHOLE, Drawn, drawn, met_at, points, resting, sizes


def repeated(tables: Drawn, met: swiss.Met) -> int:
    """Return how many meetings of a draw are repeated ones."""
    return sum(met.get(frozenset(pair), 0) for t in tables for pair in combinations(t, 2))


def every_draw(people: tuple[int, ...], wanted: tuple[int, ...]) -> list[Drawn]:
    """Return all draws of few people."""
    if not wanted:
        return [[]]
    first, found = people[0], []
    for size in set(wanted):
        left = list(wanted)
        left.remove(size)
        for others in combinations(people[1:], size - 1):
            rest = tuple(one for one in people if one not in (first, *others))
            found += [[(first, *others), *more] for more in every_draw(rest, tuple(left))]
    return found


@given(st.integers(0, 40), st.integers(2, 5), st.integers(2, 4), st.integers(2, 5))
def test_tables_seat_all_whom_their_sizes_allow(n: int, wanted: int, low: int, high: int) -> None:
    high = max(low, high)
    found = sizes(n, wanted, low, high)
    assert all(low <= size <= high for size in found)
    possible = [m for m in range(n + 1) if any(k * low <= m <= k * high for k in range(m + 1))]
    assert sum(found) == max(possible)
    assert max(found, default=0) - min(found, default=0) <= 1


@pytest.mark.parametrize(
    ("people", "found"),
    [(30, (4, 4, 4, 4, 4, 4, 3, 3)), (7, (4, 3)), (6, (3, 3)), (5, (5,)), (4, (4,)), (2, ())],
)
def test_tables_are_near_the_wanted_size(people: int, found: tuple[int, ...]) -> None:
    assert sizes(people, 4, 3, 5) == found


@given(st.data(), st.integers(4, 9), st.integers(2, 4))
def test_draw_repeats_as_few_meetings_as_possible(data: st.DataObject, n: int, size: int) -> None:
    people, tables = tuple(range(n)), sizes(n, size, 2, 5)
    pairs = [frozenset(pair) for pair in combinations(people, 2)]
    met = Counter({pair: data.draw(st.integers(0, 2)) for pair in pairs})
    found = drawn(people, tables, met)
    assert sorted(one for table in found for one in table) == list(people)
    assert sorted(map(len, found)) == sorted(tables)
    assert repeated(found, met) == min(repeated(d, met) for d in every_draw(people, tables))


@pytest.mark.parametrize(
    ("people", "size", "rounds"), [(30, 3, 5), (30, 4, 5), (30, 5, 4), (40, 4, 5), (24, 2, 5)]
)
def test_many_people_never_meet_twice(people: int, size: int, rounds: int) -> None:
    met, won = Counter[frozenset[int]](), Counter[int]()
    for _ in range(rounds):
        ranked = sorted(range(people), key=lambda one: (-won[one], one))
        found = drawn(ranked, sizes(people, size, min(size, 3), max(size, 3)), met)
        assert repeated(found, met) == 0
        met += met_at(found)
        for table in found:
            won.update(dict(zip(table, points(range(len(table))), strict=True)))


def test_first_draw_seats_neighbours_of_the_ranking() -> None:
    assert drawn((7, 3, 9, 1, 5, 2), (3, 3), {}) == [(7, 3, 9), (1, 5, 2)]
    assert drawn((7, 3, 9, 1), (2, 2), met_at([(7, 3), (9, 1)])) == [(7, 9), (3, 1)]


def test_people_rest_in_turn_from_the_end_of_the_ranking() -> None:
    assert resting((1, 2, 3, 4, 5), 2, {}) == (5, 4)
    assert resting((1, 2, 3, 4, 5), 2, {5: 1, 4: 1, 3: 1}) == (2, 1)


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5))
def test_points_of_a_table_have_one_mean(ranks: list[int]) -> None:
    found = points(ranks)
    assert sum(found) == MEAN * len(ranks)
    assert all(0 <= one <= WHOLE for one in found)


@pytest.mark.parametrize(
    ("ranks", "found"),
    [
        ([1, 2, 3, 4], (24, 16, 8, 0)),
        ([3, 1, 1], (0, 18, 18)),
        ([2, 1], (0, 24)),
        ([1, 2, 3, 4, 5], (24, 18, 12, 6, 0)),
        ([None, 2, 1], (0, 12, 24)),
        ([None, None, 1, 2], (0, 0, 24, 16)),
    ],
)
def test_points_are_the_share_of_opponents_beaten(
    ranks: list[int | None], found: tuple[int, ...]
) -> None:
    assert points(ranks) == found
