"""The largest screens of every game, found by a search: their limits, and the words to a reader."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.play.names import plain
from bot.wire import fitting, ui
from games import GAMES
from playground.limits import V2, check_message
from tests.examples import IN_TURN, SWAPPING

from ...cogs.evening import words
from .worst import BROUGHT, HOSTILE, KINDS, LANGUAGES, LOOSE, NothingThere, Search, draw, drawable

STEPS = {"hand": 800, "panel": 400, "replay": 200}
"""Steps of each climb, by kind of screen."""
FEW = 80
# A right-to-left name or word outside an isolate. Escaped and code marks may stand inside. A
# command to be copied has no isolate, and ends with the word.
SCREENS = [(key, kind) for key in sorted(GAMES) for kind in KINDS if drawable(key, kind)]
OF_MATCHES = [one for one in SCREENS if one[1] not in BROUGHT or BROUGHT[one[1]].of_match]
# A namesake, or a mention of one, without the sign of the seat.
UNSIGNED = re.compile("(?:[AА]lex|<@[0-9]+>)(?! [①-⑩])")
MARKUP = re.compile(r"@everyone|@here|(?<!\\)<(?:@&|#1234|/me|t:0)|://b")


Sizes = list[tuple[int, int]]


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> Sizes:
    """Collect the size of each screen before parts give way: components and UTF-16 units."""
    found: Sizes = []

    def noting(parts: Sequence[tuple[object, Any]], room: int = fitting.COMPONENTS) -> Any:
        every = [component for _, component in parts]
        found.append((fitting.count(every) + fitting.COMPONENTS - room, fitting.size(every)))
        return fitting.fitted(parts, room)

    monkeypatch.setattr(ui, "fitted", noting)
    return found


@pytest.mark.parametrize(("key", "kind"), SCREENS)
@pytest.mark.costly("kind")
def test_largest_screens_fit_discords_limits(key: str, kind: str, sizes: Sizes) -> None:
    search = Search(key, kind, sizes)
    for by in ("components", "units"):
        for found in search.climb(STEPS.get(kind, FEW), by):
            components = found.drawn.components
            files = {file.name for file in found.drawn.files}
            check_message({"components": components}, V2, files)
            assert fitting.size(components) <= fitting.TEXT, found.case
            assert not LOOSE.search(json.dumps(components, ensure_ascii=False)), found.case


def test_search_finds_hands_with_many_controls(sizes: Sizes) -> None:
    climb = Search(IN_TURN, "hand", sizes).climb(STEPS["hand"], "components")
    first, *others = (found.components for found in climb)
    assert max(others) > 20 > first


def test_search_finds_panels_with_long_texts(sizes: Sizes) -> None:
    climb = Search(SWAPPING, "panel", sizes).climb(STEPS["panel"], "units")
    first, *others = (found.units for found in climb)
    assert max(others) > 3 * first


@pytest.mark.parametrize(("key", "kind"), OF_MATCHES)
@pytest.mark.costly("kind")
def test_namesakes_wear_signs_of_their_seats(key: str, kind: str, sizes: Sizes) -> None:
    for found in Search(key, kind, sizes, ("Alex", "Аlex")).climb(40, "units"):
        text = json.dumps(found.drawn.components, ensure_ascii=False)
        assert not UNSIGNED.search(text), found.case


@pytest.mark.parametrize(("key", "kind"), SCREENS)
@pytest.mark.costly("kind")
def test_hostile_names_stay_on_their_line(key: str, kind: str, sizes: Sizes) -> None:
    for name in HOSTILE:
        [found] = Search(key, kind, sizes, (name, name)).climb(0, "units")
        text = json.dumps(found.drawn.components, ensure_ascii=False)
        assert not re.search(r"[\u061c\u200e\u200f\u202a-\u202e]|\\u0000", text), name
        assert plain(name) == name or name not in text
        assert not MARKUP.search(found.drawn.text), found.drawn.text


OWN, OTHERS = "Wolfram von Quakenbrück zu Emden", "Ben"
PUBLIC = {"panel", "watched", "lobby", "rules", "fairness", "details", "refusal"}
"""Screens for all, and lists of people."""
SPOKEN = {"hand": 200, "replay": 100}
"""Steps of each climb for the words to a reader, by kind of screen."""


def named(line: str) -> bool:
    """Return True if a line names the reader, except in a list of seats.

    Such a list has names in full and bold, or not bold any more. Stories cut them.
    """
    seat = rf"\W*(`\w*`)?\W*{OWN}(\*\*(?![:：])| ❌)"
    return any(OWN.split()[0] in part and not re.match(seat, part) for part in line.split("·"))


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
def test_private_screens_never_name_their_reader(key: str, sizes: Sizes) -> None:
    found = set[tuple[str, str, str]]()
    for kind in KINDS:
        if kind in PUBLIC or not drawable(key, kind):
            continue
        for one in Search(key, kind, sizes).climb(SPOKEN.get(kind, 50), "units"):
            # A vote removes players, or staff.
            people = tuple("voted" if p == "removed" else p for p in one.case.people)
            asked = replace(one.case, name=OWN, others=OTHERS, people=people)
            for language in LANGUAGES:
                case = replace(asked, language=language)
                try:
                    drawn = draw(case)
                except NothingThere:
                    continue
                told = words(drawn.components).splitlines()
                found |= {(kind, language, line) for line in told if named(line)}
    assert not found, "\n".join(sorted(map(repr, found))[:60])
