"""A position by what reaches it: the deal, its seed and the moves. So the rules allow it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from . import find_game
from .chance import Chance, mix
from .core import Event, Frozen, Seat, Step
from .record import Record


class Position(Frozen):
    """A match after some moves: examples, lessons and tests describe one so.

    `seed`: a number.
    `moves`: those after the deal, as `seat move, seat move …`, with sealed ones.
    `options`: the default ones without any.
    `until`: default moves follow until such an event.
    """

    game: str
    seats: int
    seed: int
    moves: str = ""
    options: Any = None
    until: tuple[type[Event], ...] = ()

    @property
    def record(self) -> Record:
        """The record of the deal and the moves."""
        game = find_game(self.game)
        return Record(
            game=self.game,
            version=game.version,
            options=self.options or game.Options(),
            seats=self.seats,
            secret=str(self.seed).encode(),
            salts=("0",) * self.seats,
            moves=tuple(script(self.moves)),
        )

    @property
    def _seed(self) -> bytes:
        return mix(str(self.seed).encode(), ("0",) * self.seats)

    def play(self, steps: Sequence[Step[Any]], seat: Seat, text: str) -> Step[Any]:
        """Return the step of a further move after these. Raises MoveError."""
        game, chance = find_game(self.game), Chance(self._seed, len(steps))
        return game.play(steps[-1].state, seat, game.parse_move(text), chance)

    def steps(self) -> list[Step[Any]]:
        """Return the deal and the step after each move. Raises MoveError."""
        return [*_steps(self)]


def script(moves: str) -> Iterator[tuple[Seat, str]]:
    """Yield the moves in a line, `seat move, seat move …`."""
    for part in filter(None, moves.split(",")):
        seat, text = part.split()
        yield Seat(int(seat)), text


@lru_cache(maxsize=256)
def _steps(position: Position) -> tuple[Step[Any], ...]:
    game, record = find_game(position.game), position.record
    steps: list[Step[Any]] = [game.deal(record.seats, record.options, Chance(record.seed, 0))]
    for seat, text in record.moves:
        steps.append(position.play(steps, seat, text))
    while position.until and not any(isinstance(e, position.until) for e in steps[-1].events):
        state = steps[-1].state
        if not (waiting := game.to_act(state)):
            break
        seat = min(waiting)
        default = game.move_text(game.default_move(game.view(state, seat)))
        steps.append(position.play(steps, seat, default))
    return tuple(steps)


@lru_cache(maxsize=16)
def wandered(game: str, seats: int, seed: int, most: int = 10_000) -> Position:
    """Return the position after some random moves, at most those of the whole match."""
    rules, position = find_game(game), Position(game, seats, seed)
    steps, moves = position.steps(), list[str]()
    while len(moves) < most and (waiting := sorted(rules.to_act(steps[-1].state))):
        chance = Chance(b"wandered", len(steps))
        seat = waiting[chance.below(len(waiting))]
        legal = rules.legal_moves(steps[-1].state, seat)
        text = rules.move_text(legal[chance.below(len(legal))])
        steps.append(position.play(steps, seat, text))
        moves.append(f"{seat} {text}")
    return replace(position, moves=", ".join(moves))
