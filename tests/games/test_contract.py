"""The laws that every game keeps, tried on random matches of all of them.

SHINRISEN_MATCHES sets how many matches are played a game and seat count, shared among the sets of
options; each set has two at least.
"""

import math
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games import GAMES
from games.chance import Chance
from games.core import Event, Seat
from games.errors import MoveError
from games.record import dumps, loads, replay

from .hands import OPTIONS, REDEAL
from .playing import AnyGame, Playthrough, random_match

MATCHES = int(os.environ.get("SHINRISEN_MATCHES", "0"))
REDEALS = 50

TABLES = [
    pytest.param(key, seats, options, id=f"{key}-{seats}-{number}")
    for key, game in sorted(GAMES.items())
    for seats in game.seats
    for number, options in enumerate(OPTIONS.get(key, []))
]
SEATS = [(key, seats) for key, game in sorted(GAMES.items()) for seats in game.seats]


def share(key: str) -> range:
    """The seeds of the matches with one set of options."""
    return range(max(2, math.ceil(MATCHES / len(OPTIONS[key]))))


def matches(key: str, seats: int, options: Any) -> Iterator[Playthrough]:
    # One at a time: a thousand matches with all their states would fill the memory.
    return (random_match(key, seats, options, seed) for seed in share(key))


def everybody(seats: int) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(seats))]


def test_every_game_is_known_to_the_suite() -> None:
    assert set(OPTIONS) == set(REDEAL) == set(GAMES)


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_law_1_the_record_replays_the_match(key: str, seats: int, options: Any) -> None:
    for played in matches(key, seats, options):
        assert replay(played.record) == played.steps
        assert loads(dumps(played.record)) == played.record
    again = random_match(key, seats, options, 0)
    assert again.steps == random_match(key, seats, options, 0).steps


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_law_2_notation_is_unique_and_reads_back(key: str, seats: int, options: Any) -> None:
    for played in matches(key, seats, options):
        game = played.game
        for step in played.steps:
            for seat in range(seats):
                moves = list(game.legal_moves(step.state, Seat(seat)))
                texts = [game.move_text(move) for move in moves]
                assert len(set(texts)) == len(texts)
                assert [game.parse_move(text) for text in texts] == moves


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_law_3_legal_moves_play_and_others_change_nothing(
    key: str, seats: int, options: Any
) -> None:
    for played in matches(key, seats, options):
        game = played.game
        strange = sorted({text for _, text in played.record.moves})
        rng = random.Random(1)
        for ply, step in enumerate(played.steps):
            state = step.state
            waiting = game.to_act(state)
            assert bool(waiting) == (game.outcome(state) is None)
            chance = Chance(played.record.seed, ply + 1)
            before = repr(state)
            for seat in map(Seat, range(seats)):
                legal = list(game.legal_moves(state, seat))
                assert legal or seat not in waiting
                if seat in waiting:
                    assert game.default_move(game.view(state, seat)) in legal
                for move in rng.sample(legal, min(2, len(legal))):
                    game.play(state, seat, move, chance)
                for text in rng.sample(strange, min(5, len(strange))):
                    move = game.parse_move(text)
                    if move not in legal:
                        refuse(game, state, seat, move, chance)
            assert repr(state) == before


def refuse(game: AnyGame, state: Any, seat: Seat, move: Any, chance: Chance) -> None:
    with pytest.raises(MoveError) as refused:
        game.play(state, seat, move, chance)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_law_4_the_order_of_simultaneous_choices_does_not_matter(
    key: str, seats: int, options: Any
) -> None:
    for seed in share(key):
        played = random_match(key, seats, options, seed)
        game, rng = played.game, random.Random(seed)
        together = [
            (ply, step.state)
            for ply, step in enumerate(played.steps)
            if len(game.to_act(step.state)) == seats and seats > 1
        ]
        for ply, state in rng.sample(together, min(3, len(together))):
            choice = {s: rng.choice(game.legal_moves(state, s)) for s in game.to_act(state)}
            ends = [settle(game, state, order(choice, rng), played, ply) for _ in range(4)]
            assert all(end == ends[0] for end in ends)
            detour = settle(game, state, order(choice, rng), played, ply, rng)
            assert detour == ends[0], "a replaced choice leaves no trace"


def order(choice: dict[Seat, Any], rng: random.Random) -> list[tuple[Seat, Any]]:
    pairs = list(choice.items())
    rng.shuffle(pairs)
    return pairs


def settle(
    game: AnyGame,
    state: Any,
    choices: list[tuple[Seat, Any]],
    played: Playthrough,
    ply: int,
    rng: random.Random | None = None,
) -> Any:
    """The views after all have chosen; with `rng`, the first seats change their mind once."""
    # The same chance for the last choice, whatever stood before it.
    chance = Chance(played.record.seed, ply + 1)
    for number, (seat, move) in enumerate(choices):
        if rng is not None and number < len(choices) - 1:
            others = [m for m in game.legal_moves(state, seat) if m != move]
            if others:
                before = views(game, state, len(choices), but=seat)
                first = game.play(state, seat, rng.choice(others), chance)
                changed = game.play(first.state, seat, move, chance)
                straight = game.play(state, seat, move, chance)
                assert views(game, changed.state, len(choices), but=seat) == views(
                    game, straight.state, len(choices), but=seat
                )
                assert seen(changed.events, len(choices), but=seat) == []
                assert before
                state = changed.state
                continue
        state = game.play(state, seat, move, chance).state
    return views(game, state, len(choices))


def views(game: AnyGame, state: Any, seats: int, but: Seat | None = None) -> list[Any]:
    readers = [seat for seat in everybody(seats) if seat is None or seat != but]
    return [game.view(state, seat) for seat in readers]


def seen(events: tuple[Event, ...], seats: int, but: Seat) -> list[Event]:
    """What anybody but that seat is told."""
    return [e for e in events if e.to is None or e.to - {but}]


@pytest.mark.parametrize(("key", "seats"), SEATS)
def test_laws_5_and_7_views_tell_nothing_hidden(key: str, seats: int) -> None:
    for options in OPTIONS[key]:
        played = random_match(key, seats, options, 5)
        game, rng = played.game, random.Random(seats)
        for number in range(REDEALS):
            ply = rng.randrange(len(played.steps))
            state = played.steps[ply].state
            seat = rng.choice(everybody(seats))
            other = REDEAL[key](state, seat, random.Random(number))
            assert game.view(other, seat) == game.view(state, seat)
            if seat is None:
                continue
            legal = game.legal_moves(state, seat)
            assert game.legal_moves(other, seat) == legal
            if seat in game.to_act(state):
                default = game.default_move(game.view(state, seat))
                assert game.default_move(game.view(other, seat)) == default
            chance = Chance(played.record.seed, ply + 1)
            if len(game.to_act(state)) > 1 and legal:
                move = rng.choice(legal)
                told = [game.play(s, seat, move, chance).events for s in (state, other)]
                mine = [[e for e in events if e.to is None or seat in e.to] for events in told]
                assert mine[0] == mine[1]


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_law_6_ranks_fit_scores_and_stages_grow(key: str, seats: int, options: Any) -> None:
    for played in matches(key, seats, options):
        outcome = played.game.outcome(played.steps[-1].state)
        assert outcome is not None
        assert len(outcome.ranks) == len(outcome.scores) == seats
        assert min(outcome.ranks) == 1
        for rank in outcome.ranks:
            assert rank == 1 + sum(other < rank for other in outcome.ranks)
        by_rank = dict(zip(outcome.ranks, outcome.scores, strict=True))
        for rank, score in zip(outcome.ranks, outcome.scores, strict=True):
            assert by_rank[rank] == score, "equal ranks have equal scores"
        stages = [played.game.stage(step.state) for step in played.steps]
        assert stages == sorted(stages)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_events_to_one_seat_are_frozen_and_within_the_table(key: str) -> None:
    played = random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 3)
    for step in played.steps:
        hash(step.state)
        for event in step.events:
            hash(event)
            assert event.to is None or event.to <= set(range(played.record.seats))
