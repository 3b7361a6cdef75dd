"""The computers of every game: legal, blind to what is hidden, and with worths of their moves."""

import random
from dataclasses import replace
from typing import Any

import pytest

from games import GAMES
from games.thinking.players import STRENGTHS, find_player, weighs

from .hands import OPTIONS, REDEAL
from .playing import moments, random_match

KEYS = [key for key in sorted(GAMES) if find_player(key, "hard") is not None]
TABLES = [
    pytest.param(key, strength, seats, options, id=f"{key}-{strength}-{seats}-{number}")
    for key in KEYS
    for strength in STRENGTHS
    for seats in sorted({GAMES[key].seats[0], min(4, GAMES[key].seats[-1]), GAMES[key].seats[-1]})
    for number, options in enumerate(OPTIONS[key])
]


def computer(key: str, strength: str) -> Any:
    """Return a computer. One that solves a round does so in few iterations, because it is slow."""
    found: Any = find_player(key, strength)
    return replace(found, iterations=2) if hasattr(found, "iterations") else found


@pytest.mark.parametrize(("key", "strength", "seats", "options"), TABLES)
@pytest.mark.costly("key", "strength")
def test_every_move_is_legal(key: str, strength: str, seats: int, options: Any) -> None:
    game, player = GAMES[key], computer(key, strength)
    for state, seat, told in moments(random_match(key, seats, options, 0), 2):
        legal = game.legal_moves(state, seat)
        assert player.choose(game.view(state, seat), told, legal, random.Random(0)) in legal


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("key", KEYS)
def test_moves_do_not_depend_on_hidden_facts(key: str, strength: str) -> None:
    game, player, rng = GAMES[key], computer(key, strength), random.Random(5)
    for options in OPTIONS[key]:
        for state, seat, told in moments(random_match(key, game.seats[-1], options, 1), 2):
            states = state, REDEAL[key](state, seat, rng)
            known = [(game.view(s, seat), told, game.legal_moves(s, seat)) for s in states]
            first, second = (player.choose(*one, random.Random(3)) for one in known)
            assert first == second


@pytest.mark.parametrize("key", KEYS)
def test_package_of_computers_says_if_hard_weighs(key: str) -> None:
    assert weighs(key) is hasattr(find_player(key, "hard"), "weigh")


@pytest.mark.parametrize("key", [key for key in KEYS if weighs(key)])
def test_hard_weighs_legal_moves_by_its_own_chance(key: str) -> None:
    game, hard = GAMES[key], computer(key, "hard")
    for state, seat, told in moments(random_match(key, game.seats[-1], game.Options(), 2), 1):
        view, legal = game.view(state, seat), game.legal_moves(state, seat)
        weighed, again = (hard.weigh(view, told, legal, random.Random(7)) for _ in range(2))
        assert weighed == again
        assert weighed
        assert {move for move, _ in weighed} <= set(legal)
        if not hasattr(hard, "expects"):
            # Worths are chances to win, not points.
            worths = [worth for _, worth in weighed]
            assert worths == sorted(worths, reverse=True)
            assert all(-0.01 <= worth <= 1.01 for worth in worths)
