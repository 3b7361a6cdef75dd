"""Replays as a person sees them: read, and drawn by their own choice."""

from collections.abc import Sequence
from dataclasses import replace

from bot.clicks.answers import Answer
from bot.clicks.visibility import outlook
from bot.drawing.picture import Picture
from bot.screens.finished import Finished, finished
from bot.storage.people import WORDS, Wish
from bot.wire.ui import Attached, Drawn, Part
from bot.words.i18n import Tongue
from games.core import Seat

from .replay import Replay, eyes_of, pictures, replay
from .replay_page import alternative, draw, shared_step


async def past(answer: Answer, number: int) -> Finished:
    """Return an ended match that the person may see. Raises TableError."""
    where = await outlook(answer.interaction, number)
    match = await finished(answer.bot.database, number, where)
    settings = await answer.bot.servers.of(match.table.guild_id)
    return replace(match, ratings=settings.leaderboards)


async def at(answer: Answer, number: int, ply: int, eyes: str) -> Replay:
    """Return a match at the step of a ply, by these eyes. Raises TableError.

    For a spectator, the bar marks the person's own costly steps.
    """
    match = await past(answer, number)
    own = match.table.seat_of(answer.user_id)
    look = answer.bot.looks[match.table.game]
    seat = None if own is None else Seat(own)
    return replay(match, look, ply, eyes_of(match, eyes), seat)


async def moment(answer: Answer, shown: Replay, t: Tongue, *below: Part) -> Drawn:
    """Return a step as a person shares it, as all saw it, and what stands below."""
    public = replace(shown, eyes=None, own=None, moment=None)
    settings = await answer.bot.servers.of(shown.past.table.guild_id)
    files: Sequence[Attached] = ()
    if settings.pictures and answer.interaction.app_permissions.attach_files:
        files = await _files(answer, pictures(public, t), public, t)
    return shared_step(public, t, files, below)


async def drawn(answer: Answer, shown: Replay, *, again: bool = False) -> Drawn:
    """Return a step, as a film, a still picture or in words as the person wants it.

    again: they ask for its film, even if they usually want still pictures.
    """
    wish = await _wish(answer, shown.past)
    moving = again or wish.moving
    wanted = pictures(shown, answer.t, moving=moving) if wish.pictures else ()
    files = await _files(answer, wanted, shown, answer.t)
    return draw(shown, answer.t, files)


async def _wish(answer: Answer, past: Finished) -> Wish:
    """Return a person's choice of pictures, or the server's, or words where none may go."""
    if not answer.interaction.app_permissions.attach_files:
        return WORDS
    own = answer.bot.house.readers.wish(answer.user_id)
    settings = await answer.bot.servers.of(past.table.guild_id)
    return own or Wish(settings.pictures, settings.moving)


async def _files(
    answer: Answer, wanted: Sequence[Picture], shown: Replay, t: Tongue
) -> tuple[Attached, ...]:
    """Return pictures as files, or none at all if one of them can't be drawn."""
    found = []
    for picture in wanted:
        file = await answer.bot.house.pictures.drawn(picture)
        if file is None:
            return ()
        words = alternative(shown, file.picture, t)
        found.append(Attached(file.name, file.content, words, key=True))
    return tuple(found)
