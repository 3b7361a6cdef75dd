"""The buttons of ended matches: *Replay* and *Share*."""

from bot.screens.offers import END, FOLDED, Offer
from bot.storage import StoredTable
from bot.wire.ui import Control, address, button
from bot.words.i18n import Tongue


def replayed(stored: StoredTable, t: Tongue, ply: int = 0) -> Control:
    """Return the button of a replay, as a message of its own."""
    return button(address(stored, "replay", ply, "s/open"), t("Replay"))


def _share(stored: StoredTable, t: Tongue) -> Control | None:
    return button(address(stored, "share"), t("Share")) if stored.phase == "over" else None


REPLAY = Offer((END, FOLDED), 1, replayed)
SHARE = Offer((END,), 2, _share)
