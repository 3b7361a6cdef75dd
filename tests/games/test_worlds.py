"""The worlds that computers imagine fit what their seat knows, and can be played on."""

import random
from typing import Any

import pytest

from games import GAMES
from games.chance import Chance
from games.core import Event, Seat
from games.thinking.players import find_imagine
from games.thinking.thinker import Imagine

from .hands import OPTIONS
from .playing import Playthrough, heard, random_match

TABLES = [
    pytest.param(key, seats, options, id=f"{key}-{seats}-{number}")
    for key, game in sorted(GAMES.items())
    if find_imagine(key)
    for seats in (game.seats[0], game.seats[-1])
    for number, options in enumerate(OPTIONS[key])
]
_PLIES = 60


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_a_world_looks_to_its_seat_as_the_match_does(key: str, seats: int, options: Any) -> None:
    played, rng = random_match(key, seats, options, 0), random.Random(1)
    for ply, seat, told in _moments(played, rng):
        state = played.steps[ply].state
        view = played.game.view(state, seat)
        world = imagine(key)(view, told, rng)
        assert played.game.view(world, seat) == view, ply
        legal = [played.game.move_text(m) for m in played.legal(ply, seat)]
        assert [played.game.move_text(m) for m in played.game.legal_moves(world, seat)] == legal


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_a_world_can_be_played_to_its_end(key: str, seats: int, options: Any) -> None:
    played, rng = random_match(key, seats, options, 0), random.Random(2)
    game: Any = played.game
    for ply, seat, told in list(_moments(played, rng))[::10]:
        state = imagine(key)(game.view(played.steps[ply].state, seat), told, rng)
        chance = rng.randbytes(32)
        for at in range(2_000):
            waiting = sorted(game.to_act(state))
            if not waiting:
                break
            move = rng.choice(game.legal_moves(state, waiting[0]))
            state = game.play(state, waiting[0], move, Chance(chance, at)).state


def imagine(key: str) -> Imagine:
    """Return a game's function that resamples hidden information."""
    found = find_imagine(key)
    assert found is not None
    return found


def _moments(played: Playthrough, rng: random.Random) -> list[tuple[int, Seat, list[Event]]]:
    """Return some plies of a match, each with a seat and its events."""
    told: dict[Seat, list[Event]] = {seat: [] for seat in played.seats}
    chosen = set(rng.sample(range(len(played.steps) - 1), min(_PLIES, len(played.steps) - 1)))
    found = []
    for ply, step in enumerate(played.steps):
        for seat in played.seats:
            told[seat] += heard(step.events, seat)
        if ply in chosen:
            seat = rng.choice(played.seats)
            found.append((ply, seat, [*told[seat]]))
    return found
