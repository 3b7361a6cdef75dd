"""The message of a received click. It is parsed only if something reads more than its id."""

from functools import cached_property
from typing import Any

import discord
import discord.interactions


class Received(discord.Message):
    """A message in an interaction.

    discord.py makes objects of its author, its files and each component. A hand has twenty
    components, and few clicks need any.
    """

    def __init__(self, *, state: Any, channel: Any, data: Any) -> None:
        self.id = int(data["id"])
        self.channel = channel
        # discord.py asks each message for its server.
        if (guild := getattr(channel, "guild", None)) is not None:
            self.guild = guild
        self._unread = {"state": state, "channel": channel, "data": data}
        self._sent = data.get("components", ())

    def __getattr__(self, name: str) -> Any:
        """Parse the message at the first look at an attribute that isn't there yet."""
        unread = self.__dict__.pop("_unread", None)
        if unread is None:
            raise AttributeError(name)
        super().__init__(**unread)
        return getattr(self, name)

    def _handle_components(self, data: Any) -> None:
        """Leave them for later."""

    @cached_property
    def components(self) -> Any:  # type: ignore[override]
        """The components, parsed now."""
        super()._handle_components(self._sent)
        return self.components


def install() -> None:
    """Make discord.py's interactions have messages of this class."""
    vars(discord.interactions)["Message"] = Received
