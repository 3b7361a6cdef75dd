"""*Post*: a card shown to one player first, with the button that posts it once in a server."""

from collections.abc import Awaitable, Callable
from functools import partial

import discord

from games.core import Frozen
from games.errors import N_

from ..storage import StoredTable, shared
from ..storage.servers import NOWHERE
from ..storage.shared import Posted, Shared
from ..wire.faults import NOT_THROUGH
from ..wire.ui import Address, Control, Drawn, button, button_rows, link_to, screen
from ..words.errors import TableError
from ..words.i18n import Tongue, tongue
from .answers import Answer, Bot
from .membership_check import at_home
from .opening import spend_post
from .places import UNSEEN, Somewhere, check_writing, place_for


class Card(Frozen):
    """A thing to share.

    stored: its match.
    ply: that of a step, or another number for the thing itself, see `storage.shared`.
    draw: its screen in a language, with what stands below.
    at: the address of the button that posts it.
    ways: the buttons of the posted card.
    elsewhere: it may be posted in any server, and this sentence says so outside of one.
    posting: called with the server, the channel and the language before it is posted.
    """

    stored: StoredTable
    ply: int
    draw: Callable[..., Awaitable[Drawn]]
    at: Address
    ways: Callable[[Tongue], list[Control]]
    elsewhere: Callable[[Tongue], str] | None = None
    posting: Callable[[int, int, str], Awaitable[None]] | None = None

    def in_server(self, guild_id: int | None) -> Shared:
        """Return its key in a server."""
        return Shared(self.stored.id, self.ply, guild_id or NOWHERE)


async def preview(answer: Answer, card: Card) -> None:
    """Show a card privately, with the button that posts it."""
    told, ways = await ways_to_post(answer, card)
    await answer.show(await card.draw(answer.t, f"-# {told}", *button_rows(ways)))


async def ways_to_post(answer: Answer, card: Card) -> tuple[str, list[Control]]:
    """Return the place of a card in a sentence, and the button that posts it there, once."""
    t, stored, place = answer.t, card.stored, await _place(answer, card)
    if place is None and card.elsewhere is not None:
        return card.elsewhere(t), []
    if place is None and stored.guild_id == NOWHERE:
        return t("This match belongs to no server. Save or copy this to share it."), []
    if place is None:
        return t(UNSEEN, channel=f"<#{stored.channel_id}>"), []
    thing = card.in_server(place.guild_id)
    before = await _standing(answer.bot, thing)
    if before is not None and before.message_id is not None:
        return t("It is posted already: {link}", link=link_to(thing.guild_id, *before)), []
    channel = f"<#{place.channel_id}>"
    seen = t("Only you see this. If you post it in {channel}, it names you.", channel=channel)
    label = t("Post in #{channel}", channel=getattr(place.channel, "name", "…"))
    return seen, [button(card.at, label, style=discord.ButtonStyle.primary)]


async def _place(answer: Answer, card: Card) -> Somewhere | None:
    """Return the place of a card's post, or None if there is none that the person sees.

    Readers of another channel may have no access to a match.
    """
    at, stored = answer.interaction, card.stored
    if not at_home(at):
        return None
    here = (at.guild_id, at.channel_id) == (stored.guild_id, stored.channel_id)
    if here or (card.elsewhere is not None and at.guild_id is not None):
        return at
    # The name of a private channel is only for those who see it.
    return await place_for(answer.bot, stored, answer.user_id)


async def post(answer: Answer, card: Card) -> None:
    """Post a card once for all, and replace its preview by a link to it.

    Raises TableError where nothing may be posted: by the bot, or by the person. So it does if the
    card is posted already.
    """
    bot, stored, place = answer.bot, card.stored, await _place(answer, card)
    if place is None or place.channel_id is None:
        raise TableError(UNSEEN, channel=f"<#{stored.channel_id}>")
    check_writing(place)
    here, thing = place is answer.interaction, card.in_server(place.guild_id)
    try:
        await spend_post(bot, place, answer.user_id)
    except TableError as error:
        if here:
            raise
        where = f"<#{place.channel_id}>"
        raise TableError(N_("In {channel}: {why}"), channel=where, why=error) from error
    # All read it, so it is in the server's language, or else the table's.
    locale = (await bot.servers.of(thing.guild_id)).locale or stored.locale
    t = tongue(locale)
    by = "-# 📣 " + t("{who} shares this.", who=f"<@{answer.user_id}>")
    drawn = await card.draw(t, by, *button_rows(card.ways(t)))
    # An answer must not become the post itself: the preview couldn't be changed then.
    await answer.acknowledge()
    if card.posting is not None:
        await card.posting(thing.guild_id, place.channel_id, locale)
    once = f"share-{stored.id}-{card.ply}-{answer.interaction.id}"
    send = answer.post if here else partial(bot.house.post_in, place.channel_id, once=once)
    message = await _once(bot, thing, place.channel_id, partial(send, drawn))
    link = link_to(thing.guild_id, place.channel_id, message.id)
    await answer.redraw_private(screen(None, answer.t("It is posted: {link}", link=link)))


async def _standing(bot: Bot, thing: Shared) -> Posted | None:
    """Return the place of a post, or None without one. A deleted post may be made again."""
    before = await shared.posted(bot.database, thing)
    if before is None or before.message_id is None:
        return before
    if not await bot.house.is_gone(before.channel_id, before.message_id):
        return before
    await shared.forget(bot.database, thing, before.message_id)
    return None


async def _once(
    bot: Bot, thing: Shared, channel_id: int, send: Callable[[], Awaitable[discord.Message]]
) -> discord.Message:
    """Post a thing unless it is posted already. Raises TableError then, and NOT_THROUGH."""
    before = await _standing(bot, thing)
    if not await shared.claim(bot.database, thing, channel_id, bot.now()):
        # Without a message it is just being posted, or its process has just died.
        before = before or await shared.posted(bot.database, thing) or Posted(channel_id, None)
        raise TableError(N_("It is posted already: {link}"), link=link_to(thing.guild_id, *before))
    try:
        message = await send()
    except NOT_THROUGH:
        await shared.take_back(bot.database, thing)
        raise
    await shared.note(bot.database, thing, message.id)
    return message
