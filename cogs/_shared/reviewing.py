"""Reviews made on request: one at a time for each person, kept for a week."""

import asyncio
import random
import secrets

from bot import storage
from bot.clicks.answers import Answer
from bot.screens.finished import Finished
from bot.screens.review import Review, dumps, loads, offered, reviewing
from bot.words.errors import TableError
from games.core import Seat
from games.errors import N_

_LONGEST = 0.8 * storage.reviews.MAKING
"""Time limit of a review in seconds."""


async def kept(answer: Answer, past: Finished) -> Review | None:
    """Return the person's review of a match if one is kept."""
    database, now = answer.bot.database, answer.bot.now()
    text = await storage.reviews.found(database, answer.user_id, past.table.id, now)
    return None if text is None else loads(text)


async def reviewed(answer: Answer, past: Finished) -> tuple[Seat, Review]:
    """Return the person's seat in a match and their review of it, made now if none is kept.

    Raises TableError without a seat of theirs in it, or while another review of theirs is made.
    """
    table, database = past.table, answer.bot.database
    if (own := table.seat_of(answer.user_id)) is None:
        raise TableError(N_("You didn't play in that match."))
    seat = Seat(own)
    if not offered(table, answer.bot.looks[table.game]):
        raise TableError(N_("That match has no review."))
    if (known := await kept(answer, past)) is not None:
        return seat, known
    if not await storage.reviews.begin(database, answer.user_id, table.id, answer.bot.now()):
        raise TableError(N_("One review at a time: ask again in a few seconds."))
    try:
        review = await _made(answer, past, seat)
        await storage.reviews.keep(database, answer.user_id, table.id, dumps(review))
        return seat, review
    finally:
        await storage.reviews.give_up(database, answer.user_id, table.id)


async def _made(answer: Answer, past: Finished, seat: Seat) -> Review:
    """Ask the thinking process one question after the other, behind all tables."""
    bot = answer.bot
    look, chance = bot.looks[past.table.game], random.Random(secrets.randbits(64))
    steps = reviewing(past, look, seat, chance)
    try:
        async with asyncio.timeout(_LONGEST):
            asked = next(steps)
            while True:
                asked = steps.send(await bot.house.thinking.later(*asked))
    except StopIteration as done:
        found: Review = done.value
        return found
    except TimeoutError:
        raise TableError(N_("No review came in time. Ask again in a moment.")) from None
