"""People whose direct messages are closed."""

import discord
from simcord import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from .evening import Evening, answer

TOKEN_SECONDS = 15 * 60


def close_messages(e: Evening, code: int) -> None:
    """Make Discord refuse all direct messages."""
    for verb, path in (("POST", "/users/@me/channels"), ("POST", "/channels/*/messages")):
        e.env.inject_error(verb, path, status=403, code=code, message="closed", times=None)


def asked(e: Evening, method: str, path: str) -> int:
    """Return the number of the bot's requests of that kind."""
    return sum(r.method == method and path in r.path for r in e.env.http_requests)


async def private_hand(e: Evening, person: MemberActor) -> discord.Message:
    """Return the hand that the panel's *Hand* button shows."""
    hand: discord.Message = answer(await e.press(person, "Hand")).message
    return hand


def deny(e: Evening, *missing: str, event: bool = True, who: int = 0) -> None:
    """Deny the bot (or person `who`) permissions. Without `event` no event is sent."""
    backend, channel, me = e.env.backend, e.channel.id, e.bot.user
    assert me is not None
    denied = discord.Permissions(**dict.fromkeys(missing, True)).value
    rule = Overwrite(who or me.id, OverwriteType.MEMBER, allow=0, deny=denied)
    if event:
        backend.set_overwrite(channel, rule)
    else:
        backend.get_channel(channel).overwrites = [rule]
