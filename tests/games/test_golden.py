"""Law 8: golden per-seat playthroughs, read by a human eye, show what leaks."""

import pytest

from games import GAMES

from .golden import FOLDER, PLAYTHROUGHS, law_8


def test_every_game_has_golden_playthroughs_and_no_strays() -> None:
    assert {name.split("/")[0] for name in PLAYTHROUGHS} == set(GAMES)
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/golden/*.txt")} == set(
        PLAYTHROUGHS
    ), "run `python -m tests.games.golden <key>`, and delete strays"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_golden_playthroughs_are_unchanged(name: str) -> None:
    path = FOLDER / name
    law_8(PLAYTHROUGHS[name], path.read_text(encoding="utf-8") if path.exists() else "")
