"""Drawn faces of computers: a disc, shoulders, one face. Each is a list of parts.

The silhouette differs first, so that faces are told apart at 32 px. Gold and coral have a meaning
elsewhere, so no face has them.
"""

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from . import face_animals, face_people
from .brush import Brush
from .colours import INK, Colour, colour
from .pen import Pen, Sprite

PARTS = MappingProxyType({**face_people.PARTS, **face_animals.PARTS})
"""All parts by name. Each draws with its two colours."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a face by name, with its colour and a second one."""

    name: str
    fill: Colour = INK
    second: Colour = INK


@dataclass(frozen=True, slots=True)
class Face:
    """A face on a disc of a colour. Later parts cover earlier ones."""

    ground: Colour
    parts: tuple[Part, ...]


def face(text: str) -> Face:
    """Return a face from its ground and its parts: `#8FB7A6, head #EBBE98, eyes`.

    A part has a name and up to two colours.
    """
    ground, *parts = text.split(", ")
    named = (part.split() for part in parts)
    return Face(colour(ground), tuple(Part(name, *map(colour, fills)) for name, *fills in named))


@lru_cache(maxsize=256)
def portrait(face: Face, size: int) -> Sprite:
    """Return a face on its disc, that wide."""
    return painted(face, size).done()


def painted(face: Face, size: int) -> Pen:
    """Draw a face on its disc, that wide."""
    pen = Pen(size, size, scale=4)
    brush = Brush(pen, size)
    brush.circle(64, 64, 64, face.ground)
    for part in face.parts:
        PARTS[part.name](brush, part.fill, part.second)
    pen.within(0, 0, size, size, size / 2)
    return pen
