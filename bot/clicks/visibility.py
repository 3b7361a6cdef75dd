"""Access to past matches: people see what was played in places they can read now.

The history, replays, records and proofs of shuffles all use this rule.
"""

import asyncio
import logging

import discord

from ..storage.finished import Outlook, private_threads
from ..wire.faults import NOT_THROUGH, insisting, why
from .answers import Interaction

_log = logging.getLogger(__name__)

# Limits of questions to Discord about private threads: their number, and seconds for each.
_ASKED = 10
_PATIENCE = 1.5


async def outlook(interaction: Interaction, number: int | None = None) -> Outlook:
    """Return what the person may see: readable places here, or only their own tables in messages.

    Only Discord knows the members of a private thread, so it is asked. With `number` it is asked
    only about that table's thread. A thread without an answer stays closed.
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
    closed = [thread.id for thread in threads if thread.id not in inside]
    asked = await private_threads(
        interaction.client.database, found, closed, limit=_ASKED, number=number
    )
    members = await asyncio.gather(*[_is_in(interaction, thread_id) for thread_id in asked])
    joined = {thread_id for thread_id, there in zip(asked, members, strict=True) if there}
    return Outlook(member.id, guild.id, found.places | joined, found.guarded)


def _opens(channel: discord.abc.GuildChannel, allowed: discord.Permissions) -> bool:
    """Return True if these permissions allow reading. A voice channel's chat needs Connect."""
    voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return allowed.view_channel and (allowed.connect or not voice)


async def _is_in(interaction: Interaction, thread_id: int) -> bool:
    """Return True if the person is a member of a thread, cached or archived."""
    http, user_id = interaction.client.http, interaction.user.id
    asking = insisting(lambda: http.get_thread_member(thread_id, user_id))
    try:
        # Cancelled, discord.py would hold its global rate limit forever.
        await asyncio.wait_for(asyncio.shield(asking), _PATIENCE)
    except (*NOT_THROUGH, TimeoutError) as error:
        _log.debug("can't check the membership of thread %s: %s", thread_id, why(error))
        return False
    return True
