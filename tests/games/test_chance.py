"""Chance and the promise: the same on every machine and in every Python, and fair."""

import hashlib
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.chance import Chance, commitment, mix

SECRET = bytes(range(32))
FIRST = (7, 4, 0, 9, 3, 1, 8, 5, 2, 6)
LATER = [357, 970, 877, 223, 536]
DICE = (6, 5, 1, 1, 6, 5)


def test_chance_never_changes() -> None:
    assert Chance(SECRET, 0).shuffled(range(10)) == FIRST
    assert [Chance(SECRET, ply).below(1000) for ply in range(5)] == LATER
    assert Chance(SECRET, 7).roll(6) == DICE


def test_the_promise_is_the_sha_256_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_seed_depends_on_every_join_and_their_order() -> None:
    seeds = [mix(SECRET, salts) for salts in ([1, 2], [2, 1], [12], [1], [], [1, 2, 0])]
    assert len(set(seeds)) == len(seeds)
    assert mix(SECRET, [1, 2]) == mix(SECRET, ["1", "2"])


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10_000), st.integers(1, 10_000))
def test_below_stays_below(seed: bytes, ply: int, n: int) -> None:
    chance = Chance(seed, ply)
    assert all(0 <= chance.below(n) < n for _ in range(20))


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(), max_size=60))
def test_a_shuffle_keeps_every_card(seed: bytes, cards: list[int]) -> None:
    assert sorted(Chance(seed, 1).shuffled(cards)) == sorted(cards)


def test_every_face_comes_about_equally_often() -> None:
    rolled = Counter(Chance(SECRET, 1).roll(60_000))
    assert sorted(rolled) == [1, 2, 3, 4, 5, 6]
    # 10,000 expected each, standard deviation 91: six of them either way.
    assert all(abs(count - 10_000) < 550 for count in rolled.values())


def test_every_order_of_three_comes_about_equally_often() -> None:
    orders = Counter(Chance(SECRET, ply).shuffled("abc") for ply in range(12_000))
    assert len(orders) == 6
    assert all(abs(count - 2_000) < 250 for count in orders.values())


def test_word_beyond_the_last_whole_round_is_refused() -> None:
    chance = Chance(b"seed", 0)
    chance._words = [10, (1 << 32) - 1]
    assert chance.below(6) == 10 % 6
