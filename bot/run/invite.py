"""What the bot asks for when it is invited, and the link that asks for it."""

import discord

from ..words.settings import Settings

NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
SCOPES = ("bot", "applications.commands")


def link(application_id: int) -> str:
    """The address by which somebody invites the bot to a server of theirs."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED, scopes=SCOPES)


async def invite(settings: Settings) -> int:
    """Print the link for the application whose token is set; the exit status.

    Raises discord.LoginFailure, and what asking Discord raises.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(settings.token)
        application = await client.application_info()
    print(link(application.id))
    if not application.bot_public:
        print("Only you can use it: the application's bot isn't public.")
    return 0
