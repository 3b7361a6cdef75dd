"""What an interaction leaves behind: a token by which messages can be changed for a while."""

from dataclasses import dataclass, field, replace
from typing import Any

import discord

from .delivery import whole
from .ui import Drawn, Kept, attached

SECONDS = 14 * 60.0
"""So long a token is used: Discord takes it for 15 minutes."""


class _Original(int):
    """The message clicked, or the answer: discord.py takes numbers, and would quote the sign."""

    def __format__(self, form: str) -> str:
        return "@original"


@dataclass(frozen=True, slots=True)
class Key:
    """The way to one message by the `token` of an interaction, good `until` then.

    Unless a message is named it is the one that was clicked, or else the answer. `kept`: the files
    it had then. Requests made so aren't counted. They raise what any request can fail with:
    faults.NOT_THROUGH.
    """

    application_id: int
    token: str = field(repr=False)
    state: Any = field(repr=False)
    until: float
    message_id: int = _Original()
    kept: Kept = field(default_factory=dict)

    @classmethod
    def of(cls, interaction: discord.Interaction[discord.Client], until: float) -> "Key":
        """The way that an interaction leaves."""
        return cls(interaction.application_id, interaction.token, interaction._state, until)

    @property
    def webhook(self) -> discord.Webhook:
        """As `Interaction.followup`, but made when it is used: most never are."""
        made: Any = {"id": self.application_id, "type": 3, "token": self.token}
        return discord.Webhook.from_state(data=made, state=self.state)

    async def edit(self, drawn: Drawn, kept: Kept) -> Kept:
        """Make the message show this, which has these files; those it has then."""

        async def send(files: Any) -> Kept:
            edited = await self.webhook.edit_message(
                self.message_id,
                view=drawn.layout,
                attachments=files,
                allowed_mentions=discord.AllowedMentions.none(),
            )
            return attached(edited)

        return await whole(drawn, kept, send)

    async def delete(self) -> None:
        """Remove the message."""
        await self.webhook.delete_message(self.message_id)

    async def show(self, drawn: Drawn) -> "Key":
        """Show the person who acted one more private message; the way to that one."""
        try:
            message = await self.webhook.send(
                view=drawn.layout, ephemeral=True, files=drawn.uploads(), wait=True
            )
        finally:
            # discord.py would keep what is shown privately, with a task, for 15 minutes.
            drawn.layout.stop()
        return replace(self, message_id=message.id, kept=attached(message))
