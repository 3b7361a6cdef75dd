"""Computers' decisions: the position of each, its chance, and its repetition from a record."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from .. import find_game
from ..chance import decision_number
from ..core import Event, Frozen, Seat, Step
from ..record import Record, steps
from .players import Told, computers_version, find_player

PLAIN = "plain"
"""The maker of default moves, by the clock or for a computer without an answer."""


def maker(game: str, strength: str) -> str:
    """Return the maker of a computer's moves: its strength and the version of the computers."""
    version = computers_version(game)
    return PLAIN if version is None else f"{strength}.{version}"


def decide(
    game: str, version: int, strength: str, view: Any, told: Told, legal: Sequence[Any], number: int
) -> Any:
    """Return a computer's move. Equal input gives equal moves. `version` is that of the rules."""
    player = find_player(game, strength)
    if player is None:
        return find_game(game, version).default_move(view)
    return player.choose(view, told, legal, random.Random(number))


def number_of(
    seed: bytes, seat: int, due: int, moves: Sequence[tuple[int, str]], *, daily: bool
) -> int:
    """Return the seed of a computer's chance at a decision due since a ply.

    A daily deal counts the seat's own moves in place of the plies. A person who changes a choice
    before a reveal then meets the same answers as one who doesn't.
    """
    at = sum(mover == seat for mover, _ in moves[:due]) if daily else due
    return decision_number(seed, seat, at)


class Pending:
    """The position behind each seat's decision: the one when the decision became due.

    That is the beginning of the stage, or the seat's own last move in it. What others seal in
    between doesn't count, so the order of arrival doesn't matter.
    """

    def __init__(self) -> None:
        self._stage: int | None = None
        self._began: tuple[int, Any] = (0, None)
        self._own: dict[Seat, tuple[int, Any]] = {}

    def advance(self, ply: int, stage: int, state: Any, mover: Seat | None) -> None:
        """Note the position after a ply, and the seat that moved."""
        if stage != self._stage:
            self._stage, self._began = stage, (ply, state)
            self._own.clear()
        elif mover is not None:
            self._own[mover] = (ply, state)

    def of(self, seat: Seat) -> tuple[int, Any]:
        """Return the ply and the state behind a seat's decision."""
        return self._own.get(seat, self._began)


class Decision(Frozen):
    """A seat's decision in a record.

    ply: the ply of its move.
    due: the ply of the position behind it.
    move: the move in its notation.
    made_by: its maker, empty for a person.
    """

    ply: int
    due: int
    move: str
    made_by: str = ""


def decisions(record: Record, told: Sequence[Step[Any]], seat: Seat) -> list[Decision]:
    """Return the decisions of a seat in these steps of a record, the deal first.

    A sealed choice that was changed counts once, with the last move and the first position.
    """
    game, makers = find_game(record.game, record.version), dict(record.makers)
    pending, found = Pending(), list[Decision]()
    for ply, step in enumerate(told):
        mover = record.moves[ply - 1][0] if ply else None
        if mover == seat:
            # A seat that wasn't asked changes the choice it made last.
            asked = seat in game.to_act(told[ply - 1].state)
            due = pending.of(seat)[0] if asked else found.pop().due
            found.append(Decision(ply, due, record.moves[ply - 1][1], makers.get(ply, "")))
        pending.advance(ply, game.stage(step.state), step.state, mover)
    return found


class Repeated(Frozen):
    """A computer's move in a record, and the moves that it would make again.

    `again` is empty if other versions of the computers would be needed.
    """

    ply: int
    seat: Seat
    maker: str
    move: str
    again: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """True if the computer would move otherwise."""
        return bool(self.again) and self.move not in self.again


def repeated(record: Record) -> Iterator[Repeated]:
    """Make each decision of computers in a record again. Raises RecordError."""
    game, makers, seed = find_game(record.game, record.version), dict(record.makers), record.seed
    pending, history, state = Pending(), list[tuple[int, Event]](), None
    for ply, step in enumerate(steps(record)):
        seat: Seat | None = None
        if ply:
            seat, text = record.moves[ply - 1]
            if ply in makers:
                due, position = pending.of(seat)
                view = game.view(position, seat)
                told = tuple(e for at, e in history if at <= due and (e.to is None or seat in e.to))
                if makers[ply] == PLAIN:
                    # The clock sees the present, a computer the position of its decision.
                    moves = [game.default_move(v) for v in (view, game.view(state, seat))]
                elif makers[ply] == maker(record.game, strength := makers[ply].partition(".")[0]):
                    legal = tuple(game.legal_moves(position, seat))
                    daily = record.daily is not None
                    number = number_of(seed, seat, due, record.moves, daily=daily)
                    version = record.version
                    moves = [decide(record.game, version, strength, view, told, legal, number)]
                else:
                    moves = []
                again = tuple(map(game.move_text, moves))
                yield Repeated(ply, seat, makers[ply], text, again)
        state = step.state
        pending.advance(ply, game.stage(state), state, seat)
        history += [(ply, event) for event in step.events]
