"""Law 8: golden per-seat playthroughs, read by a human eye, show what leaks."""

import pytest

from games import GAMES

from .golden import FOLDER, PLAYTHROUGHS, told


def test_every_game_has_golden_playthroughs() -> None:
    assert {name.split("/")[0] for name in PLAYTHROUGHS} == set(GAMES)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_everybody_sees_what_they_saw_before(name: str) -> None:
    assert told(PLAYTHROUGHS[name]) == (FOLDER / name).read_text(encoding="utf-8")
