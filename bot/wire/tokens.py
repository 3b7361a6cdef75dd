"""Interaction tokens. They allow edits of messages for a while."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from games.core import Frozen

from .delivery import whole
from .ui import NO_MENTIONS, Drawn, Kept, Stays, attached, contents

SECONDS = 14 * 60.0
"""Seconds that a token is used. Discord takes it for 15 minutes."""


class Key(Frozen):
    """A handle to one message by the token of an interaction, valid `until` that time.

    `original`: the message is the clicked one, or else the answer. `kept` are its attachments.
    Requests by token aren't rate-limited. They raise faults.NOT_THROUGH as any request does.
    """

    interaction: discord.Interaction[discord.Client] = field(repr=False)
    until: float
    message_id: int = 0
    original: bool = True
    kept: Kept = field(default_factory=dict)

    @classmethod
    def of(cls, interaction: discord.Interaction[discord.Client], until: float) -> "Key":
        """Return the handle that an interaction gives."""
        clicked = interaction.message
        return cls(interaction, until, 0 if clicked is None else clicked.id)

    def to(self, message: discord.Message) -> "Key":
        """Return a handle to another message that was sent by this token."""
        return replace(self, message_id=message.id, original=False, kept=attached(message))

    async def edit(self, drawn: Drawn, kept: Kept) -> Kept:
        """Edit the message, which has the files `kept`. Return its files afterwards."""
        return await whole(drawn, kept, lambda files: self.change(drawn, files))

    async def change(self, drawn: Drawn, files: Sequence[discord.File | Stays]) -> Kept:
        """Edit the message to have these files. Return them."""
        new: dict[str, Any] = {
            "view": drawn.layout,
            "attachments": files,
            "allowed_mentions": NO_MENTIONS,
        }
        if self.original:
            return attached(await self.interaction.edit_original_response(**new))
        return attached(await self.interaction.followup.edit_message(self.message_id, **new))

    async def delete(self) -> None:
        """Remove the message."""
        if self.original:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(self.message_id)

    async def show(self, drawn: Drawn) -> "Key":
        """Send the person who acted a further private message. Return its handle."""
        followup = self.interaction.followup
        try:
            return self.to(await followup.send(**contents(drawn), ephemeral=True, wait=True))
        finally:
            # Otherwise discord.py stores each private view, with a task, during 15 minutes.
            drawn.layout.stop()


class _Lean(AsyncWebhookAdapter):
    """discord.py's requests by token. Of a message's components they return the galleries.

    The bot drew the others itself. To parse them again took a twentieth of its processor time.
    """

    async def request(self, *given: Any, **more: Any) -> Any:
        """Send a request, and return its answer."""
        found = await super().request(*given, **more)
        if isinstance(found, dict):
            message = found.get("resource", {}).get("message", found)
            message["components"] = [*_galleries(message.get("components", ()))]
        return found


def _galleries(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in components:
        if one["type"] == discord.ComponentType.media_gallery.value:
            yield one
        yield from _galleries(one.get("components", ()))


def install() -> None:
    """Make requests by token in this context lean."""
    lean: Any = _Lean
    async_context.set(lean())
