"""Replays as a person sees them: read, drawn by their own choice, and running by themselves."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from games.core import Seat
from games.errors import GameError

from ..drawing.film import Film
from ..drawing.picture import Picture
from ..screens.finished import Finished, Replays
from ..screens.replay import (
    Replay,
    alternative,
    draw,
    eyes_of,
    films,
    pictures,
    replay,
    shared_step,
)
from ..storage.people import WORDS, Wish
from ..wire.faults import NOT_THROUGH
from ..wire.ui import Attached, Drawn, Kept, Part
from ..words.i18n import Tongue
from .answers import Answer, Bot
from .visibility import outlook

FILM, STILL = 6.0, 2.5
"""Seconds that a film, and a still picture or words, stand while a replay runs by itself."""
EDITS, LONGEST = 40, 240.0
"""Limits of a replay that runs by itself: its changes of the message, and its seconds."""


class Reel:
    """The ended matches that people look at."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._replays = Replays(bot.database)

    async def past(self, answer: Answer, number: int) -> Finished:
        """Return an ended match that the person may see. Raises TableError."""
        past = await self._replays.of(number, await outlook(answer.interaction, number))
        settings = await self.bot.servers.of(past.table.guild_id)
        return replace(past, ratings=settings.leaderboards)

    async def at(self, answer: Answer, number: int, ply: int, eyes: str) -> Replay:
        """Return a match at the step of a ply, by these eyes. Raises TableError.

        For a spectator, the bar marks the person's own costly steps.
        """
        past = await self.past(answer, number)
        own = past.table.seat_of(answer.user_id)
        look = self.bot.looks[past.table.game]
        seat = None if own is None else Seat(own)
        return replay(past, look, ply, eyes_of(past, eyes), seat)

    async def moment(self, answer: Answer, shown: Replay, t: Tongue, *below: Part) -> Drawn:
        """Return a step as a person shares it, as all saw it, and what stands below."""
        public = replace(shown, eyes=None, reader=None, own=None, moment=None)
        settings = await self.bot.servers.of(shown.past.table.guild_id)
        files: Sequence[Attached] = ()
        if settings.pictures and answer.interaction.app_permissions.attach_files:
            files = await self.files(pictures(public, t), public, t)
        return shared_step(public, t, files, below)

    async def drawn(self, answer: Answer, shown: Replay, *, shared: bool = False) -> Drawn:
        """Return a step, as pictures or in words as the person wants it."""
        wish = await self.wish(answer, shown.past)
        wanted = pictures(shown, answer.t) if wish.pictures else ()
        files = await self.files(wanted, shown, answer.t)
        return draw(shown, answer.t, files, shared=shared)

    async def wish(self, answer: Answer, past: Finished) -> Wish:
        """Return a person's choice of pictures, or the server's, or words where none may go."""
        if not answer.interaction.app_permissions.attach_files:
            return WORDS
        own = self.bot.house.readers.wish(answer.user_id)
        settings = await self.bot.servers.of(past.table.guild_id)
        return own or Wish(settings.pictures, settings.moving)

    async def files(
        self, wanted: Sequence[Picture], shown: Replay, t: Tongue
    ) -> tuple[Attached, ...]:
        """Return pictures as files, or none at all if one of them can't be drawn."""
        found = []
        for picture in wanted:
            file = await self.bot.house.pictures.drawn(picture)
            if file is None:
                return ()
            words = alternative(shown, file.picture, t)
            found.append(Attached(file.name, file.content, words, key=True))
        return tuple(found)


class Player:
    """A replay that runs by itself on one message, through the rest of a chapter."""

    def __init__(self, reel: Reel, answer: Answer, shown: Replay, eyes: str) -> None:
        self._reel = reel
        self._answer = answer
        self._shown = shown
        self._eyes = eyes
        self._screens = self._run()
        self._seconds = 0.0
        self._key = answer.key
        self._kept: Kept = {}

    async def begin(self) -> None:
        """Answer the click with the first screen."""
        drawn, self._seconds = await anext(self._screens)
        if self._answer.private:
            self._kept = await self._answer.redraw(drawn)
        else:
            self._key = await self._answer.show(drawn)
            self._kept = self._key.kept

    async def run(self) -> None:
        """Show the other screens in turn. A deleted message or lost access ends it."""
        with contextlib.suppress(*NOT_THROUGH, GameError):
            await asyncio.sleep(self._seconds)
            async for drawn, seconds in self._screens:
                fast = self._answer.bot.house.fast_answers
                self._kept = await self._key.edit(drawn, self._kept, fast)
                await asyncio.sleep(seconds)

    async def _run(self) -> AsyncIterator[tuple[Drawn, float]]:
        """Yield the screens, each with its seconds. The last one has all controls again."""
        answer, shown, left = self._answer, self._shown, EDITS
        number, clock = shown.past.table.id, asyncio.get_running_loop().time
        until = clock() + LONGEST
        wish = await self._reel.wish(answer, shown.past)
        for index in shown.course.played(shown.index):
            if left <= 1 or clock() > until:
                break
            # Read again: access may end, and a name goes when its person's data is deleted.
            shown = await self._reel.at(answer, number, shown.course.steps[index].ply, self._eyes)
            for wanted in _acts(shown, answer.t, wish):
                left -= 1
                files = await self._reel.files(wanted, shown, answer.t)
                moving = bool(files) and isinstance(wanted[0], Film)
                yield draw(shown, answer.t, files, playing=True), FILM if moving else STILL
        yield await self._reel.drawn(answer, shown), 0.0


def _acts(shown: Replay, t: Tongue, wish: Wish) -> Sequence[Sequence[Picture]]:
    """Return the pictures of a step in turn, or one act without any."""
    if not wish.pictures:
        return [[]]
    return (films(shown, t) if wish.moving else [pictures(shown, t)]) or [[]]
