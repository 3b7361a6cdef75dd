"""Pictures of matches at their moments, and the words beside them."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from bot.drawing.file import File
from bot.drawing.picture import Picture
from bot.screens import frames
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from games import GAMES
from games.core import Seat

from ..drawing import Drawing, stored_of
from ..games.playing import random_match

T = tongue("en-US")


@cache
def match(key: str, seats: int) -> tuple[Drawing, int]:
    """Return a random match and its last ply."""
    played = random_match(key, seats, GAMES[key].Options(), 7)
    outcome, stored = GAMES[key].outcome(played.steps[-1].state), stored_of(played.record)
    assert outcome is not None
    results = zip(stored.players, outcome.ranks, outcome.scores, strict=True)
    players = tuple(replace(p, rank=rank, score=score) for p, rank, score in results)
    table = replace(stored, players=players)
    return Drawing(looks(), played.record, played.steps, table), len(played.steps) - 1


def moments(key: str) -> list[tuple[Sight, Sight]]:
    """Return screens without and with a picture, for a spectator and the first and last seat."""
    found = []
    seats = GAMES[key].seats[-1]
    drawing, last = match(key, seats)
    plies = random.Random(1).sample(range(last + 1), min(60, last + 1))
    readers = (None, Seat(0), Seat(seats - 1))
    for ply, reader, held in product(sorted({0, last, *plies}), readers, (False, True)):
        words = drawing.at(ply, held=held).sight(reader)
        picture = words.picture(T)
        assert picture is not None
        found.append((words, replace(words, file=File(picture, "x.png", b""))))
    return found


def picture(sight: Sight) -> Picture | None:
    return sight.picture(T)


def drawn(sight: Sight) -> Any:
    return frames.panel(sight, T) if sight.seat is None else frames.hand(sight, T)


def says(key: str, own: Callable[[Any], list[str]]) -> None:
    """Check that a hand with its picture says what belongs to its player."""
    seen = 0
    for _, pictured in moments(key):
        if pictured.seat is None or pictured.held or pictured.view.outcome is not None:
            continue
        shown = drawn(pictured)
        told = f"{shown.text} {shown.files[0].text}"
        for one in own(pictured.view):
            assert re.search(rf"(?<!\d){one}(?!\d)", told), (one, told)
            seen += 1
    assert seen > 20
