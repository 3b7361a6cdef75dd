"""A sixth game needs nothing but its files: it is found, keeps the laws, and is played."""

import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cogs
import games
from games import registered
from games.core import Seat

from ..cogs.conftest import Begin, evening
from ..games import test_contract as laws
from ..games.hands import OPTIONS, REDEAL

__all__ = ["evening"]

HERE = Path(__file__).parent


def _redeal(state: Any, seat: Seat | None, rng: random.Random) -> Any:
    """What the other has chosen may be anything."""
    pennies = sys.modules["games.pennies"]
    chosen = [
        side if side is None or own == seat else rng.choice(pennies.SIDES)
        for own, side in enumerate(state.chosen)
    ]
    return pennies.replace(state, chosen=tuple(chosen))


@pytest.fixture(autouse=True)
def pennies(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The files of the game lie beside those of the others."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(HERE / "games")])
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(HERE / "cogs")])
    module = importlib.import_module("games.pennies")
    monkeypatch.setitem(OPTIONS, "pennies", [module.PenniesOptions()])
    monkeypatch.setitem(REDEAL, "pennies", _redeal)
    with registered(module.GAME):
        yield module
    for name in ("games.pennies", "cogs.pennies"):
        sys.modules.pop(name, None)


def test_it_is_found_by_itself(pennies: Any) -> None:
    assert games._found()["pennies"] is pennies.GAME


def test_it_keeps_the_laws(pennies: Any) -> None:
    table = ("pennies", 2, pennies.PenniesOptions())
    laws.test_law_1_the_record_replays_the_match(*table)
    laws.test_law_2_notation_is_unique_and_reads_back(*table)
    laws.test_law_3_legal_moves_play_and_others_change_nothing(*table)
    laws.test_law_4_the_order_of_simultaneous_choices_does_not_matter(*table)
    laws.test_laws_5_and_7_views_tell_nothing_hidden("pennies", 2)
    laws.test_law_6_ranks_fit_scores_and_stages_grow(*table)


async def test_it_is_played_rated_and_survives_a_restart(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin("pennies", points=2)
        assert "**0 : 0**" in e.panel_words()
        await e.play(ana, "heads")
        assert "Chosen: heads" in e.hand_words(ana)
        await e.restart()
        await e.play(ben, "heads")
        assert "**1 : 0**" in e.panel_words()
        refused = await ana.slash(e.channel, "pennies move", move="edge")
        assert refused.response is not None
        await ana.slash(e.channel, "pennies move", move="tails")
        await e.play(ben, "tails")
        assert "the end" in e.panel_words()
        assert "🥇 **Ana** · 2 points · rating +" in e.panel_words()
