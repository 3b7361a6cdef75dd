"""The daily deals of a person on their profile."""

from bot.clicks.answers import Answer
from bot.clicks.pages import PROFILE, Page

from . import deals, store
from .screens import habit


async def _habit(answer: Answer, _game: str, person: int) -> list[str]:
    """Return a person's daily deals in all servers. Their best run of days stands only here."""
    t, days = answer.t, await store.days(answer.bot.database, person)
    if not days:
        return []
    run = t.many("best run: {n} day", "best run: {n} days", deals.best_run(days))
    today = deals.number_at(answer.bot.now())
    return [f"### 📅 {t('Daily deal')}\n{habit(days, today, t)} · {run}"]


HABIT = Page((PROFILE,), _habit)
