"""The pieces and the kit of Schwimmen: French-suited cards, lives and the stock."""

import math
from functools import lru_cache, partial

from bot.drawing import icons
from bot.drawing.colours import CLEAR, CORAL, INK, IVORY, PINK, RED, WHITE, Colour, Theme, colour
from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.drawing.pen import Pen, Point, Sprite, faded, inlaid, lettered
from bot.words.speech import Speech
from games.cards import Card, parse_card

from ..cards import rank_text

THEME = Theme("schwimmen", colour("#0F4E52"))
_BACK, _WAVES = colour("#157A80"), colour("#7FD3D6")


def ink(suit: str) -> Colour:
    """Return the colour of a suit on ivory, red or black."""
    return RED if suit in "HD" else INK


@lru_cache(maxsize=16)
def _plain(w: int, h: int, radius: float, *, shadow: bool = True) -> Sprite:
    """Return a card without rank and suit."""
    pen = Pen(w, h, 16)
    pen.card(0, 0, w, h, radius, IVORY)
    return pen.done(shadow=shadow)


@lru_cache(maxsize=160)
def upright(card: Card, w: int, h: int) -> Sprite:
    """Return a card as in the middle or in a hand."""
    fill, sign = ink(card.suit), card.suit
    size = w * (0.42 if card.rank == "T" else 0.5)
    piece = lettered(_plain(w, h, w * 0.12), w * 0.12, h * 0.195, rank_text(card), size, fill, 0)
    piece = inlaid(piece, suit(round(w * 0.2), sign, fill), w * 0.81, h * 0.195)
    return inlaid(piece, suit(round(w * 0.5), sign, fill), w / 2, h * 0.655)


@lru_cache(maxsize=240)
def lying(card: Card, w: int, h: int, share: float = 1.0) -> Sprite:
    """Return a card in a line, faded to a share if it doesn't count."""
    fill, small, y = ink(card.suit), h < 70, h * 0.48
    size = max(42, h * 0.56) * (0.9 if card.rank == "T" else 1)
    blank = _plain(w, h, h * 0.14, shadow=share == 1)
    piece = lettered(blank, w * (0.06 if small else 0.12), y, rank_text(card), size, fill, 0)
    sign = suit(round(max(34, h * 0.4)), card.suit, fill)
    return faded(inlaid(piece, sign, w * (0.79 if small else 0.78), y), share)


def _wave(x: float, y: float, length: float, high: float, wide: float) -> list[Point]:
    return [(x + at, y + high * math.sin(math.tau * at / wide)) for at in range(0, int(length), 3)]


@lru_cache(maxsize=8)
def back(w: int, h: int) -> Sprite:
    """Return a card's back, which shows water. A wide one lies in a line."""
    lies, short, pen = w > h, min(w, h), Pen(w, h, 16)
    pen.card(0, 0, w, h, short * 0.14, IVORY)
    pen.box(4, 4, w - 8, h - 11, short * (0.1 if lies else 0.08), _BACK)
    left, high, wide = (0.14, 0.03, 0.24) if lies else (0.17, 0.018, 0.33)
    for y in (0.26, 0.46, 0.66) if lies else (0.2, 0.39, 0.58, 0.77):
        pen.line(_wave(w * left, h * y, w * (1 - 2 * left), h * high, w * wide), _WAVES, 2)
    return pen.done(shadow=True)


@lru_cache(maxsize=4)
def waves(length: int, fill: Colour) -> Sprite:
    """Return a line of water along the pool."""
    pen = Pen(length, 24)
    pen.line(_wave(4, 12, length - 8, 7, 250), fill, 7)
    return pen.done()


suit = partial(icons.icon, icons.suit)
"""Return a suit's sign, by its size, its letter and its colour."""


@lru_cache(maxsize=16)
def life(size: int, state: str, hollow: Colour) -> Sprite:
    """Return a life: present, lost (hollow), or newly lost (struck through)."""
    pen = Pen(size, size, 6)
    middle = size / 2
    if state == "gone":
        icons.heart(pen, middle, middle, size * 0.94, hollow)
        icons.heart(pen, middle, middle, size * 0.62, CLEAR)
    else:
        icons.heart(pen, middle, middle, size * 0.94, CORAL if state == "lost" else PINK)
    if state == "lost":
        pen.line([(-3, size + 1), (size + 3, -1)], WHITE, 5)
    return pen.done()


@lru_cache(maxsize=8)
def ring(size: int, *, struck: bool = False) -> Sprite:
    """Return a swimming ring, struck through after sinking."""
    pen = Pen(size, size, 6)
    icons.ring(pen, size / 2, size / 2, size)
    if struck:
        pen.line([(0, size + 1), (size, -1)], WHITE, 6)
    return pen.done()


palm = partial(icons.icon, icons.palm)
"""Return the raised hand that means a close, as in all texts."""


def _total_text(total: int, t: Speech) -> str:
    """Return the lives. A seat without any swims, and only then it's out."""
    if total > 1:
        return str(total - 1)
    return t("swims") if total else t.word("schwimmen", "out")


KIT = Kit(
    THEME,
    ring,
    lambda: [
        upright(parse_card(card), 124 * FAN_SCALE, 176 * FAN_SCALE)
        for card in ("7S", "QD", "AH", "KC", "TH")
    ],
    counted(ring),
    lambda score, t: t.many("survived {n} deal", "survived {n} deals", score),
    _total_text,
    place=3,
)
