"""Ratings computed from ranks: winners gain, and a leaver costs others nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.ratings import simulate
from bot.storage.ratings import FLOOR, Rating, points, rate, rated_ranks, repeated

NEW = Rating()


def changes(before: list[Rating], ranks: list[int]) -> list[float]:
    """Return the change of each mean."""
    return [b.mu - a.mu for a, b in zip(before, rate(before, ranks), strict=True)]


def test_newcomer_stands_at_1000_and_one_mu_is_thirty_points() -> None:
    assert points(NEW.mu) == 1000
    assert points(NEW.mu + 10) - points(NEW.mu) == 300


def test_sigma_stays_above_its_floor() -> None:
    """A rating that shrinks further freezes: a win after 200 matches brought 6 points."""
    sure = [Rating(25.0, FLOOR)] * 2
    first, second = rate(sure, [1, 2])
    assert (first.sigma, second.sigma) == (FLOOR, FLOOR)
    assert points(first.mu) - points(sure[0].mu) == 9


def test_ratings_depend_on_ranks_not_seats() -> None:
    assert changes([NEW] * 3, [3, 1, 2]) == pytest.approx(
        [changes([NEW] * 3, [1, 2, 3])[place] for place in (2, 0, 1)]
    )
    first, second, third = changes([NEW] * 3, [1, 2, 3])
    assert first > second > third


def test_equal_ranks_of_equal_players_move_alike() -> None:
    assert changes([NEW, NEW], [1, 1]) == pytest.approx([0, 0], abs=1e-9)
    first, second, third = changes([NEW] * 3, [1, 2, 2])
    assert first > 0 > second == pytest.approx(third)


@given(
    st.lists(
        st.tuples(st.floats(0, 50), st.floats(1, 9), st.integers(1, 10)), min_size=2, max_size=10
    )
)
def test_the_best_never_lose_and_the_last_never_gain(
    players: list[tuple[float, float, int]],
) -> None:
    before = [Rating(mu, sigma) for mu, sigma, _ in players]
    ranks = [rank for _, _, rank in players]
    moved = changes(before, ranks)
    if ranks.count(min(ranks)) == 1:
        assert moved[ranks.index(min(ranks))] >= 0
    if ranks.count(max(ranks)) == 1:
        assert moved[ranks.index(max(ranks))] <= 0


def test_uncertain_rival_changes_a_sure_rating_little() -> None:
    sure = Rating(25.0, FLOOR)
    assert points(rate([sure, NEW], [1, 2])[0].mu) - points(sure.mu) <= 2
    assert points(rate([sure, sure], [1, 2])[0].mu) - points(sure.mu) == 9
    # The newcomer learns as much from it as from any other.
    first, second = rate([NEW, sure], [1, 2])
    assert first.mu - NEW.mu > 50 * (sure.mu - second.mu)


@given(st.lists(st.sampled_from([-1, 0, 1]), max_size=30))
def test_results_in_turn_bring_a_pair_nothing(results: list[int]) -> None:
    """A pair that comes back to a lead has moved as much up as down."""
    lead, moved = 0, 0.0
    for ahead in [*results, *[-1 if sum(results) > 0 else 1] * abs(sum(results))]:
        moved += ahead * repeated(lead, ahead)
        lead += ahead
    assert moved == pytest.approx(0)


def test_result_counts_less_the_further_ahead_one_is() -> None:
    weights = [repeated(lead, 1) for lead in range(9)]
    assert weights[0] == repeated(0, 0) == repeated(-1, 1) == 1.0
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) < 2.2
    strong = [[0, 8, 8], [-8, 0, 0], [-8, 0, 0]]
    won, *_ = rate([NEW] * 3, [1, 2, 3], strong)
    assert 0 < won.mu - NEW.mu < changes([NEW] * 3, [1, 2, 3])[0] / 20


# Leaving


def ranked(ranks: list[int], left: list[bool]) -> list[int]:
    """Rank players who all moved after the leavers left."""
    return rated_ranks(ranks, [5 if gone else None for gone in left], [9] * len(ranks))


def test_leaver_ranks_ahead_of_players_eliminated_before() -> None:
    # Seat 3 was eliminated at ply 4. Seat 1 left at ply 6, and a computer took it to second place.
    assert rated_ranks([1, 2, 3, 4], [None, 6, None, None], [20, 19, 15, 4]) == [1, 3, 2, 4]
    # Seat 0 led when it left, and no move followed.
    assert rated_ranks([1, 2], [8, None], [8, 7]) == [1, 2]


def test_leavers_at_one_ply_are_ranked_as_they_were_played() -> None:
    assert rated_ranks([2, 1, 3], [16, 16, None], [41, 40, 39]) == [3, 2, 1]
    assert rated_ranks([1, 1, 3], [16, 16, None], [41, 40, 39]) == [2, 2, 1]


@given(st.data(), st.integers(2, 10))
def test_leaving_earlier_never_pays(data: st.DataObject, seats: int) -> None:
    ranks = data.draw(st.permutations(range(1, seats + 1)))
    left = data.draw(st.lists(st.none() | st.integers(1, 40), min_size=seats, max_size=seats))
    last = data.draw(st.lists(st.integers(1, 41), min_size=seats, max_size=seats))
    rated = rated_ranks(ranks, left, last)
    gone = [(ply, place) for ply, place in zip(left, rated, strict=True) if ply is not None]
    assert all(mine < other for at, mine in gone for before, other in gone if at > before)


@given(st.lists(st.tuples(st.integers(1, 10), st.booleans()), min_size=1, max_size=10))
def test_remaining_players_keep_their_order(seats: list[tuple[int, bool]]) -> None:
    places = sorted(min(rank, len(seats)) for rank, _ in seats)
    left = [gone for _, gone in seats]
    rated = ranked(places, left)
    stayed = [
        (place, now) for place, now, gone in zip(places, rated, left, strict=True) if not gone
    ]
    assert sorted(stayed) == sorted(stayed, key=lambda pair: pair[1])
    assert all(
        gone > now for gone, away in zip(rated, left, strict=True) if away for _, now in stayed
    )


def test_leaver_costs_other_players_nothing() -> None:
    for gone in range(4):
        left = [seat == gone for seat in range(4)]
        with_leaver = changes([NEW] * 4, ranked([1, 2, 3, 4], left))
        without = changes([NEW] * 4, [1, 2, 3, 4])
        for seat in range(4):
            if seat == gone:
                assert with_leaver[seat] <= without[seat] + 1e-9
                assert with_leaver[seat] < 0
            else:
                assert with_leaver[seat] >= without[seat] - 1e-9


def test_win_over_leavers_counts_half() -> None:
    played, deserted = rate([NEW] * 3, [1, 2, 3]), rate([NEW] * 3, [1, 2, 3], left=(1, 2))
    assert deserted[0].mu - NEW.mu == pytest.approx((played[0].mu - NEW.mu) / 2)
    assert deserted[2].mu == pytest.approx(played[2].mu), "those who left lose all the same"


def test_leaver_never_rises_above_another_leaver() -> None:
    before = [Rating(30.0, 3.0), Rating(19.0, 8.0), Rating(25.0, 8.0)]
    gained = rate(before, [1, 2, 3])[1].mu
    assert gained > before[1].mu, "a weak player gains by ranking above a strong one"
    stays, first, second = rate(before, [1, 2, 3], left=(1, 2))
    assert first.mu == before[1].mu
    assert second.mu < before[2].mu
    assert stays.mu > before[0].mu


def test_simulated_figures_keep_their_limits() -> None:
    figures = simulate(servers=40, seed=1)
    ways = [(one, 1 if one.above else -1) for one in figures]
    assert ways
    assert [one.row() for one, way in ways if way * one.value < way * one.limit] == []
