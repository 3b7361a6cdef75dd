"""The card of a finished match: shown on request, and posted in the match's channel."""

from collections.abc import Awaitable, Callable
from functools import partial

import discord

from games.errors import N_

from ..play.names import seat_name
from ..screens.finished import Finished
from ..screens.look import Look
from ..screens.ranking import medal_of
from ..screens.result import replayed
from ..screens.shared_card import picture_to_share
from ..storage import StoredTable, shared
from ..storage.servers import NOWHERE
from ..storage.shared import CARD
from ..wire.faults import NOT_THROUGH
from ..wire.ui import Address, Drawn, Part, address, button, button_rows, link_to, screen
from ..words.errors import TableError
from ..words.i18n import Tongue, tongue
from .answers import Answer, Bot
from .opening import may_post
from .places import UNSEEN, Somewhere, check_writing, place_for, place_of
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
    if not post:
        ways = await ways_to_post(answer, past, CARD, address(past.table, "share", text=POST))
        await answer.show(await _card(answer, past, look, answer.t, *ways))
        return
    send = await poster(answer, past, CARD)
    # All players read it, so it is in the channel's language.
    t = await spoken_there(answer, past)
    by = "-# 📣 " + t("{who} shares this match.", who=f"<@{answer.user_id}>")
    drawn = await _card(answer, past, look, t, by, *button_rows([replayed(past.table, t)]))
    await post_previewed(answer, past, send, drawn)


async def post_previewed(answer: Answer, past: Finished, send: Send, drawn: Drawn) -> None:
    """Post a screen whose preview was clicked, and replace the preview by a link to it."""
    # An answer must not become the post itself: the preview couldn't be changed then.
    await answer.acknowledge()
    message = await send(drawn)
    link = link_to(past.table.guild_id, past.table.channel_id, message.id)
    await answer.redraw_private(screen(None, answer.t("It is posted: {link}", link=link)))


async def spoken_there(answer: Answer, past: Finished) -> Tongue:
    """Return the server's language now, or the table's if its settings name none."""
    settings = await answer.bot.servers.of(past.table.guild_id)
    return tongue(settings.locale or past.table.locale)


async def _card(answer: Answer, past: Finished, look: Look, t: Tongue, *below: Part) -> Drawn:
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
    return screen(look.colour, title, file or "", "\n".join(lines), *below)


async def ways_to_post(answer: Answer, past: Finished, ply: int, at: Address) -> list[Part]:
    """Return the end of a preview: the place, and the button that posts it there, once."""
    t, stored = answer.t, past.table
    if stored.guild_id == NOWHERE:
        where = t("This match belongs to no server. Save or copy this to share it.")
        return [f"-# {where}"]
    if (message_id := await shared.message(answer.bot.database, stored.id, ply)) is not None:
        link = link_to(stored.guild_id, stored.channel_id, message_id)
        return ["-# " + t("It is posted already: {link}", link=link)]
    where = f"<#{stored.channel_id}>"
    label = t("Post it here")
    if not is_here(answer, past):
        # The name of a private channel is only for those who see it.
        there = await place_for(answer.bot, stored, answer.user_id)
        if there is None:
            return ["-# " + t(UNSEEN, channel=where)]
        label = t("Post it in #{channel}", channel=there.channel.name)
    seen = t("Only you see this. If you post it in {channel}, it names you.", channel=where)
    sure = button(at, label, style=discord.ButtonStyle.primary)
    return [f"-# {seen}", *button_rows([sure])]


def _check_over(past: Finished) -> None:
    if past.table.phase != "over":
        raise TableError(N_("That match was called off: there is nothing to share."))


def is_here(answer: Answer, past: Finished) -> bool:
    """Return True if the click comes from the match's channel."""
    at, stored = answer.interaction, past.table
    return (at.guild_id, at.channel_id) == (stored.guild_id, stored.channel_id)


async def poster(answer: Answer, past: Finished, ply: int) -> Send:
    """Return the way to post something of a match in its channel, once.

    Raises TableError where nothing may be posted: by the bot, or by the person. So does the way if
    it is posted already.
    """
    _check_over(past)
    stored, here = past.table, is_here(answer, past)
    at: Somewhere = answer.interaction
    if not here:
        # Readers of another channel may have no access to this one.
        at = await place_of(answer.bot, stored, answer.user_id)
    check_writing(at)
    try:
        may_post(at)
    except TableError as error:
        if here:
            raise
        where = f"<#{stored.channel_id}>"
        raise TableError(N_("In {channel}: {why}"), channel=where, why=error) from error
    nonce = f"share-{stored.id}-{ply}"
    post_in = partial(answer.bot.house.post_in, stored.channel_id, nonce=nonce)
    send = answer.post if here else post_in
    return partial(_once, answer.bot, stored, ply, send)


async def _once(
    bot: Bot, stored: StoredTable, ply: int, send: Send, drawn: Drawn
) -> discord.Message:
    """Post a screen unless it is posted already. Raises TableError then, and NOT_THROUGH."""
    if not await shared.claim(bot.database, stored.id, ply, bot.now()):
        # Without a message it is just being posted, or its process has just died.
        before = await shared.message(bot.database, stored.id, ply)
        link = link_to(stored.guild_id, stored.channel_id, before)
        raise TableError(N_("It is posted already: {link}"), link=link)
    try:
        message = await send(drawn)
    except NOT_THROUGH:
        await shared.take_back(bot.database, stored.id, ply)
        raise
    await shared.note(bot.database, stored.id, ply, message.id)
    return message
