"""Matches in a restricted channel."""

from simcord import ChannelHandle, MemberActor
from simcord.enums import ChannelType

from tests.examples import IN_TURN

from .evening import Evening


def thread_in(
    e: Evening, parent: ChannelHandle, members: list[MemberActor], *, private: bool
) -> ChannelHandle:
    """Create a thread of the bot and these people."""
    backend = e.env.backend
    kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
    made = backend.create_thread(parent.id, "thread", backend.bot_user.id, type=kind)
    for person in members:
        backend.add_thread_member(made.id, person.id)
    return next(thread for thread in parent.threads if thread.id == made.id)


async def played(
    e: Evening, *, private: bool | None = None, voice: bool = False
) -> tuple[ChannelHandle, ChannelHandle]:
    """Play as Ana and Ben, and return their lounge and the channel of the match.

    private: None plays in the channel itself, else in a thread. voice: it is a voice channel.
    """
    everybody, e.people = e.people, [e.ana, e.ben]
    lounge = e.guild.create_text_channel("lounge")
    if voice:
        e.channel = e.guild.create_voice_channel("talk")
    where = e.channel
    if private is not None:
        e.channel = thread_in(e, where, e.people, private=private)
    # Pictures make no difference to access.
    await e.bot.servers.change(e.guild.id, pictures=False)
    await e.played(IN_TURN, dice=1, end="first_out")
    e.people = everybody
    return lounge, where
