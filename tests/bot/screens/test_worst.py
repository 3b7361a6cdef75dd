"""The largest screens of every game, found by a search, against Discord's limits."""

import json
import re

import pytest

from bot.play.names import plain
from bot.wire import fitting
from games import GAMES
from playground.limits import V2, check_message
from tests.examples import IN_TURN, SWAPPING

from .worst import HOSTILE, KINDS, LOOSE, Search, drawable, measured

STEPS = {"hand": 800, "panel": 400, "replay": 200}
"""Steps of each climb, by kind of screen."""
FEW = 80
# A right-to-left name or word outside an isolate. Escaped and code marks may stand inside. A
# command to be copied has no isolate, and ends with the word.
SCREENS = [(key, kind) for key in sorted(GAMES) for kind in KINDS if drawable(key, kind)]
# A namesake, or a mention of one, without the sign of the seat.
UNSIGNED = re.compile("(?:[AА]lex|<@[0-9]+>)(?! [①-⑩])")
MARKUP = re.compile(r"@everyone|@here|(?<!\\)<(?:@&|#1234|/me|t:0)|://b")


@pytest.mark.parametrize(("key", "kind"), SCREENS)
@pytest.mark.costly("kind")
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


@pytest.mark.parametrize(("key", "kind"), [s for s in SCREENS if s[1] != "lesson"])
def test_namesakes_wear_signs_of_their_seats(
    key: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with measured(monkeypatch) as sizes:
        for found in Search(key, kind, sizes, ("Alex", "Аlex")).climb(40, "units"):
            text = json.dumps(found.drawn.components, ensure_ascii=False)
            assert not UNSIGNED.search(text), found.case


@pytest.mark.parametrize(("key", "kind"), SCREENS)
def test_hostile_names_stay_on_their_line(
    key: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with measured(monkeypatch) as sizes:
        for name in HOSTILE:
            [found] = Search(key, kind, sizes, (name, name)).climb(0, "units")
            text = json.dumps(found.drawn.components, ensure_ascii=False)
            assert not re.search(r"[\u061c\u200e\u200f\u202a-\u202e]|\\u0000", text), name
            assert plain(name) == name or name not in text
            assert not MARKUP.search(found.drawn.text), found.drawn.text
