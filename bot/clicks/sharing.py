"""The card of a finished match: shown on request, and posted in the match's channel."""

from collections.abc import Awaitable, Callable
from functools import partial

import discord

from games.errors import N_

from ..play.names import seat_name
from ..screens.finished import Finished
from ..screens.look import Look
from ..screens.ranking import medal_of
from ..screens.shared_card import picture_to_share
from ..wire.faults import NOT_THROUGH
from ..wire.ui import Attached, Drawn, Part, address, button, button_rows, screen
from ..words.errors import TableError
from ..words.i18n import Tongue, tongue
from .answers import Answer
from .opening import may_post
from .places import Somewhere, check_writing, place_of
from .standing_pictures import attached

POST = "post"
"""The text of the control that posts the card for all."""
_FILE = "shinrisen-{number}.png"


async def share(answer: Answer, past: Finished, look: Look, *, post: bool) -> None:
    """Show the card to one player or, with `post`, to all in the match's channel.

    Raises TableError if the match was called off, or the card may not be posted there.
    """
    _check_over(past)
    if not post:
        await answer.show(await _private(answer, past, look))
        return
    send = await poster(answer, past)
    # All players read it, so it is in the table's language.
    theirs = tongue(past.table.locale)
    file = await _file(answer, past, look, theirs)
    drawn = screen(look.colour, *_card(past, look, theirs, file))

    async def again() -> None:
        await answer.redraw_private(await _private(answer, past, look))

    # First, so that a second click finds no button.
    await answer.redraw_private(drawn)
    await post_or(send, drawn, again)
    await answer.redraw_private(screen(look.colour, answer.t("The card stands in the channel.")))


async def post_or(
    send: Callable[[Drawn], Awaitable[object]], drawn: Drawn, again: Callable[[], Awaitable[object]]
) -> None:
    """Post a screen. If that fails, offer it `again` and raise NOT_THROUGH."""
    try:
        await send(drawn)
    except NOT_THROUGH:
        await again()
        raise


async def _private(answer: Answer, past: Finished, look: Look) -> Drawn:
    """Return the card for one player, with the button that posts it where that is possible."""
    t, here = answer.t, past.table.solo or _is_here(answer, past)
    file = await _file(answer, past, look, t)
    return screen(look.colour, *_card(past, look, t, file), *_ways(past, t, here=here))


async def _file(answer: Answer, past: Finished, look: Look, t: Tongue) -> Attached | None:
    name = _FILE.format(number=past.table.id)
    return await attached(answer, name, picture_to_share(past, look, t), t, past.table.guild_id)


def _card(past: Finished, look: Look, t: Tongue, file: Attached | None) -> list[Part]:
    """Return the card's parts: the players by rank with their scores, without ratings."""
    placed = sorted(past.table.players, key=lambda player: player.rank or 0)
    lines = []
    for player in placed:
        line = f"{medal_of(player.rank)} **{seat_name(player, t)}**"
        lines.append(line if player.score is None else f"{line} · {look.score(player.score, t)}")
    title = f"## {look.emoji} {t(look.name)} · " + t("match {number}", number=past.table.id)
    return [title, *([file] if file else []), "\n".join(lines)]


def _ways(past: Finished, t: Tongue, *, here: bool) -> list[Part]:
    if not here:
        where = f"<#{past.table.channel_id}>"
        return ["-# " + t("Only you see this. It can be posted in {channel}.", channel=where)]
    at = address(past.table, "share", text=POST)
    sure = button(at, t("Post it here"), style=discord.ButtonStyle.primary)
    seen = t("Only you see this.")
    if past.table.solo:
        sure = button(at, t("Post it"), style=discord.ButtonStyle.primary)
        where = f"<#{past.table.channel_id}>"
        seen = t("Only you see this. It can be posted in {channel}.", channel=where)
    return ["-# " + seen, *button_rows([sure])]


def _check_over(past: Finished) -> None:
    if past.table.phase != "over":
        raise TableError(N_("That match was called off: there is nothing to share."))


def _is_here(answer: Answer, past: Finished) -> bool:
    """Return True if the click comes from the match's channel.

    Readers of another channel may have no access to this one.
    """
    at, stored = answer.interaction, past.table
    return (at.guild_id, at.channel_id) == (stored.guild_id, stored.channel_id)


async def poster(answer: Answer, past: Finished) -> Callable[[Drawn], Awaitable[object]]:
    """Return the way to post something of a match: here, or where one without a panel was begun.

    Raises TableError where nothing may be posted: by the bot, or by the person.
    """
    _check_over(past)
    at: Somewhere = answer.interaction
    if not _is_here(answer, past):
        if not past.table.solo:
            raise TableError(
                N_("A match is shared only where it was played: in {channel}."),
                channel=f"<#{past.table.channel_id}>",
            )
        at = await place_of(answer.bot, past.table, answer.user_id)
    check_writing(at)
    may_post(at)
    if at is answer.interaction:
        return answer.post
    return partial(answer.bot.house.post_in, past.table.channel_id)
