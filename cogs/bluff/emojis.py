"""The emojis of Bluff, and their names."""

from functools import partial

from bot.drawing.colours import BLACK, WHITE, mixed
from bot.drawing.emojis import SIZE, Emoji
from bot.drawing.pen import Pen, Sprite
from games.bluff.state import FACES, WILD, Face

from . import drawing


def die(face: Face) -> str:
    """Return the name of a die."""
    return "die_wild" if face == WILD else f"die_{face}"


def _hidden() -> Sprite:
    ground, edge = mixed(WHITE, BLACK, 0.2), mixed(WHITE, BLACK, 0.66)
    pen = Pen(SIZE, SIZE)
    pen.box(4, 4, 120, 120, 24, edge)
    pen.box(11, 11, 106, 106, 17, ground)
    pen.text(64, 64, "?", 92, WHITE)
    return pen.done()


EMOJIS: dict[str, Emoji] = {
    **{
        die(face): Emoji(partial(drawing.die, face, 120, flat=True), pale=face != WILD)
        for face in FACES
    },
    "die_hidden": Emoji(_hidden),
    "cup": Emoji(partial(drawing.cup, None, 116)),
}
