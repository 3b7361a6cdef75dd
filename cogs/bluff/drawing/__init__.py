"""The pieces and the kit of Bluff: dice and cups."""

from functools import lru_cache, partial

from bot.drawing import icons
from bot.drawing.boxes import Box, piece
from bot.drawing.colours import BLACK, CORAL, GOLD, INK, IVORY, WHITE, Colour, Theme, colour, mixed
from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.drawing.pen import Pen, Sprite, faded
from bot.words.speech import Speech
from games.bluff.state import WILD, Face

THEME = Theme("bluff", colour("#4F1F2E"))
_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.26), (0.72, 0.74)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73), (0.5, 0.5)),
}
_CUP, _CUP_LIGHT, _CUP_DARK = colour("#A9583A"), colour("#C97A5A"), colour("#7E3A26")
_BAND, _BAND_DARK = colour("#FFE9C9"), colour("#E3C8A4")


@lru_cache(maxsize=200)
def die(face: Face, size: int, share: float = 1.0, *, flat: bool = False) -> Sprite:
    """Return a die, faded to a share if it doesn't count. `flat`: without a shadow."""
    wild = face == WILD
    ground = GOLD if wild else IVORY
    pen = Pen(size, size, 16)
    edge = max(2, round(size * 0.04))
    pen.card(0, 0, size, size, size * 0.2, ground, edge)
    if wild:
        icons.star(pen, size / 2, size * 0.5, size * 0.66, INK)
    else:
        for x, y in _PIPS[face]:
            pen.circle(x * size, y * (size - edge), size * 0.112, INK)
    return faded(pen.done(shadow=share == 1 and not flat), share)


@lru_cache(maxsize=32)
def hidden(size: int, ground: Colour) -> Sprite:
    """Return a die under a cup."""
    pen = Pen(size, size, 1)
    edge = mixed(WHITE, ground, 0.45)
    pen.box(0, 0, size, size, size * 0.2, edge)
    pen.box(3, 3, size - 6, size - 6, size * 0.2 - 3, mixed(BLACK, ground, 0.5))
    pen.text(size / 2, size / 2, "?", size * 0.58, mixed(WHITE, ground, 0.7))
    return pen.done()


@lru_cache(maxsize=8)
def lost(size: int) -> Sprite:
    """Return the mark of a lost die."""
    pen = Pen(size, size, 1)
    pen.box(0, 0, size, size, size * 0.2, mixed(BLACK, CORAL, 0.38))
    icons.cross(pen, size / 2, size / 2, size * 0.82, CORAL)
    return pen.done()


@lru_cache(maxsize=32)
def cup(dice: int | None, w: int) -> Sprite:
    """Return a cup with the number of dice under it. None: without a number."""
    pen, left, right, foot = Pen(w, w, 12), 0.08 * w, 0.92 * w, 0.84 * w
    top_left, top_right, top = 0.26 * w, 0.74 * w, 0.1 * w

    def edge(side: float, y: float) -> float:
        part = (y - top) / (foot - top)
        begin = top_left + side * (top_right - top_left)
        return begin + part * (left + side * (right - left) - begin)

    def slab(a: float, b: float, y: float, z: float, fill: Colour) -> None:
        pen.shape([(edge(a, y), y), (edge(b, y), y), (edge(b, z), z), (edge(a, z), z)], fill)

    slab(0, 0.3, top, foot, _CUP_LIGHT)
    slab(0.28, 0.74, top, foot, _CUP)
    slab(0.72, 1, top, foot, _CUP_DARK)
    band = 0.25 * w, 0.36 * w
    slab(0, 0.74, *band, _BAND)
    slab(0.72, 1, *band, _BAND_DARK)
    pen.oval(w / 2, top, top_right - top_left, 0.15 * w, _CUP_LIGHT)
    pen.box(0, foot - 0.02 * w, w, 0.17 * w, 0.085 * w, _CUP_DARK)
    pen.box(0, foot - 0.02 * w, w, 0.14 * w, 0.07 * w, _CUP_LIGHT)
    if dice is None:
        return pen.done()
    pen.text(w / 2, 0.63 * w, str(dice), max(40, w * 0.52), WHITE)
    return pen.done(shadow=True)


@lru_cache(maxsize=4)
def eye(w: int, fill: Colour) -> Sprite:
    """Return an eye, the mark of open dice."""
    pen = Pen(w, w, 1)
    pen.oval(w / 2, w / 2, w, w * 0.58, fill)
    pen.circle(w / 2, w / 2, w * 0.19, INK)
    return pen.done()


def ringed(face: Face, size: int, *, glow: bool = True) -> Box:
    """Return a die with a gold ring. A wild, which is gold, has a white one."""
    edge, width = WHITE if face == WILD else GOLD, 4 if size < 100 else 5
    return piece(die(face, size)).ring(edge, round(size * 0.2) - 1, width, glow=glow)


_emblem = partial(die, 5)


def _score_text(score: int, t: Speech) -> str:
    """Return the dice left, or how long before the end a player ran out of them."""
    if score > 0:
        return t.many("{n} die left", "{n} dice left", score)
    if score == 0:
        return t("out in the last round")
    return t.many("out {n} round before the end", "out {n} rounds before the end", -score)


# Below zero a score counts the rounds without dice.
KIT = Kit(
    THEME,
    _emblem,
    lambda: [die(face, 134 * FAN_SCALE) for face in (2, 5, WILD, 4, 1)],
    counted(_emblem, lambda score: max(score, 0)),
    _score_text,
    place=2,
)
