"""Fists on screen: its name and its rules."""

from typing import Any, ClassVar

from bot.words.i18n import Tongue
from games.errors import N_

from .._shared.sealed import SealedLook


class FistsLook(SealedLook):
    """The look of fists."""

    key: ClassVar[str] = "fists"
    name: ClassVar[str] = N_("Fists")

    def rules(self, options: Any, t: Tongue) -> list[str]:
        """Return the rules on one page."""
        return [t("All hide coins. The highest number that nobody else has gets a point.")]


LOOK = FistsLook()
