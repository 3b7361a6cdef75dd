"""The job of reviews."""

from bot.clicks.answers import Bot
from bot.run.jobs import HOUR, job

from . import store


@job("reviews", every=HOUR)
async def expire_reviews(bot: Bot, _: int) -> None:
    """Delete reviews that were kept for a week."""
    await store.expire(bot.database, bot.now())
