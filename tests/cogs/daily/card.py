"""The line of a daily deal among the cards that are shared."""

from simcord import ChannelHandle, InteractionResult, MemberActor

from ..evening import Evening
from .dealt import begun, play_out

KIND, OPENS = "daily", "daily deal 1"


async def ended(e: Evening) -> None:
    """Play the first person's deal."""
    await begun(e, e.people[0])
    await play_out(e, e.people[0])


async def preview(person: MemberActor, channel: ChannelHandle) -> InteractionResult:
    """Return the line's private preview, asked for in a channel."""
    return await person.slash(channel, "daily")
