"""*Call me*, behind ⋯ of an ended match."""

from bot.screens.offers import MORE, Offer
from bot.storage import StoredTable
from bot.wire.ui import Control, address, button
from bot.words.i18n import Tongue


def _call(stored: StoredTable, t: Tongue) -> Control:
    return button(address(stored, "call"), t("Call me"))


CALL = Offer((MORE,), 2, _call)
