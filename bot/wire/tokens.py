"""Interaction tokens. They allow edits of messages for a while."""

from dataclasses import dataclass, field, replace
from typing import Any

import discord

from .delivery import whole
from .fast_answer import FastAnswers
from .ui import Drawn, Kept, attached

SECONDS = 14 * 60.0
"""Seconds that a token is used. Discord takes it for 15 minutes."""


class _Original(int):
    """The clicked message, with its id, or the answer (0).

    An int, because discord.py would escape a string.
    """

    def __format__(self, form: str) -> str:
        return "@original"


@dataclass(frozen=True, slots=True)
class Key:
    """A handle to one message by the `token` of an interaction, valid `until` that time.

    Without `message_id` it is the clicked message, or else the answer. `kept` are its attachments.
    Requests by token aren't rate-limited. They raise faults.NOT_THROUGH as any request does.
    """

    application_id: int
    token: str = field(repr=False)
    state: Any = field(repr=False)
    until: float
    message_id: int = _Original()
    kept: Kept = field(default_factory=dict)

    @classmethod
    def of(cls, interaction: discord.Interaction[discord.Client], until: float) -> "Key":
        """Return the handle that an interaction gives."""
        clicked = _Original(0 if interaction.message is None else interaction.message.id)
        return cls(
            interaction.application_id, interaction.token, interaction._state, until, clicked
        )

    @property
    def webhook(self) -> discord.Webhook:
        """The same as `Interaction.followup`, created on use, because most are never used."""
        made: Any = {"id": self.application_id, "type": 3, "token": self.token}
        return discord.Webhook.from_state(data=made, state=self.state)

    async def edit(self, drawn: Drawn, kept: Kept, by: FastAnswers) -> Kept:
        """Edit the message, which has the files `kept`. Return its files afterwards."""
        return await whole(drawn, kept, lambda files: self.change(drawn, files, by))

    async def change(self, drawn: Drawn, files: Any, by: FastAnswers) -> Kept:
        """Edit the message to have these files. Return them."""
        at = self.application_id, self.token, self.message_id
        return await by.change(self.state, *at, drawn, files)

    async def delete(self) -> None:
        """Remove the message."""
        await self.webhook.delete_message(self.message_id)

    async def show(self, drawn: Drawn) -> "Key":
        """Send the person who acted a further private message. Return its handle."""
        message = await self._send(drawn, private=True)
        return replace(self, message_id=message.id, kept=attached(message))

    async def post(self, drawn: Drawn) -> discord.Message:
        """Post a further message for the whole channel, and return it."""
        return await self._send(drawn, private=False)

    async def _send(self, drawn: Drawn, *, private: bool) -> discord.WebhookMessage:
        none = discord.AllowedMentions.none()
        try:
            return await self.webhook.send(
                view=drawn.layout,
                ephemeral=private,
                files=drawn.uploads(),
                allowed_mentions=none,
                wait=True,
            )
        finally:
            # Otherwise discord.py stores each private view, with a task, during 15 minutes.
            drawn.layout.stop()
