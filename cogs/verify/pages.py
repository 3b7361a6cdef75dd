"""*Check a record*, on `/me`."""

from bot.clicks.pages import ME, Way
from bot.wire.ui import Address, button

RECORD = Way((ME,), lambda _, t: button(Address("verify"), t("Check a record")))
