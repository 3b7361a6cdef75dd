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
from ..wire.ui import Address, Drawn, Part, address, button, button_rows, link_to, screen
from ..words.errors import TableError
from ..words.i18n import Tongue, tongue
from .answers import Answer
from .opening import may_post
from .places import Somewhere, check_writing, place_of
from .standing_pictures import attached

POST = "post"
"""The text of the control that posts the card for all."""
_FILE = "shinrisen-{number}.png"


Send = Callable[[Drawn], Awaitable[discord.Message]]
"""Posts a screen for all, and returns its message. Raises NOT_THROUGH."""


async def share(answer: Answer, past: Finished, look: Look, *, post: bool) -> None:
    """Show the card to one player or, with `post`, to all in the match's channel.

    Raises TableError if the match was called off, or the card may not be posted there.
    """
    _check_over(past)

    async def private() -> Drawn:
        ways = ways_to_post(answer, past, address(past.table, "share", text=POST))
        return await _card(answer, past, look, answer.t, *ways)

    if not post:
        await answer.show(await private())
        return
    send = await poster(answer, past)
    # All players read it, so it is in the channel's language.
    drawn = await _card(answer, past, look, await spoken_there(answer, past))
    await post_previewed(answer, past, send, drawn, private)


async def post_previewed(
    answer: Answer,
    past: Finished,
    send: Send,
    drawn: Drawn,
    private: Callable[[], Awaitable[Drawn]],
) -> None:
    """Post a screen whose `private` preview was clicked, and replace that by a link to it."""

    async def again() -> None:
        await answer.redraw_private(await private())

    # First, so that a second click finds no button.
    await answer.redraw_private(drawn)
    message = await post_or(send, drawn, again)
    link = link_to(past.table.guild_id, past.table.channel_id, message.id)
    await answer.redraw_private(screen(None, answer.t("It is posted: {link}", link=link)))


async def spoken_there(answer: Answer, past: Finished) -> Tongue:
    """Return the server's language now, or the table's if its settings name none."""
    settings = await answer.bot.servers.of(past.table.guild_id)
    return tongue(settings.locale or past.table.locale)


async def post_or(
    send: Send, drawn: Drawn, again: Callable[[], Awaitable[object]]
) -> discord.Message:
    """Post a screen. If that fails, offer it `again` and raise NOT_THROUGH."""
    try:
        return await send(drawn)
    except NOT_THROUGH:
        await again()
        raise


async def _card(answer: Answer, past: Finished, look: Look, t: Tongue, *ways: Part) -> Drawn:
    """Return the card: the players by rank with their scores, without ratings."""
    name = _FILE.format(number=past.table.id)
    picture = picture_to_share(past, look, t)
    file = await attached(answer, name, picture, t, past.table.guild_id)
    placed = sorted(past.table.players, key=lambda player: player.rank or 0)
    lines = []
    for player in placed:
        line = f"{medal_of(player.rank)} **{seat_name(player, t)}**"
        lines.append(line if player.score is None else f"{line} · {look.score(player.score, t)}")
    title = f"## {look.emoji} {t(look.name)} · " + t("match {number}", number=past.table.id)
    by = "-# 📣 " + t("{who} shares this match.", who=f"<@{answer.user_id}>")
    return screen(look.colour, title, file or "", "\n".join(lines), by, *ways)


def ways_to_post(answer: Answer, past: Finished, at: Address) -> list[Part]:
    """Return the end of a preview: the place, and the button that posts it where it may be."""
    t, here = answer.t, _is_here(answer, past)
    where = f"<#{past.table.channel_id}>"
    seen = t("Only you see this. It can be posted in {channel}.", channel=where)
    label = t("Post it")
    if here:
        seen, label = t("Only you see this."), t("Post it here")
    sure = button(at, label, style=discord.ButtonStyle.primary)
    return ["-# " + seen, *(button_rows([sure]) if here or past.table.solo else ())]


def _check_over(past: Finished) -> None:
    if past.table.phase != "over":
        raise TableError(N_("That match was called off: there is nothing to share."))


def _is_here(answer: Answer, past: Finished) -> bool:
    """Return True if the click comes from the match's channel.

    Readers of another channel may have no access to this one.
    """
    at, stored = answer.interaction, past.table
    return (at.guild_id, at.channel_id) == (stored.guild_id, stored.channel_id)


async def poster(answer: Answer, past: Finished) -> Send:
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
