"""Matches for the contract suite, random or by stubborn players, and moments for computers."""

import random
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, TypeVar
from unittest.mock import patch

import pytest

from games import GAMES, find_game
from games.chance import Chance
from games.core import Event, Game, Seat, Step
from games.errors import MoveError
from games.record import Record
from games.thinking.players import Told

from .hands import BOUND

AnyGame = Game[Any, Any, Any]
Player = Callable[[Any, Seat, Sequence[Any]], Any]
"""Which of the legal moves a seat makes in that state."""
_LONGEST = 20_000
# The laws of one table run one after another, and share this number of matches.
_KEPT = 8


SEED = bytes(32)
E = TypeVar("E", bound=Event)
Moment = tuple[Any, Seat, Told]
"""A state, a seat with legal moves in it, and the seat's events since the match began."""


def chance(ply: int = 1) -> Chance:
    """Return the chance of a ply in tests of rules."""
    return Chance(SEED, ply)


def refused(
    game: "AnyGame", state: Any, seat: int, text: str, kind: type[MoveError], why: str
) -> None:
    """Check that a move is refused with these words."""
    move = game.parse_move(text)
    assert move not in game.legal_moves(state, Seat(seat))
    with pytest.raises(kind, match=why):
        game.play(state, Seat(seat), move, chance())


def only(events: Sequence[Event], kind: type[E]) -> E:
    """Return the one event of that kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


class Playthrough:
    """A finished random match: its record and every step, the deal first."""

    def __init__(self, game: AnyGame, record: Record, steps: list[Step[Any]]) -> None:
        self.game = game
        self.record = record
        self.steps = steps
        self.seats = tuple(map(Seat, range(record.seats)))
        self.everybody: tuple[Seat | None, ...] = (None, *self.seats)
        self._seed = record.seed
        self._legal: dict[tuple[int, Seat], Sequence[Any]] = {}

    def chance(self, ply: int) -> Chance:
        """The chance of another move at that ply."""
        return Chance(self._seed, ply)

    def legal(self, ply: int, seat: Seat) -> Sequence[Any]:
        """A seat's legal moves after that ply, asked for once."""
        moves = self._legal.get((ply, seat))
        if moves is None:
            moves = self.game.legal_moves(self.steps[ply].state, seat)
            self._legal[ply, seat] = moves
        return moves


def heard(events: Sequence[Event], reader: Seat | None) -> list[Event]:
    """Return the events that this reader may know."""
    return [event for event in events if event.to is None or reader in event.to]


def random_match(
    key: str,
    seats: int,
    options: Any,
    seed: int,
    version: int | None = None,
    *,
    changes: float = 0.1,
) -> Playthrough:
    """Play a random match by a released version. Some sealed choices are changed."""
    game: Any = find_game(key, version)
    return _random_match(game, seats, options, seed, changes)


@lru_cache(_KEPT)
def _random_match(game: Any, seats: int, options: Any, seed: int, changes: float) -> Playthrough:
    rng = random.Random(f"{game.key} {seats} {options} {seed}")
    secret = rng.randbytes(32)
    what = f"{game.key}, {seats} seats, {options}, seed {seed}"
    empty = Record(game.key, game.version, options, seats, secret, tuple("7" * seats))
    chance_seed = empty.seed
    steps = [game.deal(seats, options, Chance(chance_seed, 0))]
    moves: list[tuple[Seat, str]] = []
    longest = BOUND[game.key](seats, options) if game.key in BOUND else _LONGEST
    standing = 0
    while waiting := sorted(game.to_act(steps[-1].state)):
        state = steps[-1].state
        seat = rng.choice(waiting)
        if rng.random() < changes:
            sealed = [Seat(s) for s in range(seats) if game.legal_moves(state, Seat(s))]
            seat = rng.choice(sealed)
        standing += seat in waiting
        assert standing <= longest, f"law 6: a match ends within its bound: {what}"
        legal = game.legal_moves(state, seat)
        assert legal, f"law 3: a seat to act has a legal move: {what}"
        move = rng.choice(legal)
        moves.append((seat, game.move_text(move)))
        try:
            steps.append(game.play(state, seat, move, Chance(chance_seed, len(moves))))
        except MoveError as error:
            raise AssertionError(f"law 3: every legal move plays: {what}") from error
    record = Record(game.key, game.version, options, seats, secret, empty.salts, tuple(moves))
    return Playthrough(game, record, steps)


def moments(played: Playthrough, most: int = 1000) -> list[Moment]:
    """Return positions of a match in order, at most that number of each kind of decision.

    A sealed choice that may be changed is a kind of its own.
    """
    told: dict[Seat, list[Event]] = {seat: [] for seat in played.seats}
    found: dict[Any, list[tuple[int, Seat, int]]] = {}
    for ply, (state, events) in enumerate(played.steps):
        waiting = played.game.to_act(state)
        for seat in played.seats:
            told[seat] += heard(events, seat)
            if legal := played.legal(ply, seat):
                kind = type(legal[0]), seat in waiting
                found.setdefault(kind, []).append((ply, seat, len(told[seat])))
    rng = random.Random(most)
    some = [one for ones in found.values() for one in rng.sample(ones, min(most, len(ones)))]
    return [(played.steps[ply].state, s, told[s][:known]) for ply, s, known in sorted(some)]


def stubborn_end(game: AnyGame, seats: int, options: Any, player: Player, longest: int) -> Any:
    """Return the last state of a stubborn match, or the one after the longest way."""
    state = game.deal(seats, options, Chance(b"stubborn", 0)).state
    for ply in range(1, longest + 1):
        waiting = game.to_act(state)
        if not waiting:
            break
        seat = min(waiting)
        move = player(state, seat, game.legal_moves(state, seat))
        state = game.play(state, seat, move, Chance(b"stubborn", ply)).state
    return state


def stubborn_players(game: AnyGame, texts: Sequence[Sequence[str]]) -> dict[str, Player]:
    """Return players of the first, last and default move, and of preferred texts if legal."""

    def default(state: Any, seat: Seat, legal: Sequence[Any]) -> Any:
        return game.default_move(game.view(state, seat))

    def preferring(preferred: Sequence[str]) -> Player:
        wanted = [game.parse_move(text) for text in preferred]
        return lambda state, seat, legal: next((m for m in wanted if m in legal), legal[0])

    players: dict[str, Player] = {
        "first": lambda state, seat, legal: legal[0],
        "last": lambda state, seat, legal: legal[-1],
        "default": default,
    }
    return players | {" ".join(preferred): preferring(preferred) for preferred in texts}


def registered(game: AnyGame) -> AbstractContextManager[Any]:
    """Add a game for a while, or replace one."""
    return patch.dict(GAMES, {game.key: game})
