"""A picture beside a text: drawn off the event loop, sent as a file with its words."""

import asyncio
import hashlib
from functools import lru_cache
from typing import Any

import discord
from discord import ui

from .drawing.picture import Picture
from .drawing.png import png
from .i18n import Tongue
from .ui import Attached, Part

_KEPT = 64


@lru_cache(maxsize=_KEPT)
def _kept(picture: Any) -> bytes:
    return png(picture)


def _drawn(picture: Picture) -> bytes:
    hashable: Any = picture
    return _kept(hashable)


async def illustration(picture: Picture, t: Tongue) -> tuple[Part, Attached]:
    """What shows a picture on a screen, and the file that goes with it."""
    content = await asyncio.to_thread(_drawn, picture)
    name = f"{hashlib.sha256(content).hexdigest()[:12]}.png"
    file = Attached(name, content, picture.told(t))
    item = discord.MediaGalleryItem(f"attachment://{name}", description=file.text)
    return ui.MediaGallery[Any](item), file
