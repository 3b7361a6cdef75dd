"""COLORSE's pieces and kit: cards and signs. Every colour has its letter and its symbol."""

from functools import lru_cache, partial

from bot.drawing import icons, people
from bot.drawing.colours import BLACK, CLEAR, INK, IVORY, WHITE, Colour, Theme, colour, mixed
from bot.drawing.kit import FAN_SCALE, Kit, Part
from bot.drawing.pen import Pen, Sprite, faded, inlaid
from bot.words.speech import Speech
from games.colorse.cards import BACK, COLOURS, SPECIAL, Card, Sign, colours
from games.errors import N_

THEME = Theme("colorse", colour("#35303C"))
GROUND = {
    "R": colour("#B3202A"),
    "G": colour("#34C77B"),
    "B": colour("#2B6DE8"),
    "Y": colour("#FFD23F"),
}
LETTER = {"R": WHITE, "G": INK, "B": WHITE, "Y": INK}
SIGN_NAMES = {"do": N_("Do"), "zof": N_("Zof"), "rau": N_("Rau")}
"""The signs by their notation."""
Names = tuple[str, ...]
NAMES: Names = tuple(SIGN_NAMES.values())
"""The names of the signs in a picture, in the order of `SIGN_NAMES`."""
_VIOLET, _GHOST = colour("#55456B"), colour("#E9E2FA")


def _symbol(pen: Pen, x: float, y: float, size: float, which: str, strong: bool) -> None:
    """Draw ▲ ● ◆ ✚, lighter than the ground under a white letter, darker under a dark one."""
    share = 0.75 if strong else 0.32
    fill = mixed(LETTER[which], GROUND[which], share if which in "RB" else share * 1.05)
    half = size / 2
    if which == "R":
        pen.shape(
            [(x, y - half * 0.9), (x + half, y + half * 0.82), (x - half, y + half * 0.82)], fill
        )
    elif which == "G":
        pen.circle(x, y, half * 0.9, fill)
    elif which == "B":
        pen.shape([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], fill)
    else:
        arm = size * 0.4
        pen.box(x - half, y - arm / 2, size, arm, size * 0.09, fill)
        pen.box(x - arm / 2, y - half, arm, size, size * 0.09, fill)


def _star(pen: Pen, x: float, y: float, size: float) -> None:
    pen.circle(x, y, size / 2, INK)
    icons.star(pen, x, y, size * 0.62, WHITE)


def _face(s: float, card: Card, scale: int) -> Pen:
    """Draw the colours of a card in a square."""
    pen, shown = Pen(s, s, scale=scale), [letter for letter in COLOURS if letter in colours(card)]
    if card == SPECIAL:
        for n, letter in enumerate("RGYB"):
            x, y = ((0, 0), (s / 2, 0), (s / 2, s / 2), (0, s / 2))[n]
            pen.box(x, y, s / 2 + 1, s / 2, 0, GROUND[letter])
        _star(pen, s / 2, s / 2, s * 0.64)
    elif len(shown) == 2:
        first, second = shown
        pen.box(0, 0, s, s, 0, GROUND[second])
        pen.shape([(0, 0), (s, 0), (0, s)], GROUND[first])
        pen.line([(0, s), (s, 0)], WHITE, 2.5)
        pen.text(s * 0.31, s * 0.32, first, s * 0.46, LETTER[first])
        _symbol(pen, s * 0.2, s * 0.68, s * 0.2, first, strong=True)
        pen.text(s * 0.68, s * 0.68, second, s * 0.46, LETTER[second])
        _symbol(pen, s * 0.8, s * 0.31, s * 0.2, second, strong=True)
    else:
        (letter,) = shown
        pen.box(0, 0, s, s, 0, GROUND[letter])
        _symbol(pen, s / 2, s * 0.48, s * 0.76, letter, strong=False)
        drop = 0.07 if letter == "R" else 0
        pen.text(s / 2, s * (0.48 + drop), letter, s * 0.58, LETTER[letter])
    return pen


@lru_cache(maxsize=200)
def card(value: Card, size: int, share: float = 1.0, *, flat: bool = False) -> Sprite:
    """Return a card, faded to a share if it vanishes. `flat`: without a shadow."""
    edge, radius, pen = max(2, round(size * 0.03)), size * 0.17, Pen(size, size, 14)
    if value == BACK:
        pen.card(0, 0, size, size, radius, IVORY, edge)
        pen.box(4, 4, size - 8, size - 8 - edge, radius - 3, _VIOLET)
        icons.ghost(pen, size / 2, size * 0.49, size * 0.56, _GHOST)
        return pen.done(shadow=not flat)
    shown = [letter for letter in COLOURS if letter in colours(value)]
    under = GROUND[shown[-1]] if shown else INK
    pen.box(0, 0, size, size, radius, mixed(BLACK, under, 0.28))
    # The edge is seen below, and half of it beside.
    wide = size - edge / 2
    face = _face(wide, value, pen.scale)
    face.within(0, -size, wide, 2 * size - edge, radius)
    pen.alone(face, 0, 0)
    pen.within(0, 0, size, size, radius)
    whole = pen.done(shadow=share == 1 and not flat)
    if value.startswith(SPECIAL) and value != SPECIAL:
        badge = icons.icon(_star, round(wide * 0.4))
        whole = inlaid(whole, badge, wide * 0.79, wide * 0.2)
    return faded(whole, share)


def ghost(size: int, fill: Colour = WHITE) -> Sprite:
    """Return a ghost, the mark of vanishing cards."""
    return icons.icon(icons.ghost, size, fill, CLEAR if fill == INK else INK, share=0.96)


@lru_cache(maxsize=16)
def sign(which: Sign, size: int, *, edge: Colour | None = None) -> Sprite:
    """Return one of the three signs on a dark disc."""
    pen = Pen(size, size, 1)
    ground = mixed(BLACK, THEME.ground, 0.5)
    pen.circle(size / 2, size / 2, size / 2, edge or ground)
    pen.circle(size / 2, size / 2, size / 2 - 6, ground)
    icons.sign(pen, size / 2, size * 0.48, size * 0.68, which, WHITE, ground)
    return pen.done()


@lru_cache(maxsize=2)
def asleep(size: int) -> Sprite:
    """Return a sign that isn't turned up: a ghost with closed eyes."""
    pen = Pen(size, size, 1)
    ground = mixed(BLACK, THEME.ground, 0.5)
    pen.circle(size / 2, size / 2, size / 2, ground)
    high, x, y = size * 0.56, size / 2, size * 0.53
    icons.ghost(pen, x, y, high, WHITE, WHITE)
    for side in (-1, 1):
        middle = x + side * high * 0.16
        points = [(middle + dx * high, y - high * 0.06 - dy * high) for dx, dy in _LID]
        pen.line(points, ground, high * 0.045)
    return pen.done()


_LID = (-0.08, 0.03), (-0.03, 0.0), (0.03, 0.0), (0.08, 0.03)


def sign_name(sign: Sign, names: Names) -> str:
    """Return the name of a sign."""
    return names[list(SIGN_NAMES).index(sign)]


_box = partial(card, BACK)


def _score_parts(score: int) -> tuple[Part, ...]:
    won, cards = divmod(abs(score), 10)
    return (people.crown, str(won)), (_box, str(cards))


def _score_text(score: int, t: Speech) -> str:
    """Return the rounds won, and the cards in the box at the end."""
    won, cards = divmod(abs(score), 10)
    return t.many(
        "{n} round, {cards} in the box", "{n} rounds, {cards} in the box", won, cards=cards
    )


KIT = Kit(
    THEME,
    partial(ghost, fill=colour("#E9E2FA")),
    lambda: [card(c, 144 * FAN_SCALE) for c in ("R", "GB", SPECIAL, "B", "Y")],
    _score_parts,
    _score_text,
    place=5,
)
