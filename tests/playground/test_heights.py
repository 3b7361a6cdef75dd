"""Heights of decisions in the page, found by a search: they fit the screen.

Each generation of cases is drawn in one browser page at once, in a column of Discord's width. The
tallest ones beget the next generation.
"""

import json
import random
import time
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from playwright.async_api import Browser

from bot.screens.transcript import looks
from games import GAMES

from ..bot.screens import worst
from ..bot.screens.worst import Case
from . import ruler
from .conftest import in_chromium
from .ruler import NAME, Ruler, is_full, tables

pytestmark = in_chromium

LIMIT, FULL = 600, 700
"""Greatest height of a decision in pixels, and with the most players."""
# Pixels that the tallest screens have too many. The aim is 600 and 700 px.
_MISSED = 5
GENERATIONS, CASES, PARENTS = 6, 14, 3
_NUMBER = 1234


@dataclass(frozen=True)
class Group:
    """The cases that are compared with each other."""

    game: str
    seats: int
    language: str

    @property
    def limit(self) -> int:
        """Greatest height in pixels."""
        return FULL if is_full(self.game, self.seats) else LIMIT


@dataclass
class _Breed:
    """A group's cases with their heights, the tallest first."""

    group: Group
    rng: random.Random
    measured: dict[Case, float] = field(default_factory=dict)

    @property
    def tallest(self) -> Case:
        """The case of the greatest height."""
        return max(self.measured, key=lambda case: self.measured[case])

    def next(self) -> list[Case]:
        """Return the next cases: random ones at first, then neighbours of the tallest."""
        best = sorted(self.measured, key=lambda case: -self.measured[case])[:PARENTS]
        found: list[Case] = []
        for _ in range(40 * CASES):
            case = self._near(self.rng.choice(best)) if best else self._any()
            if case not in self.measured and case not in found and _decides(case):
                found.append(case)
            if len(found) == CASES:
                break
        return found

    def _any(self) -> Case:
        rng, one = self.rng, self.group
        # With computers there is a hint, too.
        reader, other = rng.randrange(one.seats), rng.choice(("here", "computer"))
        people = tuple("here" if seat == reader else other for seat in range(one.seats))
        return Case(
            game=one.game,
            kind="hand",
            seats=one.seats,
            options=rng.choice(worst.options_of(one.game)),
            seed=rng.randrange(10),
            haste=rng.choice((0.2, 1.0, 1.0, 4.0)),
            at=rng.random(),
            reader=reader,
            name=NAME,
            language=one.language,
            people=people,
            phase="live",
            pictured=True,
            dressed=True,
            pace=30,
            solo=other == "computer" and rng.random() < 0.5,
        )

    def _near(self, case: Case) -> Case:
        rng = self.rng
        other = self._any()
        match rng.randrange(6):
            case 0:
                return replace(case, held=not case.held)
            case 1:
                return replace(case, at=min(1.0, max(0.0, case.at + rng.gauss(0, 0.03))), picked="")
            case 2:
                return replace(case, options=other.options, picked="")
            case 3:
                return replace(case, seed=other.seed, haste=other.haste, picked="")
            case 4:
                case = replace(case, people=other.people, solo=other.solo, picked="")
                return replace(case, reader=other.reader)
        halves = worst.halves(worst.draw(case))
        return replace(case, picked=rng.choice(halves)) if halves else other


def _decides(case: Case) -> bool:
    """Return True if the reader's decision is due, and a moment that can be held if it is."""
    _, steps = worst.match(case.game, case.seats, case.options, case.seed, case.haste)
    step = steps[round(case.at * (len(steps) - 1))]
    if case.reader % case.seats not in GAMES[case.game].to_act(step.state):
        return False
    look = looks()[case.game]
    return not case.held or look.pause(GAMES[case.game].view(step.state, None), step.events) > 0


def message(case: Case) -> dict[str, Any]:
    """Return a case as the page's message, its deadline in a minute."""
    drawn = json.dumps(ruler.message(worst.draw(case, _NUMBER), case.language))
    soon: dict[str, Any] = json.loads(
        drawn.replace(f"<t:{worst.DEADLINE}", f"<t:{int(time.time()) + 59}")
    )
    return soon


async def bred(measure: Ruler) -> list[_Breed]:
    """Return every game with the fewest, the most and one less than the most players."""
    wanted = product(sorted(GAMES), worst.LANGUAGES)
    groups = [Group(key, many, language) for key, language in wanted for many in tables(key)]
    breeds = [_Breed(one, random.Random(f"{one}")) for one in groups]
    for _ in range(GENERATIONS):
        young = [(breed, case) for breed in breeds for case in breed.next()]
        measured = await measure.heights([message(case) for _, case in young])
        for (breed, case), height in zip(young, measured, strict=True):
            # A held reveal stands below everything that a decision needs.
            breed.measured[case] = height.whole - height.second
    return breeds


async def test_decisions_fit_discords_column(chromium: Browser) -> None:
    async with ruler.opened(chromium, worst.CHANNEL) as measure:
        breeds = await bred(measure)
    over = [
        f"{one.measured[one.tallest]:.0f} of {one.group.limit}: {one.tallest}"
        for one in breeds
        if one.measured[one.tallest] > one.group.limit + _MISSED
    ]
    assert not over, f"taller than allowed at {ruler.COLUMN} px:\n" + "\n".join(over)
