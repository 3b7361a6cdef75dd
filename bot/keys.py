"""What an interaction leaves behind: a token by which messages can be changed for a while."""

from dataclasses import dataclass, field, replace

import discord

from .ui import Drawn

SECONDS = 14 * 60.0
"""So long a token is used: Discord takes it for 15 minutes."""


class _Original(int):
    """The message clicked, or the answer: discord.py takes numbers, and would quote the sign."""

    def __format__(self, form: str) -> str:
        return "@original"


@dataclass(frozen=True, slots=True)
class Key:
    """The way to one message by the token of an interaction, good `until` then.

    Unless a message is named it is the one that was clicked, or else the answer. Requests made
    so aren't counted. They raise what any request can fail with: faults.NOT_THROUGH.
    """

    webhook: discord.Webhook = field(repr=False)
    until: float
    message_id: int = _Original()

    async def edit(self, drawn: Drawn) -> None:
        """Make the message show this."""
        await self.webhook.edit_message(
            self.message_id,
            view=drawn.layout,
            attachments=drawn.attachments(),
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def delete(self) -> None:
        """Remove the message."""
        await self.webhook.delete_message(self.message_id)

    async def show(self, drawn: Drawn) -> "Key":
        """Show the person who acted one more private message; the way to that one."""
        try:
            message = await self.webhook.send(
                view=drawn.layout, ephemeral=True, files=drawn.attachments(), wait=True
            )
        finally:
            # discord.py would keep what is shown privately, with a task, for 15 minutes.
            drawn.layout.stop()
        return replace(self, message_id=message.id)
