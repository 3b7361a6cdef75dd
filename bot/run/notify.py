"""`python -m bot doctor --notify USER`: three messages, to see their notices on a real phone."""

from collections.abc import AsyncIterator

import discord

from ..wire.ui import screen

_WORDS = "Shinrisen · a test: your phone shows these words"


async def notify(client: discord.Client, user_id: int) -> AsyncIterator[tuple[str, str]]:
    """Send a person each kind of message, and yield its name and what the phone should show.

    Raises discord.HTTPException if that person can't be written to.
    """
    channel, mention = await client.create_dm(discord.Object(user_id)), f"<@{user_id}>"
    await channel.send(f"{_WORDS} (1)")
    yield "notice 1, plain", f"the phone should show “{_WORDS} (1)”"
    line = await channel.send(f"{_WORDS} (2)")
    changed = screen(None, "2 · This message was a plain line and is a screen now.")
    await line.edit(content=None, embeds=[], view=changed.layout)
    yield "notice 2, plain, then a screen", f"the phone should show “{_WORDS} (2)”"
    called = screen(None, f"3 · {mention} is mentioned in a silent message.")
    only = discord.AllowedMentions(users=[discord.Object(user_id)])
    await channel.send(view=called.layout, silent=True, allowed_mentions=only)
    yield "notice 3, silent with a mention", "the phone should show nothing; this bot sends none"
