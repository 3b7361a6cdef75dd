"""*Check now*, on the screens of an ended match."""

from discord import ButtonStyle

from bot.screens.offers import FAIRNESS, MORE, Offer
from bot.storage import StoredTable
from bot.wire.ui import Control, address, button
from bot.words.i18n import Tongue


def _check(stored: StoredTable, t: Tongue) -> Control | None:
    over = stored.ended and stored.started_at is not None
    return button(address(stored, "check"), t("Check now")) if over else None


CHECK = Offer((MORE,), 1, _check)
FIRST = Offer(
    (FAIRNESS,),
    1,
    lambda stored, t: button(address(stored, "check"), t("Check now"), style=ButtonStyle.primary),
)
