"""*Call me*, behind ⋯ of an ended match."""

from bot.screens.offers import MORE, Offer
from bot.wire.ui import address, button

CALL = Offer((MORE,), 2, lambda stored, t: button(address(stored, "call"), t("Call me")))
