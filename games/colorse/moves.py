"""The decisions of COLORSE and their notation."""

import re

from ..core import Frozen
from ..errors import N_, InvalidMove
from ..notation import plain
from .cards import SIGNS, Sign, coloured


class Paint(Frozen):
    """Give the SPECIAL dealt at the start its colour."""

    colour: str


class Show(Frozen):
    """Seal a sign for the duel."""

    sign: Sign


class Take(Frozen):
    """Take a card from the market. 2 is the face-down place."""

    place: int


class Place(Frozen):
    """Place the first (1) or second (2) taken card. A SPECIAL gets a colour."""

    number: int
    colour: str | None = None


Move = Paint | Show | Take | Place

_MOVE = re.compile(r"(do|zof|rau)|([rgby])|take([123])|place([12])(?::([rgby]))?")


def read(text: str) -> Move:
    """`do`, `R`, `take1`, `place1`, `place1:R`, as people type them. Raises InvalidMove."""
    found = _MOVE.fullmatch(plain(text))
    if found is None:
        raise InvalidMove(
            N_("Write do, zof or rau, take1 to take3, place1 or place2:R, or R, G, B or Y.")
        )
    sign, colour, take, place, placed = found.groups()
    if sign is not None:
        return Show(next(s for s in SIGNS if s == sign))
    if colour is not None:
        return Paint(colour.upper())
    if take is not None:
        return Take(int(take) - 1)
    return Place(int(place), placed and placed.upper())


def written(move: Move) -> str:
    """The notation of the rules page."""
    match move:
        case Show(sign=sign):
            return sign
        case Paint(colour=colour):
            return colour
        case Take(place=place):
            return f"take{place + 1}"
        case Place(number=number, colour=colour):
            return coloured(f"place{number}", colour)
