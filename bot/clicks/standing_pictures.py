"""Descriptions of the pictures of standings, attachments of pictures, and what ratings say."""

from ..drawing.picture import Picture
from ..storage.ratings import MATCHES_NEEDED
from ..wire.ui import Address, Attached, Control, button
from ..words.i18n import Tongue
from .answers import Answer
from .control import control


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
    return None if png is None else Attached(name, png.content, picture.told(t))


def question(t: Tongue) -> Control:
    """Return the button that explains the numbers."""
    return button(Address("strength"), t("About ratings"))


@control("strength")
async def explain(answer: Answer, _address: Address) -> None:
    """Explain the rating in three sentences."""
    t = answer.t
    sentences = (
        t(
            "The rating estimates strength: everyone starts at 1000, and with 400 more one wins "
            "ten times out of eleven."
        ),
        t(
            "Only the ranks of rated matches move it: a win against stronger players brings more, "
            "and playing often brings nothing by itself."
        ),
        t(
            "~ means provisional, and the leaderboard lists you from {n} matches on.",
            n=MATCHES_NEEDED,
        ),
    )
    await answer.say("\n".join(sentences))
