"""Replays as a person sees them: read, and drawn by their own choice."""

from collections.abc import Sequence
from dataclasses import replace

from bot.clicks.answers import Answer, Bot
from bot.clicks.visibility import outlook
from bot.drawing.picture import Picture
from bot.screens.finished import Finished, Replays
from bot.storage.people import WORDS, Wish
from bot.wire.ui import Attached, Drawn, Part
from bot.words.i18n import Tongue
from games.core import Seat

from .replay import Replay, eyes_of, pictures, replay
from .replay_page import alternative, draw, shared_step


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

    async def drawn(self, answer: Answer, shown: Replay, *, again: bool = False) -> Drawn:
        """Return a step, as a film, a still picture or in words as the person wants it.

        again: they ask for its film, even if they usually want still pictures.
        """
        wish = await self.wish(answer, shown.past)
        moving = again or wish.moving
        wanted = pictures(shown, answer.t, moving=moving) if wish.pictures else ()
        files = await self.files(wanted, shown, answer.t)
        return draw(shown, answer.t, files)

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
