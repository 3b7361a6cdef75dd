"""Private screens of every game call their reader "you", in every language."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games import GAMES

from .worst import KINDS, LANGUAGES, NothingThere, Search, draw, drawable, measured

OWN, OTHERS = "Wolfram von Quakenbrück zu Emden", "Ben"
PUBLIC = {"panel", "watched", "lobby", "rules", "fairness", "details", "refusal"}
"""Screens for all, and lists of people."""
STEPS = {"hand": 200, "replay": 100}
FEW = 50


def texts(parts: Any) -> Iterator[str]:
    """Yield the lines of all texts."""
    for part in parts:
        yield from part.get("content", "").splitlines()
        yield from texts(part.get("components", []))


def named(line: str) -> bool:
    """Return True if a line names the reader, except in a list of seats.

    Such a list has names in full and bold, or not bold any more. Stories cut them.
    """
    seat = rf"\W*(`\w*`)?\W*{OWN}(\*\*(?![:：])| ❌)"
    return any(OWN.split()[0] in part and not re.match(seat, part) for part in line.split("·"))


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
def test_private_screens_never_name_their_reader(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set[tuple[str, str, str]]()
    with measured(monkeypatch) as sizes:
        for kind in KINDS:
            if kind in PUBLIC or not drawable(key, kind):
                continue
            for one in Search(key, kind, sizes).climb(STEPS.get(kind, FEW), "units"):
                # A vote removes players, or staff.
                people = tuple("voted" if p == "removed" else p for p in one.case.people)
                asked = replace(one.case, name=OWN, others=OTHERS, people=people)
                for language in LANGUAGES:
                    case = replace(asked, language=language)
                    try:
                        drawn = draw(case)
                    except NothingThere:
                        continue
                    told = texts(drawn.components)
                    found |= {(kind, language, line) for line in told if named(line)}
    assert not found, "\n".join(sorted(map(repr, found))[:60])
