"""Signs of people, drawn: discs with an initial, medals, crowns, and faces of computers."""

from functools import lru_cache, partial

from . import canvas, icons, words
from .colours import BRONZE, GOLD, INK, SILVER, WHITE, Colour, Theme, colour, mixed
from .faces import Face, Part, painted
from .pen import Pen, Sprite, lettered
from .picture import Who

_METALS = {
    1: (GOLD, colour("#B57F0A")),
    2: (SILVER, colour("#868CA3")),
    3: (BRONZE, colour("#94562B")),
}
# A badge's share of a face, and its least size: 28 px on a face of 104.
_BADGE, _LEAST_BADGE = 0.27, 18
# Neither gold nor coral: those say something.
_DISCS = tuple(map(colour, ("#B9C7FF", "#8FDDE0", "#F2B6D6", "#CDE8A6", "#E8D3B0")))


def metal(rank: int, theme: Theme) -> Colour:
    """The colour of a rank: gold, silver, bronze, and one for all others."""
    return _METALS[rank][0] if rank in _METALS else mixed(WHITE, theme.ground, 0.62)


@lru_cache(maxsize=128)
def medal(rank: int, size: int, theme: Theme) -> Sprite:
    """A rank on a coin with two rings."""
    ground, rim = _METALS.get(
        rank, (mixed(WHITE, theme.ground, 0.26), mixed(WHITE, theme.ground, 0.14))
    )
    pen = Pen(size, size, 2)
    middle, line = size / 2, max(2.5, size * 0.045)
    pen.circle(middle, middle, middle, rim)
    pen.circle(middle, middle, middle - line * 1.3, ground)
    if rank < 10:
        # Two digits fill all of it.
        pen.circle(middle, middle, middle - line * 2.5, rim)
        pen.circle(middle, middle, middle - line * 3.1, ground)
    digits = max(34, size * 0.56)
    pen.text(middle, middle, str(rank), digits, INK if rank in _METALS else WHITE)
    return pen.done()


@lru_cache(maxsize=256)
def _initial(sign: str, size: int, fill: Colour) -> Sprite:
    return lettered(canvas.disc(size, fill), size / 2, size / 2, sign, size * 0.58, INK)


def disc(who: Who, size: int) -> Sprite:
    """Return a player's initial on a disc. The colour has no meaning."""
    sign = words.printable(who.shown, "black")[:1].upper()[:1]
    return _initial(sign or str(who.seat + 1), size, _DISCS[who.seat % len(_DISCS)])


@lru_cache(maxsize=128)
def computer(size: int, theme: Theme, face: Face | None = None) -> Sprite:
    """Return a computer's drawn face with a robot as a badge, or a robot without a face.

    The badge keeps computers apart from people.
    """
    if face is None:
        return _robot(size, theme).done()
    pen, badge = Pen(size, size, scale=4), max(_LEAST_BADGE, round(size * _BADGE))
    pen.alone(painted(face, size), 0, 0)
    at = size - badge
    pen.circle(at + badge / 2, at + badge / 2, badge / 2 + 1.5, theme.panel)
    pen.alone(_robot(badge, theme), at, at)
    return pen.done()


def _robot(size: int, theme: Theme) -> Pen:
    """Draw a square face on a dark disc, with two eyes and a feeler."""
    part = Part("robot", mixed(WHITE, theme.ground, 0.86), theme.well)
    return painted(Face(theme.well, (part,)), size)


crown = partial(icons.icon, icons.crown)
"""Return a crown at a given size: who hosts, who won."""
