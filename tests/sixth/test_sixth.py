"""A sixth game needs nothing but its own files: with them it passes every generic test."""

import importlib
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import cogs
import games
from games import registered

from ..cogs.conftest import Begin, evening
from .moving_in import HERE, House

__all__ = ["evening"]

# The tests that are made for each game, of which only the sixth's are run there.
FOR_EACH_GAME = (
    "tests/games/test_contract.py",
    "tests/games/test_golden.py",
    "tests/cogs/test_every_move.py",
    "tests/cogs/test_leaks.py",
    "tests/cogs/test_replay.py",
    "tests/test_layers.py",
)
# And those that look at all games at once.
FOR_ALL = (
    "tests/games/test_contract.py::test_no_game_is_passed_over",
    "tests/games/test_golden.py::test_every_game_has_golden_playthroughs_and_no_strays",
    "tests/cogs/test_help.py::test_help_lists_all_games_and_opens_each_by_one_click",
    "tests/cogs/test_help.py::test_every_game_can_be_opened_so",
    "tests/bot/words/test_i18n.py::test_complete_catalogue_has_each_text",
    "tests/bot/words/test_i18n.py::test_translation_keeps_the_fields",
    "tests/bot/words/test_i18n.py::test_nothing_stale_is_kept",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("moving") / "house")
    house.move_in()
    return house


def passed(told: str) -> int:
    """How many tests passed, by what pytest told."""
    found = re.search(r"(\d+) passed", told)
    assert found is not None, told
    return int(found[1])


def test_it_passes_every_generic_test(house: House) -> None:
    names = [name.rpartition("::")[2] for name in FOR_ALL]
    which = " or ".join(["pennies", *names])
    paths = {*FOR_EACH_GAME, *(name.partition("::")[0] for name in FOR_ALL)}
    told = house.run("pytest", "-p", "no:cacheprovider", "-vv", "-k", which, *sorted(paths))
    for name in names:
        assert re.search(rf"{name}\S* PASSED", told), name
    for path in FOR_EACH_GAME:
        assert re.search(rf"{path}::.*pennies.* PASSED", told), path
    laws = set(re.findall(r"test_laws?_(\d)(?:_and_(\d))?_", told))
    assert {n for pair in laws for n in pair if n} == set("12345679")
    assert passed(told) > 20


@pytest.fixture
def pennies(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The files of the game lie beside those of the others."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(HERE / "games")])
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(HERE / "cogs")])
    module = importlib.import_module("games.pennies")
    with registered(module.GAME):
        yield module
    for name in ("games.pennies", "cogs.pennies"):
        sys.modules.pop(name, None)


def test_it_is_found_by_itself(pennies: Any) -> None:
    assert games._found()["pennies"] is pennies.GAME


async def test_it_is_played_rated_and_survives_a_restart(pennies: Any, evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin("pennies", points=2)
        assert "**0 : 0**" in e.panel_words()
        await e.play(ana, "heads")
        assert "Chosen: heads" in e.hand_words(ana)
        # Nobody is told that a choice was changed: its own seat sees it all the same.
        for side in ("tails", "heads"):
            await e.play(ana, side)
            assert f"Chosen: {side}" in e.hand_words(ana)
        await e.restart()
        await e.play(ben, "heads")
        assert "**1 : 0**" in e.panel_words()
        refused = await ana.slash(e.channel, "pennies move", move="edge")
        assert refused.response is not None
        await ana.slash(e.channel, "pennies move", move="ＴＡＩＬＳ")
        await e.play(ben, "tails")
        assert "the end" in e.panel_words()
        assert "🥇 **Ana** · 2 points · rating 10" in e.panel_words()
