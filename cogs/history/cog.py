"""Ended matches: the list, replays step by step, shares, and the person's own moments."""

import asyncio
import random
import secrets
from dataclasses import replace

from bot.clicks.answers import Answer
from bot.clicks.control import control
from bot.run.client import BotCog
from bot.run.jobs import HOUR, job
from bot.screens.finished import Finished
from bot.wire.ui import Address
from bot.words.errors import TableError
from games.core import Seat
from games.errors import N_

from . import reel, store
from .matches import ALL, turned
from .replay import MINE, OPEN, PLAY, SPECTATOR, Replay
from .review import Review, dumps, loads, offered, reviewing
from .sharing import share

_NUMBERS = 2**63
_DIGITS = 19


class History(BotCog):
    """Ended matches: their list, steps of them, cards to share, and reviews of one's own seat."""

    @job("reviews", every=HOUR)
    async def expire_reviews(self, _: int) -> None:
        """Delete reviews that were kept for a week."""
        await store.expire(self.bot.database, self.bot.now())

    @control("history")
    async def _turn_page(self, answer: Answer, address: Address) -> None:
        """Show a page of the list of matches."""
        await answer.redraw_private(await turned(answer, address))

    @control("watch")
    async def _watch(self, answer: Answer, address: Address) -> None:
        """Show the replay of a match chosen in a list, in a message of its own, or all matches."""
        if address.text.startswith(ALL):
            await self._turn_page(answer, address)
            return
        if not address.text.isdecimal() or int(address.text) >= _NUMBERS:
            raise TableError(N_("That button is out of date. Use the newest message."))
        await answer.after_films()
        shown = await self._at(answer, int(address.text), 0, SPECTATOR)
        await answer.show(await reel.drawn(answer, shown))

    @control("replay", sign="🎬", looks_back=True)
    async def _step(self, answer: Answer, address: Address) -> None:
        """Show a step of a replay. The text is `eyes/word`, the stage is the ply.

        An option's text is `eyes/ply`. The word `open` shows a message of its own.
        """
        eyes, _, to = address.text.partition("/")
        _, mine, moment = to.rpartition(MINE)
        number = moment if mine else to
        ply = int(number) if number.isdecimal() and len(number) < _DIGITS else address.stage
        shown = await self._at(answer, address.table_id, ply, eyes)
        if mine:
            # Without a ply it is asked for: the costliest one.
            shown = await self._moment(answer, shown, ply if moment else None)
        drawn = await reel.drawn(answer, shown, again=to == PLAY)
        await (answer.show if to == OPEN else answer.redraw_private)(drawn)

    async def _moment(self, answer: Answer, shown: Replay, ply: int | None) -> Replay:
        """Return the replay at a moment of the person's review, which is made if none is kept."""
        own, review = await reviewed(answer, shown.past)
        shown = replace(shown, own=own, review=review, asked=True)
        moment = next(iter(review.moments), None) if ply is None else review.at(ply)
        return shown if moment is None else shown.station(moment)

    @control("mine", looks_back=True)
    async def _review(self, answer: Answer, address: Address) -> None:
        """Open the replay at the costliest moment, for a button of an earlier release."""
        shown = await self._at(answer, address.table_id, 0, SPECTATOR)
        await answer.show(await reel.drawn(answer, await self._moment(answer, shown, None)))

    @control("share", sign="📣", looks_back=True)
    async def _share(self, answer: Answer, address: Address) -> None:
        """Share a match, or a step of it."""
        await share(answer, address)

    async def _at(self, answer: Answer, number: int, ply: int, eyes: str) -> Replay:
        """Return a replay with the person's own review, if one is kept."""
        shown = await reel.at(answer, number, ply, eyes)
        if shown.own is None:
            return shown
        return replace(shown, review=await kept(answer, shown.past))


_LONGEST = 0.8 * store.MAKING
"""Time limit of a review in seconds."""


async def kept(answer: Answer, past: Finished) -> Review | None:
    """Return the person's review of a match if one is kept."""
    database, now = answer.bot.database, answer.bot.now()
    text = await store.found(database, answer.user_id, past.table.id, now)
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
    if not await store.begin(database, answer.user_id, table.id, answer.bot.now()):
        raise TableError(N_("One review at a time: ask again in a few seconds."))
    try:
        review = await _made(answer, past, seat)
        await store.keep(database, answer.user_id, table.id, dumps(review))
        return seat, review
    finally:
        await store.give_up(database, answer.user_id, table.id)


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
