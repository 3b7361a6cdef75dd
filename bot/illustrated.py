"""A picture beside a text that waits for it: a lesson, a page of the rules."""

from .drawing.picture import Picture
from .i18n import Tongue
from .pictures import Pictures
from .ui import Attached


async def illustration(pictures: Pictures, picture: Picture | None, t: Tongue) -> list[Attached]:
    """The picture with its words, to stand on a screen; nothing where the host wants none."""
    if picture is None or not pictures.on:
        return []
    png = await pictures.drawn(picture)
    return [Attached(png.name, png.content, picture.told(t), key=True)]
