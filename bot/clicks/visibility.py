"""Who may look where: what was played in a place is shown to those who may look there now.

The one answer for the history, replays, records and the proof of a shuffle.
"""

import asyncio
import logging

import discord

from ..storage.finished import Outlook, private_threads
from ..wire.faults import NOT_THROUGH, why
from .answers import Interaction

_log = logging.getLogger(__name__)

# Of so many private threads Discord is asked whether somebody is in them, for so long at most.
_ASKED = 10
_PATIENCE = 1.5


async def outlook(
    interaction: Interaction, number: int | None = None, *, asking: bool = True
) -> Outlook:
    """Where the person may look in this server; in direct messages only at where they sat.

    Who is in a private thread only Discord knows, and is asked: with `number` only for that
    table's thread, and not at all without `asking`. Where it doesn't tell, nobody is.
    """
    guild, member = interaction.guild, interaction.user
    found = Outlook(member.id, interaction.guild_id)
    if guild is None or not isinstance(member, discord.Member):
        return found
    places = {interaction.channel_id or 0}
    guarded = set()
    for channel in guild.channels:
        allowed = channel.permissions_for(member)
        if _opens(channel, allowed):
            places.add(channel.id)
            if allowed.manage_threads:
                guarded.add(channel.id)
    threads = [thread for thread in guild.threads if thread.parent_id in places]
    inside = {t.id for t in threads if not t.is_private() or t.parent_id in guarded}
    found = Outlook(member.id, guild.id, frozenset(places | inside), frozenset(guarded))
    if not asking:
        return found
    closed = [thread.id for thread in threads if thread.id not in inside]
    asked = await private_threads(
        interaction.client.database, found, closed, limit=_ASKED, number=number
    )
    members = await asyncio.gather(*[_is_in(interaction, thread_id) for thread_id in asked])
    joined = {thread_id for thread_id, there in zip(asked, members, strict=True) if there}
    return Outlook(member.id, guild.id, found.places | joined, found.guarded)


def _opens(channel: discord.abc.GuildChannel, allowed: discord.Permissions) -> bool:
    """Whether one who is allowed that much can read there; a voice channel's chat is in it."""
    voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return allowed.view_channel and (allowed.connect or not voice)


async def _is_in(interaction: Interaction, thread_id: int) -> bool:
    """Whether the person is a member of a thread, known or archived."""
    asking = interaction.client.http.get_thread_member(thread_id, interaction.user.id)
    try:
        await asyncio.wait_for(asking, _PATIENCE)
    except (*NOT_THROUGH, TimeoutError) as error:
        _log.debug("not known to be in thread %s: %s", thread_id, why(error))
        return False
    return True
