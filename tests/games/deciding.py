"""The checks of every game's computers: legal moves, and no hidden knowledge."""

import random
from collections.abc import Iterable
from typing import Any

from games.core import Seat
from games.thinking.thinker import Thinker, Told

from .hands import REDEAL

Moment = tuple[Any, Seat, Told]
"""A state, a seat to act in it, and the seat's events since the match began."""


def check_legal(game: Any, player: Thinker, moments: Iterable[Moment]) -> None:
    """Every decision is one of the legal moves."""
    for state, seat, told in moments:
        legal = game.legal_moves(state, seat)
        assert player.choose(game.view(state, seat), told, legal, random.Random(0)) in legal


def check_unknowing(game: Any, player: Thinker, moments: Iterable[Moment]) -> None:
    """A decision is the same when everything that its seat doesn't know is resampled."""
    rng = random.Random(5)
    for state, seat, told in moments:
        other = REDEAL[game.key](state, seat, rng)
        moves = [
            player.choose(game.view(s, seat), told, game.legal_moves(s, seat), random.Random(3))
            for s in (state, other)
        ]
        assert moves[0] == moves[1]
