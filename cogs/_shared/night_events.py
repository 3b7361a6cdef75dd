"""A game night as an event of its server, where the bot may create events.

The permission isn't in the invitation. Without it, and after any refusal, the night has no event.
"""

import logging
from datetime import UTC, datetime

import discord

from bot.clicks.answers import Interaction
from bot.storage.nights import Night
from bot.wire.faults import NOT_THROUGH, insisting, why
from bot.words.i18n import tongue

_log = logging.getLogger(__name__)

# Seconds that a round takes in the event.
_ROUND = 2400.0


async def create(at: Interaction, night: Night, link: str) -> int | None:
    """Create the event of a night, and return its id. `link` leads to the night's card.

    A channel that not all members can view has none, because all of them would read of it.
    """
    guild, channel = at.guild, at.channel
    if guild is None or not guild.me.guild_permissions.create_events or not _public(channel):
        return None
    begins, ends = night.begins_at, night.begins_at + night.rounds * _ROUND
    try:
        event = await insisting(
            lambda: guild.create_scheduled_event(
                name=tongue(night.locale)("Game night"),
                start_time=datetime.fromtimestamp(begins, UTC),
                end_time=datetime.fromtimestamp(ends, UTC),
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=link,
            )
        )
    except NOT_THROUGH as error:
        _log.warning("a game night has no event: %s", why(error))
        return None
    return event.id


async def delete(at: Interaction, night: Night) -> None:
    """Delete the event of a cancelled night."""
    guild, event_id = at.guild, night.event_id
    if guild is None or event_id is None:
        return
    try:
        event = await insisting(lambda: guild.fetch_scheduled_event(event_id, with_counts=False))
        await insisting(event.delete)
    except NOT_THROUGH as error:
        _log.warning("the event of a game night stays: %s", why(error))


def _public(channel: object) -> bool:
    """Return True for a channel or thread that all members of the server can view."""
    if isinstance(channel, discord.Thread):
        if channel.is_private():
            return False
        channel = channel.parent
    if not isinstance(channel, discord.abc.GuildChannel):
        return False
    return channel.permissions_for(channel.guild.default_role).view_channel
