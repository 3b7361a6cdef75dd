"""The film of a duel: two sleeping ghosts that shake, and the signs that they turn up."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from bot.drawing.canvas import Canvas
from bot.drawing.colours import WHITE, Felt
from bot.drawing.film import LAST, Frame, tilted, turned
from bot.drawing.pen import Sprite
from bot.words.speech import Speech

from .pictures import SIGN_NAMES, Signs
from .pieces import FELT, asleep, sign

_SHAKE = 26
_TILT = 9.0
_PLACES = 168, 712
# The middle of a sleeping ghost. It must not cover the name when it is shaken up.
_LOW = 214


@dataclass(frozen=True, slots=True)
class Shaken:
    """The film of a duel's signs. Taking and placing are the winner's decisions."""

    felt: ClassVar[Felt] = FELT
    still: Signs

    def draw(self) -> Canvas:
        """Draw the last frame."""
        return self.still.draw()

    def told(self, t: Speech) -> str:
        """Return the signs and the winner, which is the course."""
        return self.still.told(t)

    def frames(self) -> Iterator[Frame]:
        """Yield the frames: asleep, three shakes with the names of the signs, the signs."""
        closed = asleep(200), asleep(200)
        yield Frame(self._shown(closed), 700)
        for number, name in enumerate(SIGN_NAMES.values()):
            tilt = _TILT if number % 2 else -_TILT
            shaken = tilted(closed[0], tilt), tilted(closed[1], tilt)
            yield Frame(self._shown(shaken, name, up=_SHAKE), 120)
            yield Frame(self._shown(closed, name), 150)
        signs = self.still.parent[1], self.still.child[1]
        for pieces in (closed, (sign(signs[0], 200), sign(signs[1], 200))):
            narrow = turned(pieces[0], 0.4), turned(pieces[1], 0.4)
            yield Frame(self._shown(narrow, up=_LOW - 188), 70)
        canvas = self.still.ground()
        for x, which in zip(_PLACES, signs, strict=True):
            canvas.mid(sign(which, 200), x, 188)
            canvas.text(x, 323, SIGN_NAMES[which], 46, WHITE, "m")
        yield Frame(canvas, 520)
        yield Frame(self.still.draw(), LAST)

    def _shown(self, pieces: tuple[Sprite, Sprite], name: str = "", up: int = 0) -> Canvas:
        canvas = self.still.ground()
        for piece, x in zip(pieces, _PLACES, strict=True):
            canvas.mid(piece, x, _LOW - up)
        canvas.text(440, 192, name, 72, WHITE, "m")
        return canvas
