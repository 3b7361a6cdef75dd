"""Pictures of pages, attached where they are wanted and allowed."""

from ..drawing.picture import Picture
from ..wire.ui import Attached
from ..words.i18n import Tongue
from .answers import Answer


async def attached(
    answer: Answer, name: str, picture: Picture | None, t: Tongue, guild_id: int | None = None
) -> Attached | None:
    """Return a picture as a file with its text, or None where only words are wanted or allowed."""
    guild_id = answer.interaction.guild_id if guild_id is None else guild_id
    if picture is None or not answer.interaction.app_permissions.attach_files:
        return None
    if not (await answer.bot.servers.of(guild_id or 0)).pictures:
        return None
    png = await answer.bot.house.pictures.drawn(picture)
    return None if png is None else Attached(name, png.content, picture.alt(t))
