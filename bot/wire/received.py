"""The message of a received click. Its components are parsed only if something reads them."""

from functools import cached_property
from typing import Any

import discord
import discord.interactions


class Received(discord.Message):
    """A message in an interaction.

    discord.py makes an object of each component. A hand has twenty, and few clicks need any.
    """

    _sent: Any = ()

    def _handle_components(self, data: Any) -> None:
        self._sent = data

    @cached_property
    def components(self) -> Any:  # type: ignore[override]
        """The components, parsed now."""
        super()._handle_components(self._sent)
        return self.components


def install() -> None:
    """Make discord.py's interactions have messages of this class."""
    vars(discord.interactions)["Message"] = Received
