"""The laws that every game keeps, tried on random matches of all of them.

SHINRISEN_MATCHES sets how many matches are played a game and seat count, shared among the sets of
options; each set has two at least. `make test` plays the first, middle and last table of a game.
"""

import math
import os
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from games import GAMES
from games.chance import Chance
from games.errors import InvalidMove, InvalidOptions
from games.options import Option, declared

from . import laws
from .hands import BOUND, NO_MOVES, OPTIONS, REDEAL, REVEALING, STUBBORN, TYPED, WRONG_OPTIONS
from .playing import Playthrough, random_match

MATCHES = int(os.environ.get("SHINRISEN_MATCHES", "0"))


class Table(NamedTuple):
    """A game, its seats, options and rules version."""

    key: str
    seats: int
    options: Any
    version: int

    def matches(self) -> Iterator[Playthrough]:
        """Its random matches, one at a time: thousands with all states would fill the memory."""
        for seed in range(max(2, math.ceil(MATCHES / len(OPTIONS[self.key])))):
            yield random_match(self.key, self.seats, self.options, seed, self.version)


TABLES = [
    pytest.param(key, Table(key, seats, options, version), id=f"{key}{version}-{seats}-{number}")
    for key, game in sorted(GAMES.items())
    for version in game.RULINGS
    for seats in game.seats
    for number, options in enumerate(OPTIONS.get(key, []))
]


def test_no_game_is_passed_over() -> None:
    assert not laws.unready()


# All laws of a table in turn, so that its matches are played but once.
@pytest.mark.parametrize("law", laws.of_a_match(lambda state, seat, rng: state, ()))
@pytest.mark.parametrize(("key", "table"), TABLES, scope="module")
@pytest.mark.costly("key", "law")
def test_random_matches_keep_the_law(key: str, table: Table, law: str) -> None:
    # Each table has two matches at least, which share the deals.
    keep = laws.of_a_match(REDEAL[key], REVEALING[key], laws.REDEALS // 2)[law]
    for played in table.matches():
        keep(played)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_law_6_stubborn_players_come_to_an_end(key: str) -> None:
    game, options = GAMES[key], OPTIONS[key]
    fewest, most = game.seats[0], game.seats[-1]
    for seats, chosen in [(most, options[0]), *((fewest, some) for some in options)]:
        laws.law_6_ends(game, seats, chosen, BOUND[key], STUBBORN[key])


@cache
def texts(key: str) -> set[str]:
    """The moves that can be made in some matches."""
    game, found = GAMES[key], set[str]()
    for options in OPTIONS[key]:
        played = random_match(key, game.seats[-1], options, 0)
        moves = {
            move
            for ply in range(len(played.steps))
            for seat in played.seats
            for move in played.legal(ply, seat)
        }
        found |= {game.move_text(move) for move in moves}
    return found


@pytest.mark.parametrize("key", sorted(GAMES))
def test_law_9_moves_are_understood_as_people_type_them(key: str) -> None:
    laws.law_9_typed(GAMES[key], texts(key))
    for typed, text in TYPED[key].items():
        assert GAMES[key].move_text(GAMES[key].parse_move(typed)) == text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_law_9_any_text_is_a_move_or_refused(key: str) -> None:
    laws.law_9_fuzzed(GAMES[key], texts(key))
    for text in ("", *NO_MOVES[key]):
        with pytest.raises(InvalidMove, match=r"\.$"):
            GAMES[key].parse_move(text)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_deal_refuses_other_numbers_of_players(key: str) -> None:
    game = GAMES[key]
    for seats in {0, 1, *range(game.seats[-1] + 3)} - {*game.seats}:
        with pytest.raises(InvalidOptions, match=f"for {game.seats[0]} to {game.seats[-1]} "):
            game.deal(seats, game.Options(), Chance(bytes(32), 0))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_options_outside_their_values_are_refused(key: str) -> None:
    made = GAMES[key].Options
    wrong = [{name: v} for name, option in declared(made).items() for v in outside(option)]
    for options in (*wrong, *WRONG_OPTIONS[key]):
        with pytest.raises(InvalidOptions):
            made(**options)


def outside(option: Option) -> list[Any]:
    """Return values that an option doesn't have."""
    none = [None] if option.default is not None else []
    if isinstance(option.values, range):
        least, most = option.values[0], option.values[-1]
        return [least - 1, most + 1, str(least), True, *none]
    return ["never", 1, *none]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_states_and_events_are_frozen_and_within_the_table(key: str) -> None:
    played = random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 3)
    for step in played.steps:
        hash(step.state)
        for event in step.events:
            hash(event)
            assert event.to is None or event.to <= set(played.seats)
