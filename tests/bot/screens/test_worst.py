"""The largest screens of every game, found by a search, against Discord's limits."""

import json
import re

import pytest

from bot.wire import fitting
from games import GAMES
from playground.limits import V2, check_message
from tests.examples import IN_TURN, SWAPPING

from .worst import KINDS, Search, drawable, measured

STEPS = {"hand": 800, "panel": 400, "replay": 200}
"""Steps of each climb, by kind of screen."""
FEW = 80
# A right-to-left name or word outside an isolate. Escaped and code marks may stand inside. A
# command to be copied has no isolate, and ends with the word.
LOOSE = re.compile(r"(?<![\u2068ש])(?<!\u2068`)(?<!--word ')ש")


@pytest.mark.parametrize(
    ("key", "kind"), [(key, kind) for key in sorted(GAMES) for kind in KINDS if drawable(key, kind)]
)
def test_largest_screens_fit_discords_limits(
    key: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with measured(monkeypatch) as sizes:
        search = Search(key, kind, sizes)
        for by in ("components", "units"):
            for found in search.climb(STEPS.get(kind, FEW), by):
                components = found.drawn.components
                files = {file.name for file in found.drawn.files}
                check_message({"components": components}, V2, files)
                assert fitting.size(components) <= fitting.TEXT, found.case
                assert not LOOSE.search(json.dumps(components, ensure_ascii=False)), found.case


def test_search_finds_hands_with_many_controls(monkeypatch: pytest.MonkeyPatch) -> None:
    with measured(monkeypatch) as sizes:
        climb = Search(IN_TURN, "hand", sizes).climb(STEPS["hand"], "components")
        first, *others = (found.components for found in climb)
        assert max(others) > 20 > first


def test_search_finds_panels_with_long_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    with measured(monkeypatch) as sizes:
        climb = Search(SWAPPING, "panel", sizes).climb(STEPS["panel"], "units")
        first, *others = (found.units for found in climb)
        assert max(others) > 3 * first
