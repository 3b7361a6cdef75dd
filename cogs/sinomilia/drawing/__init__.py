"""The pieces and the kit of Sinomilia: chips, number cards and change cards."""

from functools import lru_cache, partial

from bot.drawing import icons
from bot.drawing.colours import CORAL, INK, IVORY, WHITE, Theme, colour, mixed
from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.drawing.pen import Pen, Sprite
from games.sinomilia.state import Face

THEME = Theme("sinomilia", colour("#1C2747"))
_CHANGE_SUN, _CHANGE_INK = colour("#FFE6A8"), colour("#8A4B00")
_CHANGE_MOON, _MOON_INK = colour("#2E4382"), colour("#B9C4EA")
_BACK = colour("#3B2A7A")


def _chip(pen: Pen, x: float, y: float, size: float, face: Face) -> None:
    edge = icons.SUN_EDGE if face == "sun" else icons.MOON_DARK
    pen.circle(x, y + size * 0.035, size / 2, edge)
    (icons.sun if face == "sun" else icons.moon)(pen, x, y, size)


@lru_cache(maxsize=16)
def chip(face: Face, size: int, *, flat: bool = False) -> Sprite:
    """Return a chip by its face. `flat`: without a shadow."""
    pen = Pen(size, size, 12)
    _chip(pen, size / 2, size / 2, size, face)
    return pen.done(shadow=size > 60 and not flat)


@lru_cache(maxsize=8)
def pile(size: int) -> Sprite:
    """Chips held: three in a pile."""
    pen = Pen(size, round(size * 1.4), 4)
    for n in (2, 1, 0):
        _chip(pen, size / 2, size / 2 + n * size * 0.18, size, "sun")
    return pen.done()


@lru_cache(maxsize=80)
def number(card: int, w: int, h: int, state: str = "free") -> Sprite:
    """Return a number card, unused or used."""
    pen = Pen(w, h, 16)
    radius = w * 0.14
    if state == "used":
        ground, edge = THEME.well, mixed(WHITE, THEME.ground, 0.28)
        pen.box(0, 0, w, h, radius, edge)
        pen.box(3, 3, w - 6, h - 6, radius - 3, ground)
        pen.text(w / 2, h / 2, str(card), 50, mixed(WHITE, ground, 0.42))
        pen.line([(w * 0.14, h * 0.84), (w * 0.86, h * 0.16)], CORAL, 5)
        return pen.done()
    pen.card(0, 0, w, h, radius, IVORY)
    pen.text(w / 2, h * 0.49, str(card), max(52, w * 0.75) if w > 90 else 52, INK)
    return pen.done(shadow=True)


@lru_cache(maxsize=8)
def change(changed: bool, w: int, h: int) -> Sprite:
    """Return a change card, sun up until it is used."""
    pen = Pen(w, h, 12)
    ground, fill = (_CHANGE_MOON, _MOON_INK) if changed else (_CHANGE_SUN, _CHANGE_INK)
    pen.card(0, 0, w, h, w * 0.13, ground)
    face: Face = "moon" if changed else "sun"
    (icons.moon if face == "moon" else icons.sun)(pen, w / 2, h * 0.29, w * 0.56)
    for way, y in ((1, 0.66), (-1, 0.84)):
        tip, tail = w / 2 + way * w * 0.33, w / 2 - way * w * 0.3
        deep = tip - way * w * 0.24
        pen.line([(tail, h * y), (deep, h * y)], fill, w * 0.075)
        pen.shape([(tip, h * y), (deep, h * (y - 0.09)), (deep, h * (y + 0.09))], fill)
    return pen.done(shadow=not changed)


@lru_cache(maxsize=8)
def back(w: int, h: int, *, flat: bool = False) -> Sprite:
    """Return a prediction face down. `flat`: without a shadow."""
    pen = Pen(w, h, 16)
    pen.card(0, 0, w, h, w * 0.14, IVORY)
    pen.box(4, 4, w - 8, h - 11, w * 0.1, _BACK)
    icons.moon(pen, w / 2, h * 0.48, w * 0.64)
    return pen.done(shadow=not flat)


@lru_cache(maxsize=8)
def _emblem(size: int) -> Sprite:
    pen = Pen(size * 1.4, size, 2)
    icons.sun(pen, size * 0.45, size * 0.44, size * 0.86)
    icons.moon(pen, size * 0.95, size * 0.56, size * 0.86)
    return pen.done()


KIT = Kit(
    THEME,
    _emblem,
    lambda: [
        number(2, 124 * FAN_SCALE, 166 * FAN_SCALE),
        chip("sun", 130 * FAN_SCALE),
        back(124 * FAN_SCALE, 166 * FAN_SCALE),
        chip("moon", 130 * FAN_SCALE),
        number(8, 124 * FAN_SCALE, 166 * FAN_SCALE),
    ],
    counted(partial(chip, "sun")),
    lambda score, t: t.many("{n} chip", "{n} chips", score),
    place=4,
)
