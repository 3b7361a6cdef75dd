"""*Replay*: an ended match step by step, what is shared of it, and *My match*."""

import asyncio
import random
import secrets
from dataclasses import replace
from functools import partial

from discord.ext import commands

from bot import storage
from bot.clicks.answers import Answer
from bot.clicks.replaying import Reel
from bot.clicks.sharing import share
from bot.run.client import Shinrisen
from bot.screens import review_page
from bot.screens.finished import Finished
from bot.screens.replay import MINE, OPEN, SPECTATOR, replay
from bot.screens.review import Review, dumps, loads, offered, reviewing
from bot.wire.ui import Address, Drawn
from bot.words.errors import TableError
from games.core import Seat
from games.errors import N_

_NUMBERS = 2**63


class Replays(commands.Cog):
    """Ended matches: steps of them, moments and cards to share, and reviews of one's own seat."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot
        self.reel = Reel(bot)

    async def cog_load(self) -> None:
        """Serve the controls drawn here."""
        self.bot.controls |= {"watch": self._watch, "replay": self._step, "mine": self._review}
        self.bot.controls["share"] = partial(share, self.reel)

    # Controls

    async def _watch(self, answer: Answer, address: Address) -> None:
        """Show the replay of a match chosen in a list, in a message of its own, or all matches."""
        if address.text.startswith("all/"):
            await self.bot.controls["history"](answer, Address("history", text=address.text))
            return
        if not address.text.isdecimal() or int(address.text) >= _NUMBERS:
            raise TableError(N_("That button is out of date. Use the newest message."))
        await answer.show(await self._drawn(answer, int(address.text), 0, SPECTATOR))

    async def _step(self, answer: Answer, address: Address) -> None:
        """Show a step of a replay. The text is `eyes/word`, the stage is the ply.

        An option's text is `eyes/ply`. The word `open` shows a message of its own.
        """
        eyes, _, to = address.text.partition("/")
        ply = int(to) if to.isdecimal() and len(to) < len(str(_NUMBERS)) else address.stage
        if to == MINE:
            await answer.show(await self._mine(answer, address.table_id, ply, eyes))
            return
        drawn = await self._drawn(answer, address.table_id, ply, eyes)
        if to == OPEN:
            await answer.show(drawn)
            return
        await answer.redraw_private(drawn)

    async def _mine(self, answer: Answer, number: int, ply: int, eyes: str) -> Drawn:
        """Return the replay at a moment of the person's own kept review."""
        shown = await self.reel.at(answer, number, ply, eyes)
        review = await kept(answer, shown.past)
        if shown.own is not None and shown.own == shown.eyes and review is not None:
            shown = replace(shown, moment=review.at(ply))
        return await self.reel.drawn(answer, shown)

    async def _review(self, answer: Answer, address: Address) -> None:
        """Show a private review, or with a number as text another moment of the one clicked."""
        past = await self.reel.past(answer, address.table_id)
        own, review = await reviewed(answer, past)
        number = int(address.text) if address.text in ("0", "1", "2") else 0
        at = min(number, max(0, len(review.moments) - 1))
        shown = replay(past, self.bot.looks[past.table.game], 0, own, own)
        wish = await self.reel.wish(answer, past)
        picture = review_page.picture(shown, review, at, answer.t) if wish.pictures else None
        files = await self.reel.files([] if picture is None else [picture], shown, answer.t)
        drawn = review_page.draw(shown, review, at, answer.t, files)
        await (answer.redraw_private if address.text else answer.show)(drawn)

    async def _drawn(self, answer: Answer, number: int, ply: int, eyes: str) -> Drawn:
        return await self.reel.drawn(answer, await self.reel.at(answer, number, ply, eyes))


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
