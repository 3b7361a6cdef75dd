"""Computers' decisions: bound by the match's seed, and made again from its record."""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import GAMES, find_game
from games.chance import Chance, decision_number
from games.core import Event, Seat
from games.record import Record, dumps, loads, replay
from games.thinking.decisions import PLAIN, Pending, decide, decisions, maker, repeated
from games.thinking.players import STRENGTHS, find_player

from .hands import OPTIONS
from .playing import random_match

ROOT = Path(__file__).parents[2]
# Plies of a match. Longer ones add nothing but time.
PLIES = 24
COMPUTERS = [key for key in sorted(GAMES) if find_player(key, "normal") is not None]


@cache
def match_of_computers(key: str) -> Record:
    """Return the beginning of a match of all strengths, each seat's choice sealed last first."""
    game: Any = find_game(key)
    options, seats = OPTIONS[key][0], game.seats[min(1, len(game.seats) - 1)]
    record = Record(key, game.version, options, seats, b"a secret", tuple("7" * seats))
    pending, history = Pending(), list[tuple[int, Event]]()
    moves, makers = list[tuple[Seat, str]](), list[tuple[int, str]]()
    step, mover = game.deal(seats, options, Chance(record.seed, 0)), None
    for ply in range(PLIES):
        pending.advance(ply, game.stage(step.state), step.state, mover)
        history += [(ply, event) for event in step.events]
        if not (waiting := game.to_act(step.state)):
            break
        mover = max(waiting)
        strength = STRENGTHS[mover % len(STRENGTHS)]
        due, state = pending.of(mover)
        told = tuple(e for at, e in history if at <= due and (e.to is None or mover in e.to))
        legal, number = game.legal_moves(state, mover), decision_number(record.seed, mover, due)
        move = decide(
            key, game.version, strength, game.view(state, mover), told, tuple(legal), number
        )
        moves.append((mover, game.move_text(move)))
        makers.append((ply + 1, maker(key, strength)))
        step = game.play(step.state, mover, move, Chance(record.seed, ply + 1))
    return replace(record, moves=tuple(moves), makers=tuple(makers))


@pytest.mark.parametrize("key", COMPUTERS)
def test_computers_make_the_same_moves_again(key: str) -> None:
    record = match_of_computers(key)
    made = list(repeated(record))
    assert [one.ply for one in made] == list(range(1, len(record.moves) + 1))
    assert all(one.again == (one.move,) for one in made)
    assert {one.maker for one in made} >= {maker(key, "easy"), maker(key, "normal")}


@pytest.mark.parametrize("key", COMPUTERS)
def test_another_move_of_a_computer_is_found(key: str) -> None:
    record = match_of_computers(key)
    game, steps = find_game(key), replay(record)
    # The last move with a choice, so that the rest stays legal.
    ply = max(
        n
        for n, (seat, _) in enumerate(record.moves, 1)
        if len(game.legal_moves(steps[n - 1].state, seat)) > 1
    )
    seat, text = record.moves[ply - 1]
    legal = map(game.move_text, game.legal_moves(steps[ply - 1].state, seat))
    other = next(one for one in legal if one != text)
    forged = replace(record, moves=(*record.moves[: ply - 1], (seat, other)))
    found = [one for one in repeated(forged) if one.differs]
    assert [(one.ply, one.move, one.again) for one in found] == [(ply, other, (text,))]


def test_decisions_are_the_same_in_another_process() -> None:
    records = [match_of_computers(key) for key in COMPUTERS]
    program = (
        "import sys; from games.record import loads; "
        "from games.thinking.decisions import repeated; "
        "print([[m.again for m in repeated(loads(one))] for one in sys.stdin.read().split('\\f')])"
    )
    env, given = os.environ | {"PYTHONHASHSEED": "271828"}, "\f".join(map(dumps, records))
    command = [sys.executable, "-c", program]
    said = subprocess.check_output(command, cwd=ROOT, env=env, input=given, text=True, timeout=300)
    assert said.strip() == str([[(text,) for _, text in record.moves] for record in records])


def test_plain_moves_are_made_again() -> None:
    record = match_of_computers(COMPUTERS[0])
    plain = replace(record, makers=tuple((ply, PLAIN) for ply, _ in record.makers))
    game, steps = find_game(record.game), replay(record)
    expected = [
        game.move_text(game.default_move(game.view(steps[ply - 1].state, seat))) != text
        for ply, (seat, text) in enumerate(record.moves, 1)
    ]
    assert [one.differs for one in repeated(plain)] == expected
    assert any(expected)


def test_other_versions_of_computers_are_not_judged() -> None:
    record = match_of_computers(COMPUTERS[0])
    newer = replace(record, makers=tuple((ply, "easy.99") for ply, _ in record.makers))
    assert all(one.again == () and not one.differs for one in repeated(newer))


def test_makers_stand_beside_the_moves_in_the_record() -> None:
    record = match_of_computers(COMPUTERS[0])
    mixed = replace(record, makers=((1, "hard.12"), (3, PLAIN)))
    lines = [line.split() for line in dumps(mixed).split("\n\n")[1].splitlines()]
    assert [line[3:] for line in lines[:4]] == [["hard.12"], [], [PLAIN], []]
    assert loads(dumps(mixed)) == mixed


def test_number_of_a_decision_is_one_way() -> None:
    seed = bytes(range(32))
    made = hashlib.sha256(b"computer" + seed + bytes([0, 0, 0, 2]) + bytes(7) + b"\x09").digest()
    assert decision_number(seed, 2, 9) == int.from_bytes(made[:8], "big")
    numbers = {decision_number(seed, seat, ply) for seat in range(9) for ply in range(99)}
    assert len(numbers) == 9 * 99
    assert decision_number(bytes(32), 2, 9) not in numbers


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize("seed", range(5))
def test_a_changed_choice_is_one_decision(key: str, seed: int) -> None:
    """The decisions of a seat are its moves, without those that it took back.

    Each is due from the first question, neither from a change nor from a tie before.
    """
    match = random_match(key, GAMES[key].seats[0], OPTIONS[key][0], seed, changes=0.6)
    record, steps = match.record, match.steps
    for seat in match.seats:
        expected, first = list[tuple[int, int]](), 0
        for ply, (mover, _) in enumerate(record.moves, 1):
            acts = seat in match.game.to_act(steps[ply - 1].state)
            if not acts and mover == seat:
                expected[-1] = (expected[-1][0], ply)
            elif mover == seat:
                expected.append((first, ply))
            if mover == seat or match.game.stage(steps[ply].state) != match.game.stage(
                steps[ply - 1].state
            ):
                first = ply
        found = decisions(record, steps, seat)
        assert [(one.due, one.ply) for one in found] == expected
        for one in found:
            assert seat in match.game.to_act(steps[one.due].state)
            assert record.moves[one.ply - 1] == (seat, one.move)
            legal = match.game.legal_moves(steps[one.due].state, seat)
            assert match.game.parse_move(one.move) in legal
