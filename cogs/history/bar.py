"""A bar below a game's picture: the place of a step among all steps of a match."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from bot.drawing.boxes import Box, column, label, plate
from bot.drawing.colours import CORAL, GOLD, WHITE, Colour, Theme, mixed
from bot.drawing.film import Film, Shot
from bot.drawing.picture import Picture
from bot.words.speech import Speech
from games.core import Frozen

_INSET = 22
# Width of a tick with its gap: the widest, and the least that a finger's width still shows.
_WIDE, _NARROW = 26.0, 5.0
# The most that a tick itself is wide.
_THICK = 14
# The gap between two chapters, in ticks.
_BETWEEN = 0.9
# Heights of a plain tick, of a costly one, and of the present one.
_PLAIN, _COSTLY, _NOW = 22, 34, 46


class Bar(Frozen):
    """A place in a match. Chapters and steps count from 0.

    label: the place in numbers.
    chapters: the number of steps of each chapter.
    chapter, step: the present chapter, and the present step in it.
    costly: the steps that cost the reader something, counted through all chapters.
    """

    label: str
    chapters: tuple[int, ...]
    chapter: int
    step: int
    costly: tuple[int, ...] = ()


class Tick(Frozen):
    """A tick of a bar: one step, or a whole chapter where there is no room for its steps."""

    now: bool
    past: bool
    costly: bool


def ticks(bar: Bar, room: float) -> list[list[Tick]]:
    """Return the ticks of a bar by chapter, as many as there is room for in pixels.

    Without room for all, other chapters are one tick each, and then only the nearest are left.
    """
    whole = _ticks(bar, lambda chapter: True)
    if _pitch(whole, room) >= _NARROW:
        return whole
    here = _ticks(bar, lambda chapter: chapter == bar.chapter)
    near = len(here)
    while _pitch(here, room) < _NARROW and near > 0:
        near -= 1
        first = max(0, bar.chapter - near)
        here = _ticks(bar, lambda chapter: chapter == bar.chapter)[first : bar.chapter + near + 1]
    return here


def _ticks(bar: Bar, whole: Callable[[int], bool]) -> list[list[Tick]]:
    found, first = [], 0
    present = sum(bar.chapters[: bar.chapter]) + bar.step
    for chapter, number in enumerate(bar.chapters):
        steps = range(first, first + number)
        first += number
        if whole(chapter):
            found.append([Tick(n == present, n < present, n in bar.costly) for n in steps])
        else:
            costly = any(n in steps for n in bar.costly)
            found.append([Tick(False, steps[-1] < present, costly)])
    return found


def _pitch(shown: list[list[Tick]], room: float) -> float:
    return min(_WIDE, room / (sum(map(len, shown)) + _BETWEEN * (len(shown) - 1)))


@lru_cache(maxsize=8)
def foot(theme: Theme, bar: Bar) -> Box:
    """Return the label and the ticks in a well."""
    well, told = plate(848, 62, 20, theme.well), label(bar.label, 48)
    x, room = _INSET + told.w + 26.0, 848 - 2 * _INSET - told.w - 26
    box, shown = told.pad(left=_INSET).on(well, x=0), ticks(bar, room)
    pitch = _pitch(shown, room)
    for chapter in shown:
        for tick in chapter:
            fill, high = _look(tick, theme)
            wide = min(_THICK, max(3, round(pitch * 0.72)))
            if tick.now:
                wide += max(2, round(wide * 0.4))
            box = box.put(plate(wide, high, min(6, wide // 2), fill), x + pitch * 0.36, well.h / 2)
            x += pitch
        x += _BETWEEN * pitch
    return box


def _look(tick: Tick, theme: Theme) -> tuple[Colour, int]:
    if tick.now:
        return GOLD, _NOW
    if not tick.past:
        # The costs to come would spoil the match.
        return mixed(WHITE, theme.well, 0.24), _PLAIN
    if tick.costly:
        return CORAL, _COSTLY
    return mixed(WHITE, theme.well, 0.75), _PLAIN


class Barred(Picture):
    """A game's picture above a bar."""

    picture: Picture
    bar: Bar

    @property
    def theme(self) -> Theme:
        """The ground of the game's picture."""
        return self.picture.theme

    def box(self) -> Box:
        """Return the pieces of the game's picture."""
        return self.picture.box()

    def ground(self, box: Box) -> Box:
        """Return pieces in the game's picture, above the bar."""
        return column(self.picture.ground(box), foot(self.theme, self.bar), gap=-2).pad(bottom=12)

    def alt(self, t: Speech) -> str:
        """Return the words of the game's picture. The step is named beside them."""
        return self.picture.alt(t)


class BarredFilm(Film):
    """A game's film above the bar of its last frame."""

    still: Barred
    film: Film

    def alt(self, t: Speech) -> str:
        """Return the words of the game's film."""
        return self.film.alt(t)

    def shots(self) -> Iterator[Shot]:
        """Yield the film's frames, which lie above the bar of the still."""
        return self.film.shots()
