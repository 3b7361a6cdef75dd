"""The bar below a replay's picture, in short matches and in very long ones."""

from itertools import chain
from typing import Any

import pytest

from bot.drawing.canvas import HEIGHT, WIDTH, Box, Canvas
from bot.drawing.colours import CORAL, GOLD
from bot.drawing.gif import gif
from bot.screens.examples import films
from cogs.history.bar import _NARROW, Bar, Barred, BarredFilm, Tick, _pitch, ticks

from ..evening import Patch

ROOM, TALL = 700.0, 632
# The part of a tall picture with the ticks.
_TICKS = (80, 570, 840, 610)


def flat(bar: Bar) -> list[Tick]:
    return [*chain.from_iterable(ticks(bar, ROOM))]


def colours(picture: Any) -> set[tuple[int, ...]]:
    """Return the colours of the bar's ticks."""
    image = picture.draw().image
    assert image.size == (WIDTH, TALL)
    return {rgb for _, rgb in image.crop(_TICKS).getcolors(100_000)}


def test_short_match_has_a_tick_for_each_step() -> None:
    shown = ticks(Bar("2·7", (10, 10, 10), 1, 6, (3, 12)), ROOM)
    assert [len(chapter) for chapter in shown] == [10, 10, 10]
    every = [*chain.from_iterable(shown)]
    assert [n for n, tick in enumerate(every) if tick.now] == [16]
    assert [n for n, tick in enumerate(every) if tick.past] == list(range(16))
    assert [n for n, tick in enumerate(every) if tick.costly] == [3, 12]


@pytest.mark.parametrize("chapter", [0, 1, 7, 18, 19])
def test_long_match_has_a_tick_for_each_other_chapter(chapter: int) -> None:
    shown = ticks(Bar("1·1", (20,) * 20, chapter, 4, (0, 399)), ROOM)
    assert [len(one) for one in shown] == [20 if n == chapter else 1 for n in range(20)]
    assert sum(tick.now for one in shown for tick in one) == 1
    assert shown[0][0].costly
    assert shown[-1][-1].costly


@pytest.mark.parametrize("chapter", [0, 50, 100])
def test_longest_match_keeps_to_the_bar(chapter: int) -> None:
    bar = Bar("101·11", (11,) * 101, chapter, 10)
    shown = ticks(bar, ROOM)
    assert _pitch(shown, ROOM) >= _NARROW
    assert sum(tick.now for tick in flat(bar)) == 1
    assert 1 < len(shown) < 101
    assert max(map(len, shown)) == 11


def test_costs_to_come_are_not_seen() -> None:
    film = next(iter(films().values()))
    before = Bar("1", (10,), 0, 0, (4,))
    after = Bar("6", (10,), 0, 5, (4,))
    assert CORAL[:3] not in colours(Barred(film.still, before))
    assert CORAL[:3] in colours(Barred(film.still, after))
    assert GOLD[:3] in colours(Barred(film.still, before))


@pytest.mark.parametrize("name", films())
def test_film_keeps_its_bar_in_each_frame(name: str) -> None:
    own = films()[name]
    film = BarredFilm(Barred(own.still, Bar("3·2", (4, 4, 4), 2, 1)), own)
    frames = [canvas.image for _, canvas in film.frames()]
    feet = {frame.crop((0, HEIGHT, WIDTH, TALL)).tobytes() for frame in frames}
    assert len(feet) == 1
    assert frames[-1].tobytes() == film.still.draw().image.tobytes()


def test_film_with_a_bar_is_drawn_by_its_changes(monkeypatch: Patch) -> None:
    own, drawn, part = next(iter(films().values())), list[Box](), Canvas.part

    def noted(canvas: Canvas, box: Box) -> Any:
        drawn.append(box)
        return part(canvas, box)

    monkeypatch.setattr(Canvas, "part", noted)
    gif(BarredFilm(Barred(own.still, Bar("3·2", (4, 4, 4), 2, 1)), own))
    assert drawn.count((0, 0, WIDTH, TALL)) == 1
