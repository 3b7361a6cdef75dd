"""*Check a record*, on `/me`."""

from bot.clicks.pages import ME, Way
from bot.wire.ui import Address, Control, button
from bot.words.i18n import Tongue


def _record(t: Tongue) -> Control:
    return button(Address("verify"), t("Check a record"))


RECORD = Way((ME,), _record)
