"""The list *Watch a match* on profiles and standings, and a match by its number."""

from bot.clicks.answers import Answer
from bot.clicks.pages import PROFILE, STANDINGS, Page, Shown
from bot.wire.ui import Address

from .matches import watch_list


async def _show(answer: Answer, number: int) -> None:
    at = Address("watch", text=str(number))
    await answer.bot.controls[at.kind].handler(answer, at)


WATCH = Page((PROFILE, STANDINGS), watch_list, order=9)
MATCH = Shown(_show)
