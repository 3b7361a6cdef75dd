"""Laws 8 and 11: golden playthroughs show what leaks, and records of released versions replay."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from games import GAMES, find_game, playable
from games.chance import Chance
from games.core import Rulings, Seat, Step
from games.errors import RecordError
from games.record import dumps, loads, replay

from ..sixth.full.games.pennies import Pennies, PenniesOptions, State
from . import laws
from .golden import FOLDER, PLAYTHROUGHS, law_8
from .playing import AnyGame, random_match, registered
from .records import stored

OPTIONS = PenniesOptions(points=3)
RECORDS = [(key, name) for key in sorted(GAMES) for name in stored(key)]


@pytest.mark.parametrize(("key", "name"), RECORDS)
def test_stored_record_replays_for_ever(key: str, name: str) -> None:
    laws.law_11(GAMES[key], stored(key)[name])


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_released_version_has_a_record(key: str) -> None:
    laws.law_11_released(GAMES[key], stored(key).values())


@dataclass(frozen=True, eq=False)
class Ruled(Pennies):
    """Matching pennies in two versions: since the second, a match point counts twice."""

    RULINGS: ClassVar[Mapping[int, Rulings]] = {1: frozenset(), 2: frozenset({"double_last_point"})}
    version: int = max(RULINGS)  # type: ignore[misc]

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        after, events = super().play(state, seat, move, chance)
        if "double_last_point" in self.RULINGS[self.version] and not self.to_act(after):
            (first, second), before = after.points, state.points
            after = replace(after, points=(2 * first - before[0], 2 * second - before[1]))
        return Step(after, events)


class SilentChange(Pennies):
    """Version 1 with another score and no new version."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        return Step(*Ruled().play(state, seat, move, chance))


class NewOnly(Ruled):
    """The first version is dropped."""

    RULINGS: ClassVar[Mapping[int, Rulings]] = {2: Ruled.RULINGS[2]}


def in_file(game: AnyGame, version: int) -> str:
    """Return a stored match of that version."""
    with registered(game):
        record = random_match(game.key, 2, OPTIONS, 3, version).record
        return f"replay {laws.replay_hash(record)}\n{dumps(record)}"


def test_each_version_follows_its_own_rulings() -> None:
    with registered(Ruled()):
        old, new = (random_match(Pennies.key, 2, OPTIONS, 3, version) for version in (1, 2))
        assert [played.record.version for played in (old, new)] == [1, 2]
        scores = [p.game.outcome(p.steps[-1].state).scores for p in (old, new)]  # type: ignore[union-attr]
        assert [max(score) for score in scores] == [3, 4]
        for played in (old, new):
            assert replay(loads(dumps(played.record))) == played.steps
        assert find_game(Pennies.key).version == 2


def test_old_version_is_playable_after_an_upgrade() -> None:
    first, second = in_file(Pennies(), 1), in_file(Ruled(), 2)
    laws.law_11(Ruled(), first)
    laws.law_11(Ruled(), second)
    laws.law_11_released(Ruled(), [first, second])
    with registered(Ruled()):
        assert playable(Pennies.key, 1)
        assert not playable(Pennies.key, 3)


def test_law_11_finds_a_changed_rule_without_a_version() -> None:
    first = in_file(Pennies(), 1)
    laws.law_11(Pennies(), first)
    with pytest.raises(AssertionError, match="version 1 has changed"):
        laws.law_11(SilentChange(), first)


def test_law_11_finds_a_dropped_version() -> None:
    files = [in_file(Ruled(), version) for version in (1, 2)]
    with pytest.raises(RecordError, match="by rules 1 of"):
        laws.law_11(NewOnly(), files[0])
    with pytest.raises(AssertionError):
        laws.law_11_released(NewOnly(), files)


def test_law_11_finds_a_version_without_a_record() -> None:
    with pytest.raises(AssertionError, match=r"records` for a new version\nassert {1, 2} == {1}"):
        laws.law_11_released(Ruled(), [in_file(Ruled(), 1)])


@pytest.mark.parametrize("key", sorted(GAMES))
def test_versions_before_the_first_release_are_refused(key: str) -> None:
    before = min(GAMES[key].RULINGS) - 1
    assert not playable(key, before)
    with pytest.raises(RecordError, match=f"rules {before} of {key}"):
        find_game(key, before)


def test_golden_files_are_those_of_the_playthroughs() -> None:
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/golden/*.txt")} == set(
        PLAYTHROUGHS
    ), "run `python -m tests.games.golden <key>`, and delete strays"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_golden_playthroughs_are_unchanged(name: str) -> None:
    path = FOLDER / name
    law_8(PLAYTHROUGHS[name], path.read_text(encoding="utf-8") if path.exists() else "")
