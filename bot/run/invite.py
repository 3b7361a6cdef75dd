"""The bot's permissions and its invitation link."""

import discord

from ..words.settings import Settings

NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
SCOPES = ("bot", "applications.commands")


def link(application_id: int) -> str:
    """Return the address for adding the bot to a server."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED, scopes=SCOPES)


async def invite(settings: Settings) -> int:
    """Print the invitation link of the token's application, and return the exit status.

    Raises discord.LoginFailure, or a connection error.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(settings.token)
        application = await client.application_info()
    print(link(application.id))
    if not application.bot_public:
        print("Only you can use it: the application's bot isn't public.")
    return 0
