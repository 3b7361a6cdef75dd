"""Random matches for the contract suite."""

import random
from dataclasses import dataclass
from typing import Any

from games import GAMES
from games.chance import Chance
from games.core import Game, Seat, Step
from games.record import Record

AnyGame = Game[Any, Any, Any]
LONGEST = 20_000


@dataclass
class Playthrough:
    """A finished random match: its record and every step, the deal first."""

    game: AnyGame
    record: Record
    steps: list[Step[Any]]


def random_match(key: str, seats: int, options: Any, seed: int) -> Playthrough:
    """Play a match at random, sealed choices now and then changed."""
    game, rng = GAMES[key], random.Random(f"{key} {seats} {options} {seed}")
    secret = rng.randbytes(32)
    empty = Record(key, game.version, options, seats, secret, tuple("7" * seats))
    steps = [game.deal(seats, options, Chance(empty.seed, 0))]
    moves: list[tuple[Seat, str]] = []
    while waiting := sorted(game.to_act(steps[-1].state)):
        state = steps[-1].state
        seat = rng.choice(waiting)
        if rng.random() < 0.1:
            sealed = [Seat(s) for s in range(seats) if game.legal_moves(state, Seat(s))]
            seat = rng.choice(sealed)
        move = rng.choice(game.legal_moves(state, seat))
        moves.append((seat, game.move_text(move)))
        steps.append(game.play(state, seat, move, Chance(empty.seed, len(moves))))
        assert len(moves) < LONGEST, "law 6: a match ends"
    record = Record(key, game.version, options, seats, secret, empty.salts, tuple(moves))
    return Playthrough(game, record, steps)
