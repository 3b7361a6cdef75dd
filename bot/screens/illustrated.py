"""A picture beside a text that waits for it: a lesson, a page of the rules."""

from ..drawing.picture import Picture
from ..wire.ui import Attached
from ..words.i18n import Tongue
from ..workers.pictures import Pictures


async def illustration(pictures: Pictures, picture: Picture | None, t: Tongue) -> list[Attached]:
    """The picture with its words, to stand on a screen; nothing where there is none to be had."""
    png = None if picture is None else await pictures.drawn(picture)
    if picture is None or png is None:
        return []
    return [Attached(png.name, png.content, picture.told(t), key=True)]
