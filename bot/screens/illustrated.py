"""A picture added later to a text: a lesson, a page of the rules."""

from ..drawing.picture import Picture
from ..wire.ui import Attached
from ..words.i18n import Tongue
from ..workers.pictures import Pictures


async def illustration(pictures: Pictures, picture: Picture | None, t: Tongue) -> list[Attached]:
    """Return the picture with its description as parts of a screen, or no parts."""
    png = None if picture is None else await pictures.drawn(picture)
    if picture is None or png is None:
        return []
    return [Attached(png.name, png.content, picture.told(t), key=True)]
